// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/joint_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sinew/readings/door.h"
#include "sinew/tasks/joint_names.h"
#include "sinew/tasks/stopping_speed.h"

namespace sinew {

const char* name_of(LimitKind kind) {
  switch (kind) {
    case LimitKind::None:
      return "no";
    case LimitKind::Position:
      return "position";
    case LimitKind::Velocity:
      return "velocity";
    case LimitKind::Acceleration:
      return "acceleration";
    case LimitKind::Braking:
      return "position (to brake before it)";
  }
  return "";
}

namespace {

/// How many times the last bit of its terms a bound may be off.
constexpr double last_bits = 8.0 * std::numeric_limits<double>::epsilon();

/// The samples that a joint brakes for at most, and some more: so often q and q̇ are rounded before the limit is reached.
double rounded_samples(double range, double reach, double V, double A, double T) {
  constexpr double some_more = 32.0, most = 1e6;
  if (std::isinf(A) || A == 0.0) return some_more;
  const double way = std::min(range, V * V / (2.0 * A));
  return some_more + std::min(std::sqrt(2.0 * (std::isfinite(way) ? way : reach) / A) / T, most);
}

}  // namespace

/// An upper bound in the making; a lower one is that of the mirrored joint.
struct JointBounds::Side {
  double bound = Limits::none;
  LimitKind from = LimitKind::None;
  double blur = 0.0;  ///< the size of the terms that the bound is the difference of, as often as they were rounded

  void limit(double value, LimitKind kind, double value_blur) {
    if (!(value < bound)) return;
    bound = value;
    from = kind;
    blur = std::abs(value) + value_blur;
  }

  /// For q̇, of a joint at x: V and X are its limits, A the acceleration that brakes, `size` the blur of x.
  void limit_velocity(double V, double X, double x, double A, double T, double size, Braking braking) {
    limit(V, LimitKind::Velocity, 0.0);
    if (std::isinf(X)) return;
    const double g = X - x;
    limit(g / T, LimitKind::Position, size / T);
    if (braking == Braking::Ignored || std::isinf(A)) return;
    if (braking == Braking::FromNextSample) {
      limit(stopping_speed(g, A, T), LimitKind::Braking, size / T);
      return;
    }
    const double speed = std::sqrt(2.0 * A * std::max(g, 0.0));
    limit(speed, LimitKind::Braking, speed > 0.0 ? A * size / speed : 0.0);
  }

  /// For q̇ after a joint had the velocity v; `most` is the acceleration that there is.
  void limit_change(double v, double most, double T) {
    if (!std::isinf(most)) limit(v + most * T, LimitKind::Acceleration, std::abs(v) + most * T);
  }

  /// For q̈, of a joint at x with velocity v; `most` is the limit of the acceleration itself.
  void limit_acceleration(double most, double V, double X, double x, double v, double A, double T, double size,
                          Braking braking) {
    limit(most, LimitKind::Acceleration, 0.0);
    limit((V - v) / T, LimitKind::Velocity, (std::abs(V) + std::abs(v)) / T);
    if (std::isinf(X)) return;
    const double g = X - x;
    size += std::abs(v) * T;
    limit(2.0 * (g - v * T) / (T * T), LimitKind::Position, 2.0 * size / (T * T));
    if (braking == Braking::FromNextSample) limit_to_stop(g, v, A, T, size);
    if (braking != Braking::FromHere || std::isinf(A)) return;
    const double speed = std::sqrt(2.0 * A * std::max(g, 0.0));
    limit((speed - v) / T, LimitKind::Braking, (std::abs(v) + (speed > 0.0 ? A * size / speed : 0.0)) / T);
  }

