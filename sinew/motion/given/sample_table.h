// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sinew/motion/given/motion_reading.h"

namespace sinew {

/// Joint positions at rising times.
struct SampleTable {
  std::vector<double> times;    ///< [s]
  Eigen::MatrixXd positions;    ///< a row per joint of the robot, a column per time
  std::vector<bool> has_joint;  ///< joints without a column stand where they are
  std::string file;
};

/// A CSV whose first line names the columns: t [s], and q.<joint> or the bare name of a joint or q1, q2, … [rad or m]; columns
/// of velocities, accelerations, torques and others are left alone. Throws InputError with every line that is wrong: numbers
/// that are none, times that do not rise.
SampleTable read_sample_table(const std::string& text, const std::string& file, const MotionReading& reading);

/// The same in a trajectory file: rows in brackets, of the columns in `columns`, or, without it, of t and every joint. What is
/// wrong is noted, and then nothing is returned.
std::optional<SampleTable> read_sample_rows(const YamlNode& rows, const YamlNode* columns, MotionReading& reading);

}  // namespace sinew
