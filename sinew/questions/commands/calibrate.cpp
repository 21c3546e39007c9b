// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <istream>
#include <optional>

#include "sinew/analysis/matrices.h"
#include "sinew/calibration/design/candidate_states.h"
#include "sinew/calibration/measurements/measurement_checks.h"
#include "sinew/calibration/measurements/measurement_template.h"
#include "sinew/calibration/results/measured_sets.h"
#include "sinew/formats/output_file.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/model/end_frame.h"
#include "sinew/problems/problem_obstacles.h"
#include "sinew/questions/choices/calibration_chain_choice.h"
#include "sinew/questions/choices/frame_choice.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/door_input.h"
#include "sinew/questions/plot_output.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/calibration/calibrated_file.h"
#include "sinew/report/calibration/calibration_plan.h"
#include "sinew/report/calibration/calibration_plots.h"
#include "sinew/report/calibration/calibration_steps.h"
#include "sinew/report/calibration/calibration_words.h"
#include "sinew/report/resolution_report.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

Loss loss_named(const std::string& name) {
  if (name == "huber") return Loss::Huber;
  return name == "cauchy" ? Loss::Cauchy : Loss::Linear;
}

DesignCriterion criterion_named(const std::string& name) {
  if (name == "D") return DesignCriterion::D;
  if (name == "A") return DesignCriterion::A;
  return name == "E" ? DesignCriterion::E : DesignCriterion::MeanDeviation;
}

std::vector<std::string> listed_words(const std::vector<std::string>& lists) {
  std::vector<std::string> all;
  for (const std::string& list : lists)
    for (std::string& word : list_parts(list)) all.push_back(std::move(word));
  return all;
}

}  // namespace

void CalibrateQuestion::describe_parameters(Fields& fields) {
  describe_end_frame(fields, frame, "The frame that was measured.");
  fields
      .add("by", &by,
           "The numbers that describe the robot: modified or standard DH parameters (a2, d3, alpha1, theta4, and beta "
           "where neighbouring axes are nearly parallel), poses (x, y, z, rx, ry, rz of every joint's origin), chain "
           "(the constants of the elementary transforms that the robot's YAML file is made of: Tz1, Rx1, Tx1), or "
           "file: the parameters that the file names. If it is left out, it is file where `--free` names such "
           "parameters alone, and modified otherwise.")
      .one_of({"modified", "standard", "poses", "chain", "file"});
  fields
      .add("free", &free,
           "The parameters that may change: names (a2, joint4.offset, joint3.ratio, joint2.compliance), groups (a, "
           "alpha, offset, ratio, compliance, base, tool, tool.xyz), joints (joint4), all (the geometry of the robot). "
           "A "
           "minus sign takes out again: all,-a1. The option can be repeated.")
      .of("NAME,...");
  fields.add("tie", &tie, "Parameters that change together: \"a2 = a3\", \"d2 = -0.5*d3\". The option can be repeated.")
      .of("A=B");
  fields
      .add(
          "prior", &prior,
          "How far nominal values are to be trusted, as standard deviations: \"a = 5 mm\", \"length = 20 mm\", \"angle "
          "= 1 deg\". The option can be repeated.")
      .of("NAME=VALUE");
  fields.add("bound", &bound, "A range that a value stays in: \"a2 = 0.39 m .. 0.41 m\". The option can be repeated.")
      .of("NAME=RANGE");
}

