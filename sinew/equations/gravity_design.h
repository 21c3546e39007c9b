// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/equations/motion_equations.h"
#include "sinew/symbolic/factorise.h"

namespace sinew {

/// One relation among masses, lengths and centres of mass: the product of `factors` must vanish.
struct GravityCondition {
  Polynomial zero;
  Factorisation factors;  ///< of it
  /// Solved for where a centre of mass must lie, which may be on either side of its joint: parameter =
  /// numerator/denominator, the denominator a product of masses and gravity. Nothing where only a mass or a length could
  /// be solved for: it would have to be negative, or a joint to move.
  std::optional<Expr> parameter;
  Polynomial numerator, denominator;
  bool impossible = false;  ///< nothing but numbers, masses and gravity, all of one sign: it cannot vanish
};

/// What must hold among the parameters so that g(q) equals `wanted` at every q; one entry per joint, empty for zero.
///
/// All of them together are equivalent to that: each says that what multiplies one of g's functions of q, which are
/// independent, is zero. What follows from others is left out, and nothing is divided by.
struct GravityDesign {
  std::vector<GravityCondition> conditions;
  bool impossible = false;  ///< one of them is
};
GravityDesign gravity_design(SymbolicRobot& robot, const MotionEquations& motion,
                             const std::vector<Polynomial>& wanted);

/// The least α with ‖∂g/∂q‖ ≤ α at every q, where it has a closed form.
///
/// It has one where the potential energy is, but for what is linear in q, a sum of waves A_k·cos(κ_k·q + phase) with independent κ_k, as it is for
/// joints with parallel axes: then ‖∂g/∂q‖ is largest where all waves peak together, and
///
///     α = λ_max(Σ |A_k|·κ_k·κ_kᵀ)
struct GravitySlopeBound {
  std::vector<Expr> amplitudes;              ///< |A_k|
  std::vector<std::vector<int>> directions;  ///< κ_k
  std::vector<Expr> matrix;                  ///< n×n by rows
  std::optional<Expr> bound;                 ///< α itself, for up to two waves
  bool has_magnitudes = false;               ///< of figures that are negative in the file, or of sums that may be
  std::vector<Expr> eigenvalues;  ///< α is the largest of these, where the waves do not meet: κ_j·κ_k = 0
};
std::optional<GravitySlopeBound> gravity_slope_bound(SymbolicRobot& robot, const EnergyEquations& energy);

}  // namespace sinew
