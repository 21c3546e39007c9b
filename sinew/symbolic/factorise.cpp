// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/factorise.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace sinew {

namespace {

/// a + b·i
struct Complex {
  Rational re, im;
  bool is_zero() const { return re.is_zero() && im.is_zero(); }
  friend Complex operator*(const Complex& a, const Complex& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend Complex operator/(const Complex& a, const Complex& b) {
    const Rational size = b.re * b.re + b.im * b.im;
    const Complex top = a * Complex{b.re, -b.im};
    return {top.re / size, top.im / size};
  }
};

/// Exponents of each symbol, then of z = exp(i·angle) for each of the ring's angles.
using Exponents = std::vector<int>;
using Laurent = std::map<Exponents, Complex>;

void add(Laurent& sum, const Exponents& exponents, const Complex& c) {
  const auto [found, is_new] = sum.try_emplace(exponents, c);
  if (is_new) return;
  found->second.re += c.re;
  found->second.im += c.im;
  if (found->second.is_zero()) sum.erase(found);
}

/// c = (z + 1/z)/2 and s = (z − 1/z)/(2i): in these a sum of sines and cosines is a polynomial like any other, and
/// divides like one.
Laurent as_laurent(const Ring& ring, const Polynomial& p) {
  const std::size_t plain_count = ring.generators().size(), size = plain_count + ring.angles().size();
  const Rational half(1, 2);
  Laurent sum;
  for (const Polynomial::Term& term : p.terms()) {
    Exponents start(size, 0);
    for (const Ring::PlainFactor& f : ring.plain(term.key.plain)) start[f.generator] = f.exponent;
    Laurent product{{start, {term.coefficient, {}}}};
    const auto multiply = [&](std::size_t angle, const Complex& up, const Complex& down) {
      Laurent next;
      for (const auto& [exponents, c] : product) {
        Exponents moved = exponents;
        moved[plain_count + angle] += 1;
        add(next, moved, c * up);
        moved[plain_count + angle] -= 2;
        add(next, moved, c * down);
      }
      product = std::move(next);
    };
    for (const Ring::TrigFactor& f : ring.trig(term.key.trig)) {
      for (int i = 0; i < f.cosines; ++i) multiply(f.angle, {half, {}}, {half, {}});
      if (f.sines > 0) multiply(f.angle, {{}, -half}, {{}, half});
    }
    for (const auto& [exponents, c] : product) add(sum, exponents, c);
  }
  return sum;
}

Polynomial as_polynomial(Ring& ring, const Laurent& laurent) {
  const std::size_t plain_count = ring.generators().size();
  Polynomial sum(ring, Rational());
  for (const auto& [exponents, c] : laurent) {
    // the two halves of a real wave come once, from the one whose first exponent is positive
    const auto first = std::find_if(exponents.begin() + static_cast<std::ptrdiff_t>(plain_count), exponents.end(),
                                    [](int e) { return e != 0; });
    if (first != exponents.end() && *first < 0) continue;
    Ring::PlainProduct plain;
    for (std::size_t g = 0; g < plain_count; ++g)
      if (exponents[g] != 0) plain.push_back({static_cast<std::uint16_t>(g), static_cast<std::int16_t>(exponents[g])});
    const Polynomial front = ring.term({ring.plain_id(std::move(plain)), 0}, Rational(1));
    if (first == exponents.end()) {
      sum += c.re * front;
      continue;
    }
    std::vector<std::pair<int, int>> angle;
    for (std::size_t a = plain_count; a < exponents.size(); ++a)
      if (exponents[a] != 0) angle.emplace_back(static_cast<int>(a - plain_count), exponents[a]);
    const SinCos<Polynomial> wave = ring.sincos_of_angles(angle);
    sum += front * (Rational(2) * c.re * wave.cos - Rational(2) * c.im * wave.sin);
  }
  return sum;
}

/// The box that a quotient's exponents must lie in.
struct Range {
  Exponents least, most;
};
Range range_of(const Laurent& p) {
  Range range{p.begin()->first, p.begin()->first};
  for (const auto& [exponents, c] : p)
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      range.least[i] = std::min(range.least[i], exponents[i]);
      range.most[i] = std::max(range.most[i], exponents[i]);
    }
  return range;
}

}  // namespace

std::optional<Polynomial> exact_quotient(Ring& ring, const Polynomial& p, const Polynomial& d) {
  if (p.is_zero()) return p;
  if (d.is_constant()) return Rational(1) / d.constant() * p;
  Laurent rest = as_laurent(ring, p);
  const Laurent divisor = as_laurent(ring, d);
  const Range whole = range_of(rest), part = range_of(divisor);
  const auto& [lead, lead_number] = *divisor.rbegin();
  Laurent quotient;
  // term by term from the highest, as one divides by hand
  while (!rest.empty()) {
    const auto& [top, number] = *rest.rbegin();
    Exponents exponents = top;
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      exponents[i] -= lead[i];
      if (exponents[i] < whole.least[i] - part.least[i] || exponents[i] > whole.most[i] - part.most[i]) return {};
    }
    const Complex c = number / lead_number;
    quotient.emplace(exponents, c);
    ring.note_products(10 * divisor.size());  // which are slower than the ring's own
    for (const auto& [other, other_number] : divisor) {
      Exponents moved = other;
      for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += exponents[i];
      const Complex product = c * other_number;
      add(rest, moved, {-product.re, -product.im});
    }
  }
  return as_polynomial(ring, quotient);
}

