// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "sinew/motion/given/motion_readers.h"
#include "sinew/motion/given/spline_choice.h"

namespace sinew {
namespace {

/// Times of the points, from 0: as they are listed, as durations between them, or evenly over the duration.
std::optional<std::vector<double>> read_times(YamlFields& fields, std::size_t points, const YamlNode& via,
                                              MotionReading& reading) {
  const YamlNode *times = fields.find("times"), *durations = fields.find("durations"),
                 *duration = fields.find("duration");
  Diagnostics& diagnostics = reading.diagnostics();
  const int given = (times != nullptr) + (durations != nullptr) + (duration != nullptr);
  if (given != 1) {
    diagnostics.error(given == 0 ? via.source : (duration != nullptr ? duration : durations)->source,
                      given == 0 ? "the via points have no times" : "the via points have times in more than one way",
                      "give one of `times`, one per point, `durations`, one between two points, or `duration`");
    return std::nullopt;
  }
  std::vector<double> result;
  if (duration != nullptr) {
    const std::optional<double> whole = reading.duration(*duration, "duration");
    if (!whole || points < 2) return std::nullopt;
    for (std::size_t i = 0; i < points; ++i)
      result.push_back(*whole * static_cast<double>(i) / static_cast<double>(points - 1));
    return result;
  }
  const YamlNode& list = times != nullptr ? *times : *durations;
  const std::size_t wanted = times != nullptr ? points : points - 1;
  if (!list.is(YamlNode::Kind::Sequence) || list.items.size() != wanted) {
    diagnostics.error(
        list.source,
        std::string("there are ") + std::to_string(points) + " via points and " + std::to_string(list.items.size()) +
            (times != nullptr ? " times" : " durations"),
        times != nullptr ? "give one time per point, in a list" : "give one duration between two points, in a list");
    return std::nullopt;
  }
  if (durations != nullptr) result.push_back(0.0);
  for (const YamlNode::Pointer& item : list.items) {
    const std::optional<double> time =
        times != nullptr ? reading.seconds(*item, "time of a via point") : reading.duration(*item, "duration");
    if (!time) return std::nullopt;
    if (times != nullptr && !result.empty() && !(*time > result.back())) {
      diagnostics.error(item->source,
                        "the time " + shown(*time) + " s is not after the one before, " + shown(result.back()) + " s",
                        "let the times rise");
      return std::nullopt;
    }
    result.push_back(times != nullptr ? *time : result.back() + *time);
  }
  return result;
}

std::optional<Eigen::MatrixXd> read_points(const YamlNode& via, MotionReading& reading) {
  if (!via.is(YamlNode::Kind::Sequence) || via.items.empty()) {
    reading.diagnostics().error(via.source, "the via points are not a list", "write a line `- [0, 90deg]` for each");
    return std::nullopt;
  }
  Eigen::MatrixXd points(reading.joints().count(), static_cast<Eigen::Index>(via.items.size()));
  Eigen::VectorXd before = reading.here();
  bool whole = true;
  for (std::size_t i = 0; i < via.items.size(); ++i) {
    const auto point = reading.positions(*via.items[i], before, "via point " + std::to_string(i + 1));
    whole = whole && point.has_value();
    if (!point) continue;
    points.col(static_cast<Eigen::Index>(i)) = before = *point;
  }
  if (!whole) return std::nullopt;
  return points;
}

}  // namespace

std::optional<ReadMotion> read_via_points(YamlFields& fields, const YamlNode& /*node*/, MotionReading& reading) {
  const YamlNode& via = *fields.find("via");
  const SplineChoice spline = read_spline_choice(fields, reading, {3, SplineEnd::Clamped});
  const std::optional<Eigen::MatrixXd> points = read_points(via, reading);
  const std::optional<std::vector<double>> times =
      read_times(fields, std::max<std::size_t>(1, via.items.size()), via, reading);
  if (!points || !times) return std::nullopt;
  const auto path = reading.at(via.source, [&] { return spline_path(*times, *points, spline.degree, spline.end); });
  if (!path) return std::nullopt;
  ReadMotion motion{{{*path, plain_clock((*path)->end())}}};
  motion.start = times->front();
  return motion;
}

}  // namespace sinew