  /// For q̈, so that the joint can be stopped at a sample to come: q̇ + q̈·T is at most the stopping speed for the room that
  /// q̇·T/2 leaves. Where it is too fast for that, it has to stop within a sample and come back.
  void limit_to_stop(double g, double v, double A, double T, double size) {
    const double spare = g - 0.5 * v * T, blur_of_stop = 2.0 * size / (T * T);
    if (spare >= 0.0) {
      double stop = (stopping_speed(spare, A, T) - v) / T;
      if (stop < -A - last_bits * (A + blur_of_stop))
        stop = std::max(stop, -v / T - 0.5 * A + std::sqrt(A * (A * T * T + 8.0 * spare)) / (2.0 * T));
      limit(stop, LimitKind::Braking, blur_of_stop);
    } else if (g > 0.0 && !std::isinf(A)) {
      limit(-v * v / (2.0 * g), LimitKind::Braking, v * v / (2.0 * g) * (size / g));
    }
  }
};

JointBounds::JointBounds(const Model<double>& model, double sampling_time)
    : JointBounds(model, sampling_time, JointLimits::of(model)) {}

JointBounds::JointBounds(const Model<double>& model, double sampling_time, JointLimits limits)
    : model_(model), T_(sampling_time), limits_(std::move(limits)), first_(model.floating_base() ? 6 : 0) {
  if (!(T_ > 0.0) || !std::isfinite(T_))
    numbers::refuse(model, "the sampling time is " + shown(T_), "give a number of seconds above zero");
  limits_.check(model);
  for (std::size_t i = first_; i < limits_.lower.size(); ++i)
    if (!(limits_.acceleration_lower[i] <= 0.0) || !(limits_.acceleration_upper[i] >= 0.0))
      numbers::refuse(model,
                      "the acceleration limits of joint " +
                          in_quotes(model.link(independent_joints(model)[i - first_]).joint_name) + " are " +
                          shown(limits_.acceleration_lower[i]) + " to " + shown(limits_.acceleration_upper[i]),
                      "give one that is not positive and one that is not negative: it could never brake");
  for (std::size_t i = 0; i < limits_.lower.size(); ++i) {
    const JointLimits& y = limits_;
    double reach = 0.0;
    for (const double limit : {y.lower[i], y.upper[i]})
      if (std::isfinite(limit)) reach = std::max(reach, std::abs(limit));
    const double V = std::max(-y.velocity_lower[i], y.velocity_upper[i]);
    const double A = std::min(-y.acceleration_lower[i], y.acceleration_upper[i]);
    reach_.push_back(reach);
    samples_.push_back(rounded_samples(y.upper[i] - y.lower[i], reach, V, A, T_));
  }
  for (const int link : independent_joints(model)) positions_.push_back(at(model.link(link).position_index));
  const auto n = static_cast<Eigen::Index>(model.velocity_count());
  result_.bounds = {Eigen::VectorXd::Constant(n, -Limits::none), Eigen::VectorXd::Constant(n, Limits::none)};
  result_.lower_from.assign(at(model.velocity_count()), LimitKind::None);
  result_.upper_from = result_.lower_from;
  result_.clashes.reserve(at(model.velocity_count()));
}

const MotionBounds& JointBounds::velocity(In<double> q) { return velocity_bounds(q, nullptr); }

const MotionBounds& JointBounds::velocity(In<double> q, In<double> qd) {
  numbers::expect_velocity(model_, "qd", qd);
  return velocity_bounds(q, qd.data());
}

const MotionBounds& JointBounds::velocity_bounds(In<double> q, const double* qd) {
  numbers::expect_position(model_, q);
  result_.clashes.clear();
  const JointLimits& y = limits_;
  for (std::size_t i = first_; i < y.lower.size(); ++i) {
    const double x = q[positions_[i - first_]];
    Side lower, upper;
    const double size = blur_of(i, x);
    upper.limit_velocity(y.velocity_upper[i], y.upper[i], x, -y.acceleration_lower[i], T_, size, braking_);
    lower.limit_velocity(-y.velocity_lower[i], -y.lower[i], -x, y.acceleration_upper[i], T_, size, braking_);
    if (qd != nullptr) {
      upper.limit_change(qd[i], y.acceleration_upper[i], T_);
      lower.limit_change(-qd[i], -y.acceleration_lower[i], T_);
    }
    set(i, lower, upper);
  }
  return result_;
}

const MotionBounds& JointBounds::acceleration(In<double> q, In<double> qd) {
  numbers::expect_position(model_, q);
  numbers::expect_velocity(model_, "qd", qd);
  result_.clashes.clear();
  const JointLimits& y = limits_;
  for (std::size_t i = first_; i < y.lower.size(); ++i) {
    const double x = q[positions_[i - first_]], v = qd[i];
    const double least = y.acceleration_lower[i], most = y.acceleration_upper[i], size = blur_of(i, x);
    Side lower, upper;
    upper.limit_acceleration(most, y.velocity_upper[i], y.upper[i], x, v, -least, T_, size, braking_);
    lower.limit_acceleration(-least, -y.velocity_lower[i], -y.lower[i], -x, -v, most, T_, size, braking_);
    set(i, lower, upper);
  }
  return result_;
}

double JointBounds::blur_of(std::size_t i, double x) const { return samples_[i] * std::max(reach_[i], std::abs(x)); }

void JointBounds::set(std::size_t i, const Side& lower, const Side& upper) {
  const auto k = static_cast<Eigen::Index>(i);
  double low = -lower.bound, high = upper.bound;
  if (low > high) {
    if (low - high > last_bits * (lower.blur + upper.blur))
      result_.clashes.push_back({static_cast<int>(i), lower.from, upper.from, low, high});
    else if (upper.from == LimitKind::Acceleration)  // a motor's limit is the one to keep to the last bit
      low = high;
    else if (lower.from == LimitKind::Acceleration)
      high = low;
    else
      low = high = 0.5 * (low + high);
  }
  result_.bounds.lower[k] = low;
  result_.bounds.upper[k] = high;
  result_.lower_from[i] = lower.from;
  result_.upper_from[i] = upper.from;
}

std::string JointBounds::text(const LimitClash& clash) const {
  const std::string& joint = model_.link(independent_joints(model_)[at(clash.velocity) - first_]).joint_name;
  return "joint " + in_quotes(joint) + ": its " + name_of(clash.lower_from) + " limit asks for at least " +
         shown(clash.lower) + ", its " + name_of(clash.upper_from) + " limit allows at most " + shown(clash.upper);
}

}  // namespace sinew