std::vector<TrigAtom> trig_atoms(Ring& ring, const Polynomial& p) {
  std::set<int> groups;
  for (const Polynomial::Term& term : p.terms())
    for (const Ring::TrigFactor& f : ring.trig(term.key.trig)) groups.insert(ring.angles()[f.angle].group);
  std::vector<TrigAtom> atoms;
  for (const int group : groups) {
    const auto members = ring.groups()[static_cast<std::size_t>(group)];
    for (std::size_t first = 0; first < members.size(); ++first) {
      Expr angle;
      for (std::size_t last = first; last < members.size(); ++last) {
        angle += members[last].sign > 0 ? members[last].expr : -members[last].expr;
        const SinCos<Expr> both = sincos(members[first].sign > 0 ? angle : -angle);
        for (const Expr& x : {both.sin, both.cos}) atoms.push_back({x, ring.polynomial(x)});
      }
    }
  }
  return atoms;
}

namespace {

/// p = number·plain·rest, with all that its terms share in front; the first coefficient of the rest is positive.
struct Primitive {
  Rational number;
  std::uint32_t plain = 0;
  Polynomial rest;
};
Primitive primitive(Ring& ring, const Polynomial& p) {
  Rational number = magnitude(p.terms().front().coefficient);
  std::map<std::uint16_t, int> least;
  for (const Ring::PlainFactor& f : ring.plain(p.terms().front().key.plain)) least[f.generator] = f.exponent;
  for (const Polynomial::Term& term : p.terms()) {
    number = common_divisor(number, term.coefficient);
    std::map<std::uint16_t, int> own;
    for (const Ring::PlainFactor& f : ring.plain(term.key.plain)) own[f.generator] = f.exponent;
    for (auto& [generator, exponent] : least)
      exponent = std::min(exponent, own.contains(generator) ? own[generator] : 0);
    for (const auto& [generator, exponent] : own)
      if (exponent < 0 && !least.contains(generator)) least[generator] = exponent;
  }
  if (p.terms().front().coefficient.sign() < 0) number = -number;
  Ring::PlainProduct shared, turned;
  for (const auto& [generator, exponent] : least) {
    if (exponent == 0) continue;
    shared.push_back({generator, static_cast<std::int16_t>(exponent)});
    turned.push_back({generator, static_cast<std::int16_t>(-exponent)});
  }
  Polynomial rest = p * ring.term({ring.plain_id(turned), 0}, Rational(1) / number);
  return {std::move(number), ring.plain_id(shared), std::move(rest)};
}

/// The shortest of some coefficients, freed of what its terms share: a factor of all of them, if of any. Nothing where it
/// has a single term.
std::optional<Polynomial> shortest(Ring& ring, const std::vector<Polynomial>& coefficients) {
  if (coefficients.size() < 2) return {};
  const auto least =
      std::min_element(coefficients.begin(), coefficients.end(),
                       [](const Polynomial& a, const Polynomial& b) { return a.terms().size() < b.terms().size(); });
  if (least->terms().size() < 2) return {};
  return primitive(ring, *least).rest;
}

/// What could divide p: read off its coefficients, once by sines and cosines and once by each symbol.
std::vector<Polynomial> possible_factors(Ring& ring, const Polynomial& p) {
  std::vector<Polynomial> result;
  const auto offer = [&](const std::vector<Polynomial>& coefficients) {
    if (auto candidate = shortest(ring, coefficients)) result.push_back(*std::move(candidate));
  };
  std::map<Polynomial::Key, std::vector<Polynomial::Term>, Ring::KeyOrder> by_trig{Ring::KeyOrder(ring)};
  std::set<std::uint16_t> symbols;
  for (const Polynomial::Term& term : p.terms()) {
    by_trig[{0, term.key.trig}].push_back({{term.key.plain, 0}, term.coefficient});
    for (const Ring::PlainFactor& f : ring.plain(term.key.plain)) symbols.insert(f.generator);
  }
  std::vector<Polynomial> coefficients;
  for (auto& [trig, terms] : by_trig) coefficients.push_back(ring.from_terms(std::move(terms)));
  offer(coefficients);
  for (const std::uint16_t symbol : symbols) {
    const Expr wanted = ring.generators()[symbol].expr;
    coefficients.clear();
    for (auto& [powers, rest] : ring.coefficients(p, [&](const Ring::Generator& g) { return g.expr == wanted; }))
      coefficients.push_back(rest);
    offer(coefficients);
  }
  return result;
}

/// Takes square roots of polynomials, term by term from the highest, as one does by hand. The terms are ordered by the
/// exponents of their symbols, those of one symbol first.
class SquareRoot {
 public:
  SquareRoot(Ring& ring, std::size_t first_symbol) : ring_(ring), first_(first_symbol) {}

