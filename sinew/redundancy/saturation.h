// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sinew/redundancy/bounded_minimum_norm.h"
#include "sinew/redundancy/scaled_task.h"

namespace sinew {

/// How the joints that must stay at their limits are found.
enum class SaturationVariant {
  Basic,   ///< one joint more at a time, the most critical, each time from the start: as lectures print it
  Fast,    ///< the same joints, by updates
  Optimal  ///< the largest scale there is, and then the x of least norm
};

/// One joint sent to its limit, or a scale found on the way.
struct SaturationStep {
  int task = 0;
  int joint = -1;      ///< sent to its limit in this step; −1 in the last one
  double bound = 0.0;  ///< which one
  double scale = 0.0;  ///< largest that the step before it allowed; below zero if none
  Eigen::VectorXd x;   ///< of the step before it, unscaled
};

/// Saturation in the null space (SNS): tasks in order of priority, done as far as hard bounds on every joint allow.
///
/// A joint that the task would drive beyond its bound is held there, and the others take over; only where they cannot,
/// the task is scaled: J_k·x = s_k·y_k + drift_k with the largest s_k in [0, 1] that the variant finds, tasks of higher
/// priority untouched. Flacco, De Luca and Khatib, IEEE Transactions on Robotics 31 (2015). Optimal solves each level
/// exactly: a bounded least-norm problem, and where there is none, the contradiction says how large s may be.
///
/// Made once; then nothing is allocated, unless steps are traced.
class SaturationInNullSpace {
 public:
  struct Level {
    double scale = 0.0;
    bool executed = false;  ///< false: not even s = 0 can be had; x is that of the levels above
    bool reachable = true;  ///< false: y is not in reach of the joints that higher tasks leave, bounds or not
    int rank = 0;           ///< of the task in what higher tasks leave free
    double margin = 0.0;    ///< how near it is to losing one: TaskFactor::margin
    std::vector<int> held;  ///< per joint: −1 at its lower bound, +1 at its upper, 0 free
    int steps = 0;
  };

  SaturationInNullSpace(int size, int most_rows, int most_tasks);

  /// x of least distance to `preferred` (zero, if it is not there) in what remains. Bounds and tasks of the wrong size or
  /// with numbers that are none, lower above upper: InputError.
  const Eigen::VectorXd& solve(std::span<const ScaledTask> tasks, const Bounds& bounds,
                               SaturationVariant variant = SaturationVariant::Optimal,
                               const Eigen::VectorXd* preferred = nullptr);

  const Eigen::VectorXd& x() const { return x_; }
  std::span<const Level> levels() const { return {levels_.data(), count_}; }
  /// Where a trace is wanted, each solve writes its steps here.
  void trace(std::vector<SaturationStep>* steps) { trace_ = steps; }

 private:
  void check(std::span<const ScaledTask> tasks, const Bounds& bounds, const Eigen::VectorXd* preferred) const;
  std::optional<double> factor(const ScaledTask& task, const Eigen::VectorXd& start, Level& level);
  void saturate(const ScaledTask& task, std::size_t k, const Bounds& bounds, bool afresh);
  void optimise(const ScaledTask& task, std::size_t k, const Bounds& bounds);
  double largest_residual(std::span<const ScaledTask> tasks, std::size_t done, const Eigen::VectorXd& x);
  void refine(std::span<const ScaledTask> tasks, std::size_t done, const Bounds& bounds);

  int size_, most_rows_;
  std::size_t count_ = 0;
  RowBasis basis_, refining_;
  TaskFactor factor_;
  BoundedMinimumNorm bounded_;
  std::vector<Level> levels_;
  std::vector<SaturationStep>* trace_ = nullptr;
  Eigen::VectorXd x_, free_, step_, at_one_, slope_, best_, rest_, lost_;
  std::vector<int> held_, best_held_;
};

}  // namespace sinew
