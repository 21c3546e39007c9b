// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/bounded_step.h"

#include <algorithm>
#include <cmath>

namespace sinew {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

/// An unknown is let go where the slope towards the inside is more than this, relative to its column and the residuals.
constexpr double slope_tolerance = 1e-12;
/// |D·p| may differ from the radius by so much of it.
constexpr double radius_tolerance = 0.1;
constexpr int most_dampings = 30;

class BoundedMinimum {
 public:
  BoundedMinimum(StepModel& model, const VectorXd& x, const Bounds& bounds, double damping, const VectorXd& D)
      : model_(model),
        x_(x),
        bounds_(bounds),
        damping_(damping),
        D_(D),
        held_(static_cast<std::size_t>(x.size()), Side::None),
        settled_(static_cast<std::size_t>(x.size()), false) {}

  BoundedStep find() {
    BoundedStep step;
    step.p.setZero(x_.size());
    hold_where_pushed();
    // each round holds or lets go one unknown; round-off could make it go on, and any p on the way is a step down
    const Index most_rounds = 10 * x_.size() + 10;
    for (Index round = 0; round < most_rounds; ++round) {
      list_free(step.free);
      VectorXd goal = step.p;
      step.rank = model_.minimise(step.free, damping_, D_, goal);
      if (!advance(goal, step)) continue;
      if (!let_go_worst(step.p)) break;
    }
    list_free(step.free);
    step.x = x_ + step.p;
    for (Index j = 0; j < x_.size(); ++j) {
      const Side side = at(j);
      if (side != Side::None) step.x[j] = bound(j, side);
      step.x[j] = std::clamp(step.x[j], bounds_.lower[j], bounds_.upper[j]);
    }
    step.damping = damping_;
    return step;
  }

 private:
  enum class Side : signed char { None, Lower, Upper, Fixed };

  Side& at(Index j) { return held_[static_cast<std::size_t>(j)]; }
  double bound(Index j, Side side) const { return side == Side::Upper ? bounds_.upper[j] : bounds_.lower[j]; }

  void hold_where_pushed() {
    for (Index j = 0; j < x_.size(); ++j) {
      const double slope = model_.gradient()[j];
      if (bounds_.lower[j] == bounds_.upper[j])
        at(j) = Side::Fixed;
      else if (x_[j] == bounds_.lower[j] && slope > 0.0)
        at(j) = Side::Lower;
      else if (x_[j] == bounds_.upper[j] && slope < 0.0)
        at(j) = Side::Upper;
    }
  }

  void list_free(Indices& free) {
    free.clear();
    for (Index j = 0; j < x_.size(); ++j)
      if (at(j) == Side::None) free.push_back(j);
  }

  /// Towards the goal as far as bounds allow. False if something is held on the way.
  bool advance(const VectorXd& goal, BoundedStep& step) {
    double part = 1.0;
    Index first = -1;
    for (const Index j : step.free) {
      const double way = goal[j] - step.p[j];
      const double room = (way < 0.0 ? bounds_.lower[j] : bounds_.upper[j]) - x_[j] - step.p[j];
      if (std::abs(way) <= std::abs(room) || way == 0.0) continue;
      const double possible = std::max(room / way, 0.0);
      if (possible >= part) continue;
      part = possible;
      first = j;
    }
    if (first < 0) {
      step.p = goal;
      return true;
    }
    at(first) = goal[first] < step.p[first] ? Side::Lower : Side::Upper;
    if (part > 0.0)
      settled_.assign(settled_.size(), false);
    else if (first == let_go_)
      settled_[static_cast<std::size_t>(first)] = true;
    step.p += part * (goal - step.p);
    step.p[first] = bound(first, at(first)) - x_[first];
    return false;
  }

  /// False if every unknown that is held is pushed against its bound. One that ran back into its bound at once was let
  /// go for nothing but round-off: it stays until the next step down.
  bool let_go_worst(const VectorXd& p) {
    const VectorXd slope = model_.gradient_at(p, damping_, D_);
    double worst = slope_tolerance * model_.size();
    Index which = -1;
    for (Index j = 0; j < x_.size(); ++j) {
      if (at(j) == Side::None || at(j) == Side::Fixed || settled_[static_cast<std::size_t>(j)]) continue;
      const double inwards = (at(j) == Side::Lower ? -slope[j] : slope[j]) / std::max(model_.column_norms()[j], 1e-300);
      if (inwards <= worst) continue;
      worst = inwards;
      which = j;
    }
    let_go_ = which;
    if (which >= 0) at(which) = Side::None;
    return which >= 0;
  }

  StepModel& model_;
  const VectorXd& x_;
  const Bounds& bounds_;
  double damping_;
  const VectorXd& D_;
  std::vector<Side> held_;
  std::vector<bool> settled_;
  Index let_go_ = -1;
};

}  // namespace

BoundedStep bounded_step(StepModel& model, const VectorXd& x, const Bounds& bounds, double damping, const VectorXd& D) {
  return BoundedMinimum(model, x, bounds, damping, D).find();
}

BoundedStep step_within(StepModel& model, const VectorXd& x, const Bounds& bounds, const VectorXd& D, double radius,
                        const BoundedStep& undamped, double damping) {
  if (D.cwiseProduct(undamped.p).norm() <= (1.0 + radius_tolerance) * radius) return undamped;
  // |D·p| falls as λ rises; at `high` it is certainly within the radius
  double low = 0.0, high = model.gradient().cwiseQuotient(D).norm() / radius;
  BoundedStep step;
  for (int round = 0; round < most_dampings; ++round) {
    if (!(damping > low && damping < high)) damping = std::max(1e-3 * high, std::sqrt(low * high));
    step = bounded_step(model, x, bounds, damping, D);
    const double length = D.cwiseProduct(step.p).norm();
    if (std::abs(length - radius) <= radius_tolerance * radius) break;
    (length > radius ? low : high) = damping;
    // Newton on 1/|D·p|, which is nearly a straight line in λ
    const VectorXd v = D.cwiseAbs2().cwiseProduct(step.p)(step.free);
    const double slope = step.free.empty() ? 0.0 : model.inverse_form(v);
    damping = slope > 0.0 ? damping + (length - radius) / radius * length * length / slope : 0.0;
  }
  return step;
}

}  // namespace sinew
