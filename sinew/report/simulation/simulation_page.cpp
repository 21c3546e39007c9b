// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/simulation/simulation_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sinew/analysis/matrices.h"
#include "sinew/errors/visible_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/print/table.h"
#include "sinew/report/coordinates.h"
#include "sinew/report/simulation/simulation_rows.h"

namespace sinew {
namespace {

const Measure time_measure{dimension::time};

std::vector<std::string> texts_of(const RunPlan& plan) {
  std::vector<std::string> texts;
  for (const StopCondition& condition : plan.conditions) texts.push_back(condition.text);
  return texts;
}

FigureColumn peak_column(const std::string& title, const std::vector<Peak>& peaks, std::vector<Measure> measures) {
  FigureColumn column{title, Eigen::VectorXd(std::ssize(peaks)), std::move(measures)};
  for (std::size_t i = 0; i < peaks.size(); ++i) column.values[static_cast<Eigen::Index>(i)] = peaks[i].value;
  return column;
}

FigureColumn time_column(const std::string& title, const std::vector<Peak>& peaks) {
  FigureColumn column{title, Eigen::VectorXd(std::ssize(peaks)), {time_measure}};
  for (std::size_t i = 0; i < peaks.size(); ++i) column.values[static_cast<Eigen::Index>(i)] = peaks[i].t;
  return column;
}

std::vector<Measure> position_measures(const Model<double>& model) {
  std::vector<Measure> measures;
  for (const StateNumber& number : state_numbers(model, StatePart::Position)) measures.emplace_back(number.dimension);
  return measures;
}

std::vector<std::string> position_names(const Model<double>& model) {
  std::vector<std::string> names;
  for (const StateNumber& number : state_numbers(model, StatePart::Position)) names.push_back(number.name);
  return names;
}

FigureColumn values_column(const std::string& title, In<double> values, std::vector<Measure> measures) {
  return {title, Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values)), std::move(measures)};
}

std::string joints_text(const RobotRun& run, const Showing& showing) {
  const Model<double>& model = run.plan().arm.model();
  const Coordinates of(model);
  const RunPeaks& peaks = run.peaks();
  const std::vector<Measure> rates(of.velocity.begin(), of.velocity.end());
  std::string text = "Where the joints have been\n";
  text += figure_table("joint", position_names(model),
                       {values_column("at the start", run.plan().q, position_measures(model)),
                        peak_column("lowest", peaks.lowest, position_measures(model)),
                        peak_column("highest", peaks.highest, position_measures(model)),
                        values_column("at the end", run.simulation().q(), position_measures(model))},
                       showing, 2);
  const std::string effort = std::string("largest ") + of.effort_name();
  text += "\nWhat was largest, and when\n";
  text += figure_table("joint", *of.efforts,
                       {peak_column(effort, peaks.torque, of.effort_measures()), time_column("at", peaks.torque),
                        peak_column("largest speed", peaks.speed, rates), time_column("at", peaks.speed)},
                       showing, 2);
  return text;
}

