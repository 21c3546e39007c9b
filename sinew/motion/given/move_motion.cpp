// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/motion/given/motion_readers.h"
#include "sinew/motion/trajectory/profile.h"

namespace sinew {
namespace {

constexpr const char* rate_names[] = {"velocity", "acceleration", "jerk"};

/// Largest velocities, accelerations and jerks of every joint; infinite where there are none.
struct JointRates {
  Eigen::VectorXd rates[3];
};

Eigen::VectorXd rates_of_robot(const MotionReading& reading, int rate) {
  Eigen::VectorXd limits(reading.joints().count());
  Eigen::Index joint = 0;
  for (const Link<double>& link : reading.arm().model().links())
    if (!link.follows)
      limits[joint++] = rate == 0 ? link.limits.velocity : rate == 1 ? link.limits.acceleration : link.limits.jerk;
  return limits;
}

/// `limits: robot`, or a map of velocity, acceleration and jerk, each `robot`, one value or one per joint.
std::optional<JointRates> read_limits(const YamlNode& node, MotionReading& reading) {
  JointRates limits;
  if (node.text == "robot") {
    for (int rate = 0; rate < 3; ++rate) limits.rates[rate] = rates_of_robot(reading, rate);
    return limits;
  }
  YamlFields fields(node, "limits", reading.diagnostics());
  if (!node.is(YamlNode::Kind::Map)) return std::nullopt;
  bool whole = true;
  for (int rate = 0; rate < 3; ++rate) {
    limits.rates[rate] = Eigen::VectorXd::Constant(reading.joints().count(), std::numeric_limits<double>::infinity());
    const YamlNode* entry = fields.find(rate_names[rate]);
    if (entry == nullptr) continue;
    const auto values = entry->text == "robot"
                            ? std::optional(rates_of_robot(reading, rate))
                            : reading.rates(*entry, rate + 1, std::string("limit of ") + rate_names[rate]);
    whole = whole && values.has_value();
    if (values) limits.rates[rate] = *values;
    if (values && !(values->minCoeff() > 0.0)) {
      reading.diagnostics().error(entry->source, std::string("a limit of ") + rate_names[rate] + " is not above zero",
                                  "give limits above zero");
      whole = false;
    }
  }
  fields.refuse_the_rest();
  if (!whole) return std::nullopt;
  return limits;
}

/// Of the parameter of a straight line by `way`: every joint keeps its own limits, so the slowest one decides.
ClockLimits clock_limits(const JointRates& limits, const Eigen::VectorXd& way) {
  double least[3];
  for (int rate = 0; rate < 3; ++rate) {
    least[rate] = std::numeric_limits<double>::infinity();
    for (Eigen::Index i = 0; i < way.size(); ++i)
      if (way[i] != 0.0) least[rate] = std::min(least[rate], limits.rates[rate][i] / std::abs(way[i]));
  }
  return {least[0], least[1], least[2]};
}

const char* limits_needed(Profile profile) {
  if (profile == Profile::DoubleS) return "one of jerk";
  if (profile == Profile::BangBang || profile == Profile::Trapezoidal) return "one of acceleration";
  return profile == Profile::Linear ? "one of velocity" : "one of velocity or acceleration";
}

/// Are there the limits without which a profile has no fastest clock?
bool suffices(Profile profile, const ClockLimits& limits) {
  if (profile == Profile::DoubleS) return std::isfinite(limits.jerk);
  if (profile == Profile::BangBang || profile == Profile::Trapezoidal) return std::isfinite(limits.acceleration);
  if (profile == Profile::Linear) return std::isfinite(limits.rate);
  return std::isfinite(limits.rate) || std::isfinite(limits.acceleration);
}

std::optional<Clock> read_clock(YamlFields& fields, const YamlNode& node, Profile profile, const Eigen::VectorXd& way,
                                MotionReading& reading) {
  const YamlNode *duration = fields.find("duration"), *limits = fields.find("limits");
  if ((duration == nullptr) == (limits == nullptr)) {
    reading.diagnostics().error(
        limits != nullptr ? limits->source : node.source,
        duration == nullptr ? "the move says neither its duration nor its limits"
                            : "the move has both a duration and limits",
        "write `duration: 2 s`, or `limits: robot`, or limits such as {velocity: 1, acceleration: 5}");
    return std::nullopt;
  }
  if (duration != nullptr) {
    const std::optional<double> time = reading.duration(*duration, "duration of the move");
    if (!time) return std::nullopt;
    return reading.at(duration->source, [&] { return profile_clock(profile, *time); });
  }
  const std::optional<JointRates> rates = read_limits(*limits, reading);
  if (!rates) return std::nullopt;
  if (way.isZero(0.0)) {
    reading.diagnostics().error(node.source, "the move ends where it begins, so that limits give it no duration",
                                "give a duration, or write `hold: 1 s`");
    return std::nullopt;
  }
  if (limits->text == "robot" && !suffices(profile, clock_limits(*rates, way))) {
    reading.diagnostics().error(limits->source,
                                "the file of " + reading.joints().robot() +
                                    " has no limits that tell how fast this move may be: a " + name_of(profile) +
                                    " needs " + limits_needed(profile),
                                "say how long it takes (`duration: 2 s`, or `in 2s` in --move), or give limits here");
    return std::nullopt;
  }
  return reading.at(limits->source, [&] { return fastest_clock(profile, clock_limits(*rates, way)); });
}

}  // namespace

std::optional<ReadMotion> read_move(YamlFields& fields, const YamlNode& node, MotionReading& reading) {
  const YamlNode *from = fields.find("from"), *to = fields.find("to"), *with = fields.find("with");
  std::optional<Eigen::VectorXd> start = reading.here();
  if (from != nullptr)
    start = reading.positions(*from, reading.here(), "start of the move");
  else if (!reading.knows_here())
    reading.diagnostics().warning(node.source, "the move does not say where it begins: every joint is at 0",
                                  "write `from:`");
  const auto end = reading.positions(*to, start.value_or(reading.here()), "end of the move");
  std::optional<Profile> profile = Profile::Quintic;
  if (with != nullptr) {
    std::vector<std::string> known;
    for (const std::string_view name : profile_names()) known.emplace_back(name);
    const auto word = reading.word(*with, known, "profile");
    profile = word ? profile_named(*word) : std::nullopt;
  }
  if (!start || !end || !profile) {
    fields.find("duration");
    fields.find("limits");
    return std::nullopt;
  }
  const auto clock = read_clock(fields, node, *profile, *end - *start, reading);
  if (!clock) return std::nullopt;
  return ReadMotion{{{line_path(*start, *end), *clock}}};
}

std::optional<ReadMotion> read_hold(YamlFields& fields, const YamlNode& node, MotionReading& reading) {
  const YamlNode& hold = *fields.find("hold");
  const std::optional<double> time = reading.duration(hold, "time to hold");
  if (!reading.knows_here())
    reading.diagnostics().warning(node.source, "nothing says where the joints are held: every joint is at 0",
                                  "write `start:` above, or hold after a motion");
  if (!time) return std::nullopt;
  return ReadMotion{{{line_path(reading.here(), reading.here()), profile_clock(Profile::Linear, *time)}}};
}

}  // namespace sinew
