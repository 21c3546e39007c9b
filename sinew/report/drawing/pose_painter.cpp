// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/pose_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sinew/print/drawing/convex_hull.h"

namespace sinew {
namespace {

constexpr double small_text = 11.5;

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

const PosedFrame* frame_named(const PosedRobot& robot, const std::string& name) {
  for (const PosedFrame& frame : robot.frames)
    if (frame.name == name) return &frame;
  return nullptr;
}

bool is_same_place(const Pose<double>& a, const Pose<double>& b) {
  double difference = norm(a.p - b.p) / (1.0 + norm(a.p));
  for (int k = 0; k < 3; ++k) difference = std::max(difference, norm(a.R.column(k) - b.R.column(k)));
  return difference < 1e-9;
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
    if (is_main_) add_frames();
    add_wrenches();
    if (is_main_) add_names();
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

  /// The ground under a base that stands, a plate for one that floats.
  void add_base() {
    const double r = plane_.symbol_radius;
    for (const SpacePath& path : robot_.to_base) {
      const SpacePath outside = without_joints(path);
      if (outside.size() > 1) add_bar(plane_, outside, tone_, into_.outlines);
    }
    const PicturePoint at = plane_.at(robot_.X_WB.p);
    if (scene_.floating_base) {
      into_.outlines.push_back({{at + PicturePoint{-1.4 * r, -r}, at + PicturePoint{1.4 * r, -r},
                                 at + PicturePoint{1.4 * r, r}, at + PicturePoint{-1.4 * r, r}},
                                true,
                                {tone_.line, tone_.joint, 1.4},
                                "base"});
      return;
    }
    const PosedJoint* on_base = joint_at(at);
    if (on_base != nullptr && on_base->kind == JointKind::Prismatic) {
      const PicturePoint flat = plane_.flat(on_base->axis);
      const double length = length_of(flat);
      PicturePoint down = length < 0.2 ? PicturePoint{0.0, 1.0} : PicturePoint{-flat.y / length, flat.x / length};
      if (down.y < 0.0 || (down.y == 0.0 && down.x > 0.0)) down = down * -1.0;
      add_ground(plane_, at, down, 0.95 * r, false, into_.outlines);
    } else {
      add_ground(plane_, at, free_side(at), on_base != nullptr ? 2.3 * r : 0.0, on_base != nullptr, into_.outlines);
    }
  }

  /// A joint of the base whose symbol covers this place.
  const PosedJoint* joint_at(const PicturePoint& at) const {
    for (const PosedJoint& joint : robot_.joints)
      if (length_of(plane_.at(joint.origin) - at) < 2.0 * plane_.symbol_radius) return &joint;
    return nullptr;
  }

  /// Where no pose has its first link: below if that can be.
  PicturePoint free_side(const PicturePoint& at) const {
    for (const PicturePoint& side : {PicturePoint{0.0, 1.0}, {0.0, -1.0}, {-1.0, 0.0}, {1.0, 0.0}}) {
      bool is_free = true;
      for (const DrawnPose& pose : scene_.poses)
        for (const PicturePoint& p : first_corners(pose.robot)) {
          const PicturePoint d = p - at;
          constexpr double forty_degrees = 0.77;
          is_free = is_free && d.x * side.x + d.y * side.y < forty_degrees * length_of(d);
        }
      if (is_free) return side;
    }
    return {0.0, 1.0};
  }

  /// Where the robot goes first from its base.
  std::vector<PicturePoint> first_corners(const PosedRobot& robot) const {
    std::vector<PicturePoint> corners;
    const auto add = [&](const SpacePath& path) {
      for (std::size_t i = 1; i < path.size(); ++i)
        if (length_of(plane_.at(path[i]) - plane_.at(path[0])) > plane_.symbol_radius) {
          corners.push_back(plane_.at(path[i]));
          return;
        }
    };
    for (const SpacePath& path : robot.to_base) add(path);
    if (corners.empty() && !robot.links.empty())
      for (const SpacePath& path : robot.links.front().paths) add(path);
    return corners;
  }

  /// The part of a link that is not inside of the joints at its ends. So the depth of the rest tells which of them
  /// covers which.
  SpacePath without_joints(const SpacePath& path) const {
    SpacePath outside = path;
    for (int end = 0; end < 2; ++end) {
      for (const PosedJoint& joint : robot_.joints)
        if (outside.size() > 1 && norm(place_of(joint) - outside.front()) < plane_.metres(0.01))
          cut_front(joint, outside);
      std::reverse(outside.begin(), outside.end());
    }
    return outside;
  }

  static const Vec3<double>& place_of(const PosedJoint& joint) {
    return joint.kind == JointKind::Prismatic ? joint.origin : joint.end;
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

  /// Frames that are the same share their axes.
  void add_frames() {
    std::vector<std::pair<const PosedFrame*, std::string>> shown;
    for (const std::string& name : style_.frames) {
      const PosedFrame* frame = frame_named(robot_, name);
      if (frame == nullptr) continue;
      const auto same = std::find_if(shown.begin(), shown.end(),
                                     [&](const auto& other) { return is_same_place(other.first->X_WF, frame->X_WF); });
      if (same == shown.end())
        shown.emplace_back(frame, name);
      else
        same->second += ", " + name;
    }
    const double length = std::max(26.0, 3.2 * plane_.symbol_radius);
    for (const auto& [frame, names] : shown) {
      for (const LetteredAxis& axis : add_triad(plane_, frame->X_WF, length, "frame", into_.outlines))
        want({axis.tip, axis.letter, "letter", small_text, axis.colour, 2.0, axis.towards, false});
      if (style_.label_frames) want({plane_.at(frame->X_WF.p), names, "frame", small_text, "#444444", 6.0, {}});
    }
  }

  void add_wrenches() {
    double largest = 0.0;
    for (const PosedWrench& wrench : pose_.wrenches) largest = std::max(largest, norm(wrench.force));
    const bool several = pose_.wrenches.size() > 1;
    for (std::size_t i = 0; i < pose_.wrenches.size(); ++i) {
      const PosedWrench& wrench = pose_.wrenches[i];
      const std::string number = several ? std::to_string(i + 1) : "";
      if (norm(wrench.force) > 0.0) {
        const double length = 7.0 * plane_.symbol_radius * (0.45 + 0.55 * norm(wrench.force) / largest);
        const PicturePoint tip = add_force(plane_, wrench.point, wrench.force, length, into_.outlines);
        want_wrench(tip, fmt::format("F{} = {:.4g} N", number, norm(wrench.force)), "force",
                    tip - plane_.at(wrench.point));
      }
      if (norm(wrench.moment) > 0.0) {
        const PicturePoint tip = add_moment(plane_, wrench.point, wrench.moment, into_.outlines);
        want_wrench(tip, fmt::format("M{} = {:.4g} N·m", number, norm(wrench.moment)), "moment",
                    tip - plane_.at(wrench.point));
      }
    }
  }

  void want_wrench(const PicturePoint& at, const std::string& text, const char* part, const PicturePoint& towards) {
    const bool is_force = std::string(part) == "force";
    if (is_main_ && style_.label_wrenches) want({at, text, part, 13.0, is_force ? "#8e2318" : "#6c3483", 5.0, towards});
  }

  void add_names() {
    const double r = plane_.symbol_radius;
    if (style_.label_joints)
      for (const PosedJoint& joint : robot_.joints)
        want({plane_.at(joint.kind == JointKind::Prismatic ? joint.origin : joint.end),
              joint.name,
              "joint",
              13.0,
              "#000000",
              1.5 * r + 3.0,
              {}});
    if (style_.label_links)
      for (const PosedLink& link : robot_.links)
        want({middle_of(link), link.name, "link", 13.0, "#3d5a73", 0.5 * r + 4.0, {}});
    if (style_.label_com && style_.com)
      for (const PosedLink& link : robot_.links)
        if (link.mass > 0.0)
          want({plane_.at(link.com), fmt::format("{:.4g} kg", link.mass), "com", small_text, "#333333", r + 2.0, {}});
  }

  /// Of the longest piece of the link in the picture.
  PicturePoint middle_of(const PosedLink& link) const {
    PicturePoint middle = plane_.at(link.paths.front().front());
    double longest = 0.0;
    for (const SpacePath& path : link.paths)
      for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        const PicturePoint a = plane_.at(path[i]), b = plane_.at(path[i + 1]);
        if (length_of(b - a) <= longest) continue;
        longest = length_of(b - a);
        middle = (a + b) * 0.5;
      }
    return middle;
  }

  void want(WantedLabel label) { into_.labels.push_back(std::move(label)); }

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
                                small_text,
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
