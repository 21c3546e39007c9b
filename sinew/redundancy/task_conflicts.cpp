// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/task_conflicts.h"

#include <numeric>

#include "sinew/redundancy/generalised_inverse.h"

namespace sinew {

namespace {

/// Relative to what is wanted.
constexpr double conflict_tolerance = 1e-9;

}  // namespace

TaskConflicts task_conflicts(const std::vector<RedundancyProblem::Task>& tasks, double relative_tolerance) {
  TaskConflicts result;
  for (const auto& task : tasks) {
    result.ranks.push_back(pseudo_inverse(task.J, relative_tolerance).rank);
    result.singular.push_back(result.ranks.back() < std::min(task.J.rows(), task.J.cols()));
  }
  const RedundancyProblem::Task all = stacked(tasks);
  const GeneralisedInverse inverse = pseudo_inverse(all.J, relative_tolerance);
  result.stacked_rank = inverse.rank;
  result.condition = inverse.condition;
  result.tolerance = inverse.tolerance;
  const int sum = std::accumulate(result.ranks.begin(), result.ranks.end(), 0);
  result.parallel = inverse.rank == sum;
  result.algorithmic_singularity =
      tasks.size() > 1 && inverse.rank < std::min<int>(sum, static_cast<int>(all.J.cols()));
  const Eigen::VectorXd wanted = all.wanted();
  result.distance = (wanted - all.J * (inverse.K * wanted)).norm();
  result.conflict = result.distance > conflict_tolerance * wanted.norm();
  return result;
}

}  // namespace sinew
