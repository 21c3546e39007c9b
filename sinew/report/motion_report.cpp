// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/motion_report.h"

#include <fmt/format.h>

#include <functional>

#include "sinew/analysis/matrices.h"
#include "sinew/errors/visible_text.h"

namespace sinew {
namespace {

constexpr Dimension per_second_of_frame{0, 0, -1, 0};

Eigen::Vector3d angles_of(const Pose<double>& X) {
  const RollPitchYaw<double> a = roll_pitch_yaw(X.R);
  return {a.roll, a.pitch, a.yaw};
}
Eigen::Vector4d quaternion_of(const Pose<double>& X) {
  const Quaternion<double> p = quaternion(X.R);
  return {p.x, p.y, p.z, p.w};
}

struct MotionVector {
  const char* key;
  const char* symbol;
  const char* meaning;
  Dimension dimension;
  Eigen::Vector3d FrameMotion::*of;
};
const MotionVector motion_vectors[] = {
    {"angular_velocity", "ω", "angular velocity", dimension::angle* per_second_of_frame,
     &FrameMotion::angular_velocity},
    {"velocity", "v", "velocity", dimension::length* per_second_of_frame, &FrameMotion::velocity},
    {"angular_acceleration", "ω̇", "angular acceleration", dimension::angle* per_second_of_frame.to_the(2),
     &FrameMotion::angular_acceleration},
    {"acceleration", "v̇", "acceleration", dimension::length* per_second_of_frame.to_the(2), &FrameMotion::acceleration},
};

/// "0.5·ωx − 0.3·vz" of a direction.
std::string combination(const Eigen::VectorXd& direction, const std::vector<std::string>& names) {
  std::string text;
  for (Eigen::Index i = 0; i < direction.size(); ++i) {
    const double k = direction[i];
    constexpr double nothing = 1e-9;
    if (std::abs(k) < nothing) continue;
    text += text.empty() ? (k < 0 ? "−" : "") : (k < 0 ? " − " : " + ");
    const std::string size = fmt::format("{:.4f}", std::abs(k));
    text += (size == "1.0000" ? "" : size + "·") + visible_text(names[static_cast<std::size_t>(i)]);
  }
  return text;
}

/// What every entry of a matrix is measured in; nothing where they differ. A turn per turn is a plain number.
std::optional<Dimension> common_dimension(const std::vector<Dimension>& rows, const std::vector<Dimension>& columns) {
  std::optional<Dimension> common;
  for (const Dimension& row : rows)
    for (const Dimension& column : columns) {
      if (common && *common != row * column) return std::nullopt;
      common = row * column;
    }
  return common.value_or(dimension::none);
}

Datum directions_datum(std::vector<std::string> path, const Eigen::MatrixXd& columns, const Labels& names) {
  Datum datum{std::move(path), columns.transpose(), nullptr, names};
  datum.rows = labels(std::vector<std::string>(static_cast<std::size_t>(columns.cols())));
  datum.varies = true;
  return datum;
}

}  // namespace

std::vector<Datum> pose_data(const std::vector<PlacedFrame>& frames) {
  static const Labels angles = labels({"roll", "pitch", "yaw"}), xyzw = labels({"x", "y", "z", "w"});
  std::vector<Datum> data;
  for (const PlacedFrame& frame : frames) {
    const auto path = [&](const char* what) { return std::vector<std::string>{"frames", frame.name, what}; };
    data.push_back({path("position"), vector(frame.X_WF.p), xyz(), nullptr});
    data.push_back({path("rpy"), angles_of(frame.X_WF), angles, nullptr});
    data.push_back({path("quaternion"), quaternion_of(frame.X_WF), xyzw, nullptr});
    data.push_back({path("rotation"), matrix(frame.X_WF.R), xyz(), xyz()});
    if (frame.point) data.push_back({path("point_position"), *frame.point, xyz(), nullptr});
    if (!frame.motion) continue;
    for (const MotionVector& v : motion_vectors) data.push_back({path(v.key), (*frame.motion).*v.of, xyz(), nullptr});
  }
  return data;
}

std::string pose_text(const std::vector<PlacedFrame>& frames, const Showing& showing) {
  std::vector<std::string> names;
  names.reserve(frames.size());
  for (const PlacedFrame& frame : frames) names.push_back(frame.name);
  const auto column = [&](const std::string& title, const Measure& measure,
                          const std::function<double(const PlacedFrame&)>& value) {
    FigureColumn c{title, Eigen::VectorXd(static_cast<Eigen::Index>(frames.size())), {measure}};
    for (std::size_t i = 0; i < frames.size(); ++i) c.values[static_cast<Eigen::Index>(i)] = value(frames[i]);
    return c;
  };
  std::vector<FigureColumn> columns;
  columns.reserve(10);
  for (int i = 0; i < 3; ++i)
    columns.push_back(column(std::string(1, "xyz"[i]), dimension::length, [i](const auto& f) { return f.X_WF.p[i]; }));
  const char* angles[] = {"roll", "pitch", "yaw"};
  for (int i = 0; i < 3; ++i)
    columns.push_back(column(angles[i], dimension::angle, [i](const auto& f) { return angles_of(f.X_WF)[i]; }));
  const char* parts[] = {"qx", "qy", "qz", "qw"};
  for (int i = 0; i < 4; ++i)
    columns.push_back(column(parts[i], dimension::none, [i](const auto& f) { return quaternion_of(f.X_WF)[i]; }));
  std::string text = figure_table("frame", names, columns, {showing.units.with_degrees(), showing.digits});
  if (!frames.empty() && frames.front().point) {
    std::vector<FigureColumn> points;
    points.reserve(3);
    for (int i = 0; i < 3; ++i)
      points.push_back(
          column(std::string("point ") + "xyz"[i], dimension::length, [i](const auto& f) { return (*f.point)[i]; }));
    text += "\n" + figure_table("frame", names, points, showing);
  }
  if (frames.empty() || !frames.front().motion) return text;
  for (const MotionVector& v : motion_vectors) {
    std::vector<FigureColumn> motion;
    motion.reserve(3);
    for (int i = 0; i < 3; ++i)
      motion.push_back(column(std::string(v.symbol) + "xyz"[i], v.dimension,
                              [i, &v](const auto& f) { return ((*f.motion).*v.of)[i]; }));
    text += "\n" + figure_table("frame", names, motion, showing);
  }
  return text;
}

std::string pose_details(const PlacedFrame& frame, const Showing& showing) {
  std::vector<FigureLine> lines = {
      {"p", vector(frame.X_WF.p), dimension::length, "position"},
      {"rpy", angles_of(frame.X_WF), dimension::angle, "roll, pitch, yaw: R = Rz(yaw)·Ry(pitch)·Rx(roll)", true},
      {"xyzw", quaternion_of(frame.X_WF), dimension::none, "quaternion"}};
  if (frame.point) lines.push_back({"P", *frame.point, dimension::length, "position of the point"});
  if (frame.motion)
    for (const MotionVector& v : motion_vectors)
      lines.push_back({v.symbol, (*frame.motion).*v.of, v.dimension, v.meaning});
  std::vector<FigureColumn> columns;
  columns.reserve(4);
  for (int j = 0; j < 3; ++j)
    columns.push_back({std::string("R") + "xyz" [j], vector(frame.X_WF.R.column(j)), { dimension::none }});
  columns.push_back({"p", vector(frame.X_WF.p), {dimension::length}});
  return visible_text(frame.name) + "\n" + figure_lines(lines, showing, 2) + "\n" +
         figure_table("", {"x", "y", "z"}, columns, showing, 2);
}

std::string axes_text(const Axes& axes) {
  return axes.of == "own" ? "its own" : axes.of == "world" ? "the world's" : axes.of + "'s";
}

std::vector<std::string> frame_members(const std::string& frame, const Eigen::Vector3d& point, const Axes& axes,
                                       const std::vector<std::string>& rows) {
  return {json_member("frame", json_text(frame)), json_member("point", json_numbers(point)),
          json_member("axes", json_text(axes.of)), json_member("rows", json_list(rows))};
}

std::vector<std::string> pose_members(const Eigen::Vector3d& point, const Axes& axes, bool moves) {
  std::vector<std::string> members = {json_member("axes", json_text("world")), json_member("rows", json_list(*xyz())),
                                      json_member("point", json_numbers(point))};
  if (moves) members.push_back(json_member("motion", "{" + json_member("axes", json_text(axes.of)) + "}"));
  return members;
}

void name_rows(JacobianReport& report, const Rows& rows, const std::optional<EulerAngles>& angles) {
  static constexpr const char* named[3][3] = {{"wx", "wy", "wz"}, {"roll", "pitch", "yaw"}, {"phi", "theta", "psi"}};
  static constexpr const char* shown[3][3] = {
      {"ωx", "ωy", "ωz"}, {"roll rate", "pitch rate", "yaw rate"}, {"φ rate", "θ rate", "ψ rate"}};
  static constexpr const char* linear[] = {"vx", "vy", "vz"};
  const int kind = !angles ? 0 : angles == EulerAngles::RollPitchYaw ? 1 : 2;
  std::vector<std::string> keys;
  for (const std::size_t r : rows.order()) {
    const bool angular = r < 3;
    keys.emplace_back(angular ? named[kind][r] : linear[r - 3]);
    report.rows.emplace_back(angular ? shown[kind][r] : linear[r - 3]);
    report.row_dimensions.push_back(angular ? dimension::angle : dimension::length);
  }
  report.row_keys = labels(std::move(keys));
}

std::vector<Datum> jacobian_data(const Coordinates& of, const JacobianReport& report) {
  const JacobianAnalysis& a = report.analysis;
  std::vector<Datum> data = {{{"J"}, report.J, report.row_keys, of.rates}};
  if (report.J_rate) data.push_back({{"J_rate"}, *report.J_rate, report.row_keys, of.rates});
  data.push_back(count_datum({"rank"}, a.rank));
  data.push_back(number_datum({"condition"}, a.condition));
  data.push_back(number_datum({"manipulability"}, a.manipulability));
  std::vector<std::string> numbers;
  for (Eigen::Index i = 1; i <= a.singular_values.size(); ++i) numbers.push_back(std::to_string(i));
  data.push_back({{"singular_values"}, a.singular_values, labels(std::move(numbers)), nullptr});
  data.push_back(directions_datum({"lost_directions"}, a.lost_directions, report.row_keys));
  data.push_back(directions_datum({"self_motions"}, a.self_motions, of.rates));
  return data;
}

std::string jacobian_text(const Coordinates& of, const JacobianReport& report, const Showing& showing) {
  const JacobianAnalysis& a = report.analysis;
  const auto shown = [&](const char* name, const Eigen::MatrixXd& J, const Dimension& factor) {
    return figure_matrix({name + std::string(" of ") + report.title, report.rows, *of.rates, J,
                          times(report.row_dimensions, factor), of.per_position},
                         showing);
  };
  std::string text = shown("J", report.J, dimension::none);
  if (report.J_rate) text += "\n" + shown("J̇", *report.J_rate, per_second_of_frame);
  const auto most = std::min(report.J.rows(), report.J.cols());
  const std::optional<Dimension> unit = common_dimension(report.row_dimensions, of.per_position);
  text += fmt::format("\nrank            {} of {}{}\nsingular values {}\ncondition       {}\nmanipulability  {}\n",
                      a.rank, most, a.rank < most ? ": singular" : "",
                      unit ? figures(a.singular_values, *unit, showing)
                           : figures(a.singular_values, dimension::none, showing) + " (in mixed units)",
                      figure(a.condition, dimension::none, showing),
                      figure(a.manipulability, unit ? unit->to_the(static_cast<int>(most)) : dimension::none, showing));
  if (a.lost_directions.cols() > 0) {
    text += "motions that no q̇ gives here\n";
    for (Eigen::Index k = 0; k < a.lost_directions.cols(); ++k)
      text += "  " + combination(a.lost_directions.col(k), report.rows) + "\n";
  }
  if (a.rank < report.J.cols()) {
    text += "q̇ that move nothing\n";
    for (Eigen::Index k = 0; k < a.self_motions.cols(); ++k)
      text += "  " + combination(a.self_motions.col(k), *of.rates) + "\n";
  }
  return text;
}

}  // namespace sinew
