// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/redundancy/redundancy_problem.h"

namespace sinew {

/// Can the tasks be had together, whatever the bounds?
struct TaskConflicts {
  std::vector<int> ranks;  ///< of each task's own Jacobian
  int stacked_rank = 0;
  double condition = 0.0;  ///< of the stacked Jacobian
  /// Its smallest singular value that counts, relative to the largest: how near the tasks are to a singularity.
  double margin = 0.0;
  double tolerance = 0.0;      ///< singular values below it count as zero
  std::vector<bool> singular;  ///< each task alone has lost a direction: rank below rows
  /// Each is well by itself, but together they have lost a direction: rank of the stack below the sum of ranks.
  bool algorithmic_singularity = false;
  /// Every motion of one task can be had with every motion of the others.
  bool parallel = false;
  /// What is wanted now cannot be had: it is outside the range of the stacked Jacobian, by `distance`, and further than
  /// rounded numbers of such a condition explain.
  bool conflict = false;
  double distance = 0.0;
};

/// Below this margin joints race: a task velocity of 1 takes ten thousand times what it takes elsewhere.
inline constexpr double near_singularity = 1e-4;

/// Of the tasks as they are stated, whatever their priorities.
TaskConflicts task_conflicts(const std::vector<RedundancyProblem::Task>& tasks, double relative_tolerance = 0.0);

}  // namespace sinew
