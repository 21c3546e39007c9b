// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/bounded_minimum_norm.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/bounds.h"

namespace sinew {

namespace {

/// A bound is met if it is missed by less than this, relative to its size and at least to 1.
constexpr double met_tolerance = 1e-13;
/// The same where it cannot be met better: at the very edge of what is possible, round-off decides.
constexpr double edge_tolerance = 1e-11;
/// A unit vector this near to the span of what is held cannot be held as well.
constexpr double direction_tolerance = 1e-12;

}  // namespace

BoundedMinimumNorm::BoundedMinimumNorm(int size)
    : size_(size),
      held_(static_cast<std::size_t>(size)),
      let_be_(held_.size()),
      r_(static_cast<std::size_t>(size)),
      start_(size),
      z_(size),
      w_(size) {
  active_.reserve(static_cast<std::size_t>(size));
}

void BoundedMinimumNorm::drop(std::size_t which, RowBasis& basis, int rank) {
  active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(which));
  basis.shrink(rank + static_cast<int>(which));
  for (std::size_t t = which; t < active_.size(); ++t) basis.append_unit(active_[t].joint, 0.0);
}

/// x from the start again, straight to where the held joints are: on the way here it may have been far away.
void BoundedMinimumNorm::rebuild(RowBasis& basis, int rank, Eigen::VectorXd& x) {
  x = start_;
  for (std::size_t t = 0; t < active_.size(); ++t) {
    const int joint = active_[t].joint;
    const double* q = basis.vector(rank + static_cast<int>(t));
    const double share = (active_[t].bound - x[joint]) / q[joint];
    for (int i = 0; i < size_; ++i) x[i] += share * q[i];
  }
}

/// e_joint = Σ r_t·e_(joint t) + what J's rows span + z, by back-substitution: vector i of the basis has the entry of
/// the triangular factor that belongs to held joint j at its place j.
void BoundedMinimumNorm::dual_direction(int joint, const RowBasis& basis, int rank) {
  for (auto t = static_cast<int>(active_.size()) - 1; t >= 0; --t) {
    const double* q = basis.vector(rank + t);
    double sum = q[joint];
    for (auto later = static_cast<std::size_t>(t) + 1; later < active_.size(); ++later)
      sum -= q[active_[later].joint] * r_[later];
    r_[static_cast<std::size_t>(t)] = sum / q[active_[static_cast<std::size_t>(t)].joint];
  }
}

BoundedMinimumNorm::Outcome BoundedMinimumNorm::solve(const Bounds& bounds, RowBasis& basis, Eigen::VectorXd& x) {
  if (bounds.lower.size() != size_ || bounds.upper.size() != size_ || basis.size() != size_ || x.size() != size_)
    refuse("the bounds, the basis and x are not all of " + std::to_string(size_) + " joints",
           "give one entry per joint");
  const int rank = basis.rank();
  active_.clear();
  steps_ = 0;
  start_ = x;
  std::fill(let_be_.begin(), let_be_.end(), 0);
  Outcome outcome = Outcome::Found;
  for (;;) {
    // the bound that is missed most
    Active next;
    double most = 0.0;
    for (int i = 0; i < size_; ++i) {
      const double below = bounds.lower[i] - x[i], above = x[i] - bounds.upper[i];
      const double bound = below > above ? bounds.lower[i] : bounds.upper[i];
      const double missed = std::max(below, above);
      if (let_be_[static_cast<std::size_t>(i)] == 0 && missed > most &&
          missed > met_tolerance * std::max(1.0, std::abs(bound))) {
        most = missed;
        next = {i, below > above ? 1.0 : -1.0, bound, 0.0};
      }
    }
    if (most == 0.0) break;
    bool held = false, dropped = false;
    while (!held) {
      if (++steps_ > 50 * (size_ + 1)) {
        std::fill(r_.begin(), r_.end(), 0.0);
        outcome = Outcome::Undecided;
        break;
      }
      z_.setZero();
      z_[next.joint] = next.sign;
      basis.project(z_.data());
      basis.project(z_.data());
      dual_direction(next.joint, basis, rank);
      std::size_t blocking = active_.size();
      double dual_step = infinity;
      for (std::size_t t = 0; t < active_.size(); ++t) {
        r_[t] *= next.sign * active_[t].sign;
        if (r_[t] > 1e-12 && active_[t].multiplier / r_[t] < dual_step) {
          dual_step = active_[t].multiplier / r_[t];
          blocking = t;
        }
      }
      const double gain = z_.squaredNorm();
      const double missed = next.sign * (next.bound - x[next.joint]);
      const double primal_step = gain > direction_tolerance * direction_tolerance ? missed / gain : infinity;
      const double step = std::min(dual_step, primal_step);
      if (step == infinity) {
        if (missed <= edge_tolerance * std::max(1.0, std::abs(next.bound)))
          let_be_[static_cast<std::size_t>(next.joint)] = 1;
        else
          outcome = Outcome::Impossible;
        break;
      }
      if (primal_step < infinity) x += step * z_;
      for (std::size_t t = 0; t < active_.size(); ++t) active_[t].multiplier -= step * r_[t];
      next.multiplier += step;
      if (step == primal_step) {
        basis.append_unit(next.joint, 0.0);
        x[next.joint] = next.bound;
        active_.push_back(next);
        held = true;
        if (dropped) rebuild(basis, rank, x);
      } else {
        drop(blocking, basis, rank);
        dropped = true;
      }
    }
    if (outcome != Outcome::Found) {
      w_.setZero();
      w_[next.joint] = next.sign;
      beta_ = next.sign * next.bound;
      for (std::size_t t = 0; t < active_.size(); ++t) {
        w_[active_[t].joint] -= r_[t] * active_[t].sign;
        beta_ -= r_[t] * active_[t].sign * active_[t].bound;
      }
      break;
    }
  }
  std::fill(held_.begin(), held_.end(), 0);
  for (const Active& a : active_) {
    x[a.joint] = a.bound;
    held_[static_cast<std::size_t>(a.joint)] = a.sign > 0.0 ? -1 : 1;
  }
  basis.shrink(rank);
  return outcome;
}

}  // namespace sinew
