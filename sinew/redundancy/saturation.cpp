// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/saturation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "sinew/errors/diagnostic.h"

namespace sinew {

namespace {

/// A y is in reach if what is left of it is smaller than this, relative to it.
constexpr double reach_tolerance = 1e-9;
/// A joint can be held in addition if so much of it is left free.
constexpr double hold_tolerance = 1e-7;
constexpr double saturation_tolerance = 1e-12;
constexpr double no_slope = 1e-14;
/// Scales that differ by less are the same.
constexpr double same_scale = 1e-9;
constexpr double residual_wanted = 1e-13;

}  // namespace

SaturationInNullSpace::SaturationInNullSpace(int size, int most_rows, int most_tasks)
    : size_(size),
      most_rows_(most_rows),
      basis_(size),
      refining_(size),
      factor_(most_rows, size),
      bounded_(size),
      levels_(static_cast<std::size_t>(most_tasks)),
      x_(size),
      free_(size),
      step_(size),
      at_one_(size),
      slope_(size),
      best_(size),
      rest_(most_rows),
      lost_(most_rows),
      held_(static_cast<std::size_t>(size)),
      best_held_(static_cast<std::size_t>(size)) {
  for (Level& level : levels_) level.held.resize(static_cast<std::size_t>(size));
}

void SaturationInNullSpace::check(std::span<const ScaledTask> tasks, const Bounds& bounds,
                                  const Eigen::VectorXd* preferred) const {
  check_tasks(tasks, size_, most_rows_, levels_.size());
  if (preferred != nullptr) check_vector(*preferred, size_, "the preferred motion");
  if (bounds.lower.size() != size_ || bounds.upper.size() != size_)
    refuse("the bounds have " + std::to_string(bounds.lower.size()) + " and " + std::to_string(bounds.upper.size()) +
               " numbers for " + std::to_string(size_) + " joints",
           "give one of each per joint");
  for (int i = 0; i < size_; ++i)
    if (!(bounds.lower[i] <= bounds.upper[i]))
      refuse("joint " + std::to_string(i + 1) + " is to stay between " + shown(bounds.lower[i]) + " and " +
                 shown(bounds.upper[i]),
             "the lower bound must not lie above the upper one");
}

const Eigen::VectorXd& SaturationInNullSpace::solve(std::span<const ScaledTask> tasks, const Bounds& bounds,
                                                    SaturationVariant variant, const Eigen::VectorXd* preferred) {
  check(tasks, bounds, preferred);
  if (trace_ != nullptr) trace_->clear();
  count_ = tasks.size();
  basis_.shrink(0);
  if (preferred != nullptr)
    x_ = *preferred;
  else
    x_.setZero();
  free_ = x_;
  x_ = x_.cwiseMax(bounds.lower).cwiseMin(bounds.upper);
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    Level& level = levels_[k];
    level.steps = 0;
    std::fill(held_.begin(), held_.end(), 0);
    if (variant == SaturationVariant::Optimal)
      optimise(tasks[k], k, bounds);
    else
      saturate(tasks[k], k, bounds, variant == SaturationVariant::Basic);
    refine(tasks, k + 1, bounds);
  }
  return x_;
}

/// Factors the task in what the levels above leave. Where that cannot give every s·y + drift, it gives one at most: the
/// scale that is returned.
std::optional<double> SaturationInNullSpace::factor(const ScaledTask& task, const Eigen::VectorXd& start,
                                                    Level& level) {
  factor_.factor(task.J, basis_, rank_tolerance);
  level.rank = factor_.rank();
  level.margin = factor_.margin();
  level.executed = true;
  level.reachable = true;
  if (factor_.rank() == task.rows()) return {};
  const double wanted = task.y.lpNorm<Eigen::Infinity>();
  task.residual(0.0, start.data(), rest_.data());
  const double moved = rest_.head(task.rows()).lpNorm<Eigen::Infinity>();
  auto y = lost_.head(task.rows()), still = rest_.head(task.rows());
  factor_.unreachable(rest_.data(), rest_.data());
  factor_.unreachable(task.y.data(), lost_.data());
  const double tolerance = reach_tolerance * std::max(moved, wanted);
  level.reachable = y.lpNorm<Eigen::Infinity>() <= reach_tolerance * wanted;
  if (level.reachable) {
    level.executed = still.lpNorm<Eigen::Infinity>() <= tolerance;
    return {};
  }
  const double s = -y.dot(still) / y.squaredNorm();
  level.executed =
      s >= -reach_tolerance && s <= 1.0 + reach_tolerance && (still + s * y).lpNorm<Eigen::Infinity>() <= tolerance;
  return std::clamp(s, 0.0, 1.0);
}

