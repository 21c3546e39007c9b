// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/posed_robot.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/reference_frame.h"
#include "sinew/model/end_frame.h"

namespace sinew {
namespace {

using Point = Vec3<double>;

/// The path without points that are where the one before is.
SpacePath without_repetitions(const SpacePath& path, double tolerance) {
  SpacePath kept;
  for (const Point& p : path)
    if (kept.empty() || norm(p - kept.back()) > tolerance) kept.push_back(p);
  return kept;
}

/// From a to b: along z_a, across, and along z_b.
SpacePath path_between_axes(const Point& a, const Point& z_a, const Point& b, const Point& z_b) {
  const Point d = b - a, n = cross(z_a, z_b);
  const double length = norm(d), s = norm(n), c = dot(z_a, z_b);
  const double tolerance = 1e-9 * (1.0 + length);
  constexpr double nearly_parallel = 0.2, detour = 1.3;
  if (s < nearly_parallel) return without_repetitions({a, a + dot(d, z_a) * z_a, b}, tolerance);
  const double along_a = (dot(d, z_a) - c * dot(d, z_b)) / (s * s), along_b = (dot(d, z_b) - c * dot(d, z_a)) / (s * s);
  if (std::max(std::abs(along_a), std::abs(along_b)) > detour * length) return without_repetitions({a, b}, tolerance);
  return without_repetitions({a, a + along_a * z_a, b - along_b * z_b, b}, tolerance);
}

/// From a along z and then across, to b.
SpacePath path_from_axis(const Point& a, const Point& z, const Point& b) {
  return without_repetitions({a, a + dot(b - a, z) * z, b}, 1e-9 * (1.0 + norm(b - a)));
}

/// The point of the paths that is nearest to p.
Point nearest_on(const std::vector<SpacePath>& paths, const Point& start, const Point& p) {
  Point best = start;
  for (const SpacePath& path : paths)
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const Point d = path[i + 1] - path[i];
      const double t = std::clamp(dot(p - path[i], d) / dot(d, d), 0.0, 1.0);
      const Point on = path[i] + t * d;
      if (norm(p - on) < norm(p - best)) best = on;
    }
  return best;
}

/// Makes the stick figure of a robot at one q.
class Posing {
 public:
  Posing(const Model<double>& model, const Eigen::VectorXd& q, Workspace& work)
      : model_(model), X_WL_(static_cast<std::size_t>(model.link_count())) {
    numbers::poses(model, in(q), work, X_WL_, robot_.X_WB);
  }

  PosedRobot posed() {
    for (const Frame<double>& frame : model_.frames())
      robot_.frames.push_back({frame.name, frame.link, pose_of(frame.link) * frame.X_LF});
    for (int i = 0; i < model_.link_count(); ++i) add_joint(i);
    for (int i = 0; i < model_.link_count(); ++i)
      if (model_.link(i).parent == base_link && !model_.link(i).is_motor) {
        const PosedJoint& joint = joint_of(i);
        robot_.to_base.push_back(path_between_axes(robot_.X_WB.p, robot_.X_WB.R.column(2), joint.origin, joint.axis));
      }
    const Frame<double>& last = model_.frame(end_frame(model_));
    robot_.end = (pose_of(last.link) * last.X_LF).p;
    for (int i = 0; i < model_.link_count(); ++i) add_link(i);
    if (last.link != base_link) {
      const PosedLink& link = robot_.links[static_cast<std::size_t>(last.link)];
      if (!link.carries_another) robot_.end = link.paths.back().back();
    }
    leave_out_motors();
    return std::move(robot_);
  }

 private:
  const Pose<double>& pose_of(int link) const {
    return link == base_link ? robot_.X_WB : X_WL_[static_cast<std::size_t>(link)];
  }
  const PosedJoint& joint_of(int link) const { return robot_.joints[static_cast<std::size_t>(link)]; }

  void add_joint(int i) {
    const Link<double>& link = model_.link(i);
    const Pose<double> X_WJ = pose_of(link.parent) * link.X_PJ;
    robot_.joints.push_back(
        {link.joint_name, link.kind, X_WJ.p, X_WJ.R.column(2), pose_of(i).p, link.parent == base_link});
  }

  void add_link(int i) {
    const Link<double>& link = model_.link(i);
    const PosedJoint& joint = joint_of(i);
    PosedLink posed;
    posed.name = link.name;
    posed.mass = link.inertia.m;
    posed.com = link.inertia.m > 0.0 ? pose_of(i) * centre_of_mass(link.inertia) : joint.end;
    for (int child = i + 1; child < model_.subtree_end(i); ++child)
      if (model_.link(child).parent == i && !model_.link(child).is_motor)
        posed.paths.push_back(path_between_axes(joint.end, joint.axis, joint_of(child).origin, joint_of(child).axis));
    posed.carries_another = !posed.paths.empty();
    if (!posed.carries_another) posed.paths.push_back(path_from_axis(joint.end, joint.axis, end_of(i, posed)));
    for (const PosedFrame& frame : robot_.frames) {
      if (frame.link != i) continue;
      const Point from = nearest_on(posed.paths, joint.end, frame.X_WF.p);
      if (norm(frame.X_WF.p - from) > 1e-6 * (1.0 + norm(frame.X_WF.p))) posed.stalks.push_back({from, frame.X_WF.p});
    }
    robot_.links.push_back(std::move(posed));
  }

  /// Those of elastic joints sit at their joints, and hide them.
  void leave_out_motors() {
    for (int i = model_.link_count() - 1; i >= 0; --i) {
      if (!model_.link(i).is_motor) continue;
      robot_.joints.erase(robot_.joints.begin() + i);
      robot_.links.erase(robot_.links.begin() + i);
    }
  }

  /// Where a link ends that carries no other: at its farthest frame, or else at its centre of mass.
  Point end_of(int i, const PosedLink& link) const {
    const Point start = joint_of(i).end;
    Point farthest = start;
    for (const PosedFrame& frame : robot_.frames)
      if (frame.link == i && norm(frame.X_WF.p - start) > norm(farthest - start)) farthest = frame.X_WF.p;
    return norm(farthest - start) > 1e-9 ? farthest : link.com;
  }

  const Model<double>& model_;
  std::vector<Pose<double>> X_WL_;
  PosedRobot robot_;
};

}  // namespace

PosedRobot posed_robot(const Arm& arm, const Eigen::VectorXd& q) {
  WorkspacePool::Borrowed work = arm.workspace();
  return Posing(arm.model(), q, work).posed();
}

const PosedFrame* frame_named(const PosedRobot& robot, const std::string& name) {
  for (const PosedFrame& frame : robot.frames)
    if (frame.name == name) return &frame;
  return nullptr;
}

PosedWrench posed_wrench(const Model<double>& model, const PosedRobot& robot, const Wrench& wrench) {
  const auto pose_in_world = [&](const std::string& name) {
    const std::optional<Frame<double>> frame = reference_frame(model, name);
    if (!frame) return Pose<double>{};
    const PosedFrame* posed = frame_named(robot, frame->name);
    return posed != nullptr ? posed->X_WF : robot.X_WB;  // the root link, where nothing else is called "base"
  };
  const Rotation<double> R_WA = pose_in_world(wrench.axes).R;
  const std::string& point_in = wrench.point_in.empty() ? wrench.link : wrench.point_in;
  return {pose_in_world(point_in) * vec3(wrench.point), R_WA * vec3(wrench.force), R_WA * vec3(wrench.moment)};
}

}  // namespace sinew
