// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/task_conflicts.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "sinew/redundancy/generalised_inverse.h"

namespace sinew {

namespace {

/// Relative to what is wanted.
constexpr double conflict_tolerance = 1e-9;
/// How many times the last bit a sum of a few products is off.
constexpr double rounded_bits = 16.0;

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
  if (inverse.rank > 0) result.margin = inverse.singular_values[inverse.rank - 1] / inverse.singular_values[0];
  const int sum = std::accumulate(result.ranks.begin(), result.ranks.end(), 0);
  result.parallel = inverse.rank == sum;
  result.algorithmic_singularity =
      tasks.size() > 1 && inverse.rank < std::min<int>(sum, static_cast<int>(all.J.cols()));
  // what a rounded J turns its range by is round-off over the margin
  const Eigen::VectorXd wanted = all.wanted();
  result.distance = inverse.rank == all.J.rows() ? 0.0 : (wanted - all.J * (inverse.K * wanted)).norm();
  const double round_off =
      rounded_bits * std::numeric_limits<double>::epsilon() / std::max(result.margin, conflict_tolerance);
  result.conflict = result.distance > std::max(conflict_tolerance, round_off) * wanted.norm();
  return result;
}

}  // namespace sinew
