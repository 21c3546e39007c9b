// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// A product with the products in it opened: coefficient·Π baseᵉ, in reading order.
struct FlatProduct {
  struct Factor {
    Expr base;
    int exponent = 1;  ///< may be negative
  };
  Rational coefficient{1};
  std::vector<Factor> factors;  ///< a base stands at most once above the bar and once below it
};

/// Any expression as a product; what is none has one factor. a/(b·c) opens, (a·b)² does not.
FlatProduct flat_product(const Expr& x);

/// −y, with nothing else to it.
bool is_negation(const Expr& x);

/// The terms of a sum with the sums in it opened, in reading order; what is no sum has one term.
std::vector<Expr> flat_sum(const Expr& x);

}  // namespace sinew
