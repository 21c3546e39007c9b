// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/programs/quadratic_program.h"

namespace sinew {

// What the checks of programs, with one level and with several, have in common.

/// Every lower bound at most its upper one, and neither of them at the wrong infinity.
bool ordered(const Eigen::VectorXd& lower, const Eigen::VectorXd& upper);
/// Notes those that are not; `name` is what is bounded.
void note_disorder(const std::string& program, const std::string& name, const Eigen::VectorXd& lower,
                   const Eigen::VectorXd& upper, std::vector<Diagnostic>& diagnostics);

/// InputError with all that is wrong but H not definite, which the solver's own factorisation sees.
void check_but_for_definiteness(const QuadraticProgram& program);
[[noreturn]] void refuse_indefinite(int variable);

}  // namespace sinew
