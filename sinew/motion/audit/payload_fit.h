// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>

#include "sinew/arm/arm.h"
#include "sinew/motion/audit/log_motion.h"

namespace sinew {

/// Torques that a mass at the end of the arm is to explain: a row per joint, of the times from `first` on.
struct UnexplainedTorques {
  const Eigen::MatrixXd& difference;
  const Eigen::VectorXd& weights;  ///< one over the noise of each joint; 0: does not count
  Eigen::Index first, count;
};

/// The point mass that explains torques best: m [kg], below zero where the robot carries less than its model, and its
/// place in the frame where the arm ends [m].
struct PayloadFit {
  Eigen::Vector4d parameters, deviations;
  double reduction = 0.0;  ///< of χ²
};

/// By the regressor: torques are linear in m, m·p and m·(p²·1 − p·pᵀ), so that Gauss-Newton's steps take sums that
/// are made once. Nothing where the arm ends at its base.
std::optional<PayloadFit> fitted_payload(const Arm& arm, const JointMotions& motion, const UnexplainedTorques& torques);

}  // namespace sinew
