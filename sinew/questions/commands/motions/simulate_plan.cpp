// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/motions/simulate_plan.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "sinew/formats/quantity_text.h"
#include "sinew/formats/source_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/print/number_rows.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/simulation/simulation_page.h"
#include "sinew/report/simulation/simulation_rows.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// A run that waits for a condition ends here in any case [s].
constexpr double longest_wait = 1000.0;

double above_zero(const char* option, const std::string& text) {
  const double seconds = value_of(option, [&] { return quantity(text, dimension::time); });
  if (!(seconds > 0.0)) refuse(option, "is " + shown(seconds) + " s", "give a time above zero");
  return seconds;
}

SimulationMethod method_called(const std::string& word) {
  using enum SimulationMethod;
  for (const SimulationMethod method : {Adaptive, Stiff, RungeKutta4, SemiImplicitEuler, EnergyKeeping})
    if (word == word_of(method)) return method;
  return Automatic;
}

/// One number for all joints, or by name; a joint that is not named has the restitution of its limits.
std::vector<double> restitution_of(const std::string& text, const Model<double>& model) {
  if (text.empty()) return {};
  const std::vector<StateNumber> velocities = state_numbers(model, StatePart::Velocity);
  std::vector<double> all = restitution_of_limits(model);
  std::vector<std::string> known;
  for (const StateNumber& number : velocities) known.push_back(number.name);
  for (const std::string& part : list_parts(text)) {
    const std::size_t equals = part.find('=');
    const std::string number = equals == std::string::npos ? part : part.substr(equals + 1);
    const double kept = value_of("--restitution", [&] { return quantity(number, dimension::none); });
    if (!(kept >= 0.0 && kept <= 1.0))
      refuse("--restitution", "is " + shown(kept), "give the share of the speed that is kept, from 0 to 1");
    if (equals == std::string::npos) {
      if (list_parts(text).size() > 1)
        refuse("--restitution", in_quotes(part) + " has no name", "give one number for all joints, or elbow=0.5");
      std::fill(all.begin(), all.end(), kept);
      continue;
    }
    const std::string name(trimmed(part.substr(0, equals)));
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      refuse("--restitution", model.name() + " has no joint " + in_quotes(name), suggestion(name, known));
    all[static_cast<std::size_t>(found - known.begin())] = kept;
  }
  return all;
}

SimulationSettings run_settings(SimulateQuestion& asked, const Model<double>& model) {
  SimulationSettings settings;
  settings.method = method_called(asked.method);
  settings.time_step = above_zero("--time-step", asked.time_step);
  settings.tolerance = asked.tolerance;
  settings.until = end_of_run(asked).t;
  settings.stops = !asked.without_limits;
  settings.restitution = restitution_of(asked.restitution, model);
  settings.dry_friction = asked.friction == "stick-slip" ? DryFriction::StickSlip : DryFriction::Regularised;
  return settings;
}

std::string number_text(double number) {
  std::string text;
  append_exact(number, text);
  return text;
}

std::string field_text(const Field::Value& value) {
  if (const auto* text = std::get_if<std::string*>(&value)) return **text;
  if (const auto* whole = std::get_if<int*>(&value)) return std::to_string(**whole);
  if (const auto* seed = std::get_if<unsigned*>(&value)) return std::to_string(**seed);
  if (const auto* number = std::get_if<double*>(&value)) return number_text(**number);
  std::string all;
  if (const auto* texts = std::get_if<std::vector<std::string>*>(&value))
    for (const std::string& one : **texts) all += one + "\n";
  return all;
}

}  // namespace

RunEnd end_of_run(const SimulateQuestion& asked) {
  RunEnd end;
  for (const std::string& text : asked.until) {
    if (is_stop_condition(text)) {
      end.has_condition = true;
      continue;
    }
    if (end.is_given) throw UsageError("until", "gives two times; keep one");
    end.t = above_zero("--until", text);
    end.is_given = true;
  }
  if (!end.is_given && end.has_condition) end.t = longest_wait;
  return end;
}

RunPlan plan_of_run(SimulateQuestion& asked, const Arm& arm, const Arm& believed, const State& start) {
  StateFormulas formulas(arm.model());
  GivenDrive given = asked.drive.given(believed, start.q, formulas, asked.fields());
  std::vector<StopCondition> conditions;
  for (const std::string& text : asked.until)
    if (is_stop_condition(text))
      conditions.push_back(value_of("--until", [&] { return stop_condition(text, formulas); }));
  return {arm,
          run_settings(asked, arm.model()),
          start.q,
          start.qd,
          std::move(formulas),
          std::move(given),
          asked.wrench.wrenches(arm.model()),
          std::move(conditions)};
}

SampleTimes times_of_rows(SimulateQuestion& asked, const RunEnd& end) {
  if (!asked.period.empty()) return SampleTimes::spaced(end.t, above_zero("--period", asked.period));
  const bool waits = end.has_condition && !end.is_given;
  constexpr double usual_period = 0.01;
  if (waits && asked.fields().is_given("samples"))
    throw UsageError("samples", "needs to know when the run ends; give a time with --until as well, or --period");
  if (waits) return SampleTimes::spaced(end.t, usual_period);
  constexpr int smooth = 501;
  const bool is_page = asked.showing.format == "table" && !asked.fields().is_given("samples");
  return SampleTimes::counted(end.t, is_page ? smooth : asked.samples);
}

std::string sum_of_run(SimulateQuestion& asked) {
  static const std::set<std::string, std::less<>> beside = {"out",     "force",  "resume", "plot",       "plot_to",
                                                            "compare", "digits", "units",  "plot_format"};
  std::string all;
  for (const Field& field : asked.fields())
    if (field.is_given && !beside.contains(field.name)) all += field.name + "=" + field_text(field.value) + "\n";
  all += asked.robot.source().text;
  if (!asked.drive.drive.empty()) all += read_source_text(asked.drive.drive).text;
  return short_sum(all);
}

}  // namespace sinew
