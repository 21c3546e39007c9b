// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/pose_painter.h"

#include <algorithm>
#include <cmath>

#include "sinew/print/drawing/convex_hull.h"
#include "sinew/report/drawing/base_support.h"
#include "sinew/report/drawing/pose_annotations.h"

namespace sinew {
namespace {

/// Outlines that are painted in the order of how near they are.
struct Piece {
  double depth;
  Outlines outlines;
};

double mean_depth(const DrawingPlane& plane, const SpacePath& path) {
  double sum = 0.0;
  for (const Vec3<double>& p : path) sum += plane.depth(p);
  return sum / static_cast<double>(path.size());
}

/// Paints one pose of the robot.
class PosePainter {
 public:
  PosePainter(const RobotScene& scene, const DrawnPose& pose, const DrawingStyle& style, const DrawingPlane& plane,
              bool is_main, PaintedPoses& into)
      : scene_(scene),
        pose_(pose),
        robot_(pose.robot),
        style_(style),
        plane_(plane),
        is_main_(is_main),
        tone_(is_main ? full_tone() : faint_tone()),
        into_(into) {}

  void paint() {
    if (style_.shapes) add_shapes();
    add_base();
    Outlines before;
    if (style_.axes && is_main_)
      for (const PosedJoint& joint : robot_.joints) add_joint_axis(plane_, joint, into_.outlines, before);
    add_bodies();
    append(before);
    for (const PosedLink& link : robot_.links)
      if (!link.carries_another && link.paths.back().size() > 1)
        add_end(plane_, link.paths.back().back(), tone_, into_.outlines);
    if (style_.com)
      for (const PosedLink& link : robot_.links)
        if (link.mass > 0.0) add_centre_of_mass(plane_, link.com, tone_, into_.outlines);
    annotate(pose_, style_, plane_, is_main_, into_);
  }

 private:
  void append(const Outlines& outlines) {
    into_.outlines.insert(into_.outlines.end(), outlines.begin(), outlines.end());
  }

  void add_shapes() {
    for (const RobotShape& shape : scene_.shapes) {
      const PosedFrame* frame = frame_named(robot_, shape.link);
      if (frame == nullptr) continue;
      std::vector<PicturePoint> points;
      for (const Vec3<double>& p : shape.points) points.push_back(plane_.at(frame->X_WF * p));
      into_.outlines.push_back({convex_hull(std::move(points)),
                                true,
                                {is_main_ ? "#b9b29c" : "#dcd8cc", is_main_ ? "#f2eee0" : "#f8f6f0", 1.0},
                                "shape"});
    }
  }

  void add_base() {
    for (const SpacePath& path : robot_.to_base) {
      const SpacePath outside = without_joints(path);
      if (outside.size() > 1) add_bar(plane_, outside, tone_, into_.outlines);
    }
    add_support(scene_, robot_, plane_, tone_, into_.outlines);
  }

  /// The part of a link that is not inside of the joints at its ends. So the depth of the rest tells which of them
  /// covers which.
  SpacePath without_joints(const SpacePath& path) const {
    SpacePath outside = path;
    for (int end = 0; end < 2; ++end) {
      for (const PosedJoint& joint : robot_.joints)
        if (outside.size() > 1 && norm(joint.place() - outside.front()) < plane_.metres(0.01))
          cut_front(joint, outside);
      std::reverse(outside.begin(), outside.end());
    }
    return outside;
  }

  /// Takes away what is within the symbol of a joint at the front.
  void cut_front(const PosedJoint& joint, SpacePath& path) const {
    const double r = plane_.metres(plane_.symbol_radius);
    const JointSize size = joint_size(joint.kind);
    while (path.size() > 1) {
      const Vec3<double> d = path[1] - path[0];
      const double length = norm(d), along = std::abs(dot(d, joint.axis)) / length;
      const double across = std::sqrt(std::max(0.0, 1.0 - along * along));
      const double inside =
          std::min(size.half_length * r / std::max(along, 1e-9), size.radius * r / std::max(across, 1e-9));
      if (inside < length) {
        path[0] += (0.97 * inside / length) * d;
        return;
      }
      path.erase(path.begin());
    }
  }

  /// Links and joints, the far ones first.
  void add_bodies() {
    std::vector<Piece> pieces;
    const double nearer = plane_.metres(0.3 * plane_.symbol_radius);  // where all have one depth
    for (const PosedLink& link : robot_.links) {
      for (const SpacePath& path : link.stalks) {
        pieces.push_back({mean_depth(plane_, path), {}});
        add_stalk(plane_, path, tone_, pieces.back().outlines);
      }
      for (const SpacePath& path : link.paths) {
        const SpacePath outside = without_joints(path);
        if (outside.size() < 2) continue;
        pieces.push_back({mean_depth(plane_, outside), {}});
        add_bar(plane_, outside, tone_, pieces.back().outlines);
      }
    }
    for (const PosedJoint& joint : robot_.joints) {
      pieces.push_back({plane_.depth(joint.origin) + nearer, {}});
      if (turns(joint.kind))
        add_turning_joint(plane_, joint, tone_, pieces.back().outlines);
      else
        add_sliding_joint(plane_, joint, tone_, pieces.back().outlines);
    }
    std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.depth < b.depth; });
    for (const Piece& piece : pieces) append(piece.outlines);
  }

  const RobotScene& scene_;
  const DrawnPose& pose_;
  const PosedRobot& robot_;
  const DrawingStyle& style_;
  const DrawingPlane& plane_;
  bool is_main_;
  DrawingTone tone_;
  PaintedPoses& into_;
};

}  // namespace

PaintedPoses painted_poses(const RobotScene& scene, std::size_t first, std::size_t last, const DrawingStyle& style,
                           const DrawingPlane& plane) {
  PaintedPoses painted;
  if (scene.trace.size() > 1) {
    std::vector<PicturePoint> points;
    for (const Vec3<double>& p : scene.trace) points.push_back(plane.at(p));
    painted.outlines.push_back({std::move(points), false, {"#2e6da4", {}, 1.2, {5.0, 3.0}}, "trace"});
  }
  for (std::size_t i = first; i <= last; ++i) {
    const DrawnPose& pose = scene.poses[i];
    if (first < last && !pose.caption.empty())
      painted.labels.push_back({plane.at(pose.robot.end),
                                pose.caption,
                                "caption",
                                small_lettering,
                                i == last ? "#000000" : "#555555",
                                0.5 * plane.symbol_radius + 3.0,
                                {}});
    PosePainter(scene, pose, style, plane, i == last, painted).paint();
  }
  return painted;
}

std::vector<Vec3<double>> points_of(const RobotScene& scene, const DrawnPose& pose, const DrawingStyle& style) {
  const PosedRobot& robot = pose.robot;
  std::vector<Vec3<double>> points{robot.X_WB.p, robot.end};
  const auto add = [&](const std::vector<SpacePath>& paths) {
    for (const SpacePath& path : paths) points.insert(points.end(), path.begin(), path.end());
  };
  add(robot.to_base);
  for (const PosedLink& link : robot.links) {
    add(link.paths);
    add(link.stalks);
    if (style.com) points.push_back(link.com);
  }
  for (const PosedJoint& joint : robot.joints) points.insert(points.end(), {joint.origin, joint.end});
  for (const PosedWrench& wrench : pose.wrenches) points.push_back(wrench.point);
  if (style.shapes)
    for (const RobotShape& shape : scene.shapes)
      if (const PosedFrame* frame = frame_named(robot, shape.link))
        for (const Vec3<double>& p : shape.points) points.push_back(frame->X_WF * p);
  return points;
}

}  // namespace sinew
