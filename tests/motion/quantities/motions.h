// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/motion/trajectory/formula_path.h"
#include "sinew/motion/trajectory/profile.h"
#include "sinew/motion/trajectory/spline.h"
#include "sinew/motion/trajectory/trajectory.h"
#include "sinew/symbolic/expr.h"

/// Motions of every kind to test with.
namespace sinew_test {

inline sinew::Arm robot_of_tree(const std::string& name) {
  return sinew::load(std::string(SINEW_SOURCE_DIR) + "/robots/" + name + ".yaml");
}

/// The motion of a published example: q = (sin t, 3·cos 2t, amplitude·sin 3t) for ten seconds.
inline std::shared_ptr<const sinew::Trajectory> rrp_motion(double amplitude = 1.0) {
  using sinew::Expr;
  sinew::ExprGraph graph;
  const Expr t = graph.symbol("t");
  const std::vector<Expr> q = {sincos(t).sin, Expr(3.0) * sincos(Expr(2.0) * t).cos,
                               Expr(amplitude) * sincos(Expr(3.0) * t).sin};
  return std::make_shared<const sinew::Trajectory>(formula_path(q, t, 0.0, 10.0), sinew::plain_clock(10.0));
}

class RandomMotions {
 public:
  explicit RandomMotions(unsigned seed) : random_(seed) {}

  double number(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random_); }
  int whole(int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_); }
  Eigen::VectorXd vector(int joints, double size) {
    Eigen::VectorXd v(joints);
    for (double& x : v) x = number(-size, size);
    return v;
  }

  /// Of a kind that goes with its number: rest to rest by every profile, legs one after the other, splines, formulas.
  sinew::Trajectory motion(int kind, int joints) {
    using sinew::Profile;
    constexpr Profile profiles[] = {Profile::Cubic,    Profile::Quintic,     Profile::Septic,
                                    Profile::BangBang, Profile::Trapezoidal, Profile::DoubleS};
    switch (kind % 9) {
      case 6:
        return legs(joints);
      case 7:
        return spline(joints);
      case 8:
        return waves(joints);
      default:
        return {sinew::line_path(vector(joints, 1.5), vector(joints, 1.5)),
                profile_clock(profiles[kind % 9], number(0.5, 3.0))};
    }
  }

 private:
  sinew::Trajectory legs(int joints) {
    std::vector<sinew::Trajectory::Segment> segments;
    Eigen::VectorXd from = vector(joints, 1.5);
    for (int i = whole(2, 4); i > 0; --i) {
      const Eigen::VectorXd to = vector(joints, 1.5);
      const auto profile = i % 2 == 0 ? sinew::Profile::Trapezoidal : sinew::Profile::Quintic;
      segments.push_back({sinew::line_path(from, to), profile_clock(profile, number(0.3, 1.5))});
      from = to;
    }
    return sinew::Trajectory(std::move(segments));
  }

  sinew::Trajectory spline(int joints) {
    std::vector<double> times = {0.0};
    const int count = whole(7, 14);
    while (static_cast<int>(times.size()) < count) times.push_back(times.back() + number(0.2, 0.8));
    Eigen::MatrixXd points(joints, count);
    for (int i = 0; i < count; ++i) points.col(i) = vector(joints, 1.0);
    const auto path = sinew::spline_path(times, points, whole(0, 1) == 0 ? 3 : 5, sinew::SplineEnd::Clamped);
    const double end = path->end();
    return {path, sinew::plain_clock(end)};
  }

  sinew::Trajectory waves(int joints) {
    using sinew::Expr;
    sinew::ExprGraph graph;
    const Expr t = graph.symbol("t");
    std::vector<Expr> q;
    for (int i = 0; i < joints; ++i)
      q.push_back(Expr(number(-1.0, 1.0)) +
                  Expr(number(0.1, 1.0)) * sincos(Expr(number(0.5, 6.0)) * t + Expr(number(0.0, 6.0))).sin);
    const double duration = number(1.0, 5.0);
    return {formula_path(q, t, 0.0, duration), sinew::plain_clock(duration)};
  }

  std::mt19937 random_;
};

}  // namespace sinew_test
