// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/follow/follow_bounds.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/analysis/matrices.h"
#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

JointLimits limits_for(const Model<double>& model, const FollowSettings& settings) {
  return settings.limits ? *settings.limits : JointLimits::of(model);
}

}  // namespace

FollowBounds::FollowBounds(const Model<double>& model, const FollowSettings& settings)
    : level_(settings.level),
      period_(settings.period),
      gain_(settings.gain),
      bounds_(model, settings.period, limits_for(model, settings)) {
  const JointLimits& limits = bounds_.limits();
  for (std::size_t i = 0; i < limits.acceleration_lower.size(); ++i)
    if (std::isfinite(limits.acceleration_lower[i]) || std::isfinite(limits.acceleration_upper[i]))
      limit_accelerations_ = true;
}

void FollowBounds::refuse_start_outside(const Eigen::VectorXd& q) const {
  const JointLimits& limits = bounds_.limits();
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (q[i] < limits.lower[at] - 1e-9 || q[i] > limits.upper[at] + 1e-9)
      refuse("the start has joint " + std::to_string(i + 1) + " at " + shown(q[i]) + ", outside its limits " +
                 shown(limits.lower[at]) + " to " + shown(limits.upper[at]),
             "start within them");
  }
}

Bounds FollowBounds::now(const FollowSample& sample) {
  const bool velocity = level_ == CommandLevel::Velocity;
  const MotionBounds& limits =
      velocity ? bounds_.velocity(in(sample.q)) : bounds_.acceleration(in(sample.q), in(sample.qd));
  Bounds bounds = limits.bounds;
  for (const LimitClash& clash : limits.clashes) {
    const double value = std::abs(clash.lower) < std::abs(clash.upper) ? clash.lower : clash.upper;
    bounds.lower[clash.velocity] = bounds.upper[clash.velocity] = value;
  }
  const JointLimits& y = bounds_.limits();
  const double T = period_, k = gain_;
  for (Eigen::Index i = 0; i < bounds.lower.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double lower = bounds.lower[i], upper = bounds.upper[i], qd = sample.qd[i];
    double least = -Limits::none, most = Limits::none;
    if (velocity) {
      // velocities change by no more than A·T, unless a position would be overrun
      least = qd + T * y.acceleration_lower[at];
      most = qd + T * y.acceleration_upper[at];
    } else {
      // limits are neared at the rate of the gain, critically damped, not within one sample
      least = k * (std::max(y.velocity_lower[at], 0.25 * k * (y.lower[at] - sample.q[i])) - qd);
      most = k * (std::min(y.velocity_upper[at], 0.25 * k * (y.upper[at] - sample.q[i])) - qd);
    }
    bounds.lower[i] = std::clamp(least, lower, upper);
    bounds.upper[i] = std::clamp(most, lower, upper);
  }
  return bounds;
}

}  // namespace sinew