void CalibrateQuestion::describe_fit(Fields& fields) {
  fields
      .add(
          "method", &method,
          "The method: least-squares (Levenberg-Marquardt), or pseudo-inverse (the iteration Δψ = Φ#·Δr of textbooks).")
      .one_of({"least-squares", "pseudo-inverse"})
      .shows_initial();
  fields
      .add("stage", &stage,
           "Parameters to fit before all others are, in the words of `--free`, for those that are far less certain. "
           "Each "
           "repetition is a further stage.")
      .of("NAME,...");
  fields
      .add(
          "loss", &loss,
          "How much a measurement counts that does not fit: linear (all alike), huber or cauchy (outliers count less).")
      .one_of({"linear", "huber", "cauchy"})
      .shows_initial();
  fields
      .add("loss_width", &loss_width,
           "Where such a loss begins to count less, in standard deviations; 1.345 for huber and 2.385 for cauchy if it "
           "is left out.")
      .needs("loss")
      .between(1e-3, 1e3);
  fields.add(
      "trust_deviations", &trust_deviations,
      "Take the standard deviations of the measurements as they are given. Those of the result are otherwise scaled "
      "by the size of the residuals.");
  fields
      .add("validate", &validate,
           "Files of measurements that are not used, but foretold by the result. The option can be repeated.")
      .of("FILE,...")
      .input();
  fields.add("cross", &cross, "Leave out each set of measurements in turn, and foretell it from the others.");
}

void CalibrateQuestion::describe_planning(Fields& fields) {
  fields
      .add(
          "design", &design,
          "Before anything is measured: choose this number of states to measure at, of those in the files (states with "
          "q.<joint>), or of random states within the limits. What would be measured says `--kind`.")
      .between(1, 10000)
      .of("COUNT");
  fields
      .add("obstacles", &obstacles,
           "A problem file that gives the `shapes` of the robot and the `obstacles` around it: states at which they "
           "touch "
           "are not offered.")
      .of("FILE")
      .input()
      .needs("design");
  fields.add("candidates", &candidates, "The number of random states to choose from.")
      .between(1, 100000)
      .needs("design")
      .shows_initial();
  fields
      .add("criterion", &criterion,
           "What a choice makes small: mean (the geometric mean of the expected standard deviations), D (the volume of "
           "the "
           "ellipsoid of errors), A (the mean variance) or E (the worst direction).")
      .one_of({"mean", "D", "A", "E"})
      .needs("design")
      .shows_initial();
  fields.add("expect", &expect,
             "Before anything is measured: say what measurements at the states of the files could tell, and how well.");
}

void CalibrateQuestion::describe(Fields& fields) {
  robot.describe(fields);
  data.describe(fields);
  describe_parameters(fields);
  describe_fit(fields);
  describe_planning(fields);
  fields.add("explain", &explain, "Show the worked solution: Φ in closed form, and every iteration with its numbers.");
  fields
      .add("template", &make_template,
           "Write an empty file for measurements of this kind, with its columns explained, and do nothing else.")
      .one_of({"pose", "position", "distance", "plane", "socket", "touch"});
  fields
      .add("out", &out,
           "The file for the calibrated robot (.yaml or .urdf), or for the template; - is the standard output.")
      .of("FILE");
  fields.add("force", &force, "Replace the file even if it is read-only.").needs("out");
  showing.describe(fields);
  fields["format"].one_of({"table", "json"});
  plot.describe(fields, "residuals.position,residuals.x,parameters", "of the result");
}

