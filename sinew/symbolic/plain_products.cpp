// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/plain_products.h"

#include <optional>
#include <utility>
#include <vector>

#include "sinew/symbolic/derivative.h"
#include "sinew/symbolic/flatten.h"

namespace sinew {

namespace {

/// The whole number that all terms of a sum share, with a minus where all have one.
Rational shared_number(const std::vector<Expr>& terms) {
  Rational shared;
  bool all_negative = true, all_whole = true;
  for (const Expr& term : terms) {
    const Rational number = split_coefficient(term).coefficient;
    all_negative = all_negative && number.sign() < 0;
    all_whole = all_whole && number.is_whole();
    if (all_whole) shared = shared.is_zero() ? magnitude(number) : common_divisor(shared, number);
  }
  if (!all_whole) shared = Rational(1);
  return all_negative ? -shared : shared;
}

Expr divided(const Expr& sum, const Rational& number) {
  std::vector<Expr> smaller;
  for (const Expr& term : sum.operands()) smaller.push_back(Expr(Rational(1) / number) * term);
  return sum.graph()->sum(std::move(smaller));
}

/// A product while it is made plain.
class PlainProduct {
 public:
  void add(const Expr& base, int exponent) {
    if (base.is_constant()) {
      number_ *= power(base.constant(), exponent);
    } else if (base.op() == Expr::Op::Product || (base.op() == Expr::Op::Power && exponent != 1)) {
      const FlatProduct inside = flat_product(base);
      number_ *= power(inside.coefficient, exponent);
      for (const FlatProduct::Factor& f : inside.factors) add(f.base, f.exponent * exponent);
    } else if (base.op() == Expr::Op::Exp) {
      if (!exponent_) place_of_exponential_ = factors_.size();
      exponent_ = exponent_.value_or(Expr()) + Expr(Rational(exponent)) * base.operands().front();
    } else if (base.op() == Expr::Op::Sum) {
      const Rational shared = shared_number(base.operands());
      number_ *= power(shared, exponent);
      factors_.push_back(power(shared.is_one() ? base : divided(base, shared), exponent));
    } else {
      factors_.push_back(power(base, exponent));
    }
  }

  Expr made(ExprGraph& graph) {
    if (exponent_ && !exponent_->is_zero())
      factors_.insert(factors_.begin() + static_cast<std::ptrdiff_t>(place_of_exponential_), exp(*exponent_));
    factors_.insert(factors_.begin(), Expr(number_));
    return graph.product(std::move(factors_));
  }

 private:
  Rational number_{1};
  std::vector<Expr> factors_;
  std::optional<Expr> exponent_;
  std::size_t place_of_exponential_ = 0;
};

Expr plain_product(const Expr& x) {
  const FlatProduct flat = flat_product(x);
  PlainProduct product;
  product.add(Expr(flat.coefficient), 1);
  for (const FlatProduct::Factor& f : flat.factors) product.add(f.base, f.exponent);
  return product.made(*x.graph());
}

/// a − (b + c) as a − b − c, with equal terms added up and the constant last.
Expr plain_sum(const Expr& x) {
  std::vector<Expr> terms;
  Rational constant;
  const auto add = [&](const Expr& term) {
    if (term.is_constant()) {
      constant += term.constant();
      return;
    }
    const Scaled own = split_coefficient(term);
    for (Expr& other : terms)
      if (const Scaled known = split_coefficient(other); known.rest == own.rest) {
        other = Expr(known.coefficient + own.coefficient) * own.rest;
        return;
      }
    terms.push_back(term);
  };
  for (const Expr& term : x.operands()) {
    const Scaled s = split_coefficient(term);
    const bool opens = s.rest.op() == Expr::Op::Sum && (s.coefficient.is_one() || s.coefficient.is_minus_one());
    if (!opens) {
      add(term);
      continue;
    }
    for (const Expr& inner : s.rest.operands()) add(Expr(s.coefficient) * inner);
  }
  std::erase_if(terms, [](const Expr& term) { return term.is_constant(); });
  if (!constant.is_zero()) terms.emplace_back(constant);
  return x.graph()->sum(std::move(terms));
}

}  // namespace

Expr with_plain_products(const Expr& x) {
  return rebuilt(x, [](const Expr& part) {
    if (part.op() == Expr::Op::Product || part.op() == Expr::Op::Power) return plain_product(part);
    return part.op() == Expr::Op::Sum ? plain_sum(part) : part;
  });
}

}  // namespace sinew
