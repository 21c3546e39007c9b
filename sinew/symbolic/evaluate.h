// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sinew/scalar/scalar.h"
#include "sinew/symbolic/expr.h"
#include "sinew/symbolic/graph_order.h"
#include "sinew/symbolic/operation.h"

namespace sinew {

/// The values of expressions, each distinct subexpression computed once.
template <Scalar T>
class Evaluation {
 public:
  explicit Evaluation(std::function<T(const Symbol&)> value) : symbol_value_(std::move(value)) {}

  /// Of a node whose operands have values already.
  void add(const Expr& x) { values_.emplace(x.node(), computed(x)); }
  T of(const Expr& x) const { return x.is_constant() ? constant(x.constant()) : values_.at(x.node()); }

 private:
  T computed(const Expr& x) {
    switch (x.op()) {
      case Expr::Op::Constant:
        return of(x);
      case Expr::Op::Symbol:
        return symbol_value_(x.symbol());
      case Expr::Op::Sin:
        return sine_and_cosine(x.operands().front()).sin;
      case Expr::Op::Cos:
        return sine_and_cosine(x.operands().front()).cos;
      default:
        return operation<T>(x.op(), x.exponent(), x.operands().size(),
                            [&](std::size_t i) { return of(x.operands()[i]); });
    }
  }

  /// A fraction of numbers that a double holds is divided here: a number type finer than double gains by it.
  static T constant(const Rational& c) {
    constexpr std::int64_t largest = std::int64_t{1} << 53;
    const auto fits = [](std::int64_t n) { return n >= -largest && n <= largest; };
    if (!c.is_small() || c.is_whole() || !fits(c.small_numerator()) || !fits(c.small_denominator()))
      return T(c.to_double());
    return T(static_cast<double>(c.small_numerator())) / T(static_cast<double>(c.small_denominator()));
  }

  const SinCos<T>& sine_and_cosine(const Expr& angle) {
    const auto known = angles_.find(angle.node());
    return known != angles_.end() ? known->second : angles_.emplace(angle.node(), sincos(of(angle))).first->second;
  }

  std::function<T(const Symbol&)> symbol_value_;
  std::unordered_map<const Expr::Node*, T> values_;
  std::unordered_map<const Expr::Node*, SinCos<T>> angles_;
};

/// The values of `roots`, `value` saying what each symbol stands for; it is asked once for each.
template <Scalar T>
std::vector<T> evaluated(std::span<const Expr> roots, const std::function<T(const Symbol&)>& value) {
  Evaluation<T> evaluation(value);
  for (const Expr::Node* node : nodes_of(roots)) evaluation.add(Expr(node));
  std::vector<T> values;
  for (const Expr& root : roots) values.push_back(evaluation.of(root));
  return values;
}

}  // namespace sinew
