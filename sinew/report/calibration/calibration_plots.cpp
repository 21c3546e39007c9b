// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/calibration/calibration_plots.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "sinew/calibration/problem/measured_residual.h"
#include "sinew/report/calibration/calibration_words.h"

namespace sinew {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// The axes of all measurements, in the order in which they come.
std::vector<ResidualRow> measured_axes(const Measurements& measurements) {
  std::vector<ResidualRow> axes;
  for (const Measurement& m : measurements.rows)
    for (ResidualRow& row : residual_rows(m))
      if (std::none_of(axes.begin(), axes.end(), [&](const ResidualRow& known) { return known.axis == row.axis; }))
        axes.push_back(std::move(row));
  return axes;
}

TimeSeries residual_series(std::string name, std::string title, bool is_angle, Eigen::Index measurements) {
  const Measure measure = is_angle ? dimension::angle : dimension::length;
  TimeSeries series{std::move(name), std::move(title), {"before", "after"}, {measure, measure}, {}, {}};
  series.values.setConstant(2, measurements, no_value);
  series.are_points = true;
  return series;
}

const char* title_of_lengths(bool is_angle) {
  return is_angle ? "angles between robot and measurement" : "distances between robot and measurement";
}
std::string title_of_axis(const std::string& axis) { return "residuals along " + axis + ", robot less measurement"; }

/// How far apart robot and measurement are, before and after.
TimeSeries lengths(const CalibrationResult& r, bool is_angle) {
  const Eigen::Index count = r.problem->measurement_count();
  TimeSeries series = residual_series(is_angle ? "residuals.orientation" : "residuals.position",
                                      title_of_lengths(is_angle), is_angle, count);
  for (Eigen::Index i = 0; i < count; ++i)
    for (const auto& [row, residuals] : {std::pair{0, &r.before}, std::pair{1, &r.after}}) {
      const ErrorLength length = error_length(*r.problem, *residuals, i);
      const double value = is_angle ? length.angle : length.position;
      if (value >= 0.0) series.values(row, i) = value;
    }
  return series;
}

TimeSeries along(const CalibrationResult& r, const ResidualRow& axis) {
  const CalibrationProblem& problem = *r.problem;
  TimeSeries series =
      residual_series("residuals." + axis.axis, title_of_axis(axis.axis), axis.is_angle, problem.measurement_count());
  for (Eigen::Index i = 0; i < problem.measurement_count(); ++i)
    for (int row = problem.block_starts()[i]; row < problem.block_starts()[i + 1]; ++row) {
      if (problem.residual_rows()[static_cast<std::size_t>(row)].axis != axis.axis) continue;
      series.values(0, i) = r.before[row];
      series.values(1, i) = r.after[row];
    }
  return series;
}

/// "lengths", "angles": parameters in one unit share a panel.
std::string kind_of(const CalibrationParameter& parameter) {
  if (parameter.dimension == dimension::length) return "lengths";
  if (parameter.dimension == dimension::angle) return "angles";
  return parameter.dimension.is_plain() ? "ratios" : "compliances";
}

/// Numbers of the unknowns to show. The tool's and the base's are not errors of the robot, and so large that beside
/// them nothing could be seen of the others: they are shown only where they are all there is.
std::vector<std::size_t> shown_unknowns(const CalibrationResult& r) {
  const auto count = static_cast<std::size_t>(r.problem->robot_unknown_count());
  std::vector<std::size_t> own, all;
  for (std::size_t j = 0; j < count; ++j) {
    all.push_back(j);
    const std::string& group = r.numbers[j].parameter.group;
    if (group != "tool" && group != "base") own.push_back(j);
  }
  return own.empty() ? all : own;
}

Recording parameters(const CalibrationReport& report, const std::string& title) {
  const std::vector<std::size_t> shown = shown_unknowns(report.result);
  const auto count = static_cast<Eigen::Index>(shown.size());
  Recording recording{.title = title, .t = {}, .series = {}, .t_label = "parameter", .file = "parameters"};
  TimeSeries series{"parameters", "changes of the parameters, with standard deviations", {}, {}, {}, {}};
  series.are_points = true;
  for (Eigen::Index k = 0; k < count; ++k) {
    const CalibratedNumber& n = report.result.numbers[shown[static_cast<std::size_t>(k)]];
    recording.t.push_back(static_cast<double>(k + 1));
    recording.names.push_back(n.parameter.name);
    const std::string kind = kind_of(n.parameter);
    const auto known = std::find(series.rows.begin(), series.rows.end(), kind);
    const Eigen::Index row = known - series.rows.begin();
    if (known == series.rows.end()) {
      series.rows.push_back(kind);
      series.measures.push_back(measure_of(n.parameter));
      for (Eigen::MatrixXd* numbers : {&series.values, &series.deviations}) {
        numbers->conservativeResize(row + 1, count);
        numbers->row(row).setConstant(no_value);
      }
    }
    series.values(row, k) = n.change();
    series.deviations(row, k) = n.deviation;
  }
  if (count > 0) recording.series.push_back(std::move(series));
  return recording;
}

}  // namespace

std::vector<PlottedQuantity> calibration_plots(const Measurements& measurements) {
  std::vector<PlottedQuantity> plots;
  const std::vector<ResidualRow> axes = measured_axes(measurements);
  for (const bool is_angle : {false, true})
    if (std::any_of(axes.begin(), axes.end(), [&](const ResidualRow& axis) { return axis.is_angle == is_angle; }))
      plots.push_back({is_angle ? "residuals.orientation" : "residuals.position",
                       title_of_lengths(is_angle),
                       {"residuals", "size"},
                       {is_angle ? dimension::angle : dimension::length}});
  for (const ResidualRow& axis : axes)
    plots.push_back({"residuals." + axis.axis,
                     title_of_axis(axis.axis),
                     {"residuals", axis.axis},
                     {axis.is_angle ? dimension::angle : dimension::length}});
  plots.push_back({"parameters", "changes of the parameters", {"parameters"}, {dimension::length}});
  return plots;
}

std::vector<Recording> calibration_recordings(const CalibrationReport& report) {
  const CalibrationResult& r = report.result;
  const std::string title = report.robot + ", frame " + r.problem->chain().frame() + ", " + report.model;
  Recording residuals{.title = title, .t = {}, .series = {}, .t_label = "measurement"};
  for (Eigen::Index i = 0; i < r.problem->measurement_count(); ++i) residuals.t.push_back(static_cast<double>(i + 1));
  const std::vector<ResidualRow> axes = measured_axes(r.problem->measurements());
  for (const bool is_angle : {false, true})
    if (std::any_of(axes.begin(), axes.end(), [&](const ResidualRow& axis) { return axis.is_angle == is_angle; }))
      residuals.series.push_back(lengths(r, is_angle));
  for (const ResidualRow& axis : axes) residuals.series.push_back(along(r, axis));
  return {std::move(residuals), parameters(report, title)};
}

}  // namespace sinew
