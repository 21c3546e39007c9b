// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/measurement_checks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// Where a joint can plausibly be: within its limits and a tenth more, four turns or five metres where it has none.
struct PlausibleRange {
  double lower, upper;

  explicit PlausibleRange(const MeasuredJoint& joint) : lower(joint.limits.lower), upper(joint.limits.upper) {
    const bool is_angle = joint.dimension == dimension::angle;
    const double wide = is_angle ? 8 * std::numbers::pi : 5.0;
    if (!std::isfinite(lower)) lower = -wide;
    if (!std::isfinite(upper)) upper = wide;
    const double margin = 0.1 * (upper - lower) + (is_angle ? 0.2 : 0.02);
    lower -= margin;
    upper += margin;
  }
  bool has(double q) const { return lower <= q && q <= upper; }
};

bool all_in_range(const std::vector<Measurement>& rows, int joint, const PlausibleRange& range, double factor) {
  return std::all_of(rows.begin(), rows.end(), [&](const Measurement& m) { return range.has(m.q[joint] * factor); });
}

/// "rad" or "m".
std::string unit_of(const MeasuredJoint& joint) { return joint.dimension.si_text(); }

void warn_of_joint(const std::vector<Measurement>& rows, const MeasurementColumn& column, const MeasuredJoint& joint,
                   Diagnostics& diagnostics) {
  const PlausibleRange range(joint);
  const auto beyond =
      std::find_if(rows.begin(), rows.end(), [&](const Measurement& m) { return !range.has(m.q[column.joint]); });
  if (beyond == rows.end()) return;
  const bool is_angle = joint.dimension == dimension::angle;
  const bool would_fit = all_in_range(rows, column.joint, range, (is_angle ? degree : 1e-3) / column.factor);
  const std::string unit = is_angle ? "deg" : "mm";
  const std::string limits =
      std::isfinite(joint.limits.lower) && std::isfinite(joint.limits.upper)
          ? ", far beyond its limits of " + shown(joint.limits.lower) + " to " + shown(joint.limits.upper)
          : ", farther than any joint goes";
  diagnostics.warning(
      {beyond->line},
      "joint " + in_quotes(joint.name) + " is at " + shown(beyond->q[column.joint]) + " " + unit_of(joint) + limits,
      would_fit ? "the numbers look like " + unit + ": write q." + joint.name + " [" + unit +
                      "] in the heading, or name the unit " + unit + " beside the file"
                : "check the column, its unit and the robot");
}

/// Radians under a heading that says degrees make all joints stand nearly still.
void warn_of_radians_as_degrees(const std::vector<Measurement>& rows, const MeasurementColumns& columns,
                                Diagnostics& diagnostics) {
  double largest = 0.0;
  int count = 0;
  for (const MeasurementColumn& column : columns.all()) {
    if (column.use != MeasurementColumn::Use::Joint || column.dimension != dimension::angle) continue;
    if (std::abs(column.factor - degree) > 1e-12) return;
    ++count;
    for (const Measurement& m : rows) largest = std::max(largest, std::abs(m.q[column.joint]));
  }
  constexpr std::size_t few_rows = 3;
  if (count < 2 || rows.size() < few_rows || largest > 2.2 * std::numbers::pi * degree || largest == 0.0) return;
  diagnostics.warning(columns.line(), "no joint turns by more than " + shown(largest / degree) + " deg",
                      "the numbers look like radians: name the unit rad");
}

void warn_of_lengths(const std::vector<Measurement>& rows, Diagnostics& diagnostics) {
  constexpr double beyond_any_workshop = 50.0;
  for (const Measurement& m : rows) {
    const double length = std::max(norm(m.X_MF.p), std::abs(m.distance));
    if (length < beyond_any_workshop) continue;
    diagnostics.warning(
        {m.line}, "a length of " + shown(length) + " m was measured",
        "the numbers look like mm: write the unit into the heading, as in x [mm], or name it beside the file");
    return;
  }
}

}  // namespace

std::vector<std::string> joints_that_never_move(const Measurements& measurements, const Model<double>& model,
                                                const std::string& frame) {
  const MeasuredJoints joints(model, frame);
  std::vector<std::string> still;
  for (int i = 0; i < joints.count(); ++i) {
    if (!joints[i].moves_frame) continue;
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const Measurement& m : measurements.rows) {
      lowest = std::min(lowest, m.q[i]);
      highest = std::max(highest, m.q[i]);
    }
    constexpr double at_rest = 1e-6;
    if (!(highest - lowest > at_rest)) still.push_back(joints[i].name);
  }
  return still;
}

void warn_of_unlikely_units(const std::vector<Measurement>& rows, const MeasurementColumns& columns,
                            const MeasuredJoints& joints, Diagnostics& diagnostics) {
  for (const MeasurementColumn& column : columns.all())
    if (column.use == MeasurementColumn::Use::Joint) warn_of_joint(rows, column, joints[column.joint], diagnostics);
  warn_of_radians_as_degrees(rows, columns, diagnostics);
  warn_of_lengths(rows, diagnostics);
}

}  // namespace sinew
