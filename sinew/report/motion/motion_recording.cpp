// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/motion/motion_recording.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "sinew/motion/extremes/motion_search.h"

namespace sinew {
namespace {

std::optional<StatePart> limited_part(const MotionQuantity& quantity) {
  if (std::holds_alternative<JointTorques>(quantity)) return StatePart::Effort;
  const auto* series = std::get_if<JointSeries>(&quantity);
  if (series == nullptr) return std::nullopt;
  if (series->of == &MotionSample::q) return StatePart::Position;
  if (series->of == &MotionSample::qd) return StatePart::Velocity;
  if (series->of == &MotionSample::qdd) return StatePart::Acceleration;
  return std::nullopt;
}

/// Of each joint's own number; those of a mimic joint are drawn where it moves exactly as its leader does.
std::vector<SeriesLimits> limits_of(const Model<double>& model, const MotionQuantity& quantity) {
  const std::optional<StatePart> part = limited_part(quantity);
  std::vector<SeriesLimits> limits;
  if (!part) return limits;
  for (const MotionLimit& limit : motion_limits(model)) {
    if (limit.part != *part || limit.factor != 1.0 || limit.offset != 0.0) continue;
    limits.resize(at(model.velocity_count()));
    SeriesLimits& of_joint = limits[at(limit.coordinate)];
    of_joint = {std::max(of_joint.lower, limit.lower), std::min(of_joint.upper, limit.upper)};
  }
  return limits;
}

/// "links.link3.vd_coriolis"
std::string column_of(const NamedQuantity& one) {
  std::string column;
  for (const std::string& part : one.path) column += (column.empty() ? "" : ".") + part;
  return column;
}

}  // namespace

Recording motion_recording(const RobotMotion& motion, const std::vector<NamedQuantity>& quantities,
                           const SampleTimes& times, double start, std::string title) {
  Recording recording;
  recording.title = std::move(title);
  MotionEvaluator evaluator(motion, quantities_of(quantities));
  for (const NamedQuantity& one : quantities)
    recording.series.push_back({one.name, one.title, one.rows ? *one.rows : std::vector<std::string>{""}, one.measures,
                                Eigen::MatrixXd(std::ssize(one.measures), times.count()),
                                limits_of(motion.arm.model(), one.quantity), column_of(one)});
  std::vector<double> row(at(evaluator.size()));
  for (long i = 0; i < times.count(); ++i) {
    const double t = times.at(i);
    recording.t.push_back(start + t);
    evaluator.at(t, row);
    std::size_t next = 0;
    for (TimeSeries& series : recording.series)
      for (Eigen::Index k = 0; k < series.values.rows(); ++k) series.values(k, i) = row[next++];
  }
  return recording;
}

}  // namespace sinew
