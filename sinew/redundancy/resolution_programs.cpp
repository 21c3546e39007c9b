// SPDX-License-Identifier: BSD-3-Clause
// Quadratic programs: tasks as well as bounds and inequalities allow, all at once or level after level.
#include <algorithm>
#include <cmath>

#include "sinew/errors/problem.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "sinew/redundancy/hierarchical_program.h"
#include "sinew/redundancy/quadratic_program.h"
#include "sinew/redundancy/resolution_parts.h"

namespace sinew::resolving {

namespace {

using Values = std::vector<std::pair<std::string, Eigen::MatrixXd>>;

/// What x may be, as the steps show it.
void show_bounds(const RedundancyProblem& problem, Resolution& result) {
  const std::string x = command_name(problem);
  if (problem.bounds)
    step(result, "Bounds of " + x + ":", {{"lower", problem.bounds->lower}, {"upper", problem.bounds->upper}});
  if (problem.inequality_matrix.rows() > 0)
    step(result,
         problem.hard_inequalities ? "Inequalities, never to be broken: C·" + x + " ≤ d."
                                   : "Inequalities, broken by w as little as possible: C·" + x + " − w ≤ d.",
         {{"C", problem.inequality_matrix}, {"d", problem.inequality_limit}});
}

/// The program in z = [x; e; w] with e = J·x − y. J·x is not multiplied out, so no condition is squared:
///
///     ½·ε·(x − x0)ᵀ·W·(x − x0) + ½·|e|² + ½·|w|²,   J·x − e = y,   C·x − w ≤ d,   lower ≤ x ≤ upper
struct SoftProgram {
  Eigen::Index n, m, k, soft;
  QuadraticProgram program;

  SoftProgram(const RedundancyProblem& problem, const RedundancyProblem::Task& task, const Eigen::MatrixXd& weight,
              const Eigen::VectorXd& x0)
      : n(problem.size),
        m(task.J.rows()),
        k(problem.inequality_matrix.rows()),
        soft(problem.hard_inequalities ? 0 : k),
        program(static_cast<int>(n + m + soft), static_cast<int>(m), static_cast<int>(k)) {
    program.H.setIdentity();
    program.H.topLeftCorner(n, n) = weight;
    program.g.setZero();
    program.g.head(n) = -weight * x0;
    program.A.setZero();
    program.A.leftCols(n) = task.J;
    program.A.middleCols(n, m) = -Eigen::MatrixXd::Identity(m, m);
    program.b = task.wanted();
    program.C.setZero();
    if (k > 0) program.C.leftCols(n) = problem.inequality_matrix;
    if (soft > 0) program.C.rightCols(soft) = -Eigen::MatrixXd::Identity(soft, soft);
    if (k > 0) program.row_bounds.upper = problem.inequality_limit;
    if (!problem.bounds) return;
    program.bounds.lower.head(n) = problem.bounds->lower;
    program.bounds.upper.head(n) = problem.bounds->upper;
  }
};

/// The bounds and inequalities that a certificate is made of.
std::string contradicting(const RedundancyProblem& problem, const ConstraintMultipliers& y) {
  std::string text;
  const double least = 1e-9 * std::max(y.bounds.lpNorm<Eigen::Infinity>(), y.rows.lpNorm<Eigen::Infinity>());
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  for (Eigen::Index i = 0; i < y.rows.size(); ++i)
    if (std::abs(y.rows[i]) > least) add("row " + std::to_string(i + 1) + " of C");
  for (int i = 0; i < problem.size; ++i)
    if (std::abs(y.bounds[i]) > least)
      add(std::string(y.bounds[i] > 0.0 ? "the upper" : "the lower") + " bound of " + problem.joint_name(i));
  return text;
}

[[noreturn]] void refuse_contradiction(const RedundancyProblem& problem, const ConstraintMultipliers& certificate) {
  throw InputError({{Severity::Error,
                     {},
                     0,
                     "no motion keeps all of " + contradicting(problem, certificate),
                     "loosen one of them, or let inequalities be broken: hard: false"}});
}

/// μ² where damping is given. Else so little that it decides only what the task leaves open: relative to σ_max², its part
/// of the task's error is at most ε/σ_min².
double regularisation(const RedundancyProblem& problem, const Eigen::MatrixXd& J) {
  constexpr double least = 1e-12;
  if (problem.damping.kind != Damping::Kind::None) {
    const double mu = damped_inverse(J, problem.damping).mu;
    if (mu > 0.0) return mu * mu;
  }
  const double largest = pseudo_inverse(J).singular_values[0];
  return least * (largest > 0.0 ? largest * largest : 1.0);
}

std::string held_sentence(const RedundancyProblem& problem, const std::vector<ActiveSide>& bounds,
                          const std::vector<ActiveSide>& rows) {
  std::string text;
  for (int i = 0; i < problem.size; ++i) {
    const ActiveSide side = bounds[static_cast<std::size_t>(i)];
    if (side == ActiveSide::Inactive) continue;
    text += (text.empty() ? "" : ", ") + problem.joint_name(i) +
            (side == ActiveSide::Lower   ? " at its lower bound"
             : side == ActiveSide::Upper ? " at its upper bound"
                                         : " at its only value");
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] != ActiveSide::Inactive)
      text += (text.empty() ? "" : ", ") + ("row " + std::to_string(i + 1)) + " of C";
  return text.empty() ? "Nothing holds it." : "Held by " + text + ".";
}

}  // namespace

