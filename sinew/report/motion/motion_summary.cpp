// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/motion/motion_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include "sinew/errors/visible_text.h"
#include "sinew/model/end_frame.h"
#include "sinew/print/json_writer.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;
using Courses = std::vector<CurveExtremes>;

const Measure seconds_shown{dimension::time};

/// One number of each of several curves, as a column.
FigureColumn column_of(const std::string& title, const Courses& courses, std::vector<Measure> measures,
                       const std::function<double(const CurveExtremes&)>& value) {
  FigureColumn column{title, Eigen::VectorXd(std::ssize(courses)), std::move(measures)};
  for (std::size_t i = 0; i < courses.size(); ++i) column.values[static_cast<Eigen::Index>(i)] = value(courses[i]);
  return column;
}

std::string when(const Extreme& extreme, const MotionTimes& times, const Showing& showing) {
  return figure(times.start + extreme.t, seconds_shown, showing) + " (sample " +
         std::to_string(times.samples.nearest(extreme.t) + 1) + ")";
}

std::vector<Measure> rates_of(const Coordinates& of) { return {of.velocity.begin(), of.velocity.end()}; }

std::string motors_text(const Coordinates& of, const MotionSummary& s, const Showing& showing) {
  const std::vector<Measure> efforts = of.effort_measures(), rates = rates_of(of),
                             powers(of.effort.size(), measure::power);
  const auto largest = [](const CurveExtremes& c) { return c.largest().value; };
  const auto rms = [](const CurveExtremes& c) { return c.rms; };
  const std::string effort = of.effort_name();
  std::string text = "What the motor of each joint must give\n";
  text += figure_table(
      "joint", *of.efforts,
      {column_of("largest " + effort, s.torque, efforts, largest), column_of("RMS " + effort, s.torque, efforts, rms),
       column_of("largest speed", s.velocity, rates, largest), column_of("RMS speed", s.velocity, rates, rms)},
      showing, 2);
  text += "\nIts power: driving, braking, and the mean\n";
  return text + figure_table(
                    "joint", *of.efforts,
                    {column_of("driving", s.power, powers, [](const auto& c) { return std::max(c.most.value, 0.0); }),
                     column_of("braking", s.power, powers, [](const auto& c) { return std::min(c.least.value, 0.0); }),
                     column_of("mean", s.power, powers, [](const auto& c) { return c.mean; })},
                    showing, 2);
}

std::string whens_text(const Coordinates& of, const MotionSummary& s, const MotionTimes& times,
                       const Showing& showing) {
  std::vector<std::vector<std::string>> rows = {
      {"joint", std::string("largest ") + of.effort_name(), "largest speed", "driving power"}};
  const auto if_any = [&](const Extreme& extreme) {
    return extreme.value == 0.0 ? "–" : when(extreme, times, showing);
  };
  for (std::size_t i = 0; i < s.torque.size(); ++i)
    rows.push_back({visible_text((*of.efforts)[i]), if_any(s.torque[i].largest()), if_any(s.velocity[i].largest()),
                    s.power[i].most.value > 0.0 ? when(s.power[i].most, times, showing) : "–"});
  return "When, and the nearest sample\n" + aligned(rows, {}, 2);
}

/// What turns behind a gear, or nothing where no motor of the file has one.
std::string shafts_text(const Model<double>& model, const MotionSummary& s, const Showing& showing) {
  std::vector<std::string> names;
  std::vector<double> torques, rms, speeds;
  for (const Link<double>& link : model.links()) {
    if (!link.motor || link.motor->gear_ratio == 1.0 || link.motor->gear_ratio == 0.0 || link.follows) continue;
    const std::size_t i = at(link.velocity_index);
    const double ratio = link.motor->gear_ratio;
    names.push_back(link.joint_name);
    torques.push_back(s.torque[i].largest().value / ratio);
    rms.push_back(s.torque[i].rms / std::abs(ratio));
    speeds.push_back(s.velocity[i].largest().value * ratio);
  }
  if (names.empty()) return {};
  const auto column = [](const char* title, const std::vector<double>& values, const Dimension& dimension) {
    return FigureColumn{title, Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values)), {dimension}};
  };
  return "\nThe same at the shafts of the motors, without losses of the gears\n" +
         figure_table(
             "joint", names,
             {column("largest torque", torques, dimension::torque), column("RMS torque", rms, dimension::torque),
              column("largest speed", speeds, dimension::angle / dimension::time)},
             showing, 2);
}

std::string energies_text(const MotionSummary& s, const MotionTimes& times, const Showing& showing) {
  const Courses courses = {s.kinetic, s.potential, s.total_energy};
  std::vector<std::string> marks;
  for (const CurveExtremes& course : courses)
    marks.push_back("least at " + when(course.least, times, showing) + ", most at " +
                    when(course.most, times, showing));
  return "Energy\n" +
         figure_table("", {"kinetic", "potential", "total"},
                      {column_of("least", courses, {measure::energy}, [](const auto& c) { return c.least.value; }),
                       column_of("most", courses, {measure::energy}, [](const auto& c) { return c.most.value; })},
                      showing, 2, marks) +
         "  all motors drive with at most " + figure(std::max(s.total_power.most.value, 0.0), measure::power, showing) +
         ", at " + when(s.total_power.most, times, showing) + "\n";
}

