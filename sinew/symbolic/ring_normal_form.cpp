// SPDX-License-Identifier: BSD-3-Clause
// An expression into the ring, and out of it.
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "sinew/symbolic/ring.h"

namespace sinew {

std::pair<int, int> Ring::place_of_angle(const Expr& expr) {
  const auto [found, is_new] = group_of_angle_.try_emplace(expr.node(), static_cast<int>(groups_.size()), 0);
  if (is_new) {
    groups_.push_back({{expr, 1, static_cast<int>(angles_.size())}});
    angles_.push_back({found->second.first, 1});
  }
  return found->second;
}

SinCos<Polynomial> Ring::sincos_of_angles(const std::vector<std::pair<int, int>>& angle_and_factor) {
  SinCos<Polynomial> total{Polynomial(), constant(Rational(1))};
  for (const auto& [angle, factor] : angle_and_factor) {
    const auto index = static_cast<std::uint16_t>(angle);
    const Polynomial cosine = term({0, trig_id({{index, 1, 0}})}, Rational(1));
    const Polynomial sine = term({0, trig_id({{index, 0, 1}})}, Rational(factor < 0 ? -1 : 1));
    for (int n = 0; n < std::abs(factor); ++n)
      total = {total.sin * cosine + total.cos * sine, total.cos * cosine - total.sin * sine};
  }
  return total;
}

/// The angle is Σ whole number · product + constant; each product is an angle of its own.
SinCos<Polynomial> Ring::sincos_of(const Polynomial& angle) {
  std::map<int, int> factor_of;  // of the ring's angles
  Rational rest;
  for (const Polynomial::Term& t : angle.terms()) {
    if (t.key == Polynomial::Key{}) {
      rest = t.coefficient;
      continue;
    }
    Expr atom = expr(term(t.key, Rational(1)));
    Rational whole = t.coefficient;
    if (!whole.is_fraction()) {
      atom = atom * Expr(std::exchange(whole, Rational(1)));
    } else if (!whole.is_whole()) {
      atom = atom * Expr(Rational(1) / whole.denominator());
      whole = whole.numerator();
    }
    if (!whole.is_small() || magnitude(whole) > Rational(100))
      throw std::length_error("a multiple of an angle beyond 100");
    const auto [group, member] = place_of_angle(atom);
    const std::vector<GroupMember>& members = groups_[static_cast<std::size_t>(group)];
    const auto own = static_cast<std::size_t>(member);
    // a joint's own angle is the difference of two of the ring's
    const int k = static_cast<int>(whole.small_numerator()) * members[own].sign;
    factor_of[members[own].angle] += k;
    if (own > 0) factor_of[members[own - 1].angle] -= k;
  }
  const SinCos<Polynomial> turning = sincos_of_angles({factor_of.begin(), factor_of.end()});
  if (rest.is_zero()) return turning;
  const SinCos<Expr> fixed = sincos_of_constant(Expr(rest));
  const Rational &s = fixed.sin.constant(), &c = fixed.cos.constant();
  return {c * turning.sin + s * turning.cos, c * turning.cos - s * turning.sin};
}

Fraction Ring::fraction(const Expr& expr) {
  if (expr.is_constant()) return {constant(expr.constant()), constant(Rational(1))};
  // operands first, without recursion: a graph may be as deep as it is large
  std::vector<Expr> stack{expr};
  while (!stack.empty()) {
    const Expr top = stack.back();
    if (known_.contains(top.node())) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Expr& operand : top.operands())
      if (!operand.is_constant() && !known_.contains(operand.node())) stack.push_back(operand);
    if (stack.size() > before) continue;
    known_.emplace(top.node(), fraction_of_node(top));
    stack.pop_back();
  }
  return known_.at(expr.node());
}

Polynomial Ring::polynomial(const Expr& expr) {
  Fraction result = fraction(expr);
  if (!result.denominator.is_constant()) throw std::domain_error("a division by a sum");
  return Rational(1) / result.denominator.constant() * result.numerator;
}

