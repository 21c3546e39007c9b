// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/model/model.h"

namespace sinew {

enum class PacedQuantity { Torque, Velocity, Acceleration, Jerk };

/// "torque", "velocity", "acceleration", "jerk".
const char* name_of(PacedQuantity limit);

/// The largest torque (or force), velocity, acceleration and jerk of each joint in both senses, infinite where there is none.
struct MotionLimits {
  Eigen::VectorXd torque, velocity, acceleration, jerk;

  static MotionLimits none(Eigen::Index joints);
  /// Those of the robot's file. A joint that follows another one limits its leader's motion. An effort of 0 is none.
  static MotionLimits of(const Model<double>& model);

  Eigen::VectorXd& operator[](PacedQuantity limit);
  const Eigen::VectorXd& operator[](PacedQuantity limit) const;
  bool has(PacedQuantity limit) const;

  /// InputError for limits of another number of joints, or that are not above zero.
  void check(Eigen::Index joints) const;
};

inline constexpr PacedQuantity all_paced_quantities[] = {PacedQuantity::Torque, PacedQuantity::Velocity,
                                                    PacedQuantity::Acceleration, PacedQuantity::Jerk};

}  // namespace sinew
