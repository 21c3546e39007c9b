// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/cartesian/screw_path.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/cartesian/path_parts.h"

namespace sinew {
namespace {

class Screw : public CartesianPath {
 public:
  Screw(const Pose<double>& start, const ScrewMotion& screw, const Facing& facing, double duration)
      : start_(start), screw_(screw), with_screw_(facing.with_screw), duration_(duration) {
    if (facing.at_end) own_turn_ = axis_angle(*facing.at_end * start.R.inverse());
  }

  double duration() const override { return duration_; }
  double length() const override { return std::hypot(screw_.turn * radius(), screw_.advance); }
  std::string text() const override {
    std::string text = screw_.advance == 0.0 ? "arc" : "screw";
    text += " of radius " + roughly(radius()) + " m, by " + degrees(screw_.turn);
    if (screw_.advance != 0.0) text += ", advancing by " + roughly(screw_.advance) + " m";
    return text + ", " + roughly(length()) + " m long";
  }
  PathPoint at(double t) const override {
    const Motion1 s = quintic(t, duration_);
    const Rotation<double> R = Rotation<double>::from(AxisAngle<double>{screw_.axis, s.x * screw_.turn});
    const Vec3<double> r = R * (start_.p - screw_.point), along = screw_.advance * screw_.axis;
    const Vec3<double> w = s.rate * screw_.turn * screw_.axis, wd = s.second * screw_.turn * screw_.axis;
    PathPoint point;
    point.X.p = screw_.point + r + s.x * along;
    point.v = cross(w, r) + s.rate * along;
    point.a = cross(wd, r) + cross(w, cross(w, r)) + s.second * along;
    if (with_screw_) {
      point.X.R = R * start_.R;
      point.w = w;
      point.wd = wd;
    } else {
      point.X.R = Rotation<double>::from(AxisAngle<double>{own_turn_.axis, s.x * own_turn_.angle}) * start_.R;
      point.w = s.rate * own_turn_.angle * own_turn_.axis;
      point.wd = s.second * own_turn_.angle * own_turn_.axis;
    }
    return point;
  }

 private:
  double radius() const { return norm(cross(screw_.axis, start_.p - screw_.point)); }

  Pose<double> start_;
  ScrewMotion screw_;
  bool with_screw_;
  AxisAngle<double> own_turn_;
  double duration_;
};

}  // namespace

std::unique_ptr<CartesianPath> screw_path(const Pose<double>& start, const ScrewMotion& screw, const Facing& facing,
                                          double duration) {
  expect_duration(duration);
  expect_finite(start);
  expect_finite({{}, screw.point});
  expect_finite({{}, screw.axis});
  if (!std::isfinite(screw.turn) || !std::isfinite(screw.advance))
    refuse("the screw's turn or advance is not a number", "give them like 360deg and 20mm");
  const double size = norm(screw.axis);
  if (!(size > 0.0)) refuse("the screw's axis has no length", "give a direction such as [0,0,1]");
  if (screw.turn == 0.0 && screw.advance == 0.0)
    refuse("the screw neither turns nor advances", "give it a turn or an advance");
  ScrewMotion unit = screw;
  unit.axis = (1.0 / size) * screw.axis;
  return std::make_unique<Screw>(start, unit, facing, duration);
}

ScrewMotion screw_between(const Pose<double>& start, const Pose<double>& end) {
  const Rotation<double> R = end.R * start.R.inverse();
  const Vec3<double> shift = end.p - R * start.p;  // of the point that is at W's origin
  const AxisAngle<double> turn = axis_angle(R);
  constexpr double no_turn = 1e-12;
  if (std::abs(turn.angle) < no_turn) {
    const Vec3<double> way = end.p - start.p;
    const double length = norm(way);
    if (length == 0.0) refuse("the screw ends where it begins", "give another pose for its end");
    return {start.p, (1.0 / length) * way, 0.0, length};
  }
  const double advance = dot(turn.axis, shift);
  const Vec3<double> across = shift - advance * turn.axis;
  const Vec3<double> point = 0.5 * (across + (1.0 / std::tan(0.5 * turn.angle)) * cross(turn.axis, across));
  return {point, turn.axis, turn.angle, advance};
}

ScrewMotion arc_through(const Vec3<double>& start, const Vec3<double>& through, const Vec3<double>& end) {
  const Vec3<double> a = through - start, b = end - start, normal = cross(a, b);
  const double square = dot(normal, normal);
  constexpr double straight = 1e-6;
  if (!(square > straight * straight * dot(a, a) * dot(b, b)))
    refuse("the arc's three places lie on a straight line", "choose another place between the ends, or a line");
  const Vec3<double> centre =
      start + (1.0 / (2.0 * square)) * (dot(a, a) * cross(b, normal) + dot(b, b) * cross(normal, a));
  const Vec3<double> axis = (1.0 / std::sqrt(square)) * normal, r = start - centre, at_end = end - centre;
  double turn = std::atan2(dot(axis, cross(r, at_end)), dot(r, at_end));
  if (turn <= 0.0) turn += 2.0 * M_PI;  // start, through and end stand in the sense of the axis
  return {centre, axis, turn, 0.0};
}

}  // namespace sinew
