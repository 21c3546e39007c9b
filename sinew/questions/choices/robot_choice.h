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
  std::vector<std::string> map;      ///< smiData: instance=solid
  std::vector<std::string> set;      ///< parameter=value
  std::vector<std::string> lock;     ///< joint=position
  std::string tool;                  ///< a pose at the end of the arm
  std::vector<std::string> payload;  ///< "2.5 kg at 0,0,80mm"
  std::string gravity;
  std::string without;

  /// Which robot, how its file is read, and what is changed about it: the same fields for every question.
  void describe(Fields& fields);
  /// The names of these fields beside `robot`, which do nothing without one.
  static const std::vector<std::string>& field_names();
  /// For questions about poses alone: throws UsageError where forces are changed, which changes no pose. A payload is a part of the robot and may stay.
  static void refuse_dynamics(const Fields& fields);

  /// The file meant: the path itself, or robots/<name>.yaml of those shipped.
  std::string path() const;
  /// Its text. Throws UsageError for a map that it has no use for.
  SourceText source() const;
  /// How it is read, with everything that is changed about it. Throws UsageError and InputError.
  ReadOptions read_options() const;

  /// Throws InputError with everything that is wrong with the file.
  std::shared_ptr<const LoadedRobot> load(Door& door) const;
  /// The robot to compute with. Warns where something about the robot is odd.
  Arm arm(Door& door) const;

 private:
  RobotChanges changes() const;
  /// A text that says everything about the robot.
  std::string key() const;
};

}  // namespace sinew
