// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "sinew/model/model.h"

namespace sinew {

/// How the equations of motion are integrated. docs/math/simulation.md says what each does well.
enum class SimulationMethod {
  Automatic,          ///< Adaptive, and Stiff from where the explicit steps are seen to be limited by stiffness
  Adaptive,           ///< Dormand-Prince 8(5,3): explicit, adaptive steps, dense output of order 7
  Stiff,              ///< RODAS 4(3): linearly implicit, L-stable, adaptive steps, dense output of order 3
  RungeKutta4,        ///< the classical method, fixed steps
  SemiImplicitEuler,  ///< velocity first, then position with the new velocity; fixed steps
  EnergyKeeping       ///< Gauss collocation of order 8 in positions and momenta, fixed steps
};

/// What dry friction does around q̇ = 0.
enum class DryFriction {
  StickSlip,   ///< joints stick and slip; the instants are located, nothing is smoothed
  Regularised  ///< sgn(q̇) becomes tanh(q̇/sliding_velocity): no events, but a joint at rest creeps
};

struct SimulationSettings {
  static constexpr double none = std::numeric_limits<double>::infinity();

  SimulationMethod method = SimulationMethod::Automatic;
  double time_step = 1e-3;     ///< of the methods with fixed steps [s]
  double tolerance = 1e-9;     ///< of the adaptive methods: error per step, relative and absolute (rad, m, rad/s, m/s)
  double largest_step = none;  ///< of the adaptive methods [s]
  double until = none;         ///< no step goes beyond this time [s]
  bool stops = false;          ///< the position limits of the joints are stops that they hit
  /// How much of its speed a joint keeps when it hits a stop, 0 to 1: one number per velocity, or one for all of them.
  /// Empty: as the joints' limits have it; where they say nothing, the joints rest where they hit.
  std::vector<double> restitution;
  DryFriction dry_friction = DryFriction::StickSlip;
  double sliding_velocity = 1e-3;  ///< of regularised friction: where tanh(q̇/v) bends [rad/s or m/s]
  long most_events = 1'000'000;    ///< a run with more of them is refused
};

/// As the limits of the joints have it, per velocity.
std::vector<double> restitution_of_limits(const Model<double>& model);

}  // namespace sinew
