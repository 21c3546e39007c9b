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

/// The damping that an option gives: "0.1" is μ, "mu=0.1 region=0.05" acts only where a singular value is below the region,
/// "mu^2=0.01" is the same μ, "filtered=true" acts on each direction by its own singular value, "none" is none. The entry
/// `damping` of a problem file is read in the same way. Throws InputError.
Damping damping_given(const std::string& text, const std::string& option);

/// `inequalities`: C·x ≤ d.
void read_inequalities(const ProblemStatement& statement, const ProblemJoints& joints, const Symbols<double>& symbols,
                       RedundancyProblem& problem, Diagnostics& diagnostics);

}  // namespace sinew
