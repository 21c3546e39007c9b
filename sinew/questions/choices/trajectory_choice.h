// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

#include "sinew/arm/arm.h"
#include "sinew/motion/given/given_trajectory.h"
#include "sinew/questions/door.h"
#include "sinew/questions/fields.h"

namespace sinew {

/// The motion that a question is about: a file of a trajectory, or one of the short forms that need no file.
struct TrajectoryChoice {
  static constexpr std::size_t most_formulas = 9;  ///< robots with more joints take a file

  std::string trajectory;  ///< a YAML file of a trajectory or a CSV of samples, - for the standard input
  std::string move;        ///< "0,0,0 -> 90deg,45deg,0 in 2s"
  std::array<std::string, most_formulas> formulas;  ///< q1 to q9
  std::string from, until;                          ///< of the formulas [s]

  /// `option`: the name of the option for the file, where the trajectory is not what the question begins with.
  void describe(Fields& fields, const std::string& option = {});
  /// Was a motion given at all?
  static bool is_given(const Fields& fields, const std::string& option = "trajectory");
  /// Throws UsageError where no motion or more than one is given, and InputError with everything wrong with it. Remarks go to
  /// the door.
  GivenTrajectory given(const Arm& arm, const Fields& fields, Door& door) const;

 private:
  YamlNode::Pointer formulas_as_file(const Fields& fields) const;

  std::string file_field_ = "trajectory";
};

}  // namespace sinew
