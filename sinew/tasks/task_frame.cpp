// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/task_frame.h"

#include <algorithm>
#include <cmath>

#include "sinew/analysis/reference_frame.h"
#include "sinew/analysis/row_words.h"
#include "sinew/readings/door.h"

namespace sinew {
namespace {

constexpr std::array<const char*, 6> row_words{"rx", "ry", "rz", "x", "y", "z"};

/// u·θ with R = exp([u·θ]×), 0 ≤ θ ≤ π.
Vec3<double> rotation_vector(const Rotation<double>& R) {
  const Quaternion<double> p = quaternion(R);
  const Vec3<double> v{p.x, p.y, p.z};
  const double s = norm(v);
  return (s < 1e-9 ? 2.0 : 2.0 * std::atan2(s, p.w) / s) * v;
}

void expect_rotation(const Model<double>& model, const Rotation<double>& R) {
  const Rotation<double> E = R.inverse() * R;
  const double handedness = dot(R.row(0), cross(R.row(1), R.row(2)));
  bool sound = std::abs(handedness - 1.0) < 1e-6;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sound = sound && std::abs(E(i, j) - (i == j ? 1.0 : 0.0)) < 1e-6;
  if (!sound)
    numbers::refuse(model, "the goal's orientation is no rotation",
                    "give orthonormal rows of determinant 1, or make it from angles or a quaternion");
}

}  // namespace

FrameRows FrameRows::parse(std::string_view text) {
  const Rows named = rows_named(text);
  FrameRows rows;
  std::copy(named.begin(), named.end(), rows.has.begin());
  return rows;
}

FrameTask::Place FrameTask::place_of(const Model<double>& model, std::string_view name) {
  const std::optional<Frame<double>> found = reference_frame(model, name);
  return found ? Place{false, found->link, found->X_LF} : Place{};
}

std::vector<TaskRow> FrameTask::names_of(const FrameMotionChoice& choice) {
  std::vector<TaskRow> names;
  for (std::size_t i = 0; i < 6; ++i)
    if (choice.rows.has[i]) names.push_back({choice.frame + " " + row_words[i], i < 3 ? "rad" : "m"});
  return names;
}

FrameTask::FrameTask(const Model<double>& model, const FrameMotionChoice& choice, Workspace* work)
    : Task(model, work, choice.frame, names_of(choice)), point_(choice.point) {
  const Frame<double>& frame = model.frame(choice.frame);
  expect_finite("the point", choice.point);
  frame_ = {false, frame.link, frame.X_LF};
  seen_from_ = place_of(model, choice.seen_from);
  axes_ = choice.axes.empty() ? seen_from_ : choice.axes == "own" ? frame_ : place_of(model, choice.axes);
  turned_axes_ = !axes_.is_world;
  for (std::size_t i = 0; i < 6; ++i)
    if (choice.rows.has[i]) rows_.push_back(static_cast<int>(i));

  own_ = joints_moving(model, frame_.link);
  if (!seen_from_.is_world) other_ = joints_moving(model, seen_from_.link);
  const auto [own_begin, other_begin] = std::mismatch(own_.begin(), own_.end(), other_.begin(), other_.end());
  both_.assign(own_.begin(), own_begin);
  own_.erase(own_.begin(), own_begin);
  other_.erase(other_.begin(), other_begin);
  if (turned_axes_) axes_path_ = joints_moving(model, axes_.link);
  weighted_.resize(std::max(own_.size(), other_.size()));
}

void FrameTask::set_goal(const Pose<double>& X_AF) {
  expect_finite("the goal", X_AF.p);
  expect_rotation(model(), X_AF.R);
  goal_ = X_AF;
  goal_is_set();
}

void FrameTask::set_goal(const Vec3<double>& p_AP) {
  if (rows_.front() < 3) refuse("the goal is a point, and it has rotation rows", "give a pose");
  set_goal(Pose<double>{{}, p_AP});
}

void FrameTask::set_goal(const Rotation<double>& R_AF) {
  if (rows_.back() >= 3) refuse("the goal is an orientation, and it has position rows", "give a pose");
  set_goal(Pose<double>{R_AF, {}});
}

Pose<double> FrameTask::pose_of(const LinkMotions& motions, const Place& place) const {
  return place.is_world ? Pose<double>{} : motions.pose(place.link) * place.X_LF;
}

void FrameTask::add_columns(const LinkMotions& motions, const std::vector<PathJoint>& joints, double sign,
                            const Vec3<double>& p, const Rotation<double>& R_WC, RowMatrix& J) const {
  const std::size_t n = at(model().velocity_count());
  for (const PathJoint& joint : joints) {
    Motion<double> u = joint.motion_at(motions, p);
    if (turned_axes_) u = {R_WC.inverse_times(u.w), R_WC.inverse_times(u.v)};
    const double six[] = {u.w.x, u.w.y, u.w.z, u.v.x, u.v.y, u.v.z};
    double* entry = J.data() + joint.velocity;
    for (const int row : rows_) {
      *entry += sign * six[row];
      entry += n;
    }
  }
}

void FrameTask::compute(const LinkMotions& motions, TaskState& state) {
  const Pose<double> X_WF = pose_of(motions, frame_), X_WA = pose_of(motions, seen_from_);
  const Rotation<double> R_WC = turned_axes_ ? pose_of(motions, axes_).R : Rotation<double>{};
  const Vec3<double> p = X_WF * point_;
  add_columns(motions, own_, 1.0, p, R_WC, state.J);
  add_columns(motions, other_, -1.0, p, R_WC, state.J);

  const auto write = [&](Eigen::VectorXd& x, const Vec3<double>& about, const Vec3<double>& along) {
    const Vec3<double> w = turned_axes_ ? R_WC.inverse_times(about) : about;
    const Vec3<double> v = turned_axes_ ? R_WC.inverse_times(along) : along;
    const double six[] = {w.x, w.y, w.z, v.x, v.y, v.z};
    double* y = x.data();
    for (const int row : rows_) *y++ = six[row];
  };
  const bool with_rotation = rows_.front() < 3;
  Vec3<double> turn, turn_left;
  if (with_rotation) {
    const Rotation<double> R_AF = seen_from_.is_world ? X_WF.R : X_WA.R.inverse() * X_WF.R;
    turn = rotation_vector(R_AF);
    if (!seen_from_.is_world) turn = X_WA.R * turn;
    if (has_goal()) turn_left = X_WA.R * rotation_vector(goal_.R * R_AF.inverse());
  }
  write(state.value, turn, p - X_WA.p);
  if (has_goal()) write(state.error, turn_left, X_WA * goal_.p - p);
  if (motions.at_rest()) return;

  PointMotion u = motions.motion_at(frame_.link, p);
  if (!seen_from_.is_world) {
    // relative to the point of A that is at P, which is another one a moment later
    const PointMotion A = motions.motion_at(seen_from_.link, p);
    const Vec3<double> passing = cross(A.w, u.v - A.v);
    u = {u.w - A.w, u.v - A.v, u.wd - A.wd, u.a - A.a - passing};
  }
  if (turned_axes_) {
    const Vec3<double>& w_C = motions.motion(axes_.link).w;
    u.wd -= cross(w_C, u.w);
    u.a -= cross(w_C, u.v);
  }
  write(state.drift, u.wd, u.a);
}

void FrameTask::read_weighted(const LinkMotions& motions, const std::vector<PathJoint>& joints, double sign,
                              const Vec3<double>& p, const Rotation<double>& R_WC, const RowMatrix& W) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    double six[6] = {};
    for (std::size_t r = 0; r < rows_.size(); ++r)
      six[rows_[r]] = sign * W(static_cast<Eigen::Index>(r), joints[i].velocity);
    const Vec3<double> about{six[0], six[1], six[2]}, along{six[3], six[4], six[5]};
    weighted_[i] = {joints[i].motion_at(motions, p), R_WC * about, R_WC * along};
  }
}

