// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/pseudo_inverse_steps.h"

#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/generalised_inverse.h"

namespace sinew {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// All stages, once the options are found to make sense.
std::vector<std::vector<Index>> checked_stages(const PseudoInverseOptions& options, Index unknowns) {
  Diagnostics problems("");
  const std::string count = std::to_string(unknowns);
  if (options.start.size() > 0 && (options.start.size() != unknowns || !options.start.allFinite()))
    problems.error({}, "the start has not a finite number for each of " + count + " unknowns",
                   "leave it empty, or give all");
  if (options.most_steps < 1)
    problems.error({}, "a stage may take " + std::to_string(options.most_steps) + " steps", "allow at least one");
  if (!(options.tolerance >= 0.0))
    problems.error({}, "the tolerance of a stage is " + shown(options.tolerance), "give a small positive number");
  if (!(options.rank_tolerance >= 0.0 && options.rank_tolerance < 1.0))
    problems.error({}, "the rank tolerance is " + shown(options.rank_tolerance),
                   "give a number between 0 and 1, such as 1e-10");
  std::vector<std::vector<Index>> stages = options.stages;
  if (stages.empty()) {
    stages.resize(1);
    stages[0].resize(static_cast<std::size_t>(unknowns));
    std::iota(stages[0].begin(), stages[0].end(), Index{0});
  }
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const std::string name = "stage " + std::to_string(s + 1);
    std::vector<bool> seen(static_cast<std::size_t>(unknowns), false);
    if (stages[s].empty()) problems.error({}, name + " fits no unknown", "list at least one, or leave the stage out");
    for (const Index k : stages[s]) {
      if (k < 0 || k >= unknowns)
        problems.error({}, name + " fits unknown " + std::to_string(k), "there are " + count + ", counted from 0");
      else if (seen[static_cast<std::size_t>(k)])
        problems.error({}, name + " lists unknown " + std::to_string(k) + " twice", "list each once");
      else
        seen[static_cast<std::size_t>(k)] = true;
    }
  }
  problems.throw_if_errors();
  return stages;
}

}  // namespace

PseudoInverseSolution pseudo_inverse_steps(const LeastSquaresProblem& problem, const PseudoInverseOptions& options) {
  const CheckedProblem checked(problem, options.block_name);
  const std::vector<std::vector<Index>> stages = checked_stages(options, checked.unknowns());
  PseudoInverseSolution solution;
  VectorXd residuals;
  MatrixXd jacobian;
  solution.psi = options.start.size() > 0 ? options.start : VectorXd::Zero(checked.unknowns());
  if (!checked.try_evaluate(solution.psi, residuals, jacobian)) checked.refuse_residuals(residuals, "at the start");
  for (std::size_t s = 0; s < stages.size(); ++s) {
    solution.is_converged = false;
    for (int round = 0; round < options.most_steps && !solution.is_converged; ++round) {
      PseudoInverseStep step;
      step.stage = static_cast<int>(s);
      step.unknowns = stages[s];
      step.dr = -residuals;
      step.Phi = jacobian(Eigen::all, stages[s]);
      GeneralisedInverse inverse = pseudo_inverse(step.Phi, options.rank_tolerance);
      step.singular_values = std::move(inverse.singular_values);
      step.rank = inverse.rank;
      step.Phi_inverse = std::move(inverse.K);
      step.dpsi = step.Phi_inverse * step.dr;
      solution.psi(stages[s]) += step.dpsi;
      if (!checked.try_evaluate(solution.psi, residuals, jacobian))
        checked.refuse_residuals(residuals, "after step " + std::to_string(solution.steps.size() + 1));
      step.psi = solution.psi;
      step.rest = residuals.norm();
      solution.is_converged = step.dpsi.cwiseAbs().maxCoeff() <= options.tolerance;
      solution.steps.push_back(std::move(step));
    }
  }
  solution.rest = residuals.norm();
  return solution;
}

}  // namespace sinew
