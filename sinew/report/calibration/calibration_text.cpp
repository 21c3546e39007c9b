// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "sinew/calibration/results/measured_sets.h"
#include "sinew/errors/visible_text.h"
#include "sinew/print/table.h"
#include "sinew/report/calibration/calibration_report.h"
#include "sinew/report/calibration/calibration_words.h"

namespace sinew {
namespace {

using Align = Table::Align;

std::string counted(Eigen::Index count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string headline(const CalibrationReport& report) {
  const CalibrationProblem& problem = *report.result.problem;
  const Eigen::Index beside = problem.unknown_count() - problem.robot_unknown_count();
  std::string text = visible_text(report.robot) + ", frame " + visible_text(problem.chain().frame()) + ", " +
                     report.model + ": " + counted(problem.robot_unknown_count(), "number", "numbers") + " free";
  if (beside > 0) text += " and " + counted(beside, "number", "numbers") + " of places";
  return text + ", " + counted(problem.measurement_count(), "measurement", "measurements") + "; " +
         end_text(report.result.fit) + "\n";
}

/// One line for each set, and one for all.
class ResidualTable {
 public:
  ResidualTable(const char* title, const Showing& showing)
      : showing_(showing),
        table_({{title, Align::Left},
                {"measured", Align::Right},
                {"before", Align::Right},
                {"after", Align::Right},
                {"largest after", Align::Right},
                {"", Align::Left}}) {}

  void add(const std::string& name, const CalibrationProblem& problem, const Eigen::VectorXd& before,
           const Eigen::VectorXd& after, const std::vector<bool>& counts = {}) {
    const ResidualStatistics was = residual_statistics(problem, before, counts);
    const ResidualStatistics is = residual_statistics(problem, after, counts);
    add(name, was.position, is.position, dimension::length, problem);
    add(was.position.count > 0 ? "" : name, was.angle, is.angle, dimension::angle, problem);
  }

  std::string text() const { return table_.text(2); }

 private:
  void add(const std::string& name, const ErrorSize& was, const ErrorSize& is, const Dimension& dimension,
           const CalibrationProblem& problem) {
    if (is.count == 0) return;
    table_.add({visible_text(name), std::to_string(is.count), figure(was.rms, dimension, showing_),
                figure(is.rms, dimension, showing_), figure(is.largest, dimension, showing_),
                "at " + visible_text(problem.block_label(is.worst))});
  }

  Showing showing_;
  Table table_;
};

std::string residuals_text(const CalibrationReport& report, const Showing& showing) {
  const CalibrationResult& r = report.result;
  ResidualTable table("residuals (RMS)", showing);
  const std::vector<MeasuredSet> sets = measured_sets(r.problem->measurements());
  for (const MeasuredSet& set : sets) {
    if (sets.size() < 2) break;
    std::vector<bool> counts(static_cast<std::size_t>(r.problem->measurement_count()), false);
    for (const std::size_t i : set.rows) counts[i] = true;
    table.add(set.name, *r.problem, r.before, r.after, counts);
  }
  table.add("all", *r.problem, r.before, r.after);
  return table.text();
}

std::string axes_text(const CalibrationReport& report, const Showing& showing) {
  const CalibrationResult& r = report.result;
  const ResidualStatistics was = residual_statistics(*r.problem, r.before);
  const ResidualStatistics is = residual_statistics(*r.problem, r.after);
  if (is.axes.size() < 2) return {};
  Table table({{"by axis", Align::Left},
               {"RMS before", Align::Right},
               {"RMS after", Align::Right},
               {"mean before", Align::Right},
               {"mean after", Align::Right}});
  for (std::size_t i = 0; i < is.axes.size(); ++i) {
    const Dimension& d = is.axes[i].is_angle ? dimension::angle : dimension::length;
    table.add({is.axes[i].axis, figure(was.axes[i].rms, d, showing), figure(is.axes[i].rms, d, showing),
               figure(was.axes[i].mean, d, showing), figure(is.axes[i].mean, d, showing)});
  }
  return table.text(2) + "\n";
}

std::string validations_text(const CalibrationReport& report, const Showing& showing) {
  if (report.validations.empty()) return {};
  ResidualTable table(report.is_cross ? "each left out" : "not used", showing);
  double sum = 0.0;
  for (const Validation& v : report.validations) {
    table.add(v.set, *v.problem, v.before, v.after);
    sum += residual_statistics(*v.problem, v.after).position.rms;
  }
  std::string text = table.text();
  if (report.is_cross && sum > 0.0)
    text += "  On average " + figure(sum / static_cast<double>(report.validations.size()), dimension::length, showing) +
            " at a set that was left out.\n";
  return text + "\n";
}

/// A number in the unit of its kind, and the unit by itself.
struct Cell {
  std::string number, unit;
};
Cell cell(double value, const Measure& measure, const Showing& showing) {
  if (!std::isfinite(value)) return {"–", ""};
  if (measure.own_name != nullptr) return {fmt::format("{:.{}g}", value, showing.digits), measure.own_name};
  const PrintedUnit unit = showing.units.unit_of(measure);
  return {plain_figure(value / unit.factor, showing.digits), unit.text};
}

std::string numbers_text(const CalibrationReport& report, const Showing& showing, bool of_robot) {
  Table table({{of_robot ? "parameter" : "place", Align::Left},
               {of_robot ? "nominal" : "", Align::Right},
               {of_robot ? "new" : "found", Align::Right},
               {of_robot ? "change" : "", Align::Right},
               {"std. dev.", Align::Right},
               {"", Align::Left},
               {"", Align::Left}});
  const auto robot_count = static_cast<std::size_t>(report.result.problem->robot_unknown_count());
  for (std::size_t j = 0; j < report.result.numbers.size(); ++j) {
    if ((j < robot_count) != of_robot) continue;
    const CalibratedNumber& n = report.result.numbers[j];
    const Measure measure = measure_of(n.parameter);
    const Cell value = cell(n.value, measure, showing);
    table.add({visible_text(n.parameter.name), of_robot ? cell(n.parameter.nominal, measure, showing).number : "",
               value.number, of_robot ? cell(n.change(), measure, showing).number : "",
               cell(n.deviation, measure, showing).number, value.unit, remark_of(n)});
  }
  return table.empty() ? std::string() : table.text(2) + "\n";
}

std::string suspicions_text(const CalibrationReport& report, const Showing& showing) {
  std::string text;
  for (const Suspicion& s : report.suspicions) {
    const bool is_length = residual_statistics(*report.result.problem, report.result.before).position.count > 0;
    const Dimension& d = is_length ? dimension::length : dimension::angle;
    text += "Look at the data first: " + s.slip + ". The nominal robot is off by " + figure(s.rms_as_is, d, showing) +
            ", and would be by " + figure(s.rms, d, showing) + ".\n";
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace

Showing calibration_showing(Showing showing, bool units_chosen) {
  if (!units_chosen) showing.units = UnitChoice("mm,deg");
  return showing;
}

std::string calibration_summary(const CalibrationReport& report, const Showing& showing) {
  const CalibrationResult& r = report.result;
  const ResidualStatistics was = residual_statistics(*r.problem, r.before),
                           is = residual_statistics(*r.problem, r.after);
  const bool is_length = is.position.count > 0;
  const ErrorSize &a = is_length ? was.position : was.angle, &b = is_length ? is.position : is.angle;
  const Dimension& d = is_length ? dimension::length : dimension::angle;
  return "residuals (RMS) " + figure(a.rms, d, showing) + " before, " + figure(b.rms, d, showing) + " after; " +
         end_text(r.fit);
}

std::string calibration_text(const CalibrationReport& report, const Showing& showing) {
  std::string text = headline(report) + "\n" + suspicions_text(report, showing) + residuals_text(report, showing) +
                     "\n" + axes_text(report, showing) + validations_text(report, showing) +
                     numbers_text(report, showing, true) + numbers_text(report, showing, false);
  for (const std::string& remark : report.remarks) text += remark + "\n";
  return text;
}

}  // namespace sinew
