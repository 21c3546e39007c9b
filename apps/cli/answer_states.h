// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/arm_argument.h"
#include "apps/cli/command.h"
#include "apps/cli/state_argument.h"
#include "sinew/report/datum.h"

namespace sinew::cli {

/// A state in Eigen's vectors.
struct ArmState {
  Eigen::VectorXd q, qd, qdd, tau;
};

/// What a command has to say about each state.
struct Answers {
  std::function<std::vector<Datum>(const ArmState&)> data;  ///< for programs
  std::function<std::string(const ArmState&)> text;         ///< for people
  /// Where one vector is the answer: many states make one table of it, with these measures.
  std::optional<std::vector<Measure>> one_line = std::nullopt;
  /// The torques that the answer is about, which may be beyond the robot's limits; none if it is about none.
  std::function<Eigen::VectorXd(const ArmState&)> effort = nullptr;
  /// JSON members of the robot as a whole, each `"key": value`.
  std::vector<std::string> about_robot = {};
  /// What the format has no place for, once all states are answered.
  std::function<std::vector<Problem>()> warnings = [] { return std::vector<Problem>(); };
};

/// Answers for every state asked about, in the format asked for, one after the other as they come: memory does not
/// grow with their number, and what has been answered is not lost when the user stops it.
Exit answer_states(const Arm& arm, const StateArgument& states, const ShowingArgument& showing, const Answers& answers);

}  // namespace sinew::cli
