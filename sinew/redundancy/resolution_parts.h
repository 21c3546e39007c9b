// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/redundancy/resolution.h"

/// The methods behind `resolve`, by family. Each sets x and the steps; what follows from x is filled in afterwards.
namespace sinew::resolving {

using Tasks = std::vector<RedundancyProblem::Task>;

void by_inverse(const RedundancyProblem& problem, Resolution& result);
void by_projected_gradient(const RedundancyProblem& problem, Resolution& result);
void by_reduced_gradient(const RedundancyProblem& problem, Resolution& result);
void by_priority_stack(const RedundancyProblem& problem, const Tasks& levels, Resolution& result);
void by_saturation(const RedundancyProblem& problem, const Tasks& levels, Resolution& result);
void by_quadratic_program(const RedundancyProblem& problem, Resolution& result);
void by_hierarchical_program(const RedundancyProblem& problem, const Tasks& levels, Resolution& result);
void by_inertia(const RedundancyProblem& problem, Resolution& result);

/// Least task scaling: where x = k·task + rest leaves the bounds, the largest k ≤ 1 that does not.
void scale_into_bounds(const RedundancyProblem& problem, const Eigen::VectorXd& task_part,
                       const Eigen::VectorXd& null_part, Resolution& result);

/// q̇ or q̈; ṙ or r̈ − J̇·q̇: as the steps write them.
std::string command_name(const RedundancyProblem& problem);
std::string wanted_name(const RedundancyProblem& problem);
/// The same behind a factor: (r̈ − J̇·q̇).
std::string wanted_factor(const RedundancyProblem& problem);
/// A number among the values of a step.
inline Eigen::MatrixXd scalar(double x) { return Eigen::MatrixXd::Constant(1, 1, x); }
void step(Resolution& result, std::string text, std::vector<std::pair<std::string, Eigen::MatrixXd>> values = {});
[[noreturn]] void missing(const RedundancyProblem& problem, const Resolution& result, const std::string& what);

}  // namespace sinew::resolving
