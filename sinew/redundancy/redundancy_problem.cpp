// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/redundancy_problem.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "sinew/errors/diagnostic.h"

namespace sinew {

namespace {

std::string count(Eigen::Index n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

}  // namespace

std::string RedundancyProblem::joint_name(int i) const {
  const auto at = static_cast<std::size_t>(i);
  return at < joint_names.size() ? joint_names[at] : "q" + std::to_string(i + 1);
}

void check(const RedundancyProblem& problem) {
  Diagnostics diagnostics("");
  const auto error = [&](std::string what, std::string remedy) {
    diagnostics.error({}, std::move(what), std::move(remedy));
  };
  const int n = problem.size;
  if (n < 1) error("there are no joints", "give a robot, or a Jacobian with a column per joint");
  if (problem.tasks.empty()) error("there is no task", "give at least one: a Jacobian and what it is to give");
  const auto vector = [&](const Eigen::VectorXd& v, const std::string& name) {
    if (v.size() != n)
      error(name + " has " + count(v.size(), "number") + " for " + count(n, "joint"), "give one per joint");
    else if (!v.allFinite())
      error(name + " has a number that is not finite", "correct it");
  };
  const auto square = [&](const Eigen::MatrixXd& A, const std::string& name) {
    if (A.rows() != n || A.cols() != n)
      error(name + " is " + std::to_string(A.rows()) + "×" + std::to_string(A.cols()) + " for " + count(n, "joint"),
            "give it a row and a column per joint");
    else if (!A.allFinite())
      error(name + " has a number that is not finite", "correct it");
  };
  for (const RedundancyProblem::Task& task : problem.tasks) {
    const std::string name = "task '" + task.name + "'";
    if (task.J.rows() == 0) error(name + " has no rows", "give its Jacobian at least one");
    if (task.J.cols() != n)
      error(name + " has a Jacobian of " + count(task.J.cols(), "column") + " for " + count(n, "joint"),
            "give it a column per joint");
    if (task.y.size() != task.J.rows())
      error(name + " wants " + count(task.y.size(), "number") + " of " + count(task.J.rows(), "row"),
            "give one per row of its Jacobian");
    if (task.drift.size() != 0 && task.drift.size() != task.J.rows())
      error(name + " has a drift J̇·q̇ of " + count(task.drift.size(), "number") + " for " + count(task.J.rows(), "row"),
            "give one per row of its Jacobian");
    if (!task.J.allFinite() || !task.y.allFinite() || !task.drift.allFinite())
      error(name + " has a number that is not finite", "correct it");
    if (task.weight.size() != 0 && task.weight.size() != task.J.rows())
      error(name + " has " + count(task.weight.size(), "weight") + " for " + count(task.J.rows(), "row"),
            "give one per row of its Jacobian");
    else if (!task.weight.allFinite() || (task.weight.array() <= 0.0).any())
      error(name + " has a weight that is not above zero", "leave the row out, or give it a positive weight");
    if (task.priority < 1) error(name + " has priority " + std::to_string(task.priority), "1 is the first, then 2");
  }
  if (problem.bounds) {
    const Bounds& bounds = *problem.bounds;
    if (bounds.lower.size() != n || bounds.upper.size() != n)
      error("there are " + std::to_string(bounds.lower.size()) + " lower and " + std::to_string(bounds.upper.size()) +
                " upper bounds for " + count(n, "joint"),
            "give one of each per joint");
    else
      for (int i = 0; i < n; ++i)
        if (!(bounds.lower[i] <= bounds.upper[i]))
          error("joint " + problem.joint_name(i) + " is to stay between " + shown(bounds.lower[i]) + " and " +
                    shown(bounds.upper[i]),
                "the lower bound must not lie above the upper one");
  }
  if (problem.weight) square(*problem.weight, "the weight of the joints");
  if (problem.mass_matrix) square(*problem.mass_matrix, "the mass matrix");
  if (problem.bias.size() != 0) vector(problem.bias, "the bias torque n");
  if (problem.preferred) vector(*problem.preferred, "the preferred motion");
  if (problem.gradient) vector(*problem.gradient, "the gradient of H");
  if (problem.damping_gain_times_qd.size() != 0) vector(problem.damping_gain_times_qd, "K_D·q̇");
  if (problem.preferred && problem.gradient)
    error("both a preferred motion and an objective are given", "give one of them");
  if (!std::isfinite(problem.step) || problem.step <= 0.0)
    error("the step along the gradient is " + shown(problem.step), "give one above zero");
  for (const int column : problem.independent_columns)
    if (column < 0 || column >= n)
      error("J_a is to have column " + std::to_string(column + 1) + " of " + std::to_string(n), "count joints from 1");
  if (problem.inequality_matrix.rows() > 0 && problem.inequality_matrix.cols() != n)
    error("the inequalities have " + count(problem.inequality_matrix.cols(), "column") + " for " + count(n, "joint"),
          "give a column per joint");
  if (problem.inequality_matrix.rows() != problem.inequality_limit.size())
    error("there are " + count(problem.inequality_matrix.rows(), "row") + " of inequalities and " +
              count(problem.inequality_limit.size(), "limit"),
          "give one limit per row");
  if (!problem.inequality_matrix.allFinite() || !problem.inequality_limit.allFinite())
    error("the inequalities have a number that is not finite", "correct it");
  diagnostics.throw_if_errors();
}

RedundancyProblem with_weighted_rows(const RedundancyProblem& problem) {
  RedundancyProblem result = problem;
  for (RedundancyProblem::Task& task : result.tasks) {
    if (task.weight.size() == 0) continue;
    const Eigen::VectorXd root = task.weight.cwiseSqrt();
    task.J = root.asDiagonal() * task.J;
    task.y = root.cwiseProduct(task.y);
    if (task.drift.size() > 0) task.drift = root.cwiseProduct(task.drift);
    task.weight.resize(0);
  }
  return result;
}

std::vector<RedundancyProblem::Task> by_priority(const RedundancyProblem& problem) {
  std::map<int, std::vector<RedundancyProblem::Task>> levels;
  for (const RedundancyProblem::Task& task : problem.tasks) levels[task.priority].push_back(task);
  std::vector<RedundancyProblem::Task> result;
  for (const auto& [priority, tasks] : levels) {
    result.push_back(stacked(tasks));
    result.back().priority = priority;
  }
  return result;
}

RedundancyProblem::Task stacked(const std::vector<RedundancyProblem::Task>& tasks) {
  if (tasks.size() == 1) return tasks.front();
  RedundancyProblem::Task all;
  Eigen::Index rows = 0;
  for (const auto& task : tasks) rows += task.J.rows();
  all.J.resize(rows, tasks.front().J.cols());
  all.y.resize(rows);
  all.drift.setZero(rows);
  rows = 0;
  for (const auto& task : tasks) {
    all.name += (all.name.empty() ? "" : ", ") + task.name;
    all.J.middleRows(rows, task.J.rows()) = task.J;
    all.y.segment(rows, task.J.rows()) = task.y;
    if (task.drift.size() > 0) all.drift.segment(rows, task.J.rows()) = task.drift;
    rows += task.J.rows();
  }
  return all;
}

Eigen::VectorXd preferred_motion(const RedundancyProblem& problem) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(problem.size);
  if (problem.preferred) x = *problem.preferred;
  if (problem.gradient) x = (problem.maximise ? problem.step : -problem.step) * *problem.gradient;
  if (problem.damping_gain_times_qd.size() > 0) x -= problem.damping_gain_times_qd;
  return x;
}

}  // namespace sinew
