// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sinew/print/json_writer.h"
#include "sinew/report/calibration/calibration_report.h"
#include "sinew/report/calibration/calibration_words.h"

namespace sinew {
namespace {

using CalibrationJson = nlohmann::ordered_json;

CalibrationJson finite(double x) { return std::isfinite(x) ? CalibrationJson(x) : CalibrationJson(nullptr); }

CalibrationJson json_of(const CalibratedNumber& n) {
  CalibrationJson one{{"name", n.parameter.name},         {"unit", n.parameter.dimension.si_text()},
                      {"nominal", n.parameter.nominal},   {"value", n.value},
                      {"deviation", finite(n.deviation)}, {"seen", n.is_seen}};
  if (n.at_bound) one["at_bound"] = true;
  return one;
}

CalibrationJson json_of(const ErrorSize& size) {
  return {{"count", size.count}, {"rms", size.rms}, {"mean", size.mean}, {"largest", size.largest}};
}

CalibrationJson json_of(const CalibrationProblem& problem, const Eigen::VectorXd& residuals) {
  const ResidualStatistics s = residual_statistics(problem, residuals);
  CalibrationJson one = CalibrationJson::object();
  if (s.position.count > 0) one["position"] = json_of(s.position);
  if (s.angle.count > 0) one["angle"] = json_of(s.angle);
  CalibrationJson axes = CalibrationJson::object();
  for (const AxisSize& axis : s.axes) axes[axis.axis] = {{"mean", axis.mean}, {"rms", axis.rms}};
  one["axes"] = axes;
  return one;
}

CalibrationJson measurements_json(const CalibrationResult& r) {
  CalibrationJson list = CalibrationJson::array();
  const std::vector<Eigen::Index> outliers = outliers_of(r);
  for (Eigen::Index i = 0; i < r.problem->measurement_count(); ++i) {
    const Measurement& m = r.problem->measurements().rows[static_cast<std::size_t>(i)];
    CalibrationJson before = CalibrationJson::object(), after = before;
    for (int row = r.problem->block_starts()[i]; row < r.problem->block_starts()[i + 1]; ++row) {
      const std::string& axis = r.problem->residual_rows()[static_cast<std::size_t>(row)].axis;
      before[axis] = r.before[row];
      after[axis] = r.after[row];
    }
    CalibrationJson one{{"file", m.file},
                        {"line", m.line},
                        {"set", m.set},
                        {"residuals_before", before},
                        {"residuals_after", after},
                        {"weight", r.fit.weights[i]}};
    if (std::find(outliers.begin(), outliers.end(), i) != outliers.end()) one["outlier"] = true;
    list.push_back(std::move(one));
  }
  return list;
}

CalibrationJson places_json(const CalibrationResult& r) {
  CalibrationJson places = CalibrationJson::object();
  for (const MeasuringPlace& place : r.places) {
    const Vec3<double>& p = place.X_WM->p;
    CalibrationJson one{{"known", place.is_known}, {"position", {p.x, p.y, p.z}}};
    if (place.kind != PlaceKind::Point) {
      const Quaternion<double> q = quaternion(place.X_WM->R);
      one["quaternion"] = {q.x, q.y, q.z, q.w};
    }
    places[place.name] = one;
  }
  return places;
}

CalibrationJson sets_json(const std::vector<Validation>& validations) {
  CalibrationJson list = CalibrationJson::array();
  for (const Validation& v : validations)
    list.push_back(
        {{"set", v.set}, {"before", json_of(*v.problem, v.before)}, {"after", json_of(*v.problem, v.after)}});
  return list;
}

}  // namespace

std::string calibration_json(const CalibrationReport& report) {
  const CalibrationResult& r = report.result;
  const auto robot_count = static_cast<std::size_t>(r.problem->robot_unknown_count());
  CalibrationJson parameters = CalibrationJson::array();
  CalibrationJson of_places = CalibrationJson::array();
  for (std::size_t j = 0; j < r.numbers.size(); ++j)
    (j < robot_count ? parameters : of_places).push_back(json_of(r.numbers[j]));
  CalibrationJson out{{"robot", report.robot},
                      {"frame", r.problem->chain().frame()},
                      {"model", report.model},
                      {"converged", r.fit.end == FitEnd::Converged},
                      {"steps", r.fit.step_count},
                      {"parameters", parameters},
                      {"place_parameters", of_places},
                      {"places", places_json(r)},
                      {"rank", r.covariance.rank},
                      {"condition", finite(r.covariance.condition)},
                      {"before", json_of(*r.problem, r.before)},
                      {"after", json_of(*r.problem, r.after)},
                      {"measurements", measurements_json(r)}};
  if (!report.validations.empty()) out[report.is_cross ? "cross" : "validation"] = sets_json(report.validations);
  if (!report.not_validated.empty()) out["not_validated"] = report.not_validated;
  std::vector<std::string> slips;
  for (const Suspicion& s : report.suspicions) slips.push_back(s.slip);
  out["suspicions"] = slips;
  out["remarks"] = report.remarks;
  return json_page(out);
}

}  // namespace sinew
