// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/task_direction.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

/// f(c) = θ/sin θ with c = cos θ, and its first two derivatives by c.
struct Stretch {
  double f = 1.0, df = 0.0, ddf = 0.0;
};

/// From ε = 1 − c, which keeps its digits where the angle is small, and sin θ.
Stretch stretch(double eps, double s) {
  Stretch y;
  if (eps < 0.1) {
    // Σ aₙ·εⁿ with aₙ₊₁/aₙ = (n + 1)/(2n + 3)
    double a = 1.0, power = 1.0, before = 0.0, two_before = 0.0;
    y = {0.0, 0.0, 0.0};
    for (int n = 0; n < 16; ++n) {
      y.f += a * power;
      y.df -= n * a * before;
      y.ddf += n * (n - 1) * a * two_before;
      two_before = before;
      before = power;
      power *= eps;
      a *= (n + 1.0) / (2.0 * n + 3.0);
    }
    return y;
  }
  // (1 − c²)·f′ = c·f − 1, and the same differentiated
  const double c = 1.0 - eps;
  y.f = std::atan2(s, c) / s;
  y.df = (c * y.f - 1.0) / (s * s);
  y.ddf = (3.0 * c * y.df + y.f) / (s * s);
  return y;
}

}  // namespace

DirectionTask::DirectionTask(const Model<double>& model, const std::string& frame, const Vec3<double>& axis,
                             const AlongDirection& to, Workspace* work)
    : DirectionTask(model, frame, axis, Target::Direction, to.direction, {}, work) {}

DirectionTask::DirectionTask(const Model<double>& model, const std::string& frame, const Vec3<double>& axis,
                             const AtPoint& to, Workspace* work)
    : DirectionTask(model, frame, axis, Target::Point, to.point, to.from, work) {}

DirectionTask::DirectionTask(const Model<double>& model, const std::string& frame, const Vec3<double>& axis,
                             Target kind, const Vec3<double>& target, const Vec3<double>& from, Workspace* work)
    : Task(model, work, frame + " direction", {{frame + " aim 1", "rad"}, {frame + " aim 2", "rad"}}), kind_(kind) {
  const Frame<double>& found = model.frame(frame);
  axis_ = normalised("the frame's axis", axis);
  expect_finite("the point that it looks from", from);
  set_target(target);
  link_ = found.link;
  X_LF_ = {found.X_LF.R, found.X_LF * from};
  const Rotation<double> R = rotation_taking_z_to(axis_);
  across_ = {R.column(0), R.column(1)};
  path_ = joints_moving(model, link_);
  passing_.resize(path_.size());
  goal_is_set();
}

Vec3<double> DirectionTask::normalised(const char* what, const Vec3<double>& v) const {
  expect_finite(what, v);
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (!(largest > 0.0)) refuse(std::string(what) + " is zero", "give a direction such as 0 0 1");
  const Vec3<double> scaled = v / largest;
  return scaled / norm(scaled);
}

void DirectionTask::set_target(const Vec3<double>& target) {
  if (kind_ == Target::Direction) {
    target_ = normalised("the direction to point along", target);
  } else {
    expect_finite("the point to look at", target);
    target_ = target;
  }
}

DirectionTask::Map DirectionTask::map_of(const Vec3<double>& s) const {
  Map y;
  y.length = kind_ == Target::Direction ? 1.0 : norm(s);
  y.d = s / y.length;
  const Vec3<double> off = y.d - axis_;
  const double eps = 0.5 * dot(off, off);
  y.u = {dot(across_[0], y.d), dot(across_[1], y.d)};
  double sine = std::hypot(y.u[0], y.u[1]);
  constexpr double least = 1e-6;  // nearer to θ = π than this, it is taken to be that far
  if (eps > 1.0 && sine < least) {
    y.u = sine > 0.0 ? std::array<double, 2>{y.u[0] * least / sine, y.u[1] * least / sine}
                     : std::array<double, 2>{least, 0.0};
    sine = least;
  }
  const Stretch f = stretch(eps, sine);
  y.df = f.df;
  y.ddf = f.ddf;
  for (std::size_t a = 0; a < 2; ++a) {
    y.r[a] = f.f * y.u[a];
    y.steepest[a] = f.f * across_[a] + (f.df * y.u[a]) * axis_;
    y.slope[a] = (y.steepest[a] - dot(y.steepest[a], y.d) * y.d) / y.length;
  }
  return y;
}

