// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// A factor of a product as people write it: a symbol, a sine, a bracket, to a power.
struct ReadableFactor {
  Expr base;
  int exponent = 1;
};

/// number·factor·factor…
struct ReadableTerm {
  Rational coefficient;
  std::vector<ReadableFactor> factors;
};

/// In the order in which they stand in a product.
enum class FactorSort { Parameter, Trig, Other, Velocity, Acceleration };
FactorSort sort_of(const Expr& base);

/// The place of a parameter among parameters; what slides stands with the lengths, an angle behind all of them.
int rank_of(const Symbol& symbol);

void put_in_order(std::vector<ReadableFactor>& factors);
/// Does one stand before the other, in a product or in a bracket?
bool stands_before(const Expr& a, const Expr& b);

std::vector<ReadableFactor> times(std::vector<ReadableFactor> factors, const Expr& base, int exponent);
Expr expr_of(ExprGraph& graph, const Rational& coefficient, const std::vector<ReadableFactor>& factors);
/// front·outside in one product. A bracket gives up its sign, and a number where no term of it is free of one.
Expr times_bracket(ExprGraph& graph, const Expr& front, const std::vector<ReadableFactor>& outside);
/// Accelerations, then velocities, then the rest.
Expr sum_in_order(ExprGraph& graph, const std::vector<ReadableTerm>& pieces);

}  // namespace sinew
