// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/follow_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sinew/errors/visible_text.h"
#include "sinew/formats/states_csv.h"

namespace sinew {

namespace {

void append(std::string& row, const Eigen::VectorXd& values) {
  for (const double value : values) fmt::format_to(std::back_inserter(row), ",{:.17g}", value);
}

/// A pace that is this much below the path's own is worth a line; a joint that is faster than that still moves.
constexpr double visible = 1e-3;

}  // namespace

TrajectoryCsv::TrajectoryCsv(const Model<double>& model) : header_("t") {
  for (const StatePart part : {StatePart::Position, StatePart::Velocity, StatePart::Acceleration})
    for (const StateNumber& number : state_numbers(model, part))
      header_ += fmt::format(",{}.{}", symbol_of(part), number.name);
  header_ += ",error.position,error.orientation,scale\n";
}

std::string TrajectoryCsv::row(const FollowSample& sample) const {
  std::string row = fmt::format("{:.12g}", sample.t);
  append(row, sample.q);
  append(row, sample.qd);
  append(row, sample.qdd);
  fmt::format_to(std::back_inserter(row), ",{:.6g},{:.6g},{:.6g}\n", sample.position_error, sample.orientation_error,
                 sample.scale);
  return row;
}

void FollowSummary::count(const FollowSample& sample, const std::vector<std::shared_ptr<Objective>>& of) {
  const bool is_first = samples == 0;
  ++samples;
  Eigen::VectorXd gradient(sample.qd.size());
  for (std::size_t k = 0; k < of.size(); ++k) {
    const double H = of[k]->evaluate(in(sample.q), out(gradient));
    if (is_first) objectives.push_back({of[k]->name(), of[k]->more_is_better(), H, H, H});
    ObjectiveCourse& course = objectives[k];
    course.at_end = H;
    course.worst = course.more_is_better ? std::min(course.worst, H) : std::max(course.worst, H);
  }
  time = sample.t;
  path_time = sample.path_time;
  last_position_error = sample.position_error;
  last_orientation_error = sample.orientation_error;
  position_error = std::max(position_error, sample.position_error);
  orientation_error = std::max(orientation_error, sample.orientation_error);
  last_speed = sample.qd.lpNorm<Eigen::Infinity>();
  if (path_time < duration) {
    slowest = std::min(slowest, sample.scale);
    if (sample.scale < 1.0 - visible) ++slowed;
  } else if (!at_path_end) {
    at_path_end = time;
  }
}

std::string follow_text(const FollowSummary& s) {
  std::string text;
  if (!s.path.empty()) text = fmt::format("{} on a {}\n", visible_text(s.frame), visible_text(s.path));
  if (s.end == FollowEnd::Arrived) {
    const double on_path = s.at_path_end.value_or(s.time);
    text += fmt::format("Arrived after {:.4g} s: {:.4g} s for the path", s.time, on_path);
    if (s.slowed > 0) text += fmt::format(" (it asks for {:.4g} s)", s.duration);
    text += s.time > on_path ? fmt::format(", {:.2g} s to settle.\n", s.time - on_path) : ".\n";
  } else {
    text += fmt::format("{} after {:.4g} s, {:.1f} % along the path.\n",
                        s.end == FollowEnd::Stuck ? "Stuck" : "Stopped", s.time, 100.0 * s.path_time / s.duration);
  }
  text += fmt::format("largest error   {:.3g} m, {:.3g} rad;  at the end {:.3g} m, {:.3g} rad\n", s.position_error,
                      s.orientation_error, s.last_position_error, s.last_orientation_error);
  if (s.slowed > 0)
    text +=
        fmt::format("slowed down     to {:.3g} of its speed, {:.0f} % of the samples, to keep limits and the path\n",
                    s.slowest < visible ? 0.0 : s.slowest, 100.0 * s.slowed / std::max(1, s.samples));
  if (s.end == FollowEnd::Arrived && s.last_speed > visible)
    text += fmt::format("not at rest     a joint still moves, by {:.2g} rad/s or m/s\n", s.last_speed);
  for (const ObjectiveCourse& course : s.objectives)
    text += fmt::format("{:<15} {:.4g} at the start, {:.4g} at the end, {:.4g} at worst ({} is better)\n", course.name,
                        course.at_start, course.at_end, course.worst, course.more_is_better ? "more" : "less");
  if (s.end == FollowEnd::Stuck)
    text +=
        "It came to a stop: limits, a singularity or the edge of its reach let nothing more be done. Try another "
        "start\n"
        "(--q), fewer --rows, or look at where it stands with `sinew jacobian`.\n";
  return text;
}

}  // namespace sinew