void by_quadratic_program(const RedundancyProblem& problem, Resolution& result) {
  const RedundancyProblem::Task all = stacked(by_priority(problem));
  const std::string x = command_name(problem), y = wanted_name(problem);
  const Eigen::Index n = problem.size;
  const double epsilon = regularisation(problem, all.J);
  Eigen::MatrixXd W = problem.weight ? Eigen::MatrixXd(0.5 * (*problem.weight + problem.weight->transpose()))
                                     : Eigen::MatrixXd(Eigen::MatrixXd::Identity(n, n));
  if (const double largest = W.diagonal().maxCoeff(); problem.weight && largest > 0.0) W /= largest;
  const Eigen::VectorXd x0 = preferred_motion(problem);
  const SoftProgram soft(problem, all, epsilon * W, x0);
  check(soft.program);

  const std::string near = x0.isZero(0.0) ? x : "(" + x + " − x0)";
  Values values{{"J", all.J}, {"y", all.wanted()}};
  if (problem.damping.kind != Damping::Kind::None) values.emplace_back("ε = μ²", scalar(epsilon));
  if (problem.weight) values.emplace_back("W", W);
  if (!x0.isZero(0.0)) values.emplace_back("x0", x0);
  step(result,
       "Least ½·|J·" + x + " − y|² + ½·ε·" + near + "ᵀ·W·" + near + (soft.soft > 0 ? " + ½·|w|²" : "") + ", y = " + y +
           (problem.damping.kind == Damping::Kind::None
                ? ", with ε so small that it decides only what the task leaves open."
                : "."),
       std::move(values));
  show_bounds(problem, result);

  QuadraticProgramSolver solver(static_cast<int>(soft.program.g.size()), static_cast<int>(soft.m),
                                static_cast<int>(soft.k));
  const QuadraticProgramSolution& found = solver.solve(soft.program);
  if (found.status == QuadraticProgramStatus::Infeasible) refuse_contradiction(problem, found.certificate);
  if (found.status == QuadraticProgramStatus::IterationLimit)
    result.warnings.emplace_back("the quadratic program was not finished: it stopped at its iteration limit");
  result.x = found.x.head(n);
  if (problem.bounds) result.x = result.x.cwiseMax(problem.bounds->lower).cwiseMin(problem.bounds->upper);
  Values solution{{x, result.x}};
  // what a bound costs; where the task is met, only ε knows, and that is no news
  const Eigen::VectorXd lambda = found.multipliers.bounds.head(n);
  if (lambda.lpNorm<Eigen::Infinity>() > 1e-6 * all.J.lpNorm<Eigen::Infinity>()) solution.emplace_back("λ", lambda);
  if (soft.soft > 0) solution.emplace_back("w", found.x.tail(soft.soft));
  step(result, "The least of it. " + held_sentence(problem, found.active.bounds, found.active.rows),
       std::move(solution));
}

void by_hierarchical_program(const RedundancyProblem& problem, const Tasks& levels, Resolution& result) {
  const std::string x = command_name(problem);
  const Eigen::VectorXd x0 = preferred_motion(problem);
  const bool limited = problem.inequality_matrix.rows() > 0, prefers = !x0.isZero(0.0);
  // inequalities above all tasks, the preferred motion below
  std::vector<int> rows;
  if (limited) rows.push_back(static_cast<int>(problem.inequality_matrix.rows()));
  for (const auto& task : levels) rows.push_back(static_cast<int>(task.J.rows()));
  if (prefers) rows.push_back(problem.size);
  HierarchicalProgram program(problem.size, rows);
  std::size_t next = 0;
  if (limited) {
    program.levels[next].A = problem.inequality_matrix;
    program.levels[next++].upper = problem.inequality_limit;
  }
  const std::size_t first_task = next;
  for (const auto& task : levels) {
    program.levels[next].A = task.J;
    program.levels[next].lower = program.levels[next].upper = task.wanted();
    ++next;
  }
  if (prefers) {
    program.levels[next].A.setIdentity();
    program.levels[next].lower = program.levels[next].upper = x0;
  }
  if (problem.bounds) program.bounds = *problem.bounds;
  check(program);

  show_bounds(problem, result);
  HierarchicalProgramSolver solver(problem.size, rows);
  const HierarchicalSolution& found = solver.solve(program);
  if (found.status == HierarchicalStatus::IterationLimit)
    result.warnings.emplace_back("the hierarchical program was not finished: it stopped at its iteration limit");
  const double broken = limited ? found.levels[0].slack_norm : 0.0;
  const double slack_size = limited ? std::max(1.0, problem.inequality_limit.lpNorm<Eigen::Infinity>()) : 1.0;
  if (problem.hard_inequalities && broken > 1e-9 * slack_size)
    throw InputError({{Severity::Error,
                       {},
                       0,
                       "no motion keeps the bounds and all rows of C: " + shown(broken) + " is missing",
                       "loosen one of them, or let inequalities be broken: hard: false"}});
  result.x = found.x;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const HierarchicalLevelSolution& level = found.levels[first_task + k];
    step(result,
         "Priority " + std::to_string(levels[k].priority) + ", '" + levels[k].name + "': least |J·" + x +
             " − y|, y = " + wanted_name(problem) + ", in what is left" +
             (k == 0 ? " by bounds and inequalities" : " by those above") + ". It takes " + std::to_string(level.rank) +
             (level.rank == 1 ? " direction" : " directions") + ".",
         {{"J", levels[k].J}, {"y", levels[k].wanted()}, {"|J·" + x + " − y|", scalar(level.slack_norm)}});
    result.tasks.push_back({levels[k].name, levels[k].priority, {}, {}, 0.0, 1.0, true, level.rank, true});
  }
  if (prefers) step(result, "What no task needs goes to " + x + "0.", {{x + "0", x0}});
  step(result,
       "Of all that do so" + std::string(prefers ? "" : ", the shortest") + ". " +
           held_sentence(problem, found.bounds, limited ? found.levels[0].active : std::vector<ActiveSide>()),
       {{x, result.x}});
}

}  // namespace sinew::resolving
