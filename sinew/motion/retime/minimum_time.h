// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>

#include "sinew/motion/retime/time_scaling.h"
#include "sinew/motion/trajectory/profile.h"

namespace sinew {

/// A motion from rest to rest on the straight line between two configurations.
struct ProfileMotion {
  Eigen::VectorXd from, to;
  Profile profile = Profile::Cubic;
  /// Of trapezoidal profiles and double S. What is left open is chosen so that the motion is fastest; an edge without a limit
  /// of jerk is a half.
  std::optional<double> ramp, edge;
};

/// The textbook's short cut: as if the torque were largest where the acceleration is.
struct PeakShortCut {
  double duration = 0.0;  ///< [s] by the torques at that instant alone
  double share = 0.0;  ///< of its limit that the worst torque would really reach in that time; above 1 it is overloaded
};

/// The fastest motion with a profile, and why it is no faster.
struct MinimumTime {
  RampShares shares;
  std::shared_ptr<const Trajectory> motion;  ///< in the least time
  ScalingBound bound;                        ///< its k is the least time [s], its t a share of that time
  std::vector<ScalingBound> joints;     ///< what bounds each joint alone; empty unless every greater time fits as well
  std::vector<PaceInterval> durations;  ///< [s] all that fit, rising; the last may have no end
  std::optional<PeakShortCut> short_cut;      ///< where it gives another time
  bool holds_start = true, holds_end = true;  ///< the limits of torque are enough to stand there
};

/// The motion in one second, with these shares.
std::shared_ptr<const Trajectory> unit_motion(const ProfileMotion& asked, const RampShares& shares);

/// The least time in which the joints can be moved so within the limits, by `PacedMotion`: the profile in one second, run at
/// the greatest pace that fits. Slower ones need not fit, for a joint may get over a place at which gravity is too strong for
/// it while it still moves; `durations` tells.
///
/// Throws InputError where nothing bounds the time, and where no time fits; the message names joint, pose and instant.
MinimumTime minimum_time(const Model<double>& model, const ProfileMotion& asked, const PaceLimits& limits);

}  // namespace sinew