Vec3<double> DirectionTask::curvature(const Map& map, std::size_t row, const Vec3<double>& x) const {
  const Vec3<double>& d = map.d;
  const Vec3<double> across = x - dot(d, x) * d;
  const double along_axis = dot(axis_, across);
  const Vec3<double> bent = (map.df * along_axis) * across_[row] +
                            (map.df * dot(across_[row], across) + map.ddf * map.u[row] * along_axis) * axis_;
  const Vec3<double> y = (bent - dot(d, bent) * d) - dot(d, map.steepest[row]) * across -
                         dot(map.steepest[row], across) * d - (dot(d, x) * map.length) * map.slope[row];
  return y / (map.length * map.length);
}

Vec3<double> DirectionTask::passing(const PathJoint& joint, const LinkMotions& motions) const {
  if (kind_ == Target::Point) return joint.motion_at(motions, target_).v;
  return cross(joint.motion_at(motions, {}).w, target_);
}

void DirectionTask::compute(const LinkMotions& motions, TaskState& state) {
  const Pose<double> X_WF = motions.pose(link_) * X_LF_;
  const bool at_point = kind_ == Target::Point;
  const Vec3<double> s_W = at_point ? target_ - X_WF.p : target_;
  if (!(dot(s_W, s_W) > 0.0)) {
    state.value.setZero();
    state.error.setZero();
    return;
  }
  const Map map = map_of(X_WF.R.inverse_times(s_W));
  const Vec3<double> slope[2] = {X_WF.R * map.slope[0], X_WF.R * map.slope[1]};
  for (const PathJoint& joint : path_) {
    const Vec3<double> e = passing(joint, motions);
    state.J(0, joint.velocity) -= dot(slope[0], e);
    state.J(1, joint.velocity) -= dot(slope[1], e);
  }
  for (Eigen::Index a = 0; a < 2; ++a) {
    state.value[a] = map.r[static_cast<std::size_t>(a)];
    state.error[a] = -state.value[a];
  }
  if (motions.at_rest()) return;
  // ṡ and s̈ at q̈ = 0 in F, of what stands still in W
  const PointMotion u = motions.motion_at(link_, X_WF.p);
  const Vec3<double> turning = cross(u.w, s_W);
  const Vec3<double> v = at_point ? -u.v - turning : -turning;
  Vec3<double> a = cross(u.w, turning) - cross(u.wd, s_W);
  if (at_point) a += 2.0 * cross(u.w, u.v) - u.a;
  const Vec3<double> sd = X_WF.R.inverse_times(v);
  for (std::size_t row = 0; row < 2; ++row)
    state.drift[static_cast<Eigen::Index>(row)] = dot(slope[row], a) + dot(sd, curvature(map, row, sd));
}

void DirectionTask::add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) {
  const Pose<double> X_WF = motions.pose(link_) * X_LF_;
  const Vec3<double> s_W = kind_ == Target::Point ? target_ - X_WF.p : target_;
  if (!(dot(s_W, s_W) > 0.0)) return;
  const Map map = map_of(X_WF.R.inverse_times(s_W));
  const Vec3<double> slope[2] = {X_WF.R * map.slope[0], X_WF.R * map.slope[1]};
  // ∂s/∂q_i = −R_FW·e_i; and ∂²s/∂q_k∂q_i = R_FW·(w × e), w of the later joint and e of the earlier one, or, of two of
  // the base's, w of i and e of k
  Vec3<double> bend;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const double first = W(0, path_[i].velocity), second = W(1, path_[i].velocity);
    passing_[i] = {path_[i].motion_at(motions, {}).w, passing(path_[i], motions), first * slope[0] + second * slope[1]};
    const Vec3<double> ds = X_WF.R.inverse_times(passing_[i].e);
    bend += first * curvature(map, 0, ds) + second * curvature(map, 1, ds);
  }
  bend = X_WF.R * bend;
  Vec3<double> behind;
  for (std::size_t i = path_.size(); i-- > 0;) {
    const Passing& joint = passing_[i];
    behind += cross(joint.weight, joint.w);
    if (!path_[i].is_of_base()) gradient[at(path_[i].velocity)] += dot(joint.e, behind);
  }
  Vec3<double> before;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const Passing& joint = passing_[i];
    gradient[at(path_[i].velocity)] +=
        dot(joint.e, bend) + (path_[i].is_of_base() ? dot(joint.e, behind) : dot(joint.w, before));
    before += cross(joint.e, joint.weight);
  }
}

}  // namespace sinew
