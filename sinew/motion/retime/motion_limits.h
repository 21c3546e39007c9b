// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/model/model.h"

namespace sinew {

enum class MotionLimit { Torque, Velocity, Acceleration, Jerk };

/// "torque", "velocity", "acceleration", "jerk".
const char* name_of(MotionLimit limit);

/// The largest torque (or force), velocity, acceleration and jerk of each joint in both senses, infinite where there is none.
struct MotionLimits {
  Eigen::VectorXd torque, velocity, acceleration, jerk;

  static MotionLimits none(Eigen::Index joints);
  /// Those of the robot's file. A joint that follows another one limits its leader's motion. An effort of 0 is none.
  static MotionLimits of(const Model<double>& model);

  Eigen::VectorXd& operator[](MotionLimit limit);
  const Eigen::VectorXd& operator[](MotionLimit limit) const;
  bool has(MotionLimit limit) const;

  /// InputError for limits of another number of joints, or that are not above zero.
  void check(Eigen::Index joints) const;
};

inline constexpr MotionLimit all_motion_limits[] = {MotionLimit::Torque, MotionLimit::Velocity,
                                                    MotionLimit::Acceleration, MotionLimit::Jerk};

}  // namespace sinew
