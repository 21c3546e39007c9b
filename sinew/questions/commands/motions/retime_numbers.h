// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>

#include "sinew/model/model.h"
#include "sinew/motion/retime/pace_limits.h"

/// The lists of numbers that `retime` is asked with.
namespace sinew {

/// Torques or forces, one per joint, of an exercise without a robot.
Eigen::VectorXd efforts_given(const char* option, const std::string& text);

/// Puts the limits that an option gives in place of those that are there: one per joint in order, or by name (elbow=20Nm), and
/// then the others stay. InputError with everything wrong with them.
void set_limits(const Model<double>& model, const char* option, const std::string& text, PaceLimit kind,
                Eigen::VectorXd& limits);

/// "0,0 -> 90deg,45deg": two configurations of a robot.
std::pair<Eigen::VectorXd, Eigen::VectorXd> configurations_given(const Model<double>& model, const std::string& text);

}  // namespace sinew
