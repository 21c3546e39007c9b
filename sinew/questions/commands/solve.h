// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/problems/problem_statement.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `solve`: one joint command for tasks, priorities, limits and objectives.
///
/// A problem file is this question in YAML: its keys are the names of the fields.
struct SolveQuestion final : Question {
  RobotChoice robot;
  std::string problem;
  std::vector<std::string> task;
  std::vector<std::string> entries;  ///< texts of the fields that are entries of a problem file, in their order
  bool maximise = false, without_limits = false, explain = false, methods = false, search_singularities = false;
  std::vector<std::string> over;
  ShowingChoice showing;

  SolveQuestion();

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void check_usage();
  ProblemStatement statement() const;
  std::optional<Arm> arm_of(Door& door, const ProblemStatement& statement) const;
  void search(Door& door, const ProblemStatement& statement, const Arm* arm) const;
};

}  // namespace sinew
