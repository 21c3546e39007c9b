// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/resolution.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "sinew/redundancy/resolution_parts.h"

namespace sinew {

namespace {

constexpr double outside_tolerance = 1e-12;
constexpr double broken_tolerance = 1e-9;

bool at_bound(double x, double bound) {
  return std::isfinite(bound) && std::abs(x - bound) <= 1e-9 * std::max(1.0, std::abs(bound));
}

void follow_through(const RedundancyProblem& problem, const resolving::Tasks& levels, Resolution& result) {
  const bool velocity = problem.level == CommandLevel::Velocity;
  if (result.tasks.empty())
    for (const auto& task : levels)
      result.tasks.push_back({task.name, task.priority, {}, {}, 0.0, result.scale, true, 0, true});
  for (std::size_t k = 0; k < levels.size(); ++k) {
    TaskOutcome& outcome = result.tasks[k];
    outcome.wanted = levels[k].y;
    outcome.achieved = levels[k].J * result.x;
    if (levels[k].drift.size() > 0) outcome.achieved += levels[k].drift;
    outcome.error = (outcome.wanted - outcome.achieved).norm();
    if (outcome.rank == 0) outcome.rank = pseudo_inverse(levels[k].J, problem.rank_tolerance).rank;
  }
  for (const TaskOutcome& outcome : result.tasks) result.scale = std::min(result.scale, outcome.scale);
  result.held.assign(static_cast<std::size_t>(problem.size), 0);
  if (problem.bounds)
    for (int i = 0; i < problem.size; ++i) {
      const double lower = problem.bounds->lower[i], upper = problem.bounds->upper[i], x = result.x[i];
      if (at_bound(x, lower)) result.held[static_cast<std::size_t>(i)] = -1;
      if (at_bound(x, upper)) result.held[static_cast<std::size_t>(i)] = 1;
      const double slack = outside_tolerance * std::max(1.0, std::abs(x));
      if (x < lower - slack || x > upper + slack) result.within_bounds = false;
    }
  if (problem.inequality_matrix.rows() > 0) {
    result.inequality_values = problem.inequality_matrix * result.x;
    result.broken_by = (result.inequality_values - problem.inequality_limit).cwiseMax(0.0);
    // round-off breaks nothing
    for (Eigen::Index i = 0; i < result.broken_by.size(); ++i)
      if (result.broken_by[i] <= broken_tolerance * std::max(1.0, std::abs(problem.inequality_limit[i])))
        result.broken_by[i] = 0.0;
  }
  if (problem.mass_matrix && !velocity) {
    result.tau = *problem.mass_matrix * result.x;
    if (problem.bias.size() > 0) *result.tau += problem.bias;
  }
  if (problem.mass_matrix && velocity) result.kinetic_energy = 0.5 * result.x.dot(*problem.mass_matrix * result.x);
  if (problem.gradient) {
    const Eigen::MatrixXd J = stacked(levels).J;
    const GeneralisedInverse inverse = pseudo_inverse(J, problem.rank_tolerance);
    result.optimality = (*problem.gradient - inverse.K * (J * *problem.gradient)).norm();
  }
}

/// "row 1 of C by 0.25, row 3 of C by 0.1"
std::string broken_rows(const Resolution& result) {
  std::string text;
  for (Eigen::Index i = 0; i < result.broken_by.size(); ++i)
    if (result.broken_by[i] > 0.0)
      text += (text.empty() ? "row " : ", row ") + std::to_string(i + 1) + " of C by " + shown(result.broken_by[i]);
  return text;
}

void diagnose(const RedundancyProblem& problem, Resolution& result) {
  using enum RedundancyMethod;
  const TaskConflicts& found = result.conflicts;
  const resolving::Tasks& tasks = problem.tasks;
  const auto warn = [&](std::string text) { result.warnings.push_back(std::move(text)); };
  for (std::size_t k = 0; k < tasks.size(); ++k)
    if (found.singular[k])
      warn("task '" + tasks[k].name + "' is singular here: its Jacobian has rank " + std::to_string(found.ranks[k]) +
           " of " + std::to_string(std::min(tasks[k].J.rows(), tasks[k].J.cols())));
  if (found.algorithmic_singularity)
    warn("the tasks are at an algorithmic singularity: by themselves they have ranks that add up to " +
         std::to_string(std::accumulate(found.ranks.begin(), found.ranks.end(), 0)) + ", together they have rank " +
         std::to_string(found.stacked_rank));
  if (found.margin > 0.0 && found.margin < near_singularity)
    warn("near a singularity: the smallest singular value is " + shown(found.margin) + " of the largest" +
         (problem.damping.kind == Damping::Kind::None
              ? ", and joints race in its direction; damping keeps them slow at the price of an error (method damped)"
              : ""));
  if (found.conflict)
    warn((tasks.size() == 1 ? "the task is in conflict: what it wants is "
                            : "the tasks are in conflict: what they want together is ") +
         shown(found.distance) + " away from what any motion gives");
  if (const std::string rows = broken_rows(result); !rows.empty())
    warn((rows.find(',') == std::string::npos ? "an inequality is broken: " : "inequalities are broken: ") + rows +
         (result.method == QuadraticProgram      ? ", for the sake of the tasks; with hard: true none is"
          : result.method == HierarchicalProgram ? ", for the bounds leave no motion that keeps them"
                                                 : ""));
  if (!result.within_bounds)
    warn(std::string(entry_of(result.method).name) +
         " does not look at bounds, and they are not kept; sns, qp and hqp do");
  if (result.method == RedundancyMethod::MinimumTorque)
    warn(
        "the least torque at every instant is known to lead to oscillations over long motions; "
        "squared-inverse-inertia-torque is good-natured");
  const bool weighs =
      result.method == RedundancyMethod::WeightedInverse || result.method == RedundancyMethod::LinearQuadratic;
  if (weighs && !problem.weight) warn("no weight is given: all joints weigh the same");
}

}  // namespace

namespace resolving {

std::string command_name(const RedundancyProblem& problem) {
  return problem.level == CommandLevel::Velocity ? "q̇" : "q̈";
}

std::string wanted_name(const RedundancyProblem& problem) {
  if (problem.level == CommandLevel::Velocity) return "ṙ";
  const bool drifts = std::any_of(problem.tasks.begin(), problem.tasks.end(),
                                  [](const RedundancyProblem::Task& t) { return t.drift.size() > 0; });
  return drifts ? "r̈ − J̇·q̇" : "r̈";
}

std::string wanted_factor(const RedundancyProblem& problem) {
  const std::string y = wanted_name(problem);
  return y.find(' ') == std::string::npos ? y : "(" + y + ")";
}

void step(Resolution& result, std::string text, std::vector<std::pair<std::string, Eigen::MatrixXd>> values) {
  result.steps.push_back({std::move(text), std::move(values)});
}

void missing(const RedundancyProblem&, const Resolution& result, const std::string& what) {
  refuse(std::string(entry_of(result.method).name) + " needs " + what, "give it, or choose another method");
}

void scale_into_bounds(const RedundancyProblem& problem, const Eigen::VectorXd& task_part,
                       const Eigen::VectorXd& null_part, Resolution& result) {
  result.x = task_part + null_part;
  if (!problem.bounds) return;
  const Bounds& bounds = *problem.bounds;
  double most = 1.0, least = 0.0;
  int critical = -1;
  for (int i = 0; i < problem.size; ++i) {
    const double a = task_part[i], b = null_part[i];
    if (a == 0.0) {
      if (b < bounds.lower[i] || b > bounds.upper[i]) least = 2.0;
      continue;
    }
    const double to_lower = (bounds.lower[i] - b) / a, to_upper = (bounds.upper[i] - b) / a;
    if (const double k = std::max(to_lower, to_upper); k < most) {
      most = k;
      critical = i;
    }
    least = std::max(least, std::min(to_lower, to_upper));
  }
  if (critical < 0 && least <= 1.0) return;
  if (least > most || most < 0.0) {
    result.warnings.emplace_back("no scale of the task brings this solution within the bounds; sns finds one that is");
    return;
  }
  result.scale = most;
  result.x = most * task_part + null_part;
  step(result,
       "Joint " + problem.joint_name(critical) + " would leave its bounds first. The task is scaled by k, " +
           command_name(problem) + " = k·J#·" + wanted_factor(problem) +
           " + the rest, with the largest k that keeps them:",
       {{"k", Eigen::MatrixXd::Constant(1, 1, most)}, {command_name(problem), result.x}});
}

}  // namespace resolving

namespace {

void run_method(const RedundancyProblem& problem, Resolution& result) {
  const resolving::Tasks levels = by_priority(problem);
  switch (result.method) {
    case RedundancyMethod::PseudoInverse:
    case RedundancyMethod::WeightedInverse:
    case RedundancyMethod::DampedInverse:
      resolving::by_inverse(problem, result);
      break;
    case RedundancyMethod::ProjectedGradient:
      resolving::by_projected_gradient(problem, result);
      break;
    case RedundancyMethod::ReducedGradient:
      resolving::by_reduced_gradient(problem, result);
      break;
    case RedundancyMethod::TaskPriority:
      resolving::by_priority_stack(problem, levels, result);
      break;
    case RedundancyMethod::SnsBasic:
    case RedundancyMethod::SnsFast:
    case RedundancyMethod::SnsOptimal:
      resolving::by_saturation(problem, levels, result);
      break;
    case RedundancyMethod::QuadraticProgram:
      resolving::by_quadratic_program(problem, result);
      break;
    case RedundancyMethod::HierarchicalProgram:
      resolving::by_hierarchical_program(problem, levels, result);
      break;
    case RedundancyMethod::LinearQuadratic:
    case RedundancyMethod::KineticEnergy:
    case RedundancyMethod::MinimumTorque:
    case RedundancyMethod::InverseInertiaTorque:
    case RedundancyMethod::SquaredInverseInertiaTorque:
    case RedundancyMethod::DynamicallyConsistent:
      resolving::by_inertia(problem, result);
      break;
  }
}

/// The weights of all rows, those of tasks without any being 1.
Eigen::VectorXd row_weights(const RedundancyProblem& problem) {
  Eigen::VectorXd weights = Eigen::VectorXd::Ones(stacked(problem.tasks).J.rows());
  Eigen::Index row = 0;
  for (const RedundancyProblem::Task& task : problem.tasks) {
    if (task.weight.size() > 0) weights.segment(row, task.J.rows()) = task.weight;
    row += task.J.rows();
  }
  return weights;
}

}  // namespace

Resolution resolve(const RedundancyProblem& problem, RedundancyMethod method) {
  check(problem);
  Resolution result;
  result.method = method;
  result.conflicts = task_conflicts(problem.tasks, problem.rank_tolerance);
  const bool weighted = std::any_of(problem.tasks.begin(), problem.tasks.end(),
                                    [](const RedundancyProblem::Task& task) { return task.weight.size() > 0; });
  if (weighted) {
    resolving::step(result, "The error e of each row counts as w·e²: its row of J and of y is multiplied by √w.",
                    {{"w", row_weights(problem)}});
    run_method(with_weighted_rows(problem), result);
  } else {
    run_method(problem, result);
  }
  follow_through(problem, by_priority(problem), result);
  diagnose(problem, result);
  return result;
}

}  // namespace sinew
