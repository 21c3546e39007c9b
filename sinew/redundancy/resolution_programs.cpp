// SPDX-License-Identifier: BSD-3-Clause
// Quadratic programs: tasks as well as bounds and inequalities allow, all at once or level after level.
#include <algorithm>
#include <cmath>

#include "sinew/decompositions/symmetric.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "sinew/redundancy/programs/hierarchical_program.h"
#include "sinew/redundancy/programs/quadratic_program.h"
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

/// Tasks and soft inequalities as one level of least squares, so that no condition is squared and no unit matters:
///
///     hard inequalities:   C·x ≤ d
///     the level:           J·x = y,   C·x ≤ d where they are soft,   and where there is damping  μ·Lᵀ·x = μ·Lᵀ·x0,  W = L·Lᵀ
///     what it leaves open: Lᵀ·x = Lᵀ·x0
struct LeastSquares {
  Eigen::Index n, m, k;
  bool hard, damped;
  HierarchicalProgram program;

  LeastSquares(const RedundancyProblem& problem, const RedundancyProblem::Task& task, const Eigen::MatrixXd& weight,
               const Eigen::VectorXd& x0, double mu)
      : n(problem.size),
        m(task.J.rows()),
        k(problem.inequality_matrix.rows()),
        hard(k > 0 && problem.hard_inequalities),
        damped(mu > 0.0),
        program(problem.size, row_counts(problem.weight.has_value() || !x0.isZero(0.0))) {
    if (problem.bounds) program.bounds = *problem.bounds;
    if (hard) {
      program.levels[0].A = problem.inequality_matrix;
      program.levels[0].upper = problem.inequality_limit;
    }
    HierarchicalLevel& level = program.levels[first()];
    level.A.topRows(m) = task.J;
    level.lower.head(m) = level.upper.head(m) = task.wanted();
    if (soft() > 0) {
      level.A.middleRows(m, soft()) = problem.inequality_matrix;
      level.upper.segment(m, soft()) = problem.inequality_limit;
    }
    const Eigen::MatrixXd root = Cholesky(weight).factor().triangularView<Eigen::Lower>().transpose();
    if (damped) {
      level.A.bottomRows(n) = mu * root;
      level.lower.tail(n) = level.upper.tail(n) = mu * (root * x0);
    } else if (program.levels.size() > first() + 1) {
      program.levels.back().A = root;
      program.levels.back().lower = program.levels.back().upper = root * x0;
    }
  }

  std::size_t first() const { return hard ? 1 : 0; }  ///< number of the level
  Eigen::Index soft() const { return hard ? 0 : k; }

  std::vector<int> row_counts(bool prefers) const {
    std::vector<int> rows;
    if (hard) rows.push_back(static_cast<int>(k));
    rows.push_back(static_cast<int>(m + soft() + (damped ? n : 0)));
    if (!damped && prefers) rows.push_back(static_cast<int>(n));
    return rows;
  }

  /// Which rows of C hold x or are broken.
  std::vector<ActiveSide> active_rows(const HierarchicalSolution& found) const {
    const std::vector<ActiveSide>& all = found.levels[0].active;
    const auto begin = all.begin() + (hard ? 0 : m);
    return {begin, begin + k};
  }

