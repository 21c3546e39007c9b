// SPDX-License-Identifier: BSD-3-Clause
// Several priorities: the stack, and saturation in the null space.
#include <algorithm>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "sinew/redundancy/priority_stack.h"
#include "sinew/redundancy/resolution_parts.h"
#include "sinew/redundancy/saturation.h"

namespace sinew::resolving {

namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Tasks as the solvers take them, with what they look at.
struct Rows {
  explicit Rows(const Tasks& levels) {
    J.reserve(levels.size());
    y.reserve(levels.size());
    for (const auto& task : levels) {
      J.emplace_back(task.J);
      y.push_back(task.wanted());
      tasks.push_back({J.back(), y.back()});
      most = std::max(most, static_cast<int>(task.J.rows()));
    }
  }
  std::vector<RowMatrix> J;
  std::vector<Eigen::VectorXd> y;
  std::vector<ScaledTask> tasks;
  int most = 0;
};

}  // namespace

void by_priority_stack(const RedundancyProblem& problem, const Tasks& levels, Resolution& result) {
  const std::string x = command_name(problem);
  const Rows rows(levels);
  PriorityStack stack(problem.size, rows.most, static_cast<int>(levels.size()));
  const Eigen::VectorXd preferred = preferred_motion(problem);
  result.x = stack.solve(rows.tasks, problem.damping, &preferred);
  // the same by projectors, as it is worked by hand
  Eigen::MatrixXd P = Eigen::MatrixXd::Identity(problem.size, problem.size);
  Eigen::VectorXd so_far = Eigen::VectorXd::Zero(problem.size);
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const std::string index = std::to_string(k + 1);
    const Eigen::MatrixXd JP = levels[k].J * P;
    const double mu = stack.levels()[k].mu;
    const Eigen::MatrixXd K =
        mu > 0.0 ? damped_inverse(JP, {Damping::Kind::Constant, mu, 0.0}).K : projected_inverse(levels[k].J, P).K;
    so_far += K * (levels[k].wanted() - levels[k].J * so_far);
    P -= projected_inverse(levels[k].J, P).K * JP;
    step(result,
         k == 0 ? "Priority 1, '" + levels[k].name + "': " + x + "1 = J1#·" + wanted_factor(problem) + "."
                : "Priority " + index + ", '" + levels[k].name + "', in what is left: " + x + index + " = " + x +
                      std::to_string(k) + " + (J" + index + "·P" + std::to_string(k) + ")#·(y" + index + " − J" +
                      index + "·" + x + std::to_string(k) + ").",
         {{"J" + index, levels[k].J}, {"y" + index, levels[k].wanted()}, {x + index, so_far}, {"P" + index, P}});
    const auto& level = stack.levels()[k];
    result.tasks.push_back({levels[k].name, levels[k].priority, {}, {}, 0.0, 1.0, true, level.rank, true});
  }
  if (!preferred.isZero(0.0))
    step(result, "What no task needs goes to " + x + "0.", {{x + "0", preferred}, {x, result.x}});
}

void by_saturation(const RedundancyProblem& problem, const Tasks& levels, Resolution& result) {
  if (!problem.bounds) missing(problem, result, "bounds of the joint command");
  const std::string x = command_name(problem);
  const Rows rows(levels);
  SaturationInNullSpace solver(problem.size, rows.most, static_cast<int>(levels.size()));
  std::vector<SaturationStep> trace;
  solver.trace(&trace);
  const SaturationVariant variant = result.method == RedundancyMethod::SnsBasic  ? SaturationVariant::Basic
                                    : result.method == RedundancyMethod::SnsFast ? SaturationVariant::Fast
                                                                                 : SaturationVariant::Optimal;
  const Eigen::VectorXd preferred = preferred_motion(problem);
  const bool prefers = !preferred.isZero(0.0);
  step(result, "Bounds of " + x + ":", {{"lower", problem.bounds->lower}, {"upper", problem.bounds->upper}});
  if (prefers) step(result, "The joints would like to move by " + x + "0.", {{x + "0", preferred}});
  const std::string nearest = prefers ? "nearest to " + x + "0" : "of least norm";
  for (std::size_t k = 0; k < levels.size(); ++k) {
    // this task on top of those above it, and none below: what is known by now
    result.x = solver.solve({rows.tasks.data(), k + 1}, *problem.bounds, variant, &preferred);
    const auto& level = solver.levels()[k];
    bool tried = false;  // or else no bound was ever looked at
    step(result, "Task '" + levels[k].name + "': J·" + x + " = s·y, y = " + wanted_name(problem) + ".",
         {{"J", levels[k].J}, {"y", levels[k].wanted()}});
    for (const SaturationStep& s : trace) {
      if (s.task != static_cast<int>(k)) continue;
      tried = true;
      if (variant == SaturationVariant::Optimal) {
        step(result, "Without bounds, " + nearest + ", scaled by " + shown(s.scale) + ":", {{x, s.x}});
        continue;
      }
      step(result, "With the joints that are held held, " + nearest + ":", {{x, s.x}});
      if (s.joint >= 0)
        step(result, "Joint " + problem.joint_name(s.joint) +
                         " is the most critical: the task alone could be scaled by " +
                         (s.scale >= 0.0 ? shown(s.scale) : "nothing") + ". Hold it at " + shown(s.bound) + ".");
    }
    const bool reachable = level.reachable && (level.executed || tried);
    result.tasks.push_back(
        {levels[k].name, levels[k].priority, {}, {}, 0.0, level.scale, level.executed, level.rank, reachable});
    step(result,
         !level.executed && !reachable
             ? "Bounds or not, no s of it can be had with the tasks above: the task is left out."
         : !level.executed    ? "Not even s = 0 is within the bounds: the task is left out."
         : !reachable         ? "Bounds or not, this is the only s of it that can be had:"
         : level.scale >= 1.0 ? "Within the bounds, s = 1:"
                              : "The largest scale found:",
         {{"s", scalar(level.scale)}, {x, result.x}});
  }
}

}  // namespace sinew::resolving
