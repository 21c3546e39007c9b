// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "sinew/calibration/chain/dh_changes.h"
#include "sinew/calibration/maker/ur_calibration.h"
#include "sinew/model/build_model.h"
#include "sinew/model/end_frame.h"

namespace sinew {
namespace {

constexpr double ur_pi = std::numbers::pi;
/// A description whose quarter turns were rounded to six digits still is one of such an arm.
constexpr double like_published = 1e-5;
/// Parallel axes are written as parallel (`dh_table`), unless the arm was calibrated.
constexpr double parallel_like_published = 1e-9;

bool is_nearly(double value, double wanted, double within = like_published) {
  return std::abs(value - wanted) < within;
}
/// But for whole turns.
bool is_turned_by(double angle, double wanted) { return is_nearly(std::remainder(angle - wanted, 2 * ur_pi), 0.0); }

[[noreturn]] void refuse_other_robot(const RobotDescription<double>& description, const std::string& why) {
  refuse(description.name, "is no Universal Robots arm with the dimensions of its type: " + why,
         "choose the description of the arm's type, such as ur5.yaml, as it was before any calibration");
}

std::string flange_of(const RobotDescription<double>& description, const std::string& flange) {
  if (!flange.empty()) return flange;
  constexpr const char* usual = "tool0";
  for (const LinkDescription<double>& link : description.links)
    if (link.name == usual) return usual;
  for (const FrameDescription<double>& frame : description.frames)
    if (frame.name == usual) return usual;
  return end_frame(build_model(description));
}

/// Turns the frames of the table about their z axes, so that all x axes are parallel at q = 0 and α₁ is a quarter turn:
/// the maker's choice. Turned by half a turn, a row has −a for a and −α for α.
void turn_x_axes_as_the_maker(const RobotDescription<double>& description, DhTable& table) {
  const Pose<double> half_turn{Rotation<double>::about_z(SinCos<double>{0.0, -1.0}), {}};
  table.base = table.base * Pose<double>{Rotation<double>::about_z(sincos_of_constant(table.rows[0].row.theta)), {}};
  table.rows[0].row.theta = 0.0;
  bool turned = table.rows[0].row.alpha < 0.0;
  if (turned) table.base = table.base * half_turn;
  for (std::size_t i = 0; i < 5; ++i) {
    DhTableRow& row = table.rows[i];
    const bool half = is_turned_by(row.row.theta, ur_pi);
    if (!half && !is_turned_by(row.row.theta, 0.0))
      refuse_other_robot(description, "at q = 0 the common normals of its axes are not parallel (joint " +
                                          in_quotes(row.joint) + " begins at " + shown(row.row.theta) + " rad)");
    if (half) turned = !turned;
    row.row.theta = 0.0;
    if (!turned) continue;
    row.row.a = -row.row.a;
    row.row.alpha = -row.row.alpha;
    row.after = half_turn * row.after;
  }
  // the last row in full, with the x axis of the frame before it
  DhTableRow& last = table.rows[5];
  const DhTransform<double> split = dh_transform(last.row, table.convention);
  last.after = split.before * split.after * last.after;
  if (turned) last.after = half_turn * last.after;
  last.row = {};
}

/// Rows whose axes are parallel may share their d as they like: the maker has it all in the last of them.
void slide_along_parallel_axes(DhTable& table) {
  for (std::size_t i : {1U, 2U}) {
    double& d = table.rows[i].row.d;
    table.rows[i].after = translation(Vec3<double>{0.0, 0.0, d}) * table.rows[i].after;
    table.rows[i + 1].row.d += d;
    d = 0.0;
  }
}

/// The table of an arm of this maker, as the maker writes it.
DhTable ur_table(const RobotDescription<double>& description, const std::string& flange) {
  DhTable table = dh_table_to(description, DhConvention::Standard, flange);
  if (table.rows.size() != 6)
    refuse_other_robot(description, "it has " + std::to_string(table.rows.size()) + " joints, not 6");
  for (const DhTableRow& row : table.rows)
    if (row.kind != JointKind::Revolute && row.kind != JointKind::Continuous)
      refuse_other_robot(description, "joint " + in_quotes(row.joint) + " is " + name_of(row.kind));
  turn_x_axes_as_the_maker(description, table);
  constexpr double quarter = ur_pi / 2;
  constexpr double twists[] = {quarter, 0.0, 0.0, quarter, -quarter};
  for (std::size_t i = 0; i < 5; ++i) {
    const DhRow<double>& row = table.rows[i].row;
    const bool is_long = i == 1 || i == 2;
    if (!is_nearly(row.alpha, twists[i], is_long ? parallel_like_published : like_published))
      refuse_other_robot(description, "alpha of joint " + in_quotes(table.rows[i].joint) + " is " + shown(row.alpha) +
                                          " rad, not " + shown(twists[i]));
    if (is_long ? row.a > -0.1 : !is_nearly(row.a, 0.0))
      refuse_other_robot(description, "a of joint " + in_quotes(table.rows[i].joint) + " is " + shown(row.a) + " m");
  }
  slide_along_parallel_axes(table);
  return table;
}

/// Puts the end of the last row where the flange is.
void end_at_flange(const RobotDescription<double>& description, const std::string& flange, DhTable& table) {
  const Model<double> model = build_model(description);
  DhTableRow& last = table.rows.back();
  const Pose<double> X_LF = model.frame(last.link).X_LF.inverse() * model.frame(flange).X_LF;
  const Vec3<double> p = last.after * X_LF.p;
  if (!is_nearly(p.x, 0.0) || !is_nearly(p.y, 0.0))
    refuse(description.name,
           "the frame " + in_quotes(flange) + " stands " + shown(std::hypot(p.x, p.y)) +
               " m beside the axis of the last joint",
           "name the frame of the flange, where the tool is mounted");
  last.row.d = p.z;
  last.after = translation(Vec3<double>{0.0, 0.0, -p.z}) * last.after;
}

}  // namespace

RobotDescription<double> with_ur_calibration(const RobotDescription<double>& description,
                                             const UrCalibration& calibration, const std::string& flange) {
  const std::string end = flange_of(description, flange);
  DhTable before = ur_table(description, end);
  end_at_flange(description, end, before);
  DhTable after = before;
  for (std::size_t i = 0; i < calibration.changes.size(); ++i) {
    const auto& [theta, d, a, alpha] = calibration.changes[i];
    DhRow<double>& row = after.rows[i].row;
    row = {row.theta + theta, row.d + d, row.a + a, row.alpha + alpha};
  }
  return with_dh_table(description, before, after, LinkPlacement::OnAxes);
}

}  // namespace sinew
