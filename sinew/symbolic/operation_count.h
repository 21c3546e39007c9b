// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// What evaluating something as it is written costs.
///
/// A subtraction is an addition, and a sign is free. x² is one multiplication, x³ two. So is a constant factor one
/// unless it is ±1, be it 2 or 1/3: a constant is computed once and for all. a/(b·c) is one of each.
struct OperationCount {
  std::size_t additions = 0;
  std::size_t multiplications = 0;
  std::size_t divisions = 0;
  std::size_t functions = 0;  ///< sin, cos, √, eˣ, sgn and choices
  std::size_t sines = 0;      ///< how many of those are a sine or cosine

  std::size_t total() const { return additions + multiplications + divisions + functions; }
  /// "37 ×, 21 +, 4 sin/cos"; what does not occur is left out.
  std::string text() const;

  /// Stops at the largest number there is, which a graph that shares much can pass when it is written out.
  OperationCount& operator+=(const OperationCount& b);
  friend bool operator==(const OperationCount&, const OperationCount&) = default;
};

/// Of the expression written out: what occurs twice counts twice.
OperationCount operation_count(const Expr& x);

}  // namespace sinew
