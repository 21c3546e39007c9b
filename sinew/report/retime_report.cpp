// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/retime_report.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "sinew/errors/visible_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/print/json_writer.h"
#include "sinew/print/table.h"
#include "sinew/report/resolution_report.h"

namespace sinew {
namespace {

using RetimeJson = nlohmann::ordered_json;

const Measure seconds{dimension::time};

std::string time_text(double t, const Showing& showing) { return figure(t, seconds, showing); }

RetimeJson number_or_null(double x) { return std::isfinite(x) ? RetimeJson(x) : RetimeJson(nullptr); }

/// "0.8000 s to 0.9500 s, 1.2000 s and more"
std::string durations_text(const std::vector<PaceInterval>& durations, const Showing& showing) {
  std::string text;
  for (const PaceInterval& one : durations)
    text += (text.empty() ? "" : ", ") + time_text(one.from, showing) +
            (std::isfinite(one.to) ? " to " + time_text(one.to, showing) : " and more");
  return text;
}

/// "k = 1.2830: the motion takes 3.8491 s in place of 3.0000 s."
std::string headline(const RetimeAnswer& a, const Showing& showing) {
  std::string text;
  if (!a.robot.empty()) text = visible_text(a.robot);
  if (!a.motion.empty()) text += (text.empty() ? "" : ", ") + visible_text(a.motion);
  if (!text.empty()) text += "\n";
  if (a.demand) {
    text += "In " + time_text(*a.new_duration, showing);
    if (a.duration) text += " in place of " + time_text(*a.duration, showing);
    return text + " the motion takes at most:\n";
  }
  if (!a.duration && a.new_duration) return text + "The least time is " + time_text(*a.new_duration, showing) + ".\n";
  text += "k = " + plain_figure(*a.k, showing.digits);
  if (a.new_duration)
    text +=
        ": the motion takes " + time_text(*a.new_duration, showing) + " in place of " + time_text(*a.duration, showing);
  return text + (*a.k < 1.0 ? fmt::format("; it can go {} times as fast.\n", plain_figure(1.0 / *a.k, showing.digits))
                            : ".\n");
}

/// "elbow is at its limit of torque, 20 N·m, at 1.2000 s (1.5396 s of the new motion), q = …"
std::string limiting_text(const RetimeAnswer& a, const Showing& showing) {
  const RetimedBound& bound = a.bounds[a.limiting];
  const RetimedJoint& joint = a.joints[a.limiting];
  std::string text = fmt::format("{} is then at its limit of {}, {}", visible_text(joint.name), name_of(bound.limit),
                                 figure(bound.value, joint.measure_of(bound.limit), showing));
  if (bound.t) {
    text += ", at " + time_text(*bound.t * (a.duration ? *a.k : 1.0), showing);
    if (a.duration) text += " (at " + time_text(*bound.t, showing) + " of the motion as it was)";
  }
  if (a.q.size() > 0) {
    text += ", where q = ";
    for (Eigen::Index j = 0; j < a.q.size(); ++j)
      text += (j > 0 ? ", " : "") + figure(a.q[j], a.joints[static_cast<std::size_t>(j)].position,
                                           {showing.units.with_degrees(), showing.digits});
  }
  return text + ".\n";
}

std::string bounds_table(const RetimeAnswer& a, const Showing& showing) {
  using enum Table::Align;
  Table table({{"joint", Left},
               {a.duration || a.new_duration == std::nullopt ? "k" : "time", Right},
               {"limit", Left},
               {"", Right},
               {"at", Right},
               {"", Left}});
  for (std::size_t j = 0; j < a.bounds.size(); ++j) {
    const RetimedBound& bound = a.bounds[j];
    if (!(bound.k > 0.0)) {
      table.add({visible_text(a.joints[j].name), "–", "no pace is too fast"});
      continue;
    }
    const bool is_time = !a.duration && a.new_duration;
    table.add({visible_text(a.joints[j].name),
               is_time ? time_text(bound.k, showing) : plain_figure(bound.k, showing.digits), name_of(bound.limit),
               figure(bound.value, a.joints[j].measure_of(bound.limit), showing),
               bound.t ? time_text(*bound.t * (a.duration ? bound.k : 1.0), showing) : "", j == a.limiting ? "<" : ""});
  }
  return table.text();
}

std::string demand_table(const RetimeAnswer& a, const Showing& showing) {
  using enum Table::Align;
  Table table({{"joint", Left},
               {"torque", Right},
               {"at", Right},
               {"of its limit", Right},
               {"velocity", Right},
               {"acceleration", Right},
               {"power", Right}});
  for (std::size_t j = 0; j < a.joints.size(); ++j) {
    const RetimedJoint& joint = a.joints[j];
    const auto cell = [&](const std::vector<JointPeak>& peaks, const Measure& measure) {
      return j < peaks.size() ? figure(peaks[j].value, measure, showing) : std::string();
    };
    const double limit = a.torque_limit.size() > 0 ? a.torque_limit[static_cast<Eigen::Index>(j)] : 0.0;
    const MotionDemand& d = *a.demand;
    const bool is_limited = std::isfinite(limit) && limit > 0.0;
    table.add({visible_text(joint.name), cell(d.torque, joint.effort),
               d.velocity.empty() ? std::string() : time_text(d.torque[j].t, showing),
               is_limited ? fmt::format("{:.1f} %", 100.0 * std::abs(d.torque[j].value) / limit) : std::string(),
               cell(d.velocity, joint.measure_of(PaceLimit::Velocity)),
               cell(d.acceleration, joint.measure_of(PaceLimit::Acceleration)), cell(d.power, measure::power)});
  }
  return table.text();
}

std::string extras_text(const RetimeAnswer& a, const Showing& showing) {
  std::string text;
  if (a.shares) {
    text += fmt::format("Each ramp takes {} of the time", plain_figure(a.shares->ramp, showing.digits));
    text += a.has_edges ? fmt::format(", and its acceleration grows in {} of the ramp.\n",
                                      plain_figure(a.shares->edge, showing.digits))
                        : ".\n";
  }
  return text;
}

RetimeJson bounds_json(const RetimeAnswer& a, RetimeJson out) {
  RetimeJson factors = RetimeJson::array(), limits = factors, values = factors, times = factors, new_times = factors;
  const double to_new = a.duration && a.k ? *a.k : 1.0;
  for (const RetimedBound& bound : a.bounds) {
    const bool is_bound = bound.k > 0.0;
    factors.push_back(bound.k);
    limits.push_back(is_bound ? RetimeJson(name_of(bound.limit)) : RetimeJson(nullptr));
    values.push_back(is_bound ? RetimeJson(bound.value) : RetimeJson(nullptr));
    times.push_back(is_bound && bound.t ? RetimeJson(*bound.t) : RetimeJson(nullptr));
    new_times.push_back(is_bound && bound.t ? RetimeJson(*bound.t * (a.duration ? bound.k : 1.0))
                                            : RetimeJson(nullptr));
  }
  out[a.k ? "k_each" : "duration_each"] = factors;
  out["limited_by"] = limits;
  out["reached"] = values;
  out["new_at"] = new_times;
  if (a.k) out["at"] = times;
  const RetimedBound& bound = a.bounds[a.limiting];
  RetimeJson one{{"joint", a.joints[a.limiting].name}, {"limit", name_of(bound.limit)}, {"value", bound.value}};
  if (bound.t) {
    if (a.k) one["t"] = *bound.t;
    one["new_t"] = *bound.t * to_new;
  }
  if (a.q.size() > 0) one["q"] = std::vector<double>(a.q.begin(), a.q.end());
  out["limiting"] = one;
  return out;
}

RetimeJson demand_json(const MotionDemand& demand, RetimeJson out) {
  const std::pair<const char*, const std::vector<JointPeak>*> parts[] = {{"torque", &demand.torque},
                                                                         {"velocity", &demand.velocity},
                                                                         {"acceleration", &demand.acceleration},
                                                                         {"power", &demand.power}};
  RetimeJson all = RetimeJson::object();
  for (const auto& [name, peaks] : parts) {
    if (peaks->empty()) continue;
    RetimeJson values = RetimeJson::array(), times = values;
    for (const JointPeak& peak : *peaks) {
      values.push_back(peak.value);
      times.push_back(peak.t);
    }
    all[name] = values;
    if (!demand.velocity.empty()) all[std::string(name) + "_at"] = times;
  }
  out["demand"] = all;
  return out;
}

RetimeJson worked_json(const std::vector<WorkedStep>& steps) {
  RetimeJson list = RetimeJson::array();
  for (const WorkedStep& step : steps) {
    RetimeJson values = RetimeJson::object();
    for (const auto& [name, value] : step.values) {
      if (value.size() == 1)
        values[name] = number_or_null(value(0, 0));
      else
        values[name] = std::vector<double>(value.data(), value.data() + value.size());
    }
    list.push_back({{"text", step.text}, {"values", values}});
  }
  return list;
}

}  // namespace

Measure RetimedJoint::measure_of(PaceLimit quantity) const {
  switch (quantity) {
    case PaceLimit::Velocity:
      return position / dimension::time;
    case PaceLimit::Acceleration:
      return position / dimension::time.to_the(2);
    case PaceLimit::Jerk:
      return position / dimension::time.to_the(3);
    case PaceLimit::Torque:
      break;
  }
  return effort;
}

std::vector<RetimedJoint> retimed_joints(const Model<double>& model) {
  std::vector<RetimedJoint> joints;
  const std::vector<StateNumber> positions = state_numbers(model, StatePart::Position),
                                 efforts = state_numbers(model, StatePart::Effort);
  for (std::size_t j = 0; j < positions.size(); ++j)
    joints.push_back({positions[j].name, positions[j].dimension, efforts[j].dimension});
  return joints;
}

bool fits_when_slower(const RetimeAnswer& answer) {
  return answer.durations.empty() || (answer.durations.size() == 1 && std::isinf(answer.durations.front().to));
}

std::vector<std::string> retime_warnings(const RetimeAnswer& a) {
  const Showing plain;
  std::vector<std::string> all = a.notes;
  if (a.k_by_formula)
    all.push_back(fmt::format(
        "Friction and springs do not go with 1/k²: (τ_d − g)/k² + g would give k = {}, and the true one was found from "
        "square/k² + linear/k + constant.",
        plain_figure(*a.k_by_formula, plain.digits)));
  if (!fits_when_slower(a))
    all.push_back("Not every slower motion fits: the durations that fit are " + durations_text(a.durations, plain) +
                  ".");
  if (a.short_cut)
    all.push_back(fmt::format(
        "The short cut, the torque at the instant of the largest acceleration alone, would give {}; {}.",
        time_text(a.short_cut->duration, plain),
        a.short_cut->share > 1.0 + 1e-9
            ? fmt::format("in that time the torque reaches {:.1f} % of its limit elsewhere", 100.0 * a.short_cut->share)
            : "the motion fits before, for gravity helps"));
  return all;
}

std::string retime_text(const RetimeAnswer& a, const Showing& showing) {
  std::string text;
  if (!a.steps.empty()) text += worked_steps_text(a.steps, showing.digits);
  text += headline(a, showing);
  if (a.demand) {
    text += "\n" + demand_table(a, showing) + extras_text(a, showing);
  } else {
    text += limiting_text(a, showing) + extras_text(a, showing) + "\n";
    if (a.bounds.size() > 1) text += bounds_table(a, showing);
  }
  const std::vector<std::string> warnings = retime_warnings(a);
  if (!warnings.empty() && !text.ends_with("\n\n")) text += "\n";
  for (const std::string& warning : warnings) text += warning + "\n";
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::string retime_json(const RetimeAnswer& a) {
  RetimeJson out = RetimeJson::object();
  if (!a.robot.empty()) out["robot"] = a.robot;
  if (!a.motion.empty()) out["motion"] = a.motion;
  RetimeJson names = RetimeJson::array();
  for (const RetimedJoint& joint : a.joints) names.push_back(joint.name);
  out["joints"] = names;
  if (a.duration) out["duration"] = *a.duration;
  if (a.k) out["k"] = *a.k;
  if (a.new_duration) out["new_duration"] = *a.new_duration;
  if (a.shares) out["ramp"] = a.shares->ramp;
  if (a.shares && a.has_edges) out["edge"] = a.shares->edge;
  if (a.demand) out = demand_json(*a.demand, std::move(out));
  if (!a.bounds.empty()) out = bounds_json(a, std::move(out));
  if (!a.durations.empty()) {
    RetimeJson list = RetimeJson::array();
    for (const PaceInterval& one : a.durations) list.push_back({number_or_null(one.from), number_or_null(one.to)});
    out["durations"] = list;
  }
  if (a.k_by_formula) out["k_by_formula"] = number_or_null(*a.k_by_formula);
  if (a.short_cut) out["short_cut"] = {{"duration", a.short_cut->duration}, {"share", a.short_cut->share}};
  if (!a.steps.empty()) out["steps"] = worked_json(a.steps);
  out["warnings"] = retime_warnings(a);
  return json_page(out);
}

RetimedCsv::RetimedCsv(const Model<double>& model) : header_("t") {
  for (const StatePart part : {StatePart::Position, StatePart::Velocity, StatePart::Acceleration, StatePart::Effort})
    for (const StateNumber& number : state_numbers(model, part))
      header_ += fmt::format(",{}.{}", symbol_of(part), number.name);
  header_ += "\n";
}

void RetimedCsv::add_row(const MotionSample& sample, const Eigen::VectorXd& tau, std::string& to) const {
  fmt::format_to(std::back_inserter(to), "{:.17g}", sample.t);
  for (const Eigen::VectorXd* values : {&sample.q, &sample.qd, &sample.qdd, &tau})
    for (const double value : *values) fmt::format_to(std::back_inserter(to), ",{:.17g}", value);
  to += "\n";
}

}  // namespace sinew