AnswerShape CalibrateQuestion::answer_shape() const {
  const auto numbers = [](const char* meaning) {
    return a_list(
        an_object({always("name", a_text()), always("unit", a_text("SI; empty for a plain number")),
                   always("nominal", a_number()), always("value", a_number()),
                   always("deviation", a_number("standard deviation; null where it cannot be told").or_null()),
                   always("seen", a_truth("do the measurements tell it from all others")),
                   sometimes("at_bound", a_truth())}),
        meaning);
  };
  const auto size = [] {
    return an_object({always("count", a_whole_number("measurements")), always("rms", a_number()),
                      always("mean", a_number()), always("largest", a_number())});
  };
  const auto sizes = [&](const char* meaning) {
    return an_object({sometimes("position", size()), sometimes("angle", size()),
                      always("axes", by_name(an_object({always("mean", a_number()), always("rms", a_number())})))},
                     meaning);
  };
  const auto sets = [&](const char* meaning) {
    return a_list(an_object({always("set", a_text()), always("before", sizes("")), always("after", sizes(""))}),
                  meaning);
  };
  AnswerShape found = an_object(
      {always("robot", a_text()), always("frame", a_text("the frame that was measured")),
       always("model", a_text("by which numbers the robot is described")), always("converged", a_truth()),
       always("steps", a_whole_number()), always("parameters", numbers("numbers of the robot that were free")),
       always("place_parameters", numbers("numbers of places that were not known")),
       always("places", by_name(an_object({always("known", a_truth()), always("position", numbers_list("[m]")),
                                           sometimes("quaternion", numbers_list("x, y, z, w"))}))),
       always("rank", a_whole_number()), always("condition", a_number().or_null()),
       always("before", sizes("residuals of the nominal robot [m, rad]")),
       always("after", sizes("residuals of the calibrated robot [m, rad]")),
       always("measurements",
              a_list(an_object(
                  {always("file", a_text()), always("line", a_whole_number()), always("set", a_text()),
                   always("residuals_before", by_name(a_number())), always("residuals_after", by_name(a_number())),
                   always("weight", a_number("1, or less by a robust loss")), sometimes("outlier", a_truth())}))),
       sometimes("validation", sets("data that was not used")), sometimes("cross", sets("each set left out in turn")),
       sometimes("not_validated", texts_list("sets for which there was no time when the work was stopped")),
       always("suspicions", texts_list("slips in the data that would explain the residuals")),
       always("remarks", texts_list())});
  AnswerShape planned = an_object(
      {always("robot", a_text()), always("frame", a_text()), always("model", a_text()),
       always("rank", a_whole_number()), always("condition", a_number().or_null()),
       always("expected", a_list(an_object({always("name", a_text()), always("deviation", a_number().or_null())}),
                                 "standard deviations before anything is measured [SI]")),
       sometimes("candidate", a_list(a_whole_number(), "numbers of the chosen states, from 1")),
       sometimes("q", a_list(numbers_list(), "chosen states")),
       sometimes("left_out", a_whole_number("states that touch an obstacle")), sometimes("mean_deviation", a_number()),
       sometimes("mean_deviation_of_random_choices", a_number()), always("remarks", texts_list())});
  return either({std::move(found), std::move(planned), a_text("an empty file for measurements")});
}

void CalibrateQuestion::check_usage() {
  // joints that give way bend under gravity
  const bool bends = std::any_of(
      free.begin(), free.end(), [](const std::string& words) { return words.find("compliance") != std::string::npos; });
  if (!bends) RobotChoice::refuse_dynamics(fields());
  if (!make_template.empty()) {
    fields().refuse_all_but({"template", "frame", "out", "force", "robot"},
                            "does nothing beside --template; leave it out");
    return;
  }
  check_plan();
  if (data.data.empty() && design == 0)
    throw UsageError("data", "is missing; give CSV files, or ask for an empty one with --template");
  if (!out.empty() && out != "-") {
    const std::string ending = std::filesystem::path(out).extension().string();
    if (ending != ".yaml" && ending != ".yml" && ending != ".urdf" && ending != ".xml")
      throw UsageError("out", "ends in none of .yaml, .urdf: name a robot file");
  }
  plot.check(fields(), showing.format != "json" && out != "-");
  if (loss == "linear") fields().refuse_idle({"loss_width"}, "does nothing with a linear loss; leave it out");
}

void CalibrateQuestion::check_plan() {
  if (!expect && design == 0) return;
  fields().refuse_idle(
      {"validate", "cross", "explain", "out", "stage", "loss", "loss_width", "method", "plot", "plot_to"},
      "does nothing before anything is measured; leave it out");
  if (expect && design > 0) throw UsageError("expect", "does not go with --design, which says the same; leave it out");
  if (!data.kind.empty() && data.kind != "position" && data.kind != "pose")
    throw UsageError("kind", "is of places that are not known before they are measured; take position or pose");
}

CalibrationSettings CalibrateQuestion::settings(Door& door) const {
  CalibrationSettings s;
  s.choice = {.free = listed_words(free), .tied = tie, .priors = prior, .bounds = bound};
  s.loss = loss_named(loss);
  s.loss_width = loss_width;
  s.trust_deviations = trust_deviations;
  s.by_pseudo_inverse = method == "pseudo-inverse";
  for (const std::string& one : stage) s.stages.push_back(listed_words({one}));
  s.on_step = [&door](const FitStep& step) {
    door.progress([&] { return fmt::format("step {}", step.number); });
    return door.stop() == Door::Stop::GoOn;
  };
  return s;
}

