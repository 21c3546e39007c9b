// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/problems/problem_statement.h"
#include "sinew/problems/problem_values.h"
#include "sinew/redundancy/redundancy_method.h"
#include "sinew/redundancy/redundancy_problem.h"

namespace sinew {

struct ChosenMethod {
  RedundancyMethod method = RedundancyMethod::PseudoInverse;
  std::string because;  ///< empty where it was named
  std::string note;     ///< where the method is not quite what was wished for
};

/// By `method`, or by `minimise` ("kinetic energy"), or by what the problem gives: bounds, priorities, an objective, damping,
/// weights, in this order. Notes a name that nobody knows, with the nearest.
ChosenMethod chosen_method(const ProblemStatement& statement, const RedundancyProblem& problem,
                           const Symbols<double>& symbols, Diagnostics& diagnostics);

/// Is it about torques or accelerations, which exist at acceleration level alone? A wish for little torque has an answer at
/// velocity level, too, and counts only where nothing speaks for velocities.
bool method_needs_acceleration(const ProblemStatement& statement, bool wishes_count);

/// What is given and has no say in the method: "weight has no say in sns".
std::vector<std::string> idle_notes(const RedundancyProblem& problem, RedundancyMethod method);

/// Where some joints turn and others slide, a norm of all of them may depend on the units: the null space of the tasks
/// trades turning for sliding, damping weighs both, or what the tasks want cannot be had and `rows` are of both kinds, too.
/// Empty where the command is the same in any unit.
std::string unit_note(const RedundancyProblem& problem, RedundancyMethod method,
                      const std::vector<Dimension>& dimensions, const std::vector<Dimension>& rows);

}  // namespace sinew
