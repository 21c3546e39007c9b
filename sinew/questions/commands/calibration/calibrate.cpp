// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/calibration/calibrate.h"

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