  /// g with g² = p, where the highest term is free of sines; nothing where there is none.
  std::optional<Polynomial> of(const Polynomial& p) const {
    const Leading top = leading(p);
    Rational root;
    if (!top.coefficient.is_constant() || !has_rational_root(top.coefficient.constant(), root)) return {};
    Exponents half = top.exponents;
    for (int& e : half) {
      if (e % 2 != 0) return {};
      e /= 2;
    }
    Polynomial g = product(half, ring_.constant(root));
    Exponents last = half;
    for (std::size_t i = 0; i < p.terms().size(); ++i) {
      const Polynomial left = p - g * g;
      if (left.is_zero()) return g;
      Leading next = leading(left);
      for (std::size_t k = 0; k < half.size(); ++k)
        if ((next.exponents[k] -= half[k]) < 0) return {};
      if (next.exponents >= last) return {};
      g += product(next.exponents, Rational(1) / (Rational(2) * root) * next.coefficient);
      last = next.exponents;
    }
    return {};
  }

 private:
  /// The highest term with all sines and cosines that multiply it.
  struct Leading {
    Exponents exponents;
    Polynomial coefficient;
  };
  Leading leading(const Polynomial& p) const {
    std::map<Exponents, std::vector<Polynomial::Term>> rows;
    for (const Polynomial::Term& term : p.terms()) {
      Exponents exponents(ring_.generators().size(), 0);
      for (const Ring::PlainFactor& f : ring_.plain(term.key.plain)) exponents[f.generator] = f.exponent;
      std::swap(exponents.front(), exponents[first_]);
      rows[exponents].push_back({{0, term.key.trig}, term.coefficient});
    }
    return {rows.rbegin()->first, ring_.from_terms(std::move(rows.rbegin()->second))};
  }

  Polynomial product(Exponents exponents, const Polynomial& front) const {
    std::swap(exponents.front(), exponents[first_]);
    Ring::PlainProduct plain;
    for (std::size_t g = 0; g < exponents.size(); ++g)
      if (exponents[g] != 0) plain.push_back({static_cast<std::uint16_t>(g), static_cast<std::int16_t>(exponents[g])});
    return front * ring_.term({ring_.plain_id(std::move(plain)), 0}, Rational(1));
  }

  Ring& ring_;
  std::size_t first_;
};

std::optional<Polynomial> square_root(Ring& ring, const Polynomial& p) {
  std::set<std::uint16_t> symbols;
  for (const Polynomial::Term& term : p.terms())
    for (const Ring::PlainFactor& f : ring.plain(term.key.plain)) symbols.insert(f.generator);
  for (const std::uint16_t symbol : symbols)
    if (const auto root = SquareRoot(ring, symbol).of(p)) return root;
  return {};
}

void split(Ring& ring, const Polynomial& p, int exponent, Factorisation& result) {
  if (p.is_constant()) {
    result.number *= power(p.constant(), exponent);
    return;
  }
  for (const Polynomial& candidate : possible_factors(ring, p)) {
    Polynomial rest = p;
    int times = 0;
    while (const auto quotient = exact_quotient(ring, rest, candidate)) {
      rest = *quotient;
      ++times;
    }
    if (times == 0 || (times == 1 && rest.is_constant())) continue;
    split(ring, candidate, times * exponent, result);
    split(ring, rest, exponent, result);
    return;
  }
  if (const auto root = square_root(ring, p)) return split(ring, *root, 2 * exponent, result);
  for (Factorisation::SumPower& known : result.others)
    if (known.base == p) {
      known.exponent += exponent;
      return;
    }
  result.others.push_back({p, exponent});
}

}  // namespace

Factorisation factorised(Ring& ring, const Polynomial& p) {
  Factorisation result;
  if (p.is_zero()) return result;
  Primitive parts = primitive(ring, p);
  result.number = parts.number;
  result.plain = parts.plain;
  Polynomial rest = std::move(parts.rest);
  for (const TrigAtom& atom : trig_atoms(ring, rest)) {
    int exponent = 0;
    while (const auto quotient = exact_quotient(ring, rest, atom.value)) {
      rest = *quotient;
      ++exponent;
    }
    if (exponent > 0) result.trigs.push_back({atom, exponent});
  }
  // a number may have come out of the sines, and a sign
  parts = primitive(ring, rest);
  result.number *= parts.number;
  split(ring, parts.rest, 1, result);
  return result;
}

}  // namespace sinew
