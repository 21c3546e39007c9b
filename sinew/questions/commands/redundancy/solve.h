// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/problems/problem_statement.h"
#include "sinew/problems/singularity_search.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `solve`: one joint command for tasks, priorities, limits and objectives.
///
/// A problem file is this question in YAML: its keys are the names of the fields, and a request may have what a file has.
struct SolveQuestion final : Question {
  RobotChoice robot;
  std::string problem;
  std::vector<StructuredValue> tasks;
  std::vector<StructuredValue> entries;  ///< of the other fields that are keys of a problem file, in their order
  bool maximise = false, without_limits = false, explain = false, methods = false, search_singularities = false;
  std::vector<std::string> over;
  ShowingChoice showing;

  SolveQuestion();

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void check_search() const;
  ProblemStatement statement();
  void take_from_file(ProblemStatement& statement);
  std::optional<Arm> arm_of(Door& door, const ProblemStatement& statement) const;
  SingularitySearch searched(const ProblemStatement& statement, const Arm* arm) const;
  void refuse_idle_in_search();
};

}  // namespace sinew
