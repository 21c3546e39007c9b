// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/print/figures.h"
#include "sinew/problems/problem_file.h"
#include "sinew/problems/singularity_search.h"

/// What `solve` answers, for people (text) and for programs (JSON).
namespace sinew {

/// The command of every joint, what became of every task, what held the joints, and what to do about it. With `explain`
/// the worked steps come first, as a solution sheet has them.
std::string resolution_text(const StatedProblem& stated, const Resolution& found, bool explain, const Showing& showing);
std::string resolution_json(const StatedProblem& stated, const Resolution& found, bool explain);

/// One step: its sentence, and its matrices with so many decimals.
std::string worked_steps_text(const std::vector<WorkedStep>& steps, int digits);

/// What can be done where tasks conflict, are singular, or meet bounds: a sentence each.
std::vector<std::string> remedies(const StatedProblem& stated, const Resolution& found);

std::string singularities_text(const SingularitySearch& search, const Showing& showing);
std::string singularities_json(const SingularitySearch& search);

}  // namespace sinew
