// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/cartesian/cartesian_path.h"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/cartesian/path_parts.h"

namespace sinew {

namespace {

class Line : public CartesianPath {
 public:
  Line(const Pose<double>& start, const Pose<double>& end, double duration)
      : start_(start), way_(end.p - start.p), turn_(axis_angle(end.R * start.R.inverse())), duration_(duration) {}

  double duration() const override { return duration_; }
  double length() const override { return norm(way_); }
  std::string text() const override {
    std::string text = "line of " + roughly(length()) + " m";
    if (turn_.angle > 1e-9) text += ", turning by " + degrees(turn_.angle);
    return text;
  }
  PathPoint at(double t) const override {
    const Motion1 s = quintic(t, duration_);
    const Vec3<double> turn = turn_.angle * turn_.axis;
    return {
        {Rotation<double>::from(AxisAngle<double>{turn_.axis, s.x * turn_.angle}) * start_.R, start_.p + s.x * way_},
        s.rate * turn,
        s.rate * way_,
        s.second * turn,
        s.second * way_};
  }

 private:
  Pose<double> start_;
  Vec3<double> way_;
  AxisAngle<double> turn_;
  double duration_;
};

class Circle : public CartesianPath {
 public:
  Circle(const Pose<double>& start, const Vec3<double>& centre, const Vec3<double>& axis, double turn, bool turns_along,
         double duration)
      : start_(start), centre_(centre), axis_(axis), turn_(turn), turns_along_(turns_along), duration_(duration) {}

  double duration() const override { return duration_; }
  double length() const override { return std::abs(turn_) * radius(); }
  std::string text() const override {
    std::string text = "circle of radius " + roughly(radius()) + " m, " + roughly(length()) + " m long";
    if (std::abs(std::abs(turn_) - 2.0 * M_PI) > 1e-9) text += ", by " + degrees(turn_);
    return text;
  }
  PathPoint at(double t) const override {
    const Motion1 s = quintic(t, duration_);
    const Rotation<double> R = Rotation<double>::from(AxisAngle<double>{axis_, s.x * turn_});
    const Vec3<double> r = R * (start_.p - centre_), w = s.rate * turn_ * axis_, wd = s.second * turn_ * axis_;
    PathPoint point;
    point.X = {turns_along_ ? R * start_.R : start_.R, centre_ + r};
    point.v = cross(w, r);
    point.a = cross(wd, r) + cross(w, cross(w, r));
    if (turns_along_) {
      point.w = w;
      point.wd = wd;
    }
    return point;
  }

 private:
  double radius() const { return norm(cross(axis_, start_.p - centre_)); }

  Pose<double> start_;
  Vec3<double> centre_, axis_;
  double turn_;
  bool turns_along_;
  double duration_;
};

/// Cubic splines through seven numbers at each knot: a place and a quaternion, whose norm is divided out.
class Spline : public CartesianPath {
 public:
  /// `duration` > 0: knots run from 0 to 1 and a quintic goes through them, from rest to rest; the ends have no curvature.
  /// Else they are times, and the ends have no slope: a robot starts from rest and has to come to rest.
  Spline(std::vector<double> knots, const std::vector<Pose<double>>& poses, double duration)
      : knots_(std::move(knots)), duration_(duration) {
    const auto n = static_cast<Eigen::Index>(knots_.size());
    values_.resize(7, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Pose<double>& X = poses[static_cast<std::size_t>(i)];
      const Quaternion<double> p = quaternion(X.R);
      values_.col(i) << X.p.x, X.p.y, X.p.z, p.x, p.y, p.z, p.w;
      // of the two quaternions of a rotation the one nearer to the last
      if (i > 0 && values_.col(i).tail<4>().dot(values_.col(i - 1).tail<4>()) < 0.0) values_.col(i).tail<4>() *= -1.0;
    }
    find_second_derivatives();
    for (int i = 0; i < 1000; ++i) {
      const double from = knots_.front(), step = (knots_.back() - from) / 1000.0;
      length_ += (place(from + (i + 1) * step).head<3>() - place(from + i * step).head<3>()).norm();
    }
  }

  double duration() const override { return duration_ > 0.0 ? duration_ : knots_.back() - knots_.front(); }
  double length() const override { return length_; }
  std::string text() const override {
    return "way through " + std::to_string(knots_.size()) + " poses, " + roughly(length_) + " m long";
  }

  PathPoint at(double t) const override {
    Motion1 s{knots_.front() + std::clamp(t, 0.0, duration()), 1.0, 0.0};
    if (duration_ > 0.0) s = quintic(t, duration_);
    if (duration_ <= 0.0 && (t < 0.0 || t >= duration())) s.rate = 0.0;
    Column x, by_s, by_ss;
    evaluate(s.x, x, by_s, by_ss);
    const Column rate = s.rate * by_s, second = s.rate * s.rate * by_ss + s.second * by_s;
    PathPoint point;
    point.X.p = {x[0], x[1], x[2]};
    point.v = {rate[0], rate[1], rate[2]};
    point.a = {second[0], second[1], second[2]};
    const Quaternion<double> p{x[3], x[4], x[5], x[6]};
    point.X.R = Rotation<double>::from(p);
    // ω = 2·Im(ṗ·p̄)/|p|²
    const double size = x.tail<4>().squaredNorm();
    point.w = turning(rate, x, size);
    point.wd = turning(second, x, size) - (2.0 * x.tail<4>().dot(rate.tail<4>()) / size) * point.w;
    return point;
  }

 private:
  using Column = Eigen::Matrix<double, 7, 1>;

  static Vec3<double> turning(const Column& rate, const Column& x, double size) {
    const Eigen::Vector3d imaginary =
        x[6] * rate.segment<3>(3) - rate[6] * x.segment<3>(3) - rate.segment<3>(3).cross(x.segment<3>(3));
    return (2.0 / size) * Vec3<double>{imaginary[0], imaginary[1], imaginary[2]};
  }

