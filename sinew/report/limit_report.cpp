// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/limit_report.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "sinew/motion/extremes/motion_search.h"

namespace sinew {
namespace {

constexpr double most_turned = 4 * std::numbers::pi;  // rad: two turns either way
constexpr double most_slid = 10.0;                    // m

/// Beyond a limit by more than typing and computing it costs.
bool is_beyond(double value, double lower, double upper) {
  const auto slack = [](double limit) { return 1e-9 * (1.0 + std::abs(limit)); };
  return (std::isfinite(upper) && value > upper + slack(upper)) ||
         (std::isfinite(lower) && value < lower - slack(lower));
}

double nearer(double value, double lower, double upper) { return value > upper ? upper : lower; }

Eigen::Index index(int i) { return static_cast<Eigen::Index>(i); }

/// A joint's own coordinate: a mimic joint's is that of its leader times a factor, plus an offset.
double own_position(const Link<double>& link, const Eigen::VectorXd& q) {
  const double x = q[index(link.position_index)];
  return link.follows ? link.multiplier * x + link.offset : x;
}
double own_velocity(const Link<double>& link, const Eigen::VectorXd& qd) {
  const double x = qd[index(link.velocity_index)];
  return link.follows ? link.multiplier * x : x;
}

Dimension position_dimension(const Link<double>& link) {
  return turns(link.kind) ? dimension::angle : dimension::length;
}

/// "did you mean 90deg?" where the number would be an angle of less than two turns.
std::string remedy_of(const Link<double>& link, double value) {
  constexpr double most_degrees = 720.0;
  if (turns(link.kind) && std::abs(value) > 2 * std::numbers::pi && std::abs(value) <= most_degrees)
    return "did you mean " + shown(value) + "deg?";
  if (!turns(link.kind) && std::abs(value) > most_slid) return "did you mean " + shown(value) + "mm?";
  return "check it; `sinew info` lists the limits";
}

}  // namespace

std::vector<BeyondLimit> beyond_limits(const Model<double>& model, const LimitedState& state) {
  std::vector<BeyondLimit> beyond;
  const std::vector<double> efforts = state.tau ? effort_limits(model) : std::vector<double>();
  for (const Link<double>& link : model.links()) {
    const Limits& limits = link.limits;
    const Dimension position = position_dimension(link);
    if (state.q)
      if (const double x = own_position(link, *state.q); is_beyond(x, limits.lower, limits.upper))
        beyond.push_back({StatePart::Position, link.joint_name, x, nearer(x, limits.lower, limits.upper), position});
    if (state.qd && limits.velocity > 0.0)
      if (const double x = own_velocity(link, *state.qd); is_beyond(x, -limits.velocity, limits.velocity))
        beyond.push_back({StatePart::Velocity, link.joint_name, x, nearer(x, -limits.velocity, limits.velocity),
                          position / dimension::time});
    if (!state.tau || link.follows) continue;
    const double x = (*state.tau)[index(link.velocity_index)];
    const double most = efforts[static_cast<std::size_t>(link.velocity_index)];
    if (is_beyond(x, -most, most))
      beyond.push_back({StatePart::Effort, link.joint_name, x, nearer(x, -most, most),
                        turns(link.kind) ? dimension::torque : dimension::force});
  }
  return beyond;
}

std::vector<std::string> effort_marks(const Model<double>& model, const std::vector<BeyondLimit>& beyond) {
  std::vector<std::string> marks(static_cast<std::size_t>(model.velocity_count()));
  for (const BeyondLimit& one : beyond)
    for (const Link<double>& link : model.links())
      if (one.part == StatePart::Effort && link.joint_name == one.joint)
        marks[static_cast<std::size_t>(link.velocity_index)] = "!";
  return marks;
}

std::string beyond_limits_text(const std::vector<BeyondLimit>& beyond, const Showing& showing) {
  if (beyond.empty()) return {};
  std::vector<std::vector<std::string>> rows;
  for (const BeyondLimit& one : beyond)
    rows.push_back({one.joint, symbol_of(one.part), figure(one.value, one.dimension, showing),
                    "limit " + figure(one.limit, one.dimension, showing)});
  return "Beyond the robot's limits (!)\n" + aligned(rows, {}, 2);
}

std::vector<Datum> beyond_limits_data(const std::vector<BeyondLimit>& beyond) {
  std::vector<Datum> data;
  for (const BeyondLimit& one : beyond) {
    data.push_back(number_datum({"beyond_limits", symbol_of(one.part), one.joint}, one.value - one.limit));
    data.back().varies = true;  // from state to state
  }
  return data;
}

std::vector<Diagnostic> unlikely_positions(const Model<double>& model, const Eigen::VectorXd& q,
                                           const std::string& given_by, int line) {
  std::vector<Diagnostic> diagnostics;
  for (const Link<double>& link : model.links()) {
    const double x = own_position(link, q);
    const bool far = std::abs(x) > (turns(link.kind) ? most_turned : most_slid);
    const bool beyond = is_beyond(x, link.limits.lower, link.limits.upper);
    if (!far && !beyond) continue;
    const char* unit = turns(link.kind) ? " rad" : " m";
    const std::string why =
        beyond ? ", beyond its limit of " + shown(nearer(x, link.limits.lower, link.limits.upper)) + unit
               : (turns(link.kind) ? ", more than two turns" : ", further than a robot reaches");
    diagnostics.push_back(
        {Severity::Warning, given_by, line, link.joint_name + " is at " + shown(x) + unit + why, remedy_of(link, x)});
  }
  return diagnostics;
}

}  // namespace sinew
