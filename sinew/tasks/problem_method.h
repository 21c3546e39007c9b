// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/redundancy/redundancy_method.h"
#include "sinew/redundancy/redundancy_problem.h"
#include "sinew/tasks/problem_statement.h"
#include "sinew/tasks/problem_values.h"

namespace sinew {

struct ChosenMethod {
  RedundancyMethod method = RedundancyMethod::PseudoInverse;
  std::string because;  ///< empty where it was named
};

/// By `method`, or by `minimise` ("kinetic energy"), or by what the problem gives: bounds, priorities, an objective, damping,
/// weights, in this order. Notes a name that nobody knows, with the nearest.
ChosenMethod chosen_method(const ProblemStatement& statement, const RedundancyProblem& problem,
                           const Symbols<double>& symbols, Problems& problems);

/// Is it about torques or accelerations, which exist at acceleration level alone?
bool method_needs_acceleration(const ProblemStatement& statement);

/// What is given and has no say in the method: "weight has no say in sns".
std::vector<std::string> idle_notes(const RedundancyProblem& problem, RedundancyMethod method);

/// Where some joints turn and others slide, a norm of all of them depends on the units; empty where it does not.
std::string unit_note(const RedundancyProblem& problem, RedundancyMethod method,
                      const std::vector<Dimension>& dimensions);

}  // namespace sinew
