// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/follow_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "sinew/errors/visible_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/print/datum.h"
#include "sinew/print/table.h"

namespace sinew {

namespace {

void append(std::string& row, const Eigen::VectorXd& values) {
  for (const double value : values) fmt::format_to(std::back_inserter(row), ",{:.17g}", value);
}

/// A pace that is this much below the path's own is worth a line; a joint that is faster than that still moves.
constexpr double visible = 1e-3;

/// "at 0.31 s, 43.1 % along the path"
std::string place_text(const FollowSummary& summary, const FollowPlace& place) {
  return fmt::format("at {:.4g} s, {:.1f} % along the path", place.t, 100.0 * place.path_time / summary.duration);
}

const char* limit_symbol(WatchedLimit kind) {
  constexpr std::array<const char*, 4> symbols{"q", "qd", "qdd", "tau"};
  return symbols[static_cast<std::size_t>(kind)];
}

std::string limit_name(WatchedLimit kind) {
  constexpr std::array<const char*, 4> names{"position", "velocity", "acceleration", "torque"};
  return names[static_cast<std::size_t>(kind)];
}

const char* limit_unit(WatchedLimit kind, bool slides) {
  constexpr std::array<const char*, 4> turning{"rad", "rad/s", "rad/s²", "N·m"}, sliding{"m", "m/s", "m/s²", "N"};
  return (slides ? sliding : turning)[static_cast<std::size_t>(kind)];
}

/// "limits          position, velocity kept", and what was not.
std::string watched_limits_text(const Model<double>& model, const FollowFindings& findings) {
  std::string kept, text;
  for (const WatchedLimit kind : findings.limits) {
    const bool is_kept = std::none_of(findings.excess.begin(), findings.excess.end(),
                                      [&](const LimitExcess& one) { return one.kind == kind; });
    if (is_kept) kept += (kept.empty() ? "" : ", ") + limit_name(kind);
  }
  if (!kept.empty()) text += "limits          " + kept + " kept\n";
  const std::vector<StateNumber> joints = state_numbers(model, StatePart::Velocity);
  for (const LimitExcess& one : findings.excess) {
    bool slides = false;
    for (const Link<double>& link : model.links())
      if (link.velocity_index == one.joint && !link.follows) slides = link.kind == JointKind::Prismatic;
    text += fmt::format("beyond limit !  {} of {}: {:.4g} {}, {:.3g} beyond its limit {:.4g}, at {:.4g} s\n",
                        limit_name(one.kind), visible_text(joints[static_cast<std::size_t>(one.joint)].name), one.value,
                        limit_unit(one.kind, slides), one.excess(), one.limit, one.t);
  }
  return text;
}

/// What a joint is in: rad, or m where it slides.
const char* unit_of_joint(const Model<double>& model, int joint) {
  for (const Link<double>& link : model.links())
    if (link.velocity_index == joint && !link.follows && link.kind == JointKind::Prismatic) return "m";
  return "rad";
}

/// The drift of each joint in each round; of many rounds, which are much alike, the first five and the last.
Table drift_table(const Model<double>& model, const JointDrift& drift) {
  constexpr std::size_t first_rounds = 5;
  const std::size_t count = drift.rounds.size(), first = std::min(count - 1, first_rounds);
  const auto number = [](double value) { return fmt::format("{:.4g}", std::abs(value) < 5e-8 ? 0.0 : value); };
  std::vector<Table::Column> columns{{"joint"}};
  const auto add_column = [&](std::string title) { columns.push_back({std::move(title), Table::Align::Right}); };
  for (std::size_t k = 0; k < first; ++k) add_column(fmt::format("round {}", k + 1));
  if (first + 1 < count) add_column("…");
  add_column(fmt::format("round {}", count));
  if (count > 1) add_column("in all");
  Table table(std::move(columns));
  const std::vector<StateNumber> joints = state_numbers(model, StatePart::Velocity);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const auto of_round = [&](std::size_t k) { return drift.rounds[k][static_cast<Eigen::Index>(j)]; };
    std::vector<std::string> row{
        fmt::format("{} [{}]", visible_text(joints[j].name), unit_of_joint(model, static_cast<int>(j)))};
    for (std::size_t k = 0; k < first; ++k) row.push_back(number(of_round(k)));
    if (first + 1 < count) row.emplace_back("…");
    row.push_back(number(of_round(count - 1)));
    double sum = 0.0;
    for (std::size_t k = 0; k < count; ++k) sum += of_round(k);
    if (count > 1) row.push_back(number(sum));
    table.add(std::move(row));
  }
  return table;
}

/// Whether the method is cyclic on a closed path, and how far the joints drift per round where it is not.
std::string joint_drift_text(const Model<double>& model, const FollowSummary& s) {
  if (!s.drift || s.drift->rounds.empty()) return {};
  const JointDrift& drift = *s.drift;
  if (drift.is_cyclic())
    return fmt::format("joint drift     none, to {:.1g} rad or m, after {}: {} is cyclic on this path\n",
                       std::max(1e-15, drift.largest()), drift.rounds.size() == 1 ? "one round" : "any round",
                       s.method);
  if (drift.is_of_whole_turns(model))
    return "joint drift     none but whole turns: every link is back, and the joints have turned by\n" +
           drift_table(model, drift).text(2);
  return fmt::format(
             "joint drift     the frame is back, the joints are not: {} is not cyclic on this path. They drift by\n",
             s.method) +
         drift_table(model, drift).text(2);
}

}  // namespace