Fraction Ring::fraction_of_node(const Expr& expr) {
  const Polynomial one = constant(Rational(1));
  Fraction number;  // of the constant asked for last
  const auto of = [&](const Expr& x) -> const Fraction& {
    if (!x.is_constant()) return known_.at(x.node());
    return number = {constant(x.constant()), one};
  };
  switch (expr.op()) {
    case Expr::Op::Constant:
      break;
    case Expr::Op::Symbol:
      return {generator(expr), one};
    case Expr::Op::Sum: {
      Fraction sum{Polynomial(*this, Rational()), one};
      for (const Expr& x : expr.operands()) sum = sum + of(x);
      return sum;
    }
    case Expr::Op::Product: {
      Fraction product{one, one};
      for (const Expr& x : expr.operands()) product = product * of(x);
      return product;
    }
    case Expr::Op::Power: {
      const Fraction& base = of(expr.operands().front());
      Fraction result{one, one};
      for (int n = 0; n < std::abs(expr.exponent()); ++n) result = result * base;
      if (expr.exponent() > 0) return result;
      // a single product of symbols turns over within the ring; anything else becomes a denominator
      const auto turned_over = [&](const Polynomial& p) -> std::optional<Polynomial> {
        if (p.terms().size() != 1 || p.terms().front().key.trig != 0) return {};
        PlainProduct product = plains_[p.terms().front().key.plain];
        for (PlainFactor& f : product) f.exponent = static_cast<std::int16_t>(-f.exponent);
        return term({plain_id(std::move(product)), 0}, Rational(1) / p.terms().front().coefficient);
      };
      if (result.numerator.is_zero()) throw std::domain_error("division by zero");
      if (const auto simple = turned_over(result.numerator)) return {*simple * result.denominator, one};
      return {result.denominator, result.numerator};
    }
    case Expr::Op::Sin:
    case Expr::Op::Cos: {
      const Fraction& angle = of(expr.operands().front());
      if (!angle.denominator.is_constant()) return {generator(expr), one};
      const SinCos<Polynomial> both = sincos_of(Rational(1) / angle.denominator.constant() * angle.numerator);
      return {expr.op() == Expr::Op::Sin ? both.sin : both.cos, one};
    }
    case Expr::Op::Sqrt:
    case Expr::Op::Exp:
    case Expr::Op::Sign:
    case Expr::Op::Select:
      return {generator(expr), one};
  }
  throw std::logic_error("an expression of no kind");
}

Expr Ring::readable_angle(int group, const std::vector<int>& frequency) {
  const auto& members = groups_[static_cast<std::size_t>(group)];
  std::vector<Expr> sum;
  int factor = 0;  // a joint's own angle is in all of the ring's angles from it on
  std::vector<int> own(members.size(), 0);
  for (std::size_t m = members.size(); m-- > 0;) own[m] = (factor += frequency[m]) * members[m].sign;
  for (std::size_t m = 0; m < members.size(); ++m)
    if (own[m] != 0) sum.push_back(Expr(Rational(own[m])) * members[m].expr);
  return graph_.sum(std::move(sum));
}

Expr Ring::expr_of_plain(std::uint32_t plain) {
  std::vector<Expr> factors;
  for (const PlainFactor& f : plains_[plain]) factors.push_back(power(generators_[f.generator].expr, f.exponent));
  return graph_.product(std::move(factors));
}

Expr Ring::expr(const Polynomial& polynomial) {
  std::vector<Expr> sum;
  for (const Polynomial::Term& t : polynomial.terms()) {
    std::vector<Expr> factors{Expr(t.coefficient)};
    for (const PlainFactor& f : plains_[t.key.plain])
      factors.push_back(power(generators_[f.generator].expr, f.exponent));
    for (const TrigFactor& f : trigs_[t.key.trig]) {
      const SinCos<Expr> both = sincos(expr_of_angle(f.angle));
      if (f.cosines > 0) factors.push_back(power(both.cos, f.cosines));
      if (f.sines > 0) factors.push_back(both.sin);
    }
    sum.push_back(graph_.product(std::move(factors)));
  }
  return graph_.sum(std::move(sum));
}

}  // namespace sinew
