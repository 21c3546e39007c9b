// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/problems/problem_joints.h"
#include "sinew/problems/problem_statement.h"
#include "sinew/problems/problem_values.h"
#include "sinew/redundancy/redundancy_problem.h"

namespace sinew {

/// `M` and `n`, in place of what the robot has put there; `weight`, `damping`, `rank_tolerance`.
void read_weights(const ProblemStatement& statement, const ProblemJoints& joints, const Symbols<double>& symbols,
                  RedundancyProblem& problem, Diagnostics& diagnostics);

/// `inequalities`: C·x ≤ d.
void read_inequalities(const ProblemStatement& statement, const ProblemJoints& joints, const Symbols<double>& symbols,
                       RedundancyProblem& problem, Diagnostics& diagnostics);

}  // namespace sinew
