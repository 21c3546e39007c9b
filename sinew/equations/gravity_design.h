// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/equations/motion_equations.h"

namespace sinew {

/// One relation among masses, lengths and centres of mass.
struct GravityCondition {
  Polynomial zero;  ///< must vanish
  /// Solved for one parameter where it stands alone in one term: parameter = numerator/denominator.
  std::optional<Expr> parameter;
  Polynomial numerator, denominator;
};

/// What must hold among the parameters so that G(q) equals `wanted` at every q; one entry per joint, empty for zero.
/// `impossible` where a term of `wanted` has nothing in G to come from.
struct GravityDesign {
  std::vector<GravityCondition> conditions;
  bool impossible = false;
};
GravityDesign gravity_design(SymbolicRobot& robot, const MotionEquations& motion,
                             const std::vector<Polynomial>& wanted);

/// The least α with ‖∂G/∂q‖ ≤ α at every q, where it has a closed form.
///
/// It has one where the potential energy is a sum of waves A_k·cos(κ_k·q + phase) with independent κ_k, as it is for
/// joints with parallel axes: then ‖∂G/∂q‖ is largest where all waves peak together, and
///
///     α = λ_max(Σ |A_k|·κ_k·κ_kᵀ)
struct GravitySlopeBound {
  std::vector<Expr> amplitudes;              ///< |A_k|
  std::vector<std::vector<int>> directions;  ///< κ_k
  std::vector<Expr> matrix;                  ///< n×n by rows
  std::optional<Expr> bound;                 ///< α itself, for up to two waves
};
std::optional<GravitySlopeBound> gravity_slope_bound(SymbolicRobot& robot, const EnergyEquations& energy);

}  // namespace sinew
