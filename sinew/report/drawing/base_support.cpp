// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/base_support.h"

namespace sinew {
namespace {

/// A joint of the base whose symbol covers this place.
const PosedJoint* joint_at(const PosedRobot& robot, const DrawingPlane& plane, const PicturePoint& at) {
  for (const PosedJoint& joint : robot.joints)
    if (joint.on_base && length_of(plane.at(joint.origin) - at) < 2.0 * plane.symbol_radius) return &joint;
  return nullptr;
}

/// Where the robot goes first from its base.
std::vector<PicturePoint> first_corners(const PosedRobot& robot, const DrawingPlane& plane) {
  std::vector<PicturePoint> corners;
  const auto add = [&](const SpacePath& path) {
    for (std::size_t i = 1; i < path.size(); ++i)
      if (length_of(plane.at(path[i]) - plane.at(path[0])) > plane.symbol_radius) {
        corners.push_back(plane.at(path[i]));
        return;
      }
  };
  for (const SpacePath& path : robot.to_base) add(path);
  if (corners.empty() && !robot.links.empty())
    for (const SpacePath& path : robot.links.front().paths) add(path);
  return corners;
}

/// Where no pose has its first link: below if that can be.
PicturePoint free_side(const RobotScene& scene, const DrawingPlane& plane, const PicturePoint& at) {
  for (const PicturePoint& side : {PicturePoint{0.0, 1.0}, {0.0, -1.0}, {-1.0, 0.0}, {1.0, 0.0}}) {
    bool is_free = true;
    for (const DrawnPose& pose : scene.poses)
      for (const PicturePoint& p : first_corners(pose.robot, plane)) {
        const PicturePoint d = p - at;
        constexpr double forty_degrees = 0.77;
        is_free = is_free && d.x * side.x + d.y * side.y < forty_degrees * length_of(d);
      }
    if (is_free) return side;
  }
  return {0.0, 1.0};
}

}  // namespace

void add_support(const RobotScene& scene, const PosedRobot& robot, const DrawingPlane& plane, const DrawingTone& tone,
                 Outlines& outlines) {
  const double r = plane.symbol_radius;
  const PicturePoint at = plane.at(robot.X_WB.p);
  if (scene.floating_base) {
    outlines.push_back({{at + PicturePoint{-1.4 * r, -r}, at + PicturePoint{1.4 * r, -r}, at + PicturePoint{1.4 * r, r},
                         at + PicturePoint{-1.4 * r, r}},
                        true,
                        {tone.line, tone.joint, 1.4},
                        "base"});
    return;
  }
  const PosedJoint* on_base = joint_at(robot, plane, at);
  if (on_base != nullptr && on_base->kind == JointKind::Prismatic) {
    const PicturePoint flat = plane.flat(on_base->axis);
    const double length = length_of(flat);
    PicturePoint down = length < 0.2 ? PicturePoint{0.0, 1.0} : PicturePoint{-flat.y / length, flat.x / length};
    if (down.y < 0.0 || (down.y == 0.0 && down.x > 0.0)) down = down * -1.0;
    add_ground(plane, at, down, 0.95 * r, false, outlines);
  } else {
    add_ground(plane, at, free_side(scene, plane, at), on_base != nullptr ? 2.3 * r : 0.0, on_base != nullptr,
               outlines);
  }
}

}  // namespace sinew
