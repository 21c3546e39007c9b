// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_objective.h"

#include <utility>

#include "sinew/problems/problem_entry.h"
#include "sinew/problems/problem_obstacles.h"
#include "sinew/problems/problem_tasks.h"
#include "sinew/tasks/objectives/formula_objective.h"
#include "sinew/tasks/objectives/joint_range.h"
#include "sinew/tasks/objectives/manipulability.h"

namespace sinew {
namespace {

/// A formula, and no name that is misspelt.
bool is_formula(const std::string& text) { return text.find_first_of("0123456789(*/^+") != std::string::npos; }

class ObjectiveReader {
 public:
  ObjectiveReader(const ProblemStatement& statement, const ProblemJoints& joints, const StatedLimits& limits,
                  const Symbols<double>& symbols, Diagnostics& diagnostics)
      : statement_(statement), joints_(joints), limits_(limits), symbols_(symbols), diagnostics_(diagnostics) {}

  std::optional<StatedObjective> read() {
    const auto entry = [&](const char* key, const auto& how) {
      read_entry(statement_.find(key), symbols_, diagnostics_, how);
    };
    entry("obstacles", [&](const YamlNode& node, const ProblemValues& v) { obstacles_ = read_obstacles(node, v); });
    entry("shapes", [&](const YamlNode& node, const ProblemValues& v) {
      shapes_ = read_link_shapes(node, joints_.are_a_robots() ? &joints_.model() : nullptr, v);
    });
    entry("objective", [&](const YamlNode& node, const ProblemValues& values) {
      if (node.is(YamlNode::Kind::Map))
        read_map(node, values);
      else if (const auto text = values.typed().text(node, "objective"))
        make(*text, node.source, values);
    });
    // beside an objective that is only named, as flags say it
    entry("step", [&](const YamlNode& node, const ProblemValues& values) { read_step(node, values); });
    entry("maximise", [&](const YamlNode& node, const ProblemValues& values) {
      if (const auto most = values.typed().flag(node, "entry maximise")) result_.maximise = *most;
    });
    if (!result_.objective) return std::nullopt;
    return std::move(result_);
  }

 private:
  /// objective: {maximise: manipulability, step: 0.1}
  void read_map(const YamlNode& node, const ProblemValues& values) {
    YamlFields fields(node, "objective", values.diagnostics());
    const auto either = [&](const char* british, const char* american) {
      const YamlNode *one = fields.find(british), *other = fields.find(american);
      return one ? one : other;
    };
    const YamlNode *least = either("minimise", "minimize"), *most = either("maximise", "maximize");
    const YamlNode* of = fields.find("of");
    if (of) task_ = values.typed().text(*of, "task of the objective").value_or("");
    if (const YamlNode* step = fields.find("step")) read_step(*step, values);
    fields.refuse_the_rest();
    if (!least == !most) {
      values.diagnostics().error(node.source, "the objective is neither to grow nor to shrink, or both",
                                 "write one of `minimise:` and `maximise:`");
      return;
    }
    const YamlNode& what = least ? *least : *most;
    if (of && what.text != "manipulability")
      values.diagnostics().error(of->source,
                                 "`of` names a task, and the objective " + in_quotes(what.text) + " is of none",
                                 "leave it out, or let the objective be manipulability");
    if (const auto text = values.typed().text(what, "objective")) make(*text, what.source, values);
    result_.maximise = most != nullptr;
  }

  void read_step(const YamlNode& node, const ProblemValues& values) {
    if (const auto step = values.number(node, "step along the gradient")) result_.step = *step;
    if (!(result_.step > 0.0))
      values.diagnostics().error(node.source, "the step along the gradient is " + shown(result_.step),
                                 "give one above zero; minimise and maximise say which way");
  }

  void make(const std::string& text, SourceLine source, const ProblemValues& values) {
    const Model<double>& model = joints_.model();
    result_.name = text;
    try {
      if (text == "joint range")
        result_.objective = std::make_unique<JointRange>(model, limits_.limits);
      else if (text == "manipulability")
        make_manipulability(source, values);
      else if (text == "obstacle distance")
        make_obstacle_distance(source, values);
      else if (is_formula(text))
        result_.objective = std::make_unique<FormulaObjective>(model, text, false);
      else
        values.diagnostics().error(source, "there is no objective " + in_quotes(text),
                                   suggestion(text, {"joint range", "manipulability", "obstacle distance"}) +
                                       "; or write a formula such as sin(q2)^2");
    } catch (const InputError& e) {
      for (const Diagnostic& p : e.diagnostics()) values.diagnostics().error(source, p.what, p.remedy);
    }
    if (result_.objective) result_.maximise = result_.objective->more_is_better();
  }

  void make_manipulability(SourceLine source, const ProblemValues& values) {
    const ProblemStatement::Entry* tasks = statement_.find("tasks");
    if (!joints_.are_a_robots() || !tasks) {
      values.diagnostics().error(source, "manipulability changes with q as a robot's task does, and there is none",
                                 "name a robot and a task of it");
      return;
    }
    int number = 0;
    Diagnostics ignored("");  // the tasks' own, noted where they are read
    for (const YamlNode::Pointer& item : tasks->value->items) {
      ++number;
      std::optional<RobotTask> task = read_robot_task(*item, number, joints_.model(), ProblemValues(symbols_, ignored));
      if (!task || (!task_.empty() && task->name != task_)) continue;
      result_.objective = std::make_unique<Manipulability>(std::move(task->task));
      return;
    }
    if (!ignored.has_errors())
      values.diagnostics().error(source,
                                 task_.empty() ? "none of the tasks has a manipulability"
                                               : "there is no task " + in_quotes(task_) + " that has a manipulability",
                                 "name a task of the robot");
  }

  void make_obstacle_distance(SourceLine source, const ProblemValues& values) {
    if (diagnostics_.has_errors()) return;  // of the shapes, among them
    if (joints_.are_a_robots() && !obstacles_.empty() && !shapes_.empty())
      result_.objective = std::make_unique<ObstacleDistance>(joints_.model(), shapes_, obstacles_);
    else
      values.diagnostics().error(source, "the distance to obstacles wants a robot, shapes on it, and obstacles",
                                 "write `shapes:` and `obstacles:`");
  }

  const ProblemStatement& statement_;
  const ProblemJoints& joints_;
  const StatedLimits& limits_;
  const Symbols<double>& symbols_;
  Diagnostics& diagnostics_;
  std::string task_;  // whose manipulability
  std::vector<LinkShape> shapes_;
  std::vector<Obstacle> obstacles_;
  StatedObjective result_;
};

}  // namespace

std::optional<StatedObjective> read_objective(const ProblemStatement& statement, const ProblemJoints& joints,
                                              const StatedLimits& limits, const Symbols<double>& symbols,
                                              Diagnostics& diagnostics) {
  return ObjectiveReader(statement, joints, limits, symbols, diagnostics).read();
}

}  // namespace sinew
