// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/pose_annotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sinew {
namespace {

bool is_same_place(const Pose<double>& a, const Pose<double>& b) {
  double difference = norm(a.p - b.p) / (1.0 + norm(a.p));
  for (int k = 0; k < 3; ++k) difference = std::max(difference, norm(a.R.column(k) - b.R.column(k)));
  return difference < 1e-9;
}

/// Annotates one pose of the robot.
class PoseAnnotator {
 public:
  PoseAnnotator(const DrawnPose& pose, const DrawingStyle& style, const DrawingPlane& plane, bool is_main,
                PaintedPoses& into)
      : pose_(pose), robot_(pose.robot), style_(style), plane_(plane), is_main_(is_main), into_(into) {}

  void annotate() {
    if (is_main_) add_frames();
    add_wrenches();
    if (is_main_) add_names();
  }

 private:
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
        want({axis.tip, axis.letter, "letter", small_lettering, axis.colour, 2.0, axis.towards, false});
      if (style_.label_frames) want({plane_.at(frame->X_WF.p), names, "frame", small_lettering, "#444444", 6.0, {}});
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
          want({plane_.at(link.com),
                fmt::format("{:.4g} kg", link.mass),
                "com",
                small_lettering,
                "#333333",
                r + 2.0,
                {}});
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

  const DrawnPose& pose_;
  const PosedRobot& robot_;
  const DrawingStyle& style_;
  const DrawingPlane& plane_;
  bool is_main_;
  PaintedPoses& into_;
};

}  // namespace

void annotate(const DrawnPose& pose, const DrawingStyle& style, const DrawingPlane& plane, bool is_main,
              PaintedPoses& into) {
  PoseAnnotator(pose, style, plane, is_main, into).annotate();
}

}  // namespace sinew
