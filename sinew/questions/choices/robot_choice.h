// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/formats/load.h"
#include "sinew/questions/door.h"
#include "sinew/questions/fields.h"

namespace sinew {

/// The robot that a question is about: which one, how its file is read, and what is changed about it.
struct RobotChoice {
  std::string robot;  ///< a path, - for the standard input, or the name of a shipped robot
  bool floating_base = false;
  std::vector<std::string> map;  ///< smiData: instance=solid
  std::string gravity;
  std::string without;

  /// Which robot, and how its file is read.
  void describe(Fields& fields);
  /// What is changed about its dynamics, for questions that compute with it.
  void describe_changes(Fields& fields);

  /// The file meant: the path itself, or robots/<name>.yaml of those shipped.
  std::string path() const;
  /// Its text. Throws UsageError for a map that it has no use for.
  SourceText source() const;
  ReadOptions read_options() const;

  /// Throws InputError with everything that is wrong with the file.
  std::shared_ptr<const LoadedRobot> load(Door& door) const;
  /// The robot to compute with. Warns where something about the robot is odd.
  Arm arm(Door& door) const;
};

}  // namespace sinew