  /// λ of the bounds that hold x: what is left of the gradient of ½·|A·x − b|².
  Eigen::VectorXd multipliers(const HierarchicalSolution& found) const {
    const Eigen::VectorXd gradient = program.levels[first()].A.transpose() * found.levels[first()].slack;
    Eigen::VectorXd lambda = Eigen::VectorXd::Zero(n);
    for (Eigen::Index i = 0; i < n; ++i)
      if (found.bounds[static_cast<std::size_t>(i)] != ActiveSide::Inactive) lambda[i] = -gradient[i];
    return lambda;
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

/// No motion keeps the bounds and the hard inequalities: which of them, the certificate of a quadratic program says.
[[noreturn]] void refuse_contradiction(const RedundancyProblem& problem, double missing) {
  QuadraticProgram program(problem.size, 0, static_cast<int>(problem.inequality_matrix.rows()));
  program.H.setIdentity();
  program.C = problem.inequality_matrix;
  program.row_bounds.upper = problem.inequality_limit;
  if (problem.bounds) program.bounds = *problem.bounds;
  QuadraticProgramSolver solver(problem.size, 0, static_cast<int>(program.C.rows()));
  const QuadraticProgramSolution& found = solver.solve(program);
  const bool proved = found.status == QuadraticProgramStatus::Infeasible;
  refuse("no motion keeps " + (proved ? "all of " + contradicting(problem, found.certificate)
                                      : "the bounds and all rows of C: " + shown(missing) + " is missing"),
         "loosen one of them, or let inequalities be broken: hard: false");
}

/// Is a hard inequality broken by more than round-off?
void refuse_broken(const RedundancyProblem& problem, const HierarchicalSolution& found) {
  const double size = std::max(1.0, problem.inequality_limit.lpNorm<Eigen::Infinity>());
  const double missing = found.levels[0].slack_norm;
  if (missing > 1e-9 * size) refuse_contradiction(problem, missing);
}

/// μ where damping is given, else 0.
double damping_of(const RedundancyProblem& problem, const Eigen::MatrixXd& J) {
  return problem.damping.kind == Damping::Kind::None ? 0.0 : damped_inverse(J, problem.damping).mu;
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
  const double mu = damping_of(problem, all.J);
  Eigen::MatrixXd W = problem.weight ? Eigen::MatrixXd(0.5 * (*problem.weight + problem.weight->transpose()))
                                     : Eigen::MatrixXd(Eigen::MatrixXd::Identity(n, n));
  if (const double largest = W.diagonal().maxCoeff(); problem.weight && largest > 0.0) W /= largest;
  if (!Cholesky(W).is_positive_definite())
    refuse("the weight of the joints is not positive definite", "give a symmetric, positive definite one");
  const Eigen::VectorXd x0 = preferred_motion(problem);
  const LeastSquares squares(problem, all, W, x0, mu);
  check(squares.program);

  const std::string near = x0.isZero(0.0) ? x : "(" + x + " − x0)";
  Values values{{"J", all.J}, {"y", all.wanted()}};
  if (problem.damping.kind != Damping::Kind::None) values.emplace_back("ε = μ²", scalar(mu * mu));
  if (problem.weight) values.emplace_back("W", W);
  if (!x0.isZero(0.0)) values.emplace_back("x0", x0);
  step(result,
       "Least ½·|J·" + x + " − y|² + ½·ε·" + near + "ᵀ·W·" + near + (squares.soft() > 0 ? " + ½·|w|²" : "") +
           ", y = " + y +
           (problem.damping.kind == Damping::Kind::None
                ? ", with ε so small that it decides only what the task leaves open."
                : "."),
       std::move(values));
  show_bounds(problem, result);

  HierarchicalProgramSolver solver(problem.size,
                                   squares.row_counts(squares.program.levels.size() > squares.first() + 1));
  const HierarchicalSolution& found = solver.solve(squares.program);
  if (squares.hard) refuse_broken(problem, found);
  if (found.status == HierarchicalStatus::IterationLimit)
    result.warnings.emplace_back("the quadratic program was not finished: it stopped at its iteration limit");
  result.x = found.x;
  Values solution{{x, result.x}};
  // what a bound costs; where the task is met, none costs anything
  const Eigen::VectorXd lambda = squares.multipliers(found);
  if (lambda.lpNorm<Eigen::Infinity>() > 1e-6 * all.J.lpNorm<Eigen::Infinity>()) solution.emplace_back("λ", lambda);
  if (squares.soft() > 0)
    solution.emplace_back("w", found.levels[0].slack.segment(squares.m, squares.soft()).cwiseMax(0.0));
  step(result, "The least of it. " + held_sentence(problem, found.bounds, squares.active_rows(found)),
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
  if (limited && problem.hard_inequalities) refuse_broken(problem, found);
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