std::string frame_text(const MotionSummary& s, const MotionTimes& times, const Showing& showing) {
  std::vector<std::string> marks;
  for (const CurveExtremes& course : s.position)
    marks.push_back("least at " + when(course.least, times, showing) + ", most at " +
                    when(course.most, times, showing));
  const auto line = [&](const char* what, const CurveExtremes& course, const Dimension& dimension) {
    return std::string("  ") + what + " at most " + figure(course.most.value, dimension, showing) + ", at " +
           when(course.most, times, showing) + "\n";
  };
  return "Where " + visible_text(s.frame) + " goes\n" +
         figure_table("", {"x", "y", "z"},
                      {column_of("least", s.position, {dimension::length}, [](const auto& c) { return c.least.value; }),
                       column_of("most", s.position, {dimension::length}, [](const auto& c) { return c.most.value; })},
                      showing, 2, marks) +
         line("speed", s.speed, dimension::length / dimension::time) +
         line("acceleration", s.acceleration, dimension::acceleration);
}

Json extreme_json(const Extreme& extreme, const MotionTimes& times) {
  return {{"value", extreme.value}, {"t", times.start + extreme.t}, {"sample", times.samples.nearest(extreme.t) + 1}};
}

Json course_json(const CurveExtremes& course, const MotionTimes& times) {
  return {{"least", extreme_json(course.least, times)},
          {"most", extreme_json(course.most, times)},
          {"mean", course.mean},
          {"rms", course.rms}};
}

const char* part_name(StatePart part) {
  switch (part) {
    case StatePart::Position:
      return "position";
    case StatePart::Velocity:
      return "velocity";
    case StatePart::Acceleration:
      return "acceleration";
    case StatePart::Effort:
      return "torque";
  }
  return "";
}

Dimension dimension_of(const MotionLimit& limit) {
  const Dimension position = limit.turns ? dimension::angle : dimension::length;
  switch (limit.part) {
    case StatePart::Position:
      return position;
    case StatePart::Velocity:
      return position / dimension::time;
    case StatePart::Acceleration:
      return position / dimension::time.to_the(2);
    case StatePart::Effort:
      return limit.turns ? dimension::torque : dimension::force;
  }
  return position;
}

/// "position, velocity": the parts of a list of limits, each once.
std::string parts_text(const std::vector<MotionLimit>& limits) {
  std::string text;
  const char* before = "";
  for (const MotionLimit& limit : limits) {
    const char* name = part_name(limit.part);
    if (std::string_view(name) == before) continue;
    text += (text.empty() ? "" : ", ") + std::string(name);
    before = name;
  }
  return text;
}

}  // namespace

