// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/motion/follow/follow_settings.h"
#include "sinew/redundancy/bounds.h"
#include "sinew/tasks/joint_bounds.h"

namespace sinew {

/// The bounds of the commands of a robot that follows a path.
class FollowBounds {
 public:
  /// The model must outlive it.
  FollowBounds(const Model<double>& model, const FollowSettings& settings);

  /// InputError for a joint outside its limits.
  void refuse_start_outside(const Eigen::VectorXd& q) const;
  /// Over the next period. What a limit has made impossible is braked as hard as it can be.
  Bounds now(const FollowSample& sample);
  /// Does the robot have limits of acceleration?
  bool limit_accelerations() const noexcept { return limit_accelerations_; }

 private:
  CommandLevel level_;
  double period_, gain_;
  JointBounds bounds_;
  bool limit_accelerations_ = false;
};

}  // namespace sinew
