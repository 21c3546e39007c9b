// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/calibration/calibration_plan.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sinew/calibration/identifiability/identifiability_text.h"
#include "sinew/errors/visible_text.h"
#include "sinew/print/datum.h"
#include "sinew/print/json_writer.h"
#include "sinew/print/table.h"
#include "sinew/report/calibration/calibration_words.h"

namespace sinew {
namespace {

/// The chosen states as a file that can be read again.
std::string chosen_states_csv(const CalibrationPlan& plan) {
  const ChainPath& path = plan.problem->chain().parts().path;
  const RobotDescription<double>& robot = plan.problem->chain().parts().description;
  std::string text = "candidate";
  for (const ChainPath::MovingJoint& joint : path.joints)
    text += "," + csv_text("q." + robot.joints[static_cast<std::size_t>(joint.joint)].name);
  text += '\n';
  for (const int chosen : plan.design->chosen) {
    text += std::to_string(plan.number(chosen));
    for (const ChainPath::MovingJoint& joint : path.joints)
      text += fmt::format(",{:.6f}", plan.states[static_cast<std::size_t>(chosen)][joint.position]);
    text += '\n';
  }
  return text;
}

std::string deviations_table(const CalibrationPlan& plan, const Showing& showing) {
  Table table(
      {{"parameter", Table::Align::Left}, {"expected std. dev.", Table::Align::Right}, {"", Table::Align::Left}});
  for (Eigen::Index j = 0; j < plan.deviations().size(); ++j) {
    const CalibrationParameter& parameter = plan.problem->unknowns()[static_cast<std::size_t>(j)].parameter;
    const double deviation = plan.deviations()[j];
    const bool by_prior = plan.told.is_prior_alone[static_cast<std::size_t>(j)];
    table.add({visible_text(parameter.name),
               std::isfinite(deviation) ? figure(deviation, measure_of(parameter), showing) : "–",
               by_prior                   ? "by its prior alone"
               : std::isfinite(deviation) ? ""
                                          : "cannot be told"});
  }
  return table.text(2);
}

}  // namespace

std::string plan_text(const CalibrationPlan& plan, const Showing& showing) {
  std::string text = fmt::format("{}, frame {}, {}: {} numbers, {} states; {}\n\n", visible_text(plan.robot),
                                 visible_text(plan.problem->chain().frame()), plan.model,
                                 plan.problem->robot_unknown_count(), plan.states.size(), rank_text(plan.told));
  if (plan.design) {
    const ExperimentDesign& d = *plan.design;
    text += chosen_states_csv(plan) + "\n" +
            fmt::format(
                "{} of {} states. The expected standard deviations are {} of a typical error (1 mm, 1 mrad) in "
                "the geometric mean",
                d.chosen.size(), plan.states.size(), plain_figure(d.mean_deviation, 3));
    if (!d.is_stopped && d.random.median_deviation > 0.0)
      text += fmt::format("; of {} random choices the median is {}, {} times as much", d.random.count,
                          plain_figure(d.random.median_deviation, 3),
                          plain_figure(d.random.median_deviation / d.mean_deviation, 2));
    text += ".\n";
    if (plan.left_out > 0)
      text += fmt::format("{} {} left out: the robot would touch an obstacle there.\n", plan.left_out,
                          plan.left_out == 1 ? "state was" : "states were");
    text += "\n";
  }
  text += deviations_table(plan, showing) + "\n";
  const bool are_few = static_cast<Eigen::Index>(plan.states.size()) <= few_measurements && !plan.design;
  for (const std::string& one : are_few ? findings(plan.told) : findings_about_unknowns(plan.told)) text += one + "\n";
  return text;
}

std::string plan_json(const CalibrationPlan& plan) {
  using PlanJson = nlohmann::ordered_json;
  PlanJson expected = PlanJson::array();
  for (Eigen::Index j = 0; j < plan.deviations().size(); ++j) {
    const double deviation = plan.deviations()[j];
    expected.push_back({{"name", plan.problem->unknowns()[static_cast<std::size_t>(j)].parameter.name},
                        {"deviation", std::isfinite(deviation) ? PlanJson(deviation) : PlanJson(nullptr)}});
  }
  PlanJson out{{"robot", plan.robot},
               {"frame", plan.problem->chain().frame()},
               {"model", plan.model},
               {"rank", plan.told.rank},
               {"condition", std::isfinite(plan.told.condition) ? PlanJson(plan.told.condition) : PlanJson(nullptr)},
               {"expected", expected}};
  if (plan.design) {
    PlanJson states = PlanJson::array(), numbers = states;
    for (const int chosen : plan.design->chosen) {
      const Eigen::VectorXd& q = plan.states[static_cast<std::size_t>(chosen)];
      numbers.push_back(plan.number(chosen));
      states.push_back(std::vector<double>(q.begin(), q.end()));
    }
    out["candidate"] = numbers;
    out["q"] = states;
    if (plan.left_out > 0) out["left_out"] = plan.left_out;
    out["mean_deviation"] = plan.design->mean_deviation;
    if (!plan.design->is_stopped) out["mean_deviation_of_random_choices"] = plan.design->random.median_deviation;
  }
  out["remarks"] = findings_about_unknowns(plan.told);
  return json_page(out);
}

}  // namespace sinew