/// A line of the ledger; work that nobody did is left out.
void add_line(const std::string& what, double joules, bool is_always_there, std::vector<std::string>& labels,
              std::vector<double>& values) {
  if (joules == 0.0 && !is_always_there) return;
  labels.push_back(what);
  values.push_back(joules);
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

std::string ledger_text(const RobotRun& run, const Showing& showing) {
  const EnergyLedger ledger = run.simulation().ledger();
  std::vector<std::string> names;
  std::vector<double> values;
  add_line("at the start", ledger.at_start, true, names, values);
  add_line("+ work of the drive", sum(ledger.drive), true, names, values);
  add_line("+ work of wrenches", ledger.wrenches, false, names, values);
  add_line("+ brought by changes of the robot", ledger.changes, false, names, values);
  add_line("− lost in viscous friction", sum(ledger.viscous), false, names, values);
  add_line("− lost in dry friction", sum(ledger.dry), false, names, values);
  add_line("− lost in impacts", sum(ledger.impacts), false, names, values);
  add_line("= at the end", ledger.total(), true, names, values);
  add_line("   of which kinetic", ledger.kinetic, true, names, values);
  add_line("   of which potential", ledger.potential, true, names, values);
  add_line("   of which in springs", ledger.springs, false, names, values);
  std::string text = "Where the energy went\n";
  text += figure_table("", names, {values_column("energy", values, {measure::energy})}, showing, 2);
  return text + fmt::format("  what integration gained: {:.2g} J\n", ledger.residual());
}

/// Work and losses of every joint, where there are any.
std::string energy_by_joint(const RobotRun& run, const Showing& showing) {
  const EnergyLedger ledger = run.simulation().ledger();
  const Coordinates of(run.plan().arm.model());
  const std::vector<Measure> joules = {measure::energy};
  std::vector<FigureColumn> columns = {values_column("drive", ledger.drive, joules)};
  const auto add = [&](const char* title, const std::vector<double>& values) {
    if (std::any_of(values.begin(), values.end(), [](double one) { return one != 0.0; }))
      columns.push_back(values_column(title, values, joules));
  };
  add("viscous", ledger.viscous);
  add("dry", ledger.dry);
  add("impacts", ledger.impacts);
  return "\nWork of the drive and losses, joint by joint\n" + figure_table("joint", *of.efforts, columns, showing, 2);
}

std::string drift_text(const RobotRun& run) {
  const double gained = run.simulation().ledger().residual(), t = run.t(), kinetic = run.peaks().kinetic;
  std::string text = "\nEnergy audit\n";
  text += fmt::format("  the energy differs from the work by {:.3g} J after {:.6g} s: ", gained, t);
  text += t > 0.0 ? fmt::format("{:.3g} W of drift", gained / t) : "nothing has moved yet";
  if (kinetic > 0.0)
    text += fmt::format(", {:.3g} of the largest kinetic energy, {:.6g} J", std::abs(gained) / kinetic, kinetic);
  return text + "\n";
}

std::string events_text(const RunReport& report) {
  constexpr std::size_t most = 20;
  const std::vector<SimulationEvent>& events = report.run.simulation().events();
  const bool is_part = report.resumed_at > 0.0;
  std::string text =
      is_part ? fmt::format("Events since the run was resumed at {:.6g} s\n", report.resumed_at) : "Events\n";
  if (events.empty()) return text + "  none\n";
  const std::vector<std::string> conditions = texts_of(report.run.plan());
  for (std::size_t i = 0; i < std::min(most, events.size()); ++i)
    text += fmt::format("  {:>12.6f} s  {}\n", events[i].t,
                        event_text(events[i], report.run.plan().arm.model(), conditions));
  if (events.size() > most)
    text += fmt::format("  … and {} more; the formats json and csv have all of them\n", events.size() - most);
  return text;
}

std::string list(const std::vector<double>& values) { return json_numbers(vector(values)); }

std::string json_figure(double value) {
  const std::string one = json_numbers(Eigen::VectorXd::Constant(1, value));
  return one.substr(1, one.size() - 2);
}

std::string peak_json(const Peak& peak) {
  return "{\"value\": " + json_figure(peak.value) + ", \"t\": " + json_figure(peak.t) + "}";
}

std::string joints_json(const RobotRun& run) {
  const Model<double>& model = run.plan().arm.model();
  const RunPeaks& peaks = run.peaks();
  const std::vector<std::string> names = position_names(model);
  std::string positions, efforts;
  for (std::size_t i = 0; i < names.size(); ++i)
    positions +=
        (i > 0 ? ", " : "") + json_member(names[i], "{" + json_member("lowest", peak_json(peaks.lowest[i])) + ", " +
                                                        json_member("highest", peak_json(peaks.highest[i])) + "}");
  const Coordinates of(model);
  for (std::size_t i = 0; i < peaks.torque.size(); ++i)
    efforts += (i > 0 ? ", " : "") +
               json_member((*of.efforts)[i], "{" + json_member("tau", peak_json(peaks.torque[i])) + ", " +
                                                 json_member("qd", peak_json(peaks.speed[i])) + "}");
  return json_member("q", "{" + positions + "}") + ",\n  " + json_member("joints", "{" + efforts + "}");
}

}  // namespace

const char* word_of(SimulationMethod method) {
  switch (method) {
    case SimulationMethod::Automatic:
      return "automatic";
    case SimulationMethod::Adaptive:
      return "adaptive";
    case SimulationMethod::Stiff:
      return "stiff";
    case SimulationMethod::RungeKutta4:
      return "rk4";
    case SimulationMethod::SemiImplicitEuler:
      return "semi-implicit-euler";
    case SimulationMethod::EnergyKeeping:
      return "energy-keeping";
  }
  return "";
}

std::string effort_text(const Simulation& simulation) {
  const SimulationEffort& effort = simulation.effort();
  return fmt::format("{} steps, {} tried again, {} evaluations of the equations of motion", effort.steps,
                     effort.rejected, effort.evaluations);
}

