// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/problems/problem_statement.h"
#include "sinew/redundancy/redundancy_method.h"
#include "sinew/redundancy/redundancy_problem.h"

namespace sinew {

/// Notes as errors the entries that could change nothing, because what they belong to is missing or the method has no place
/// for them: a step without an objective, K_D in a plain inverse. Nothing that is asked for is dropped in silence.
void refuse_idle_entries(const ProblemStatement& statement, const RedundancyProblem& problem, RedundancyMethod method,
                         Diagnostics& diagnostics);

/// Does the command depend on q? A robot's does; that of matrices by formulas with q1, q2, …, an objective, or limits of
/// position over a sampling time.
bool uses_position(const ProblemStatement& statement, bool has_robot, bool has_sampling_time);

}  // namespace sinew
