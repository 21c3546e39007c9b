// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/motions/audit.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "sinew/formats/input_file.h"
#include "sinew/formats/source_text.h"
#include "sinew/print/plots/recording_csv.h"
#include "sinew/questions/plot_output.h"
#include "sinew/report/audit_report.h"

namespace sinew {

void AuditQuestion::describe(Fields& fields) {
  robot.describe(fields);
  fields
      .add("log", &log,
           "A CSV file with the columns t, q.<joint> and tau.<joint>, and qd.<joint> and qdd.<joint> where they were "
           "logged, as `sinew motion` writes it, or - for the standard input.")
      .of("FILE")
      .positional()
      .required()
      .input();
  fields.add("windows", &windows, "The number of stretches of time for which the energies are listed.")
      .between(1, 10'000)
      .shows_initial();
  wrench.describe(fields);
  plot.describe(fields, "stored,work");
  showing.describe(fields);
}

namespace {

AnswerShape window_shape(const std::string& meaning) {
  return an_object(
      {always("from", a_number("[s]")), always("to", a_number("[s]")),
       always("stored", a_number("what the stored energy rose by [J]")),
       always("drive", a_number("work of the motors [J]")), always("viscous", a_number("lost to friction [J]")),
       always("dry", a_number("lost to friction [J]")), always("wrenches", a_number("work of forces from outside [J]")),
       always("unexplained", a_number("[J]")), always("noise", a_number("standard deviation of that by noise [J]"))},
      meaning);
}

AnswerShape fault_shape(const std::string& meaning) {
  return an_object({always("fault", a_text("scaled, delayed, payload or friction")),
                    always("joint", a_text("null: all joints").or_null()),
                    always("parameters", numbers_list("scale less 1; delay [s]; mass and place; viscous and dry")),
                    always("deviations", numbers_list("their standard deviations")),
                    always("chi_squared", a_number("of what it leaves")),
                    always("preferred_by", a_number("Bayes' criterion, over the model alone"))},
                   meaning);
}

/// The series that are wanted, without curves that are zero all the time, such as springs where there are none.
Recording drawn_part(Recording recording, const std::vector<PlottedQuantity>& wanted) {
  std::erase_if(recording.series, [&](const TimeSeries& series) {
    return std::none_of(wanted.begin(), wanted.end(),
                        [&](const PlottedQuantity& one) { return one.name == series.name; });
  });
  for (TimeSeries& series : recording.series)
    for (std::size_t k = series.rows.size(); k-- > 0 && series.rows.size() > 1;) {
      const auto row = static_cast<Eigen::Index>(k);
      if (!series.values.row(row).isZero(0.0)) continue;
      const Eigen::Index below = series.values.rows() - row - 1;
      series.values.middleRows(row, below) = series.values.bottomRows(below).eval();
      series.values.conservativeResize(series.values.rows() - 1, Eigen::NoChange);
      series.rows.erase(series.rows.begin() + row);
      series.measures.erase(series.measures.begin() + row);
    }
  return recording;
}

}  // namespace

AnswerShape AuditQuestion::answer_shape() const {
  return an_object(
      {always("robot", a_text("name of the robot")), always("joints", texts_list("names of the joints")),
       always("samples", a_whole_number()), always("closes", a_truth("energy, within the noise of the log")),
       always("verdict", texts_list("sentences")), always("turnover", a_number("energy that went through joints [J]")),
       always("drift", a_number("unexplained power [W]")), always("drift_noise", a_number("of which by noise [W]")),
       always("whole", window_shape("of the whole log")), always("windows", a_list(window_shape(""))),
       always("joint_energies",
              a_list(an_object({always("joint", a_text()), always("driven", a_number("[J]")),
                                always("braked", a_number("[J]")), always("viscous", a_number("[J]")),
                                always("dry", a_number("[J]")), always("unexplained", a_number("[J]"))}))),
       always("noise", an_object({always("q", numbers_list()), always("qd", numbers_list()),
                                  always("qdd", numbers_list()), always("tau", numbers_list())},
                                 "standard deviations of each joint; empty where not logged")),
       always("velocities", a_list(an_object({always("verdict", a_text("right, flipped, wrong or unknown")),
                                              always("slope", a_number("of the logged velocity over dq/dt")),
                                              always("difference", a_number("root mean square")),
                                              always("expected", a_number("of that by noise"))}))),
       always("compared", a_number("torques that were compared")),
       always("chi_squared", a_number("of the torques less the model's")),
       always("suspect", fault_shape("of the torques; null: none").or_null()),
       always("tried", a_list(fault_shape("")))});
}

Outcome AuditQuestion::respond(Door& door) {
  const Showing shown = showing.showing();
  plot.check(fields(), showing.format == "table");
  const Arm arm = robot.arm(door);
  std::optional<PlotOutput> output;
  std::vector<PlottedQuantity> plotted;
  if (plot.is_asked()) {
    plotted = chosen_plots(plot, audit_plots());
    output.emplace(plot, names_of(plotted), shown.units);
  }
  std::vector<Diagnostic> warnings;
  SourceText source = read_source_text(log == "-" ? standard_input : log);
  const MotionLog read = read_motion_log(source, arm.model(), warnings);
  door.warn(warnings);
  const EnergyAudit result = audit(arm, read, {wrench.wrenches(arm.model()), windows});
  Recording recording = audit_recording(arm, read, result);
  if (showing.format == "csv") door.write(recording_csv(recording, names_of(audit_plots())));
  if (showing.format == "json") door.write(audit_json(arm, read, result));
  if (showing.format == "table") door.write(audit_text(arm, read, result, shown));
  if (output && door.stop() != Door::Stop::Discard) output->draw(drawn_part(std::move(recording), plotted), door);
  return result.closes && !result.names_a_fault() ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