std::string simulation_page(const RunReport& report, bool audit, const Showing& showing) {
  const RobotRun& run = report.run;
  const Simulation& simulation = run.simulation();
  std::string text = fmt::format("{}, {}: {:.6g} s by the method {}\n", visible_text(run.plan().arm.model().name()),
                                 visible_text(run.plan().given.name), run.t(), word_of(simulation.method_used()));
  if (!simulation.reason().empty()) text += "  " + simulation.reason() + "\n";
  text += "  " + effort_text(simulation) + "\n\n";
  text += joints_text(run, showing) + "\n" + ledger_text(run, showing);
  if (audit) text += energy_by_joint(run, showing) + drift_text(run);
  return text + "\n" + events_text(report);
}

std::string simulation_json(const RunReport& report) {
  const RobotRun& run = report.run;
  const Simulation& simulation = run.simulation();
  const Model<double>& model = run.plan().arm.model();
  const std::vector<std::string> conditions = texts_of(run.plan());
  const Coordinates of(model);
  std::string events;
  for (const SimulationEvent& event : simulation.events()) {
    events += events.empty() ? "\n  " : ",\n  ";
    events += "{\"t\": " + json_figure(event.t) + ", \"kind\": " + json_text(name_of(event.kind));
    if (event.velocity_index >= 0) events += ", \"joint\": " + json_text((*of.rates)[at(event.velocity_index)]);
    events += ", \"value\": " + json_figure(event.value) +
              ", \"text\": " + json_text(event_text(event, model, conditions)) + "}";
  }
  const EnergyLedger ledger = simulation.ledger();
  const SimulationEffort& effort = simulation.effort();
  const double drift = run.t() > 0.0 ? ledger.residual() / run.t() : 0.0;
  return json_member("method", json_text(word_of(simulation.method_used()))) + ",\n " +
         json_member("reason", json_text(simulation.reason())) + ",\n " +
         json_member("duration", json_figure(run.t())) +
         fmt::format(",\n \"steps\": {}, \"rejected\": {}, \"evaluations\": {}", effort.steps, effort.rejected,
                     effort.evaluations) +
         ",\n " + json_member("events", "[" + events + "]") + ",\n \"largest\": {" + joints_json(run) +
         "},\n \"energy\": {\"at_start\": " + json_figure(ledger.at_start) +
         ", \"kinetic\": " + json_figure(ledger.kinetic) + ", \"potential\": " + json_figure(ledger.potential) +
         ", \"springs\": " + json_figure(ledger.springs) + ", \"total\": " + json_figure(ledger.total()) +
         ",\n  \"drive\": " + list(ledger.drive) + ", \"viscous\": " + list(ledger.viscous) +
         ", \"dry\": " + list(ledger.dry) + ", \"impacts\": " + list(ledger.impacts) +
         ",\n  \"wrenches\": " + json_figure(ledger.wrenches) + ", \"changes\": " + json_figure(ledger.changes) +
         ", \"residual\": " + json_figure(ledger.residual()) + ", \"drift\": " + json_figure(drift) + "}";
}

std::vector<PlottedQuantity> simulation_plots(const Model<double>& model) {
  const Coordinates of(model);
  const std::string what = std::string(of.effort_name()) == "force" ? "forces of the joints" : "torques of the joints";
  return {{"position", "positions of the joints", {"q"}, position_measures(model), {}, {"q"}},
          {"velocity", "velocities of the joints", {"qd"}, {of.velocity.begin(), of.velocity.end()}, {}, {"qd"}},
          {"acceleration", "accelerations of the joints", {"qdd"}, of.acceleration_measures(), {}, {"qdd"}},
          {"torque", what, {"tau"}, of.effort_measures(), {}, {"tau"}},
          {"energy", "energies", {"energy"}, {measure::energy}, {}, {}}};
}

std::vector<Datum> simulation_data(const Arm& arm, const SimulationSample& sample) {
  static const Labels energies = labels({"kinetic", "potential", "total"});
  const Coordinates of(arm.model());
  const Energy<double> energy = arm.energy(vector(sample.q), vector(sample.qd)).total;
  const Eigen::Vector3d parts(energy.kinetic, energy.potential, energy.kinetic + energy.potential + energy.springs);
  return {{{"q"}, vector(sample.q), labels(position_names(arm.model())), nullptr},
          {{"qd"}, vector(sample.qd), of.rates, nullptr},
          {{"qdd"}, vector(sample.qdd), of.rates, nullptr},
          {{"tau"}, vector(sample.tau), of.efforts, nullptr},
          {{"energy"}, parts, energies, nullptr}};
}

}  // namespace sinew
