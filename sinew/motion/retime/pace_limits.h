// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/model/model.h"

namespace sinew {

enum class PaceLimit { Torque, Velocity, Acceleration, Jerk };

/// "torque", "velocity", "acceleration", "jerk".
const char* name_of(PaceLimit limit);

/// The largest torque (or force), velocity, acceleration and jerk of each joint in both senses, infinite where there is none.
struct PaceLimits {
  Eigen::VectorXd torque, velocity, acceleration, jerk;

  static PaceLimits none(Eigen::Index joints);
  /// Those of the robot's file. A joint that follows another one limits its leader's motion. A limit of 0 is none.
  static PaceLimits of(const Model<double>& model);

  Eigen::VectorXd& operator[](PaceLimit limit);
  const Eigen::VectorXd& operator[](PaceLimit limit) const;
  bool has(PaceLimit limit) const;

  /// InputError for limits of another number of joints, or that are not above zero.
  void check(Eigen::Index joints) const;
};

inline constexpr PaceLimit all_pace_limits[] = {PaceLimit::Torque, PaceLimit::Velocity, PaceLimit::Acceleration,
                                                PaceLimit::Jerk};

}  // namespace sinew
