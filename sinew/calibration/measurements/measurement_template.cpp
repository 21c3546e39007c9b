// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/measurement_template.h"

#include <vector>

#include "sinew/calibration/measurements/measured_joints.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/errors/visible_text.h"

namespace sinew {
namespace {

/// What a template says of one kind.
struct TemplateText {
  const char* comment;
  std::vector<std::string> titles;
};

TemplateText template_text(RowKind kind) {
  switch (kind) {
    case RowKind::Pose:
      return {
          "# x, y, z: where the frame is; roll, pitch, yaw: its turns about fixed x, then y, then z\n"
          "# (or qx, qy, qz, qw, a quaternion in their place); both in the frame of the tracker.\n"
          "# place: the name of the tracker; empty: all is measured in the frame of the robot's base.\n",
          {"x [mm]", "y [mm]", "z [mm]", "roll [deg]", "pitch [deg]", "yaw [deg]", "place"}};
    case RowKind::Position:
      return {
          "# x, y, z: where the frame is, in the frame of the tracker; leave out the columns that were not measured.\n"
          "# place: the name of the tracker; empty: all is measured in the frame of the robot's base.\n",
          {"x [mm]", "y [mm]", "z [mm]", "place"}};
    case RowKind::Distance:
      return {
          "# distance: from the point to the origin of the frame, as a draw wire or a bar measures it.\n"
          "# place: the name of the point.\n",
          {"distance [mm]", "place"}};
    case RowKind::Plane:
      return {
          "# height: of the frame's origin above the plane, along its normal; 0 where it touches the plane.\n"
          "# plane: the name of the plane.\n",
          {"height [mm]", "plane"}};
    case RowKind::Socket:
      return {
          "# The frame's origin is the centre of a ball that sits in a socket; nothing else is measured.\n"
          "# socket: the name of the socket.\n",
          {"socket"}};
    case RowKind::Touch:
      return {
          "# The frame's origin is the centre of a probe's ball that touches something.\n"
          "# place: the name of the plane, ball or cube; face: which face of a cube, +x to -z, else empty.\n",
          {"place", "face"}};
  }
  return {};
}

/// A title as CSV wants it.
std::string csv_title(const std::string& title) {
  if (title.find_first_of(",\"") == std::string::npos) return title;
  std::string quoted = "\"";
  for (const char c : title) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string measurement_template(RowKind kind, const Model<double>& model, const std::string& frame) {
  const MeasuredJoints joints(model, frame);
  const TemplateText text = template_text(kind);
  std::string page = "# Measurements of " + visible_text(model.name()) +
                     ", one a row. Kind: " + std::string(name_of(kind)) + "; frame: " + visible_text(joints.frame()) +
                     ".\n"
                     "# q.<joint>: where each joint is, as its encoder shows it.\n";
  page += text.comment;
  page +=
      "# Units stand in the titles and may be changed there. A column 'deviation [mm]' may give standard deviations,\n"
      "# a column 'set' names what belongs together.\n";
  std::string titles;
  for (int i = 0; i < joints.count(); ++i) {
    if (!joints[i].moves_frame) continue;
    const std::string unit = joints[i].dimension == dimension::angle ? " [deg]" : " [mm]";
    titles += (titles.empty() ? "" : ",") + csv_title("q." + joints[i].name + unit);
  }
  for (const std::string& title : text.titles) titles += "," + title;
  return page + titles + "\n";
}

}  // namespace sinew
