// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "sinew/symbolic/ring.h"

namespace sinew {

/// A function of the parameters that must be positive; where there are guards, only if all of them are.
struct PositivityCondition {
  Polynomial positive;
  std::vector<Polynomial> guards;
  friend bool operator==(const PositivityCondition&, const PositivityCondition&) = default;
};

/// Whether a function of the joints is positive wherever they are: those that turn, and slides however far out.
struct Positivity {
  enum class Kind {
    Always,       ///< for all parameters
    Never,        ///< for all parameters there is a place where it is not
    Conditional,  ///< exactly for parameters that meet the conditions
    Unknown,      ///< no closed form was found
  };
  Kind kind = Kind::Unknown;
  std::vector<PositivityCondition> conditions;
  std::vector<Polynomial> zeros;  ///< Always, Conditional: but where one of these is zero, and there it is zero, too
};

/// Is this parameter positive? Others may have any sign.
using IsPositive = std::function<bool(const Symbol&)>;

/// Decides it for functions that are linear in cosines or their squares (a + b·cos φ: a > |b|), by their corners; for
/// a + b·cos φ + e·sin φ (a > √(b² + e²)); for a + b·cos φ + d·cos² φ, by its ends and its vertex; for quadratic
/// functions of a slide, by their discriminant; where squares and bounds of sines and cosines leave a sum of positive
/// terms; and for all of these times squares, which are zero only where their roots are.
Positivity positivity(Ring& ring, const Polynomial& f, const IsPositive& is_positive);

}  // namespace sinew
