// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/factorise.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

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

Factorisation factorised(Ring& ring, const Polynomial& p) {
  Factorisation result;
  if (p.is_zero()) return result;
  // what all terms share
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
  result.number = number;
  result.plain = ring.plain_id(shared);
  result.rest = p * ring.term({ring.plain_id(turned), 0}, Rational(1) / number);
  for (const TrigAtom& atom : trig_atoms(ring, result.rest)) {
    int exponent = 0;
    while (const auto quotient = exact_quotient(ring, result.rest, atom.value)) {
      result.rest = *quotient;
      ++exponent;
    }
    if (exponent > 0) result.trigs.push_back({atom, exponent});
  }
  // a number may have come out of the sines, and a sign
  if (result.rest.is_constant()) {
    result.number *= result.rest.constant();
    result.rest = ring.constant(Rational(1));
  }
  return result;
}

}  // namespace sinew