MotionSummary motion_summary(const RobotMotion& motion) {
  const Model<double>& model = motion.arm.model();
  MotionSummary s;
  s.frame = motion.frame.empty() ? end_frame(model) : motion.frame;
  s.findings =
      search_motion(motion, {JointTorques{}, JointSeries{&MotionSample::qd}, JointPowers{}, TotalPower{},
                             EnergyPart::Kinetic, EnergyPart::Potential, EnergyPart::Total, FramePart::Position,
                             FrameMagnitude{FramePart::Velocity}, FrameMagnitude{FramePart::Acceleration}});
  std::size_t next = 0;
  const Courses& found = s.findings.curves;
  const auto take = [&](std::size_t count) {
    const auto begin = found.begin() + static_cast<std::ptrdiff_t>(next);
    next += count;
    return Courses(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  const std::size_t joints = at(model.velocity_count());
  s.torque = take(joints);
  s.velocity = take(joints);
  s.power = take(joints);
  for (CurveExtremes* one : {&s.total_power, &s.kinetic, &s.potential, &s.total_energy}) *one = found[next++];
  s.position = take(3);
  for (CurveExtremes* one : {&s.speed, &s.acceleration}) *one = found[next++];
  return s;
}

std::string summary_text(const Model<double>& model, const MotionSummary& summary, const MotionTimes& times,
                         const Showing& showing) {
  const Coordinates of(model);
  return motors_text(of, summary, showing) + shafts_text(model, summary, showing) + "\n" +
         whens_text(of, summary, times, showing) + "\n" + energies_text(summary, times, showing) + "\n" +
         frame_text(summary, times, showing);
}

std::string summary_json(const Model<double>& model, const MotionSummary& s, const MotionTimes& times) {
  const Coordinates of(model);
  Json joints = Json::object();
  for (std::size_t i = 0; i < s.torque.size(); ++i)
    joints[(*of.efforts)[i]] = {{"tau", course_json(s.torque[i], times)},
                                {"qd", course_json(s.velocity[i], times)},
                                {"power", course_json(s.power[i], times)}};
  Json position = Json::array();
  for (const CurveExtremes& one : s.position) position.push_back(course_json(one, times));
  const Json all = {{"joints", joints},
                    {"power", course_json(s.total_power, times)},
                    {"energy",
                     {{"kinetic", course_json(s.kinetic, times)},
                      {"potential", course_json(s.potential, times)},
                      {"total", course_json(s.total_energy, times)}}},
                    {"position", position},
                    {"speed", course_json(s.speed, times)},
                    {"acceleration", course_json(s.acceleration, times)}};
  return json_line(all);
}

std::string extremes_text(const std::vector<NamedQuantity>& quantities, const MotionFindings& findings,
                          const MotionTimes& times, const Showing& showing) {
  std::string text;
  std::size_t next = 0;
  for (const NamedQuantity& one : quantities) {
    const std::size_t count = one.measures.size();
    const auto begin = findings.curves.begin() + static_cast<std::ptrdiff_t>(next);
    const Courses courses(begin, begin + static_cast<std::ptrdiff_t>(count));
    next += count;
    std::vector<std::string> marks;
    for (const CurveExtremes& course : courses)
      marks.push_back("least at " + when(course.least, times, showing) + ", most at " +
                      when(course.most, times, showing));
    text += (text.empty() ? "" : "\n") + visible_text(one.name) + ": " + visible_text(one.title) + "\n";
    text += figure_table("", one.rows ? *one.rows : std::vector<std::string>{""},
                         {column_of("least", courses, one.measures, [](const auto& c) { return c.least.value; }),
                          column_of("most", courses, one.measures, [](const auto& c) { return c.most.value; }),
                          column_of("RMS", courses, one.measures, [](const auto& c) { return c.rms; })},
                         showing, 2, marks);
  }
  return text;
}

std::string violations_text(const MotionFindings& findings, const MotionTimes& times, const Showing& showing) {
  const std::string incomplete =
      findings.is_complete ? ""
                           : "The motion is too restless to be followed: limits were watched at ten million times, and "
                             "between them something\nmay have been missed.\n";
  if (findings.limits.empty()) return "The robot's file has no limits.\n";
  const std::string parts = parts_text(findings.limits);
  if (findings.violations.empty())
    return "Limits of the robot: " + parts + " kept, between samples as well\n" + incomplete;
  constexpr std::size_t most_rows = 30;
  std::vector<std::vector<std::string>> rows = {{"joint", "", "from", "to", "worst", "at", "limit", "beyond"}};
  for (const LimitViolation& v : findings.violations) {
    if (rows.size() > most_rows) break;
    const Dimension dimension = dimension_of(v.limit);
    const auto time = [&](double t) { return figure(times.start + t, seconds_shown, showing); };
    rows.push_back({visible_text(v.limit.joint), part_name(v.limit.part), time(v.from), time(v.to),
                    figure(v.worst.value, dimension, showing), time(v.worst.t), figure(v.bound, dimension, showing),
                    figure(v.amount(), dimension, showing)});
  }
  std::string text = "Beyond the robot's limits (!), between samples as well\n" +
                     aligned(rows, {false, false, true, true, true, true, true, true}, 2);
  if (findings.violations.size() > most_rows)
    text += fmt::format("  and {} more; --format json has all of them\n", findings.violations.size() - most_rows);
  std::vector<MotionLimit> kept;
  for (const MotionLimit& limit : findings.limits)
    if (std::none_of(findings.violations.begin(), findings.violations.end(),
                     [&](const LimitViolation& v) { return v.limit.part == limit.part; }))
      kept.push_back(limit);
  if (!kept.empty()) text += "  " + parts_text(kept) + " kept\n";
  return text + incomplete;
}

std::string violations_json(const MotionFindings& findings, const MotionTimes& times) {
  Json all = Json::array();
  for (const LimitViolation& v : findings.violations)
    all.push_back({{"quantity", symbol_of(v.limit.part)},
                   {"joint", v.limit.joint},
                   {"from", times.start + v.from},
                   {"to", times.start + v.to},
                   {"worst", v.worst.value},
                   {"t", times.start + v.worst.t},
                   {"limit", v.bound},
                   {"beyond", v.amount()}});
  return json_line(all);
}

std::vector<Diagnostic> violation_warnings(const std::string& robot, const MotionFindings& findings,
                                           const MotionTimes& times) {
  if (findings.violations.empty()) return {};
  const LimitViolation& first = findings.violations.front();
  const Showing plain;
  const Dimension dimension = dimension_of(first.limit);
  std::string what = fmt::format(
      "the {} of {} is beyond its limit of {} from {} to {}, by up to {}", part_name(first.limit.part),
      first.limit.joint, figure(first.bound, dimension, plain), figure(times.start + first.from, seconds_shown, plain),
      figure(times.start + first.to, seconds_shown, plain), figure(first.amount(), dimension, plain));
  if (findings.violations.size() > 1)
    what += fmt::format("; it is the first of {} times beyond limits", findings.violations.size());
  return {{Severity::Warning, robot, 0, what, "--format table and --format json list all of them"}};
}

}  // namespace sinew