/// x(s) = at_one + (s − whole)·slope while the joints that are held stay where they are.
void SaturationInNullSpace::saturate(const ScaledTask& task, std::size_t k, const Bounds& bounds, bool afresh) {
  Level& level = levels_[k];
  const int above = basis_.rank();
  const Eigen::VectorXd& start = k == 0 ? free_ : x_;
  const std::optional<double> given = factor(task, start, level);
  const int with_task = basis_.rank();
  const double whole = given.value_or(1.0);
  double best = -1.0;
  if (level.executed) {
    at_one_ = start;
    task.residual(whole, start.data(), rest_.data());
    factor_.add_solution(rest_.data(), basis_, 1.0, at_one_.data());
    slope_.setZero();
    if (level.reachable) factor_.add_solution(task.y.data(), basis_, 1.0, slope_.data());
  }
  while (level.executed) {
    // between which scales is every joint within its bounds, and which one leaves them first?
    double least = 0.0, most = whole;
    int critical = -1;
    double critical_scale = infinity, worst = 0.0;
    for (int i = 0; i < size_; ++i) {
      if (held_[static_cast<std::size_t>(i)] != 0) continue;
      const double to_upper = bounds.upper[i] - at_one_[i], to_lower = bounds.lower[i] - at_one_[i];
      const double size = std::max(1.0, std::abs(at_one_[i]));
      const bool violated = to_upper < -saturation_tolerance * size || to_lower > saturation_tolerance * size;
      double from = violated ? infinity : -infinity, to = -from;
      if (std::abs(slope_[i]) > no_slope * size) {
        from = whole + std::min(to_lower / slope_[i], to_upper / slope_[i]);
        to = whole + std::max(to_lower / slope_[i], to_upper / slope_[i]);
      }
      least = std::max(least, from);
      if (!violated) continue;
      most = std::min(most, to);
      const double violation = std::max(-to_upper, to_lower);
      if (to < critical_scale - same_scale || (!(to > critical_scale + same_scale) && violation > worst)) {
        critical = i;
        critical_scale = to;
        worst = violation;
      }
    }
    const double scale = least <= most + saturation_tolerance ? most : -1.0;
    if (scale > best) {
      best = scale;
      best_ = at_one_ + (scale - whole) * slope_;
      best_held_ = held_;
    }
    ++level.steps;
    SaturationStep* step = nullptr;
    if (trace_ != nullptr) step = &trace_->emplace_back(SaturationStep{static_cast<int>(k), -1, 0.0, scale, at_one_});
    if (critical < 0) break;

    // hold the most critical one at its bound
    const auto at = static_cast<std::size_t>(critical);
    const double bound = at_one_[critical] > bounds.upper[critical] ? bounds.upper[critical] : bounds.lower[critical];
    if (!basis_.append_unit(critical, hold_tolerance)) break;
    held_[at] = at_one_[critical] > bounds.upper[critical] ? 1 : -1;
    if (step != nullptr) {
      step->joint = critical;
      step->bound = bound;
    }
    if (afresh) {
      // all that is held, then the task in what is left
      basis_.shrink(above);
      at_one_ = start;
      for (int i = 0; i < size_; ++i) {
        if (held_[static_cast<std::size_t>(i)] == 0) continue;
        if (!basis_.append_unit(i, 0.0)) continue;
        const double target = held_[static_cast<std::size_t>(i)] > 0 ? bounds.upper[i] : bounds.lower[i];
        const double* q = basis_.vector(basis_.rank() - 1);
        const double share = (target - at_one_[i]) / q[i];
        for (int j = 0; j < size_; ++j) at_one_[j] += share * q[j];
      }
      factor_.factor(task.J, basis_, rank_tolerance);
      if (factor_.rank() < level.rank) break;
      slope_.setZero();
      if (level.reachable) factor_.add_solution(task.y.data(), basis_, 1.0, slope_.data());
      task.residual(whole, at_one_.data(), rest_.data());
      factor_.add_solution(rest_.data(), basis_, 1.0, at_one_.data());
    } else {
      const double* q = basis_.vector(basis_.rank() - 1);
      const double share = (bound - at_one_[critical]) / q[critical], slope = slope_[critical] / q[critical];
      for (int j = 0; j < size_; ++j) {
        at_one_[j] += share * q[j];
        slope_[j] -= slope * q[j];
      }
    }
    at_one_[critical] = bound;
    slope_[critical] = 0.0;
  }

  level.executed = best >= 0.0;
  level.scale = std::max(best, 0.0);
  if (level.executed) {
    x_ = best_;
    level.held = best_held_;
    for (int i = 0; i < size_; ++i)
      if (const int held = best_held_[static_cast<std::size_t>(i)]; held != 0)
        x_[i] = held > 0 ? bounds.upper[i] : bounds.lower[i];
    x_ = x_.cwiseMax(bounds.lower).cwiseMin(bounds.upper);
    if (afresh) {
      basis_.shrink(above);
      factor_.factor(task.J, basis_, rank_tolerance);
    } else {
      basis_.shrink(with_task);
    }
  } else {
    std::fill(level.held.begin(), level.held.end(), 0);
    basis_.shrink(above);
  }
}

