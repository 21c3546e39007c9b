// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/task_distance.h"

namespace sinew {

DistanceTask::DistanceTask(const Model<double>& model, const std::string& frame, const Vec3<double>& point,
                           const Vec3<double>& from, Workspace* work)
    : Task(model, work, frame + " distance", {{frame + " distance", "m"}}) {
  const Frame<double>& found = model.frame(frame);
  expect_finite("the frame's point", point);
  point_ = {found.link, found.X_LF * point};
  measure_from(from);
  path_ = joints_moving(model, found.link);
  weighted_.resize(path_.size());
}

void DistanceTask::set_goal(double distance) {
  if (!(distance >= 0.0)) refuse("the goal is a distance of " + shown(distance), "give a number that is not negative");
  expect_finite("the goal", In<double>(&distance, 1));
  goal_ = distance;
  goal_is_set();
}

void DistanceTask::measure_from(const Vec3<double>& from) {
  expect_finite("the point that is measured from", from);
  from_ = from;
}

void DistanceTask::compute(const LinkMotions& motions, TaskState& state) {
  const Vec3<double> p = motions.pose(point_.link) * point_.p, apart = p - from_;
  const double r = norm(apart);
  state.value[0] = r;
  if (has_goal()) state.error[0] = r > 0.0 ? goal_ - r : 0.0;
  if (!(r > 0.0)) return;
  const Vec3<double> n = apart / r;
  for (const PathJoint& joint : path_) state.J(0, joint.velocity) += dot(n, joint.motion_at(motions, p).v);
  if (motions.at_rest()) return;
  const PointMotion u = motions.motion_at(point_.link, p);
  const Vec3<double> across = cross(n, u.v);
  state.drift[0] = dot(n, u.a) + dot(across, across) / r;
}

void DistanceTask::add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) {
  const Vec3<double> p = motions.pose(point_.link) * point_.p, apart = p - from_;
  const double r = norm(apart);
  if (!(r > 0.0)) return;
  const Vec3<double> n = apart / r;
  // J = n·v: v changes as that of a point, and n turns as the point moves across it
  Vec3<double> across;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const Motion<double> u = path_[i].motion_at(motions, p);
    const double weight = W(0, path_[i].velocity);
    weighted_[i] = {u, {}, weight * n};
    across += (weight / r) * (u.v - dot(n, u.v) * n);
  }
  Vec3<double> moment;
  add_path_gradient(path_, weighted_, moment, gradient);
  for (std::size_t i = 0; i < path_.size(); ++i) gradient[at(path_[i].velocity)] += dot(weighted_[i].motion.v, across);
}

}  // namespace sinew
