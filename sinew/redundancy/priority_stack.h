// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "sinew/redundancy/damping.h"
#include "sinew/redundancy/scaled_task.h"

namespace sinew {

/// Tasks in order of priority, each done as well as those above it allow:
///
///     x_k = x_(k−1) + (J_k·P_(k−1))#·(y_k − J_k·x_(k−1)),  P_k = P_(k−1) − (J_k·P_(k−1))#·J_k·P_(k−1)
///
/// Siciliano and Slotine (1991). P is never formed: the rows of all tasks are orthonormalised one after the other, and
/// what a task has left to move in is what its rows have left. Made once; then nothing is allocated.
class PriorityStack {
 public:
  struct Level {
    int rank = 0;         ///< of J_k·P
    double margin = 0.0;  ///< how near it is to losing one: TaskFactor::margin
    double error = 0.0;   ///< |y + drift − J·x| of its own x, largest entry
    double mu = 0.0;      ///< damping
  };

  PriorityStack(int size, int most_rows, int most_levels);

  /// `preferred` is what the joints would like to do with what no task needs; zero if it is not there.
  const Eigen::VectorXd& solve(std::span<const ScaledTask> tasks, const Damping& damping = {},
                               const Eigen::VectorXd* preferred = nullptr);

  const Eigen::VectorXd& x() const { return x_; }
  std::span<const Level> levels() const { return {levels_.data(), count_}; }
  /// Freedom that no task needs.
  int freedom() const { return size_ - basis_.rank(); }

 private:
  int size_, most_rows_;
  std::size_t count_ = 0;
  RowBasis basis_;
  TaskFactor factor_;
  std::vector<Level> levels_;
  Eigen::VectorXd x_, extra_, rest_;
};

}  // namespace sinew