void SaturationInNullSpace::optimise(const ScaledTask& task, std::size_t k, const Bounds& bounds) {
  Level& level = levels_[k];
  const int above = basis_.rank();
  const std::optional<double> given = factor(task, free_, level);
  level.scale = 0.0;
  std::fill(level.held.begin(), level.held.end(), 0);
  if (level.executed) {
    // without bounds: x(s) = step + s·slope
    step_ = free_;
    task.residual(given.value_or(0.0), free_.data(), rest_.data());
    factor_.add_solution(rest_.data(), basis_, 1.0, step_.data());
    slope_.setZero();
    if (level.reachable) factor_.add_solution(task.y.data(), basis_, 1.0, slope_.data());
    double s = given.value_or(1.0);
    constexpr int most_cuts = 100;
    constexpr double most_shaved = 1e-8;
    double shave = 1e-15;
    int cuts = 0;
    for (;; ++cuts) {
      best_ = step_ + s * slope_;
      at_one_ = best_;
      const auto outcome = bounded_.solve(bounds, basis_, best_);
      level.steps += bounded_.steps();
      if (trace_ != nullptr) trace_->emplace_back(SaturationStep{static_cast<int>(k), -1, 0.0, s, at_one_});
      if (outcome == BoundedMinimumNorm::Outcome::Found) break;
      // every x in bounds has w·x ≥ least, w·x depends on s alone
      const double missing = bounded_.least() - bounded_.contradiction().dot(at_one_);
      const double gain = bounded_.contradiction().dot(slope_);
      double next = s + missing / gain;
      if (!(next < s - shave)) {  // round-off has the last word: a little less will do
        next = s - shave;
        shave *= 10.0;
      }
      if (!(gain < 0.0) || !(next >= -saturation_tolerance) || shave > most_shaved || cuts == most_cuts) {
        level.executed = false;
        break;
      }
      s = std::max(next, 0.0);
    }
    if (level.executed) {
      level.scale = s;
      level.held = bounded_.held();
      x_ = best_.cwiseMax(bounds.lower).cwiseMin(bounds.upper);
      free_ = step_ + s * slope_;
    }
  }
  if (!level.executed) basis_.shrink(above);
}

/// The largest entry of s·y + drift − J·x over the tasks that are executed.
double SaturationInNullSpace::largest_residual(std::span<const ScaledTask> tasks, std::size_t done,
                                               const Eigen::VectorXd& x) {
  double most = 0.0;
  for (std::size_t k = 0; k < done; ++k) {
    if (!levels_[k].executed) continue;
    tasks[k].residual(levels_[k].scale, x.data(), rest_.data());
    most = std::max(most, rest_.head(tasks[k].rows()).lpNorm<Eigen::Infinity>());
  }
  return most;
}

/// Takes away what round-off has left of it, the held joints held.
void SaturationInNullSpace::refine(std::span<const ScaledTask> tasks, std::size_t done, const Bounds& bounds) {
  const double before = largest_residual(tasks, done, x_);
  if (before <= residual_wanted * std::max(1.0, x_.lpNorm<Eigen::Infinity>())) return;
  refining_.shrink(0);
  for (int i = 0; i < size_; ++i)
    if (levels_[done - 1].executed && levels_[done - 1].held[static_cast<std::size_t>(i)] != 0)
      refining_.append_unit(i, 0.0);
  at_one_ = x_;
  for (std::size_t k = 0; k < done; ++k) {
    if (!levels_[k].executed) continue;
    factor_.factor(tasks[k].J, refining_, rank_tolerance);
    tasks[k].residual(levels_[k].scale, at_one_.data(), rest_.data());
    factor_.add_solution(rest_.data(), refining_, 1.0, at_one_.data());
  }
  at_one_ = at_one_.cwiseMax(bounds.lower).cwiseMin(bounds.upper);
  if (largest_residual(tasks, done, at_one_) < before) x_ = at_one_;
}

}  // namespace sinew
