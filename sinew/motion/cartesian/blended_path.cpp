// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/cartesian/blended_path.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/cartesian/path_parts.h"

namespace sinew {
namespace {

/// A straight line between two poses, per metre of way.
struct Leg {
  double from = 0.0, length = 0.0;  ///< on the whole way
  Vec3<double> direction;           ///< of the position
  Vec3<double> turning;             ///< [rad/m]
};

class BlendedLines : public CartesianPath {
 public:
  BlendedLines(const std::vector<Pose<double>>& poses, std::vector<Leg> legs, double blend, double duration)
      : poses_(poses), legs_(std::move(legs)), blend_(blend), duration_(duration) {
    constexpr int pieces = 2000;
    Vec3<double> last = poses_.front().p;
    for (int i = 1; i <= pieces; ++i) {
      const Vec3<double> next = on_way(way() * i / pieces, {}).X.p;
      length_ += norm(next - last);
      last = next;
    }
  }

  double duration() const override { return duration_; }
  double length() const override { return length_; }
  std::string text() const override {
    return "polyline of " + std::to_string(poses_.size()) + " poses with rounded corners, " + roughly(length_) +
           " m long";
  }
  PathPoint at(double t) const override {
    Motion1 s = quintic(t, duration_);
    for (double* x : {&s.x, &s.rate, &s.second}) *x *= way();
    return on_way(s.x, s);
  }

 private:
  double way() const { return legs_.back().from + legs_.back().length; }

  /// At a place of the way, with its rate and acceleration.
  PathPoint on_way(double place, const Motion1& s) const {
    // the corner whose half of the legs it is on; the ends are corners without a second leg
    std::size_t leg = 0;
    while (leg + 1 < legs_.size() && place > legs_[leg].from + legs_[leg].length) ++leg;
    const bool late = place > legs_[leg].from + 0.5 * legs_[leg].length;
    const std::size_t corner = late ? leg + 1 : leg;
    if (corner == 0) return turned(poses_.front(), {}, {}, legs_.front(), {place, s.rate, s.second});
    if (corner == legs_.size()) return turned(poses_.back(), legs_.back(), {place - way(), s.rate, s.second}, {}, {});
    const Leg &before = legs_[corner - 1], &behind = legs_[corner];
    const double x = place - behind.from;
    Motion1 on_before{x, s.rate, s.second}, on_behind;
    if (x >= blend_) {
      std::swap(on_before, on_behind);
    } else if (x > -blend_) {
      const double u = (x + blend_) / (2.0 * blend_), rise = u * u * (3.0 - 2.0 * u);
      const double bend = 6.0 * u * (1.0 - u) / (2.0 * blend_);
      on_behind = {2.0 * blend_ * u * u * u * (1.0 - 0.5 * u), rise * s.rate, rise * s.second + bend * s.rate * s.rate};
      on_before = {x - on_behind.x, s.rate - on_behind.rate, s.second - on_behind.second};
    }
    return turned(poses_[corner], before, on_before, behind, on_behind);
  }

  /// From a corner, by ways on the leg before and on the one behind it.
  static PathPoint turned(const Pose<double>& corner, const Leg& before, const Motion1& b, const Leg& behind,
                          const Motion1& a) {
    PathPoint point;
    point.X.p = corner.p + b.x * before.direction + a.x * behind.direction;
    point.v = b.rate * before.direction + a.rate * behind.direction;
    point.a = b.second * before.direction + a.second * behind.direction;
    const Rotation<double> R_a = exponential(a.x * behind.turning);
    const Vec3<double> turning = R_a * before.turning, w_a = a.rate * behind.turning;
    point.X.R = R_a * exponential(b.x * before.turning) * corner.R;
    point.w = w_a + b.rate * turning;
    point.wd = a.second * behind.turning + b.second * turning + cross(w_a, b.rate * turning);
    return point;
  }

  static Rotation<double> exponential(const Vec3<double>& turn) {
    const double angle = norm(turn);
    if (angle == 0.0) return {};
    return Rotation<double>::from(AxisAngle<double>{(1.0 / angle) * turn, angle});
  }

  std::vector<Pose<double>> poses_;
  std::vector<Leg> legs_;
  double blend_, duration_, length_ = 0.0;
};

}  // namespace

std::unique_ptr<CartesianPath> blended_path(const std::vector<Pose<double>>& poses, double blend, double duration) {
  expect_duration(duration);
  if (poses.size() < 3)
    refuse("a path with blends has fewer than three poses", "give at least one between its ends, or a line");
  if (!(blend > 0.0) || !std::isfinite(blend))
    refuse("the blend is " + shown(blend) + " m",
           "give the way before and behind a pose that is rounded, such as 20mm");
  std::vector<Leg> legs;
  double from = 0.0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    expect_finite(poses[i]);
    if (i == 0) continue;
    const Vec3<double> way = poses[i].p - poses[i - 1].p;
    const AxisAngle<double> turn = axis_angle(poses[i].R * poses[i - 1].R.inverse());
    const double length = std::hypot(norm(way), metres_per_radian * turn.angle);
    if (length <= 1e-12) refuse("pose " + std::to_string(i + 1) + " of the path is the one before it", "leave one out");
    if (blend > 0.5 * length)
      refuse("the blend of " + shown(blend) + " m is more than half of the way from pose " + std::to_string(i) +
                 " to the next one",
             "give at most " + shown(0.5 * length) + " m");
    legs.push_back({from, length, (1.0 / length) * way, (turn.angle / length) * turn.axis});
    from += length;
  }
  return std::make_unique<BlendedLines>(poses, std::move(legs), blend, duration);
}

}  // namespace sinew