Measurement CalibrateQuestion::imagined_at(const Eigen::VectorXd& q, const ChainAt& nominal, std::size_t number) const {
  const auto size = [](const char* option, const std::string& text, const Dimension& dimension) {
    return text.empty() ? 1e-3 : value_of(option, [&] { return quantity(text, dimension); });
  };
  Measurement m{.kind = data.kind == "pose" ? MeasurementKind::Pose : MeasurementKind::Position,
                .q = q,
                .X_MF = nominal.pose({q, Eigen::VectorXd::Zero(q.size())}),
                .position_deviation = size("--deviation", data.deviation, dimension::length),
                .angle_deviation = size("--angle-deviation", data.angle_deviation, dimension::angle)};
  m.set = std::to_string(number + 1);
  return m;
}

/// The states to choose from: random ones, or those of the files but for states that touch an obstacle.
CalibrationPlan CalibrateQuestion::states_of_plan(Door& door, const Arm& arm) const {
  CalibrationPlan plan{.robot = arm.model().name()};
  std::unique_ptr<ObstacleDistance> around;
  if (!obstacles.empty()) around = read_obstacle_distance(read_source_text(obstacles), arm.model());
  Eigen::VectorXd gradient(arm.model().velocity_count());
  for (const std::string& file : data.data) {
    DoorInput input(file, door, [] {});
    std::istream in_file(&input);
    StatesReader reader(in_file, file, arm.model(), zero_state(arm.model()));
    door.warn(reader.warnings());
    int number = 0;
    for (State state = zero_state(arm.model()); reader.next(state);) {
      ++number;
      if (around && around->evaluate(state.q, sinew::out(gradient)) < 0.0) {
        ++plan.left_out;
        continue;
      }
      plan.states.emplace_back(vector(state.q));
      plan.numbers.push_back(number);
    }
  }
  if (plan.left_out > 0 && plan.states.empty())
    refuse(obstacles, "all " + std::to_string(plan.left_out) + " states touch an obstacle",
           "look whether an obstacle stands where the robot does");
  if (!plan.states.empty()) return plan;
  FoundStates found = candidate_states(arm.model(), {.count = candidates, .obstacles = around.get()});
  plan.states = std::move(found.states);
  plan.left_out = found.near_obstacles;
  return plan;
}

Outcome CalibrateQuestion::plan(Door& door, const Arm& arm, const ChosenChain& chosen, Calibration calibration) {
  CalibrationPlan plan = states_of_plan(door, arm);
  const std::vector<Eigen::VectorXd>& states = plan.states;
  const ChainAt nominal(*chosen.chain, chosen.chain->nominal(), {});
  for (std::size_t i = 0; i < states.size(); ++i) calibration.add(imagined_at(states[i], nominal, i));
  const std::shared_ptr<const CalibrationProblem> problem = calibration.nominal_problem();
  Eigen::VectorXd residuals;
  Eigen::MatrixXd jacobian;
  problem->evaluate(Eigen::VectorXd::Zero(problem->unknown_count()), residuals, &jacobian);

  plan.model = chosen.name;
  plan.problem = problem;
  const Sensitivity sensitivity = sensitivity_of(*problem, jacobian);
  const Eigen::VectorXd priors = prior_deviations(*problem);
  if (design > 0) {
    Eigen::VectorXd information(priors.size());
    for (Eigen::Index j = 0; j < priors.size(); ++j) {
      const double typical = problem->unknowns()[static_cast<std::size_t>(j)].parameter.typical_error;
      information[j] = typical * typical / (priors[j] * priors[j]);
    }
    DesignQuestion question{.candidates = sensitivity, .count = design, .criterion = criterion_named(criterion)};
    if (priors.array().isFinite().any()) question.prior_information = information.asDiagonal();
    question.go_on = [&door](const DesignProgress& p) {
      door.progress([&] { return fmt::format("start {} of {}", p.start, p.starts); });
      return door.stop() == Door::Stop::GoOn;
    };
    plan.design = experiment_design(question);
    plan.told = plan.design->all;
  } else {
    plan.told = identifiability(sensitivity, {.weak_limit = 10.0, .prior_deviations = priors});
  }
  const Showing shown = calibration_showing(showing.showing(), !showing.units.empty());
  door.write(showing.format == "json" ? plan_json(plan) : plan_text(plan, shown));
  return Outcome::Yes;
}