void FrameTask::add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) {
  const Vec3<double> p = pose_of(motions, frame_) * point_;
  const Rotation<double> R_WC = pose_of(motions, axes_).R;
  // joints that move A alone: they turn those behind them, the point stays where it is
  read_weighted(motions, other_, -1.0, p, R_WC, W);
  Vec3<double> moment, arms;
  for (std::size_t i = other_.size(); i-- > 0;) {
    const WeightedJoint& joint = weighted_[i];
    moment += cross(joint.motion.w, joint.about) + cross(joint.motion.v, joint.along);
    arms += cross(joint.along, joint.motion.w);
    gradient[at(other_[i].velocity)] += dot(joint.motion.w, moment) - dot(joint.motion.v, arms);
  }
  // joints that move F alone: they also move the point away from the axes of those
  read_weighted(motions, own_, 1.0, p, R_WC, W);
  Vec3<double> own_moment;
  add_path_gradient(own_, {weighted_.data(), own_.size()}, own_moment, gradient);
  for (std::size_t i = 0; i < own_.size() && !other_.empty(); ++i)
    gradient[at(own_[i].velocity)] += dot(weighted_[i].motion.v, arms);
  // joints that move both turn everything together; those that move C turn the axes
  moment += own_moment;
  for (const PathJoint& joint : both_) gradient[at(joint.velocity)] += dot(joint.motion_at(motions, p).w, moment);
  for (const PathJoint& joint : axes_path_) gradient[at(joint.velocity)] -= dot(joint.motion_at(motions, p).w, moment);
}

}  // namespace sinew
