// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/follow/path_deviation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {

namespace {

constexpr double metres_per_radian_of_deviation = 0.2;

/// u·θ with R = exp([u·θ]×), 0 ≤ θ ≤ π.
Vec3<double> turn_vector(const Rotation<double>& R) {
  const AxisAngle<double> turn = axis_angle(R);
  return turn.angle * turn.axis;
}

}  // namespace

PathDeviation::PathDeviation(std::shared_ptr<const CartesianPath> path, const FrameRows& rows)
    : path_(std::move(path)), rows_(rows) {}

PathDeviation::Place PathDeviation::place(const Pose<double>& X, double path_time) const {
  const PathPoint point = path_->at(path_time);
  const Vec3<double> turn = turn_vector(point.X.R * X.R.inverse()), way = point.X.p - X.p;
  constexpr double weight = metres_per_radian_of_deviation * metres_per_radian_of_deviation;
  Place y;
  y.deviation.path_time = path_time;
  double angular = 0.0, linear = 0.0;
  for (int i = 0; i < 3; ++i) {
    if (rows_.has[static_cast<std::size_t>(i)]) {
      angular += turn[i] * turn[i];
      y.slope += weight * turn[i] * point.w[i];
      y.rate += weight * point.w[i] * point.w[i];
    }
    if (rows_.has[static_cast<std::size_t>(i) + 3]) {
      linear += way[i] * way[i];
      y.slope += way[i] * point.v[i];
      y.rate += point.v[i] * point.v[i];
    }
  }
  y.deviation.position = std::sqrt(linear);
  y.deviation.orientation = std::sqrt(angular);
  y.square = linear + weight * angular;
  return y;
}

PathDeviation::Place PathDeviation::nearest(const Pose<double>& X, Place from) const {
  const double end = path_->duration();
  const auto take_if_nearer = [&](double path_time) {
    const Place there = place(X, std::clamp(path_time, 0.0, end));
    if (!(there.square < from.square)) return false;
    from = there;
    return true;
  };
  // Gauss-Newton along the path, as long as it leads nearer
  constexpr int steps = 8, halvings = 4;
  constexpr double short_enough = 1e-10;
  for (int k = 0; k < steps && from.rate > 0.0; ++k) {
    double step = -from.slope / from.rate;
    const double at = from.deviation.path_time;
    bool nearer = false;
    for (int i = 0; i < halvings && !nearer; ++i, step *= 0.5) nearer = take_if_nearer(at + step);
    if (!nearer || std::abs(from.deviation.path_time - at) < short_enough * end) break;
  }
  // where that ends far off, as at rest at an end of the path, by smaller and smaller steps to both sides
  constexpr double near_enough = 1e-5;
  if (from.square < near_enough * near_enough) return from;
  constexpr int side_steps = 18;  // the last about 1e-7 of the path
  double step = end / 64.0;
  for (int k = 0; k < side_steps; ++k, step *= 0.5)
    while (take_if_nearer(from.deviation.path_time - step) || take_if_nearer(from.deviation.path_time + step)) {
    }
  return from;
}

Deviation PathDeviation::of(const Pose<double>& X, double path_time) {
  const Place timed = place(X, path_time), before = place(X, last_);
  const Place found = nearest(X, before.square < timed.square ? before : timed);
  last_ = found.deviation.path_time;
  return found.deviation;
}

}  // namespace sinew
