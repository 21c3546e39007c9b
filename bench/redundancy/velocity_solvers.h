// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew_bench {

/// One velocity command of Panda's arm from joint positions and a twist of its last frame, Jacobian included: medians in
/// nanoseconds over the same states, by turns.
struct VelocitySolverTimes {
  double kdl_pinv_ns = 0.0;  ///< KDL's ChainIkSolverVel_pinv
  /// Ours within bounds that three joints of the solution of least norm would break.
  double sns_basic_ns = 0.0, sns_fast_ns = 0.0, sns_optimal_ns = 0.0;
  double stack_ns = 0.0;  ///< four levels: position, a direction, a joint, all joints to the middle of their ranges
  double largest_difference = 0.0;  ///< of KDL's answer and ours, where no bound is in the way
};

VelocitySolverTimes time_velocity_solvers();

}  // namespace sinew_bench
