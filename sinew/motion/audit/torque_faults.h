// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/motion/audit/log_motion.h"

namespace sinew {

/// What may be wrong with the torques of a log, or with the robot that they are held against.
enum class TorqueFault {
  Scaled,        ///< τ = (1 + a)·model, of one joint or all
  Delayed,       ///< τ(t) = model(t − d)
  OtherPayload,  ///< a mass at the end of the arm that the model does not have, or has and should not
  OtherFriction  ///< viscous and dry friction beside the model's, of one joint or all
};

/// One fault tried on a log: its parameters as they fit best, and how well.
struct TriedFault {
  TorqueFault fault = TorqueFault::Scaled;
  std::optional<int> joint;    ///< nothing: all joints
  Eigen::VectorXd parameters;  ///< a; d [s]; m [kg] and its place in the end frame [m]; viscous, dry of each joint
  Eigen::VectorXd deviations;  ///< their standard deviations
  double chi_squared = 0.0;    ///< of what is left
  double information = 0.0;    ///< Bayes' criterion (BIC): the smallest explains best
  bool is_relevant = false;    ///< large enough to matter: 2 % of scale, 3 ms, …
};

/// All faults that were tried, and how well the model alone explains the torques.
struct TorqueFaults {
  double samples = 0.0;  ///< numbers that were compared: joints times times
  double chi_squared =
      0.0;  ///< of the torques less the model's, in units of their noise: about `samples` if all is well
  double correlation = 1.0;       ///< what one parameter of no meaning takes from it: 1 where noise has no memory
  double information = 0.0;       ///< Bayes' criterion of the model alone
  std::vector<TriedFault> tried;  ///< the best first
  Eigen::VectorXd torque_noise;   ///< of what is compared, each joint [N·m or N]
  bool is_named = false;          ///< `tried.front()` is the cause
};

/// The log's torques less the model's, and what noise makes of them.
struct TorqueComparison {
  const std::vector<double>& times;
  const JointMotions& motion;
  Eigen::MatrixXd model;               ///< torques of the model
  Eigen::MatrixXd difference;          ///< of the log less the model
  std::vector<Eigen::MatrixXd> noise;  ///< differences that noise alone would make, several times
  std::vector<bool> has_torque;        ///< joints that count
};

/// Tries every fault. A fault is named if Bayes' criterion prefers it to the model alone by 40 (a likelihood e²⁰
/// times as large after its parameters are paid for), it explains four fifths of what noise does not, and it is large
/// enough.
TorqueFaults find_torque_faults(const Arm& arm, const TorqueComparison& comparison);

}  // namespace sinew
