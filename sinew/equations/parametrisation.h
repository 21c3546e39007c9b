// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/equations/motion_equations.h"

namespace sinew {

/// The equations as Y(q, q̇, q̈)·a with the fewest coefficients a that will do:
///
///     τ = M(q; a)·q̈ + c(q, q̇; a) + g(q; a),  linear in a
///
/// Friction and springs are not among them.
/// Products of parameters are taken as independent of each other, which they are for a robot whose masses, lengths and
/// inertias are free. The coefficients are named a1, a2, … (or another letter where the robot uses that one).
struct MinimalParametrisation {
  std::string letter;                    ///< a
  std::vector<Expr> symbols;             ///< a1, a2, …
  std::vector<Polynomial> coefficients;  ///< what each stands for
  MotionEquations equations;             ///< in these symbols
  PolynomialMatrix regressor;            ///< Y, n×p

  int size() const { return static_cast<int>(symbols.size()); }
};

MinimalParametrisation minimal_parametrisation(SymbolicRobot& robot, const MotionEquations& equations);

}  // namespace sinew