  void find_second_derivatives() {
    // tridiagonal, Thomas' elimination; at the ends no curvature, or no slope
    const auto n = static_cast<Eigen::Index>(knots_.size());
    const bool clamped = duration_ <= 0.0;
    const auto h = [&](Eigen::Index i) {
      return knots_[static_cast<std::size_t>(i) + 1] - knots_[static_cast<std::size_t>(i)];
    };
    seconds_.setZero(7, n);
    Eigen::VectorXd upper = Eigen::VectorXd::Zero(n);
    for (Eigen::Index i = clamped ? 0 : 1; i < (clamped ? n : n - 1); ++i) {
      const double before = i > 0 ? h(i - 1) : 0.0, after = i + 1 < n ? h(i) : 0.0;
      Column right = Column::Zero();
      if (after > 0.0) right += 6.0 * (values_.col(i + 1) - values_.col(i)) / after;
      if (before > 0.0) right -= 6.0 * (values_.col(i) - values_.col(i - 1)) / before;
      const double pivot = 2.0 * (before + after) - (i > 0 ? before * upper[i - 1] : 0.0);
      upper[i] = after / pivot;
      seconds_.col(i) = right / pivot;
      if (i > 0) seconds_.col(i) -= (before / pivot) * seconds_.col(i - 1);
    }
    for (Eigen::Index i = n - 2; i >= (clamped ? 0 : 1); --i) seconds_.col(i) -= upper[i] * seconds_.col(i + 1);
  }

  void evaluate(double s, Column& x, Column& by_s, Column& by_ss) const {
    const auto above = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, s);
    const auto i = static_cast<Eigen::Index>(above - knots_.begin()) - 1;
    const double h = *above - knots_[static_cast<std::size_t>(i)], b = (s - knots_[static_cast<std::size_t>(i)]) / h,
                 a = 1.0 - b;
    const auto m0 = seconds_.col(i), m1 = seconds_.col(i + 1), y0 = values_.col(i), y1 = values_.col(i + 1);
    x = a * y0 + b * y1 + ((a * a * a - a) * m0 + (b * b * b - b) * m1) * (h * h / 6.0);
    by_s = (y1 - y0) / h + ((1.0 - 3.0 * a * a) * m0 + (3.0 * b * b - 1.0) * m1) * (h / 6.0);
    by_ss = a * m0 + b * m1;
  }

  Column place(double s) const {
    Column x, by_s, by_ss;
    evaluate(s, x, by_s, by_ss);
    return x;
  }

  std::vector<double> knots_;
  double duration_, length_ = 0.0;
  Eigen::Matrix<double, 7, Eigen::Dynamic> values_, seconds_;
};

}  // namespace

std::unique_ptr<CartesianPath> line_path(const Pose<double>& start, const Pose<double>& end, double duration) {
  expect_duration(duration);
  expect_finite(start);
  expect_finite(end);
  return std::make_unique<Line>(start, end, duration);
}

std::unique_ptr<CartesianPath> circle_path(const Pose<double>& start, const Vec3<double>& centre,
                                           const Vec3<double>& axis, double turn, bool turns_along, double duration) {
  expect_duration(duration);
  expect_finite(start);
  expect_finite({{}, centre});
  expect_finite({{}, axis});
  if (!std::isfinite(turn)) refuse("the circle's turn is not a number", "give it in rad, or as 360deg");
  const double size = norm(axis);
  if (!(size > 0.0)) refuse("the circle's axis has no length", "give a direction such as [0,0,1]");
  const Vec3<double> unit = (1.0 / size) * axis;
  if (norm(cross(unit, start.p - centre)) <= 1e-12 * std::max(1.0, norm(start.p)))
    refuse("the circle has no radius: the frame starts on its axis", "choose another centre");
  return std::make_unique<Circle>(start, centre, unit, turn, turns_along, duration);
}

std::unique_ptr<CartesianPath> via_path(const std::vector<Pose<double>>& poses, double duration) {
  expect_duration(duration);
  if (poses.size() < 2) refuse("a path through poses has fewer than two", "give the start and at least one more");
  // knots as far apart as the poses are, a radian counted as a fifth of a metre
  std::vector<double> knots{0.0};
  for (std::size_t i = 0; i < poses.size(); ++i) {
    expect_finite(poses[i]);
    if (i == 0) continue;
    const double apart = std::hypot(norm(poses[i].p - poses[i - 1].p),
                                    metres_per_radian * axis_angle(poses[i].R * poses[i - 1].R.inverse()).angle);
    if (apart <= 1e-12) refuse("pose " + std::to_string(i + 1) + " of the path is the one before it", "leave one out");
    knots.push_back(knots.back() + apart);
  }
  const double whole = knots.back();
  for (double& knot : knots) knot /= whole;
  return std::make_unique<Spline>(std::move(knots), poses, duration);
}

std::unique_ptr<CartesianPath> timed_path(const std::vector<double>& times, const std::vector<Pose<double>>& poses) {
  if (times.size() != poses.size() || poses.size() < 2)
    refuse(std::to_string(times.size()) + " times for " + std::to_string(poses.size()) + " poses",
           "give one for each, and at least two");
  for (std::size_t i = 0; i < times.size(); ++i) {
    expect_finite(poses[i]);
    if (!std::isfinite(times[i]) || (i > 0 && !(times[i] > times[i - 1])))
      refuse("time " + std::to_string(i + 1) + " of the path, " + shown(times[i]) + ", is not above the one before it",
             "let times rise");
  }
  return std::make_unique<Spline>(times, poses, 0.0);
}

}  // namespace sinew
