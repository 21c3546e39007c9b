// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/formats/source_text.h"
#include "sinew/model/model.h"

namespace sinew {

/// What was recorded of a robot that stands on something: a row per joint in the order of `Arm::joint_names()`, a
/// column per time.
struct MotionLog {
  std::string name;           ///< for messages: the file
  std::vector<double> times;  ///< [s], rising
  Eigen::MatrixXd q;          ///< [rad or m]
  Eigen::MatrixXd qd;         ///< no columns: not logged
  Eigen::MatrixXd qdd;        ///< no columns: not logged
  Eigen::MatrixXd tau;        ///< [N·m or N], what the motors gave
  /// Joints whose torque is known; of the others it is taken to be what the model asks for. Empty: all.
  std::vector<bool> has_torque;
};

/// The fewest samples of which noise and motion can be told apart.
inline constexpr int least_log_samples = 30;

/// Reads a log from CSV: a column t, columns q.<joint> and tau.<joint>, and qd.<joint> and qdd.<joint> where they
/// were logged, as `sinew motion` writes them. Joints without columns stand at 0, and their torques are what the
/// model asks for; both are noted in `warnings`. Throws InputError with what is wrong and its line.
MotionLog read_motion_log(const SourceText& source, const Model<double>& model, std::vector<Diagnostic>& warnings);

/// Throws InputError for a log that does not fit the robot: sizes, times that do not rise, too few samples, a
/// floating base.
void check_log(const Model<double>& model, const MotionLog& log);

}  // namespace sinew