TrajectoryCsv::TrajectoryCsv(const Model<double>& model) : header_("t") {
  for (const StatePart part : {StatePart::Position, StatePart::Velocity, StatePart::Acceleration})
    for (const StateNumber& number : state_numbers(model, part))
      header_ += fmt::format(",{}.{}", symbol_of(part), number.name);
  header_ += ",error.position,error.orientation,scale,beyond_limits\n";
  for (const StateNumber& number : state_numbers(model, StatePart::Velocity)) joints_.push_back(number.name);
}

std::string TrajectoryCsv::row(const FollowSample& sample, const std::vector<LimitExcess>& beyond) const {
  std::string row = fmt::format("{:.12g}", sample.t);
  append(row, sample.q);
  append(row, sample.qd);
  append(row, sample.qdd);
  fmt::format_to(std::back_inserter(row), ",{:.6g},{:.6g},{:.6g},", sample.position_error, sample.orientation_error,
                 sample.scale);
  std::string marks;
  for (const LimitExcess& one : beyond)
    marks += fmt::format("{}{}.{}", marks.empty() ? "" : " ", limit_symbol(one.kind), joints_[at(one.joint)]);
  return row + csv_text(marks) + "\n";
}

std::string follow_text(const Model<double>& model, const FollowSummary& s) {
  const bool is_on_path = s.findings.is_on_path(s.most_position, s.most_orientation);
  std::string text;
  if (!s.path.empty()) text = fmt::format("{} on a {}\n", visible_text(s.frame), visible_text(s.path));
  if (s.end == FollowEnd::Arrived) {
    const double on_path = s.at_path_end.value_or(s.time);
    const char* how = s.findings.contact ? "Through an obstacle to the path's end"
                      : is_on_path       ? "Arrived"
                                         : "Not by its path to the path's end";
    text += fmt::format("{} after {:.4g} s: {:.4g} s for the path", how, s.time, on_path);
    if (s.slowed > 0) text += fmt::format(" (it asks for {:.4g} s)", s.duration);
    text += s.time > on_path ? fmt::format(", {:.2g} s to settle.\n", s.time - on_path) : ".\n";
  } else {
    text += fmt::format("{} after {:.4g} s, {:.1f} % along the path.\n",
                        s.end == FollowEnd::Stuck ? "Stuck" : "Stopped", s.time, 100.0 * s.path_time / s.duration);
  }
  text += fmt::format("largest error   {:.3g} m, {:.3g} rad;  at the end {:.3g} m, {:.3g} rad\n", s.position_error,
                      s.orientation_error, s.last_position_error, s.last_orientation_error);
  text += fmt::format("off the path    at most {:.3g} mm, {}; {:.3g} mrad, {}\n", 1e3 * s.findings.position,
                      place_text(s, s.findings.position_at), 1e3 * s.findings.orientation,
                      place_text(s, s.findings.orientation_at));
  text += watched_limits_text(model, s.findings);
  if (s.slowed > 0)
    text +=
        fmt::format("slowed down     to {:.3g} of its speed, {:.0f} % of the samples, to keep limits and the path\n",
                    s.slowest < visible ? 0.0 : s.slowest, 100.0 * s.slowed / std::max(1, s.samples));
  if (s.end == FollowEnd::Arrived && s.last_speed > visible)
    text += fmt::format("not at rest     a joint still moves, by {:.2g} rad/s or m/s\n", s.last_speed);
  text += joint_drift_text(model, s);
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

std::vector<Diagnostic> follow_problems(const FollowSummary& s) {
  std::vector<Diagnostic> diagnostics;
  const FollowFindings& found = s.findings;
  const auto left = [&](double by, double most, const char* unit, const FollowPlace& place) {
    if (by <= most) return;
    diagnostics.push_back({Severity::Error, "follow", 0,
                           fmt::format("{} leaves its path by {:.4g} {}, {}; {:.4g} {} are allowed",
                                       visible_text(s.frame), 1e3 * by, unit, place_text(s, place), 1e3 * most, unit),
                           "give it more time (--duration), another method or start, or allow more: --max-deviation"});
  };
  left(found.position, s.most_position, "mm", found.position_at);
  left(found.orientation, s.most_orientation, "mrad", found.orientation_at);
  if (found.contact)
    diagnostics.push_back(
        {Severity::Error, "follow", 0,
         fmt::format("{} runs {:.4g} mm deep into {}, {}; it touches it first {}", visible_text(found.contact->shape),
                     1e3 * found.contact->depth, visible_text(found.contact->obstacle),
                     place_text(s, found.contact->deepest), place_text(s, found.contact->first)),
         "choose another path or start; --rows position leaves more free to keep away with"});
  return diagnostics;
}

}  // namespace sinew
