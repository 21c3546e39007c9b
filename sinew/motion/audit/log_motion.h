// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "sinew/motion/audit/joint_smoother.h"
#include "sinew/motion/audit/motion_log.h"

namespace sinew {

/// How a logged velocity stands to the derivative of the logged position.
enum class VelocityVerdict {
  Unknown,  ///< not logged, or the joint hardly moves
  Right,
  Flipped,  ///< it is −q̇
  Wrong
};

struct VelocityCheck {
  VelocityVerdict verdict = VelocityVerdict::Unknown;
  double slope = 1.0;       ///< of the logged velocity over dq/dt: 1 where it is right
  double difference = 0.0;  ///< root mean square of what is logged less dq/dt
  double expected = 0.0;    ///< of that, what noise explains
};

/// Noise of a log [rad or m, per s, N·m or N], a number per joint: what neighbouring samples do not share.
struct LogNoise {
  Eigen::VectorXd q, qd, qdd, tau;
};

/// Motions, a row per joint and a column per time.
struct JointMotions {
  Eigen::MatrixXd q, qd, qdd;
};

/// The motion behind a log: noise estimated, velocities checked against positions, and both made into one smooth
/// motion.
class LogMotion {
 public:
  /// The log must outlive it.
  explicit LogMotion(const MotionLog& log);

  const LogNoise& noise() const noexcept { return noise_; }
  const std::vector<VelocityCheck>& velocities() const noexcept { return velocities_; }
  /// The likeliest motion: right velocities help, flipped ones with their sign, wrong ones do not.
  const JointMotions& motion() const noexcept { return motion_; }
  /// The velocities as they were logged, smooth where they are right or flipped: what the log itself says about power.
  const Eigen::MatrixXd& logged_rates() const noexcept { return logged_rates_; }
  /// The motion that would be found behind the smooth one if it were logged with other noise.
  JointMotions disturbed(std::mt19937_64& random) const;

 private:
  void estimate_noise();
  void check_velocity(Eigen::Index joint);
  JointSignals signals(Eigen::Index joint) const;
  SignalNoise noise_of(Eigen::Index joint) const;

  const MotionLog& log_;
  LogNoise noise_;
  std::vector<VelocityCheck> velocities_;
  std::vector<std::optional<JointSmoother>> smoothers_;  ///< nothing: the joint stands
  JointMotions motion_;
  Eigen::MatrixXd logged_rates_;
};

/// A vector of independent numbers of the normal distribution, the same on every machine.
Eigen::VectorXd normal_numbers(std::mt19937_64& random, Eigen::Index count);

}  // namespace sinew
