// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/priority_stack.h"

#include <cmath>

#include "sinew/errors/diagnostic.h"

namespace sinew {

PriorityStack::PriorityStack(int size, int most_rows, int most_levels)
    : size_(size),
      most_rows_(most_rows),
      basis_(size),
      factor_(most_rows, size),
      levels_(static_cast<std::size_t>(most_levels)),
      x_(size),
      extra_(size),
      rest_(most_rows) {}

const Eigen::VectorXd& PriorityStack::solve(std::span<const ScaledTask> tasks, const Damping& damping,
                                            const Eigen::VectorXd* preferred) {
  check_tasks(tasks, size_, most_rows_, levels_.size());
  if (preferred != nullptr) check_vector(*preferred, size_, "the preferred motion");
  count_ = tasks.size();
  basis_.shrink(0);
  x_.setZero();
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    Level& level = levels_[k];
    factor_.factor(tasks[k].J, basis_, rank_tolerance);
    level.rank = factor_.rank();
    level.margin = factor_.margin();
    level.mu = std::sqrt(damping.squared(factor_.margin() * factor_.longest_row()));
    tasks[k].residual(1.0, x_.data(), rest_.data());
    if (level.mu > 0.0)
      factor_.add_damped_solution(rest_.data(), basis_, level.mu, x_.data());
    else
      factor_.add_solution(rest_.data(), basis_, 1.0, x_.data());
    tasks[k].residual(1.0, x_.data(), rest_.data());
    level.error = rest_.head(tasks[k].rows()).lpNorm<Eigen::Infinity>();
  }
  if (preferred != nullptr) {
    extra_ = *preferred;
    basis_.project(extra_.data());
    x_ += extra_;
  }
  return x_;
}

}  // namespace sinew
