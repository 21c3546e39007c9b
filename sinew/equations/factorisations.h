// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "sinew/equations/motion_equations.h"

namespace sinew {

/// A matrix C(q, q̇) that is to give the velocity terms: C·q̇ = c.
struct VelocityFactorisation {
  PolynomialMatrix matrix;
  PolynomialMatrix mismatch;              ///< C·q̇ − c: zero where it is a factorisation at all
  PolynomialMatrix mass_rate_less_twice;  ///< Ṁ − 2·S
  PolynomialMatrix defect;  ///< its symmetric part, (X + Xᵀ)/2: zero where Ṁ − 2·S is skew-symmetric

  bool is_valid() const { return mismatch.is_zero(); }
  bool is_skew() const { return defect.is_zero(); }
};

/// Checks a matrix, ours or a user's.
VelocityFactorisation checked_factorisation(SymbolicRobot& robot, const MotionEquations& motion, PolynomialMatrix S);

/// S by Christoffel symbols: S_kj = Σ c_kij·q̇_i. Ṁ − 2·S is skew-symmetric.
VelocityFactorisation christoffel_factorisation(SymbolicRobot& robot, const MotionEquations& motion);

/// The k of those below, which may be any number: a symbol that the robot does not use.
Expr any_factor(SymbolicRobot& robot);

/// Another one with the property: S + k·S₀, where S₀ is skew-symmetric and S₀·q̇ = 0: the cross product with the first
/// three rates. There is none for one or two joints: a skew 2×2 matrix that takes every q̇ to zero is zero.
std::optional<VelocityFactorisation> other_skew_factorisation(SymbolicRobot& robot, const MotionEquations& motion);

/// A valid one that loses the property, where there is one: each product q̇_i·q̇_j, i < j, counted wholly in column j.
std::optional<VelocityFactorisation> plain_factorisation(SymbolicRobot& robot, const MotionEquations& motion);

/// A valid one that loses it, for any two joints and more: S with k·(q̇2, −q̇1, 0, …) added to its first row.
VelocityFactorisation row_factorisation(SymbolicRobot& robot, const MotionEquations& motion);

}  // namespace sinew