std::vector<std::string> CalibrateQuestion::remarks_about_data(const Measurements& measurements, const Arm& arm,
                                                               const std::string& measured) const {
  const std::vector<std::string> still = joints_that_never_move(measurements, arm.model(), measured);
  if (still.empty()) return {};
  const bool one = still.size() == 1;
  return {std::string(one ? "The joint " : "The joints ") + listed(still) + (one ? " never moves" : " never move") +
          " in these measurements: what belongs to " + (one ? "it" : "them") +
          " can hardly be told from what belongs to the neighbours."};
}

Outcome CalibrateQuestion::respond(Door& door) {
  check_usage();
  const Arm arm = robot.arm(door);
  const std::string measured = frame.empty() ? end_frame(arm.model()) : frame;
  if (!make_template.empty()) {
    const std::string text = measurement_template(*find_row_kind(make_template), arm.model(), measured);
    if (out.empty() || out == "-")
      door.write(text);
    else
      write_file(out, text, force ? Replacing::Anything : Replacing::OnlyWritable);
    return Outcome::Yes;
  }
  const ChosenChain chosen = choose_chain(robot, by, measured, listed_words(free), door);
  Calibration calibration(arm, chosen.chain, settings(door));
  if (expect || design > 0) return plan(door, arm, chosen, std::move(calibration));
  calibration.add(data.read(data.data, arm.model(), measured, door));
  std::vector<std::string> about_data = remarks_about_data(calibration.measurements(), arm, measured);

  const Showing shown = calibration_showing(showing.showing(), !showing.units.empty());
  std::optional<PlotOutput> plots;
  if (plot.is_asked())
    plots.emplace(plot, names_of(chosen_plots(plot, calibration_plots(calibration.measurements()))), shown.units);

  CalibrationReport report{.robot = arm.model().name(), .model = chosen.name, .result = calibration.solve()};
  if (report.result.fit.end == FitEnd::Stopped)
    throw InputError({{Severity::Error, "calibrate", 0, "was stopped", ""}});
  report.suspicions = calibration.suspicions();
  for (const std::string& file : listed_words(validate)) {
    report.validations.push_back(calibration.validate(report.result, data.read({file}, arm.model(), measured, door)));
    report.validations.back().set = std::filesystem::path(file).stem().string();
  }
  if (cross) {
    CrossValidation each = calibration.cross_validate();
    report.validations = std::move(each.done);
    report.not_validated = std::move(each.missing);
    report.is_cross = true;
  }
  report.remarks = std::move(about_data);
  for (std::string& remark : calibration_remarks(report.result, shown)) report.remarks.push_back(std::move(remark));
  if (!report.not_validated.empty())
    report.remarks.push_back("Leaving out sets in turn was stopped; not done for " + listed(report.not_validated) +
                             ".");
  if (!out.empty()) {
    const CalibratedFile file = calibrated_file(report, out == "-" ? ".yaml" : out, shown);
    door.warn(file.warnings);
    if (out == "-")
      door.write(file.text);
    else
      write_file(out, file.text, force ? Replacing::Anything : Replacing::OnlyWritable);
  }
  std::string text = showing.format == "json" ? calibration_json(report) : calibration_text(report, shown);
  if (explain && showing.format != "json")
    text = regressor_text(report.result) + "\n" + worked_steps_text(calibration_steps(report.result), showing.digits) +
           text;
  if (out == "-")
    door.remark(text);
  else
    door.write(text);
  if (plots) plots->draw(calibration_recordings(report), door);
  return report.not_validated.empty() ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
