// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "sinew/motion/retime/motion_stretches.h"
#include "sinew/motion/retime/pace_limits.h"
#include "sinew/motion/retime/paced_load.h"

namespace sinew {

/// What keeps a joint from a faster motion, or the whole motion.
struct ScalingBound {
  double k = 0.0;  ///< the least factor of the time that this bound allows; 0 where no pace is too fast
  PaceLimit limit = PaceLimit::Torque;
  Eigen::Index joint = 0;
  double t = 0.0;      ///< [s] where it binds, on the clock of the motion as it is given
  double value = 0.0;  ///< what the joint does there at k: the limit, with its sign
  PaceTorque torque;   ///< of a limit of torque: what the joint's torque is made of there; nothing in it fades
  double gravity = 0.0;
};

/// How a motion fits into limits if it is run with another factor of its time.
struct TimeScaling {
  std::vector<ScalingBound> joints;  ///< what bounds each joint alone
  ScalingBound bound;                ///< the largest of them
  /// All factors that fit, rising; the last interval has no end.
  std::vector<PaceInterval> fits;
  /// What (τ_d − g)/k² + g gives, where friction or springs make it wrong.
  std::optional<double> k_by_formula;
};

/// Where a quantity of one joint is largest.
struct JointPeak {
  double value = 0.0;  ///< with its sign
  double t = 0.0;      ///< [s] on the clock of the motion as it is given
};

/// What a motion takes if it is run with a factor of its time.
struct MotionDemand {
  std::vector<JointPeak> torque, velocity, acceleration, power;  ///< of each joint
};

/// A motion of a robot that can be run at any pace: the same way, all times multiplied by k.
///
/// Everything is computed from the terms of the torques by powers of 1/k, so each instant is looked at once and solved for k,
/// not simulated for many k. Between samples the worst instants are found as tops (`motion_peaks`).
class PacedMotion {
 public:
  /// Both must outlive it.
  PacedMotion(const Model<double>& model, const Trajectory& trajectory, int samples = 4096);

  /// The least k such that the motion fits the limits with it and with every greater one.
  ///
  /// Throws InputError where no limit has anything to do with the pace, and where a joint cannot hold the robot at rest; the
  /// message names the joint, the pose and the instant.
  TimeScaling least_scaling(const PaceLimits& limits);

  /// All k that fit, as intervals, rising; the last may have no end. Without friction that needs no search: gravity within the
  /// limits makes it one interval without end. Otherwise the factors that samples exclude are left out first, and what is
  /// between them is searched.
  std::vector<PaceInterval> fitting_factors(const PaceLimits& limits);

  /// What comes nearest to its limit, or goes furthest beyond it, with this k.
  ScalingBound binding_at(const PaceLimits& limits, double k);

  MotionDemand demand(double k);

  const Trajectory& trajectory() const { return trajectory_; }
  const std::vector<MotionStretch>& stretches() const { return stretches_; }
  /// The terms of a joint's torque at one time of a stretch; without what fades.
  ScalingBound torque_bound(const MotionPeak& place, Eigen::Index joint, double limit);

 private:
  std::vector<MotionPeak> least_factors(const PaceLimits& limits, PaceLimit kind);
  std::vector<ScalingBound> bounds_of(const PaceLimits& limits);
  double largest_share(const PaceLimits& limits, double x);
  double k_by_formula(const PaceLimits& limits);
  void refuse_overload_at_rest(const PaceLimits& limits);
  PaceSet paces_beyond(const PaceLimits& limits, double most);
  std::optional<PaceInterval> fitting_part(const PaceLimits& limits, PaceInterval gap);
  MotionSample at(const MotionPeak& place);

  const Model<double>& model_;
  const Trajectory& trajectory_;
  int samples_;
  PacedLoad load_;
  std::vector<MotionStretch> stretches_;
};

}  // namespace sinew
