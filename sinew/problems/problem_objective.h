// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/problems/problem_joints.h"
#include "sinew/problems/problem_limits.h"
#include "sinew/problems/problem_statement.h"
#include "sinew/tasks/objectives/objective.h"

namespace sinew {

/// What the joints are to improve with the freedom that the tasks leave: `objective` by name or formula.
struct StatedObjective {
  std::unique_ptr<Objective> objective;
  std::string name;  ///< as the problem says it: "joint range", or a formula
  bool maximise = false;
  double step = 1.0;
};

/// `tasks` are the entries of the problem's tasks: manipulability is that of the first one, or of the one named. Nothing
/// where there is no objective, and where something is wrong with it, which is noted.
std::optional<StatedObjective> read_objective(const ProblemStatement& statement, const ProblemJoints& joints,
                                              const StatedLimits& limits, const Symbols<double>& symbols,
                                              Diagnostics& diagnostics);

}  // namespace sinew
