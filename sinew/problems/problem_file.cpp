// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_file.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "sinew/problems/problem_entry.h"
#include "sinew/problems/problem_idle.h"
#include "sinew/problems/problem_joints.h"
#include "sinew/problems/problem_limits.h"
#include "sinew/problems/problem_method.h"
#include "sinew/problems/problem_objective.h"
#include "sinew/problems/problem_weights.h"

namespace sinew {
namespace {

Eigen::MatrixXd scalar(double x) { return Eigen::MatrixXd::Constant(1, 1, x); }

/// How many columns the first Jacobian of a problem has, before any number is read.
std::size_t columns_of(const YamlNode& J) {
  if (!J.is(YamlNode::Kind::Sequence)) return 1;
  if (J.items.empty() || !J.items.front()->is(YamlNode::Kind::Sequence)) return J.items.size();
  return J.items.front()->items.size();
}

/// Matrices are dense, of a row and a column per joint: what is larger than this is no arm, and would take minutes.
constexpr std::size_t most_joints = 2048, most_rows = 1024;

/// Problems that were found in the numbers, without a file, at the entry that they are about.
std::vector<Diagnostic> placed(std::vector<Diagnostic> diagnostics, const std::vector<StatedProblem::Place>& places) {
  const auto find = [&](std::string_view key) {
    return std::find_if(places.begin(), places.end(), [&](const auto& place) { return place.key == key; });
  };
  const std::pair<const char*, const char*> subjects[] = {
      {" of C", "inequalities"}, {"mass matrix", "M"},   {"weight of the joints", "weight"},
      {"damping", "damping"},    {"J_a", "independent"}, {"preferred motion", "preferred"},
      {"step along", "step"}};
  for (Diagnostic& p : diagnostics) {
    if (!p.file.empty() || places.empty()) continue;
    auto place = places.end();
    for (const auto& [words, key] : subjects)
      if (place == places.end() && p.what.find(words) != std::string::npos) place = find(key);
    for (const char* key : {"method", "minimise", "minimize", "tasks", "J"})
      if (place == places.end()) place = find(key);
    if (place == places.end()) place = places.begin();
    p.file = place->file;
    p.line = place->line;
  }
  return diagnostics;
}

class ProblemReader {
 public:
  ProblemReader(const ProblemStatement& statement, const Arm* robot)
      : statement_(statement), robot_(robot), diagnostics_(statement.file()) {}

  StatedProblem read() {
    begin();
    read_level();
    read_tasks(true);
    read_limits_and_bounds();
    read_null_space();
    take_inertia_of_robot();
    read_weights(statement_, *joints_, symbols_, problem(), diagnostics_);
    read_inequalities(statement_, *joints_, symbols_, problem(), diagnostics_);
    choose_method();
    if (!diagnostics_.has_errors()) refuse_idle_entries(statement_, problem(), result_.method, diagnostics_);
    end();
    describe();
    return std::move(result_);
  }

  /// Sets up what does not change, and says where the variables are.
  VaryingJacobians varying(const std::vector<std::string>& variables) {
    begin();
    read_level();
    for (const std::string& name : variables) find_variable(name);
    read_tasks(false);
    diagnostics_.throw_if_errors();
    VaryingJacobians result;
    for (const StatedTask& task : tasks_) result.task_names.push_back(task.matrices.name);
    result.dimensions = variable_dimensions_;
    return result;
  }

  std::vector<Eigen::MatrixXd> jacobians(const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) set_variable(i, values[i]);
    read_tasks(false);
    diagnostics_.throw_if_errors();
    std::vector<Eigen::MatrixXd> result;
    for (const StatedTask& task : tasks_) result.push_back(task.matrices.J);
    return result;
  }

 private:
  template <class Read>
  void entry(const char* key, const Read& read) {
    read_entry(statement_.find(key), symbols_, diagnostics_, read);
  }
  /// An error at the first of these entries that is there, else where the problem begins.
  void error_at(std::initializer_list<const char*> keys, std::string what, std::string remedy) {
    if (const ProblemStatement::Entry* entry = statement_.first_of(keys))
      diagnostics_.add({Severity::Error, entry->origin, entry->source.line, std::move(what), std::move(remedy)});
    else
      diagnostics_.error({}, std::move(what), std::move(remedy));
  }

  void refuse_size(std::initializer_list<const char*> keys, std::size_t count, std::size_t most, const char* what) {
    if (count <= most) return;
    error_at(keys, "there are " + std::to_string(count) + " " + what,
             "give at most " + std::to_string(most) + ": every joint has a row and a column of each matrix");
    diagnostics_.throw_if_errors();
  }

  // ---- what everything else stands on

  void begin() {
    for (const ProblemStatement::Entry& entry : statement_.entries())
      result_.places.push_back({entry.key, entry.origin, entry.source.line});
    for (const char* key : {"name", "source", "notes", "robot"}) statement_.find(key);  // for people and for callers
    entry("sinew", [&](const YamlNode& node, const ProblemValues& values) {
      if (node.text != "1")
        values.diagnostics().error(node.source,
                                   "the file is of format " + in_quotes(node.text) + "; this program reads 1",
                                   "write `sinew: 1`, or use a newer sinew");
    });
    entry("parameters", [&](const YamlNode& node, const ProblemValues& values) { read_parameters(node, values); });
    find_joints();
    q_ = joints_->zero_position();
    qd_ = Eigen::VectorXd::Zero(joints_->count());
    entry("q", [&](const YamlNode& node, const ProblemValues& values) { q_ = joints_->read_position(node, values); });
    entry("qd", [&](const YamlNode& node, const ProblemValues& values) { qd_ = joints_->read_velocity(node, values); });
    if (robot_ && !statement_.find("q")) result_.notes.emplace_back("q is not given: every joint is at zero");
    name_positions();
  }

  void read_parameters(const YamlNode& node, const ProblemValues& values) {
    YamlFields fields(node, "parameters entry", values.diagnostics());
    for (const YamlNode::Entry& parameter : node.entries) {
      try {
        if (is_formula_function(parameter.key) || parameter.key == "pi")
          throw FormulaError("has the name of a function or of π", "call it something else");
        if (!parameter.value->is(YamlNode::Kind::Scalar)) throw FormulaError("is no number", "write it like 2 m");
        const Quantity<double> value = Formula(parameter.value->text).value(symbols_.numbers);
        if (!std::isfinite(value.value)) throw FormulaError("is not finite", "correct it");
        symbols_.numbers[parameter.key] = symbols_.values[parameter.key] = value;
        parameters_.emplace_back(parameter.key, scalar(value.value));
      } catch (const FormulaError& e) {
        values.diagnostics().error(parameter.value->source.or_else(parameter.source),
                                   "the parameter " + in_quotes(parameter.key) + " cannot be understood: " + e.what(),
                                   e.remedy);
      }
    }
  }

  void find_joints() {
    const ProblemStatement::Entry *names = statement_.find("joints"), *tasks = statement_.find("tasks"),
                                  *J = statement_.find("J");
    if (robot_) {
      if (names)
        diagnostics_.add({Severity::Error, names->origin, names->source.line, "the robot has names for its joints",
                          "leave `joints:` out"});
      refuse_size({"robot"}, static_cast<std::size_t>(robot_->model().velocity_count()), most_joints, "joints");
      joints_ = std::make_unique<ProblemJoints>(*robot_);
      return;
    }
    std::size_t count = J ? columns_of(*J->value) : 0;
    if (tasks)
      for (const YamlNode::Pointer& task : tasks->value->items)
        if (const YamlNode* jacobian = task->find("J"); jacobian && count == 0) count = columns_of(*jacobian);
    std::vector<std::string> words;
    entry("joints", [&](const YamlNode& node, const ProblemValues& values) {
      words = values.words(node, "names of the joints");
      if (count > 0 && words.size() != count)
        values.diagnostics().error(node.source,
                                   "there are " + std::to_string(words.size()) + " names of joints for " +
                                       std::to_string(count) + " columns of J",
                                   "give one each");
    });
    if (count == 0) {
      error_at({"tasks", "J"}, "there is neither a robot nor a Jacobian",
               "name a robot and what it is to do, or give J and what it is to give");
      diagnostics_.throw_if_errors();
    }
    refuse_size({"J", "tasks"}, count, most_joints, "columns of J");
    words.resize(std::min(words.size(), count));
    joints_ = std::make_unique<ProblemJoints>(static_cast<int>(count), std::move(words));
  }

  /// q1, q2, … in formulas, unless a parameter is called so.
  void name_positions() {
    const auto n = static_cast<Eigen::Index>(joints_->model().independent_count());
    const std::vector<Dimension> dimensions = joints_->dimensions(0);
    for (Eigen::Index i = 0; i < n; ++i) {
      const std::string name = std::string("q").append(std::to_string(i + 1));
      const bool known = !dimensions.empty();
      const Quantity<double> value{
          q_[q_.size() - n + i], known ? dimensions[static_cast<std::size_t>(joints_->count() - n + i)] : Dimension{}};
      if (std::none_of(parameters_.begin(), parameters_.end(), [&](const auto& p) { return p.first == name; }))
        symbols_.numbers[name] = symbols_.values[name] = value;
    }
  }

  // ---- tasks

  void read_level() {
    bool acceleration = false;
    for (const char* key : {"task_acceleration", "n"}) acceleration = acceleration || statement_.find(key) != nullptr;
    if (statement_.find("drift")) acceleration = true;
    if (const ProblemStatement::Entry* tasks = statement_.find("tasks"))
      for (const YamlNode::Pointer& task : tasks->value->items)
        for (const char* key : {"acceleration", "drift", "K_P", "K_D"})
          acceleration = acceleration || task->find(key) != nullptr;
    if (statement_.find("task_velocity")) acceleration = false;
    if (method_needs_acceleration(statement_, acceleration || !tasks_have_velocities()) &&
        !statement_.find("task_velocity"))
      acceleration = true;
    problem().level = acceleration ? CommandLevel::Acceleration : CommandLevel::Velocity;
    entry("level", [&](const YamlNode& node, const ProblemValues& values) {
      if (node.text == "velocity")
        problem().level = CommandLevel::Velocity;
      else if (node.text == "acceleration")
        problem().level = CommandLevel::Acceleration;
      else
        values.diagnostics().error(node.source, "the level is " + in_quotes(node.text),
                                   suggestion(node.text, {"velocity", "acceleration"}));
    });
  }

  bool tasks_have_velocities() {
    const ProblemStatement::Entry* tasks = statement_.find("tasks");
    return tasks && std::any_of(tasks->value->items.begin(), tasks->value->items.end(), [](const auto& task) {
             return task->find("velocity") != nullptr || task->find("gain") != nullptr;
           });
  }

  bool at_velocity() { return problem().level == CommandLevel::Velocity; }

  void read_tasks(bool moves) {
    tasks_.clear();
    const TaskReading reading{robot_ ? &robot_->model() : nullptr, q_, qd_, problem().level, moves};
    read_matrix_task(reading);
    entry("tasks", [&](const YamlNode& node, const ProblemValues& values) {
      if (!node.is(YamlNode::Kind::Sequence) || node.items.empty()) {
        values.diagnostics().error(node.source, "tasks is no list, or an empty one", "begin each task with `- `");
        return;
      }
      for (const YamlNode::Pointer& item : node.items)
        take(read_task(*item, static_cast<int>(tasks_.size()) + 1, reading, values), *item, values);
    });
    if (tasks_.empty() && !diagnostics_.has_errors())
      error_at({"tasks", "robot"}, "there is no task", "write `tasks:`, or `J:` and `task_velocity:`");
    std::size_t rows = 0;
    for (const StatedTask& task : tasks_) rows += static_cast<std::size_t>(task.matrices.J.rows());
    refuse_size({"tasks", "J"}, rows, most_rows, "rows of tasks");
  }

  void take(std::optional<StatedTask> task, const YamlNode& node, const ProblemValues& values) {
    if (!task) return;
    if (task->matrices.J.cols() != joints_->count())
      values.diagnostics().error(node.source,
                                 "the Jacobian of task " + in_quotes(task->matrices.name) + " has " +
                                     std::to_string(task->matrices.J.cols()) + " columns for " +
                                     std::to_string(joints_->count()) + " joints",
                                 "give it a column per joint");
    else
      tasks_.push_back(std::move(*task));
  }

  /// `J` with `task_velocity`, `task_acceleration` or `y`, and `drift`: the only task, or the first.
  void read_matrix_task(const TaskReading& reading) {
    const ProblemStatement::Entry* J = statement_.find("J");
    auto task = std::make_shared<YamlNode>();
    task->kind = YamlNode::Kind::Map;
    const auto add = [&](const char* key, const ProblemStatement::Entry* value) {
      if (value) task->entries.push_back({key, value->source, value->value});
    };
    const char* rate = reading.level == CommandLevel::Velocity ? "velocity" : "acceleration";
    const ProblemStatement::Entry *y = statement_.find("y"), *velocity = statement_.find("task_velocity"),
                                  *acceleration = statement_.find("task_acceleration"),
                                  *drift = statement_.find("drift");
    if (!J) {
      for (const ProblemStatement::Entry* idle : {y, velocity, acceleration, drift})
        if (idle)
          diagnostics_.add({Severity::Error, idle->origin, idle->source.line,
                            in_quotes(idle->key) + " belongs to `J`, and there is none",
                            "give J, or give each task of the list its own"});
      return;
    }
    task->source = J->source;
    add("J", J);
    if ((y ? 1 : 0) + (velocity ? 1 : 0) + (acceleration ? 1 : 0) > 1)
      diagnostics_.add({Severity::Error, J->origin, J->source.line, "what J is to give is said more than once",
                        "keep one of task_velocity, task_acceleration and y"});
    add(rate, y);
    if (!y) add("velocity", velocity);
    if (!y && !velocity) add("acceleration", acceleration);
    add("drift", drift);
    Diagnostics own(J->origin);
    const ProblemValues values(symbols_, own);
    take(read_task(*task, 1, reading, values), *task, values);
    for (Diagnostic& p : own.all()) diagnostics_.add(std::move(p));
  }

  // ---- bounds

  void read_limits_and_bounds() {
    limits_ = read_limits(statement_, *joints_, symbols_, diagnostics_);
    const auto n = joints_->count();
    if (statement_.find("bounds")) {
      entry("bounds", [&](const YamlNode& node, const ProblemValues& values) {
        YamlFields fields(node, "bounds entry", values.diagnostics());
        const YamlNode *lower = fields.find("lower"), *upper = fields.find("upper");
        fields.refuse_the_rest();
        Bounds bounds{Eigen::VectorXd::Constant(n, -Limits::none), Eigen::VectorXd::Constant(n, Limits::none)};
        const auto dimensions = joints_->dimensions(at_velocity() ? 1 : 2);
        if (lower)
          if (const auto x =
                  joints_->read_each(*lower, "lower bound of the command", dimensions, -Limits::none, values))
            bounds.lower = *x;
        if (upper)
          if (const auto x = joints_->read_each(*upper, "upper bound of the command", dimensions, Limits::none, values))
            bounds.upper = *x;
        for (Eigen::Index i = 0; i < n; ++i)
          if (bounds.lower[i] > bounds.upper[i])
            values.diagnostics().error(node.source,
                                       "the lower bound of " + joints_->names()[static_cast<std::size_t>(i)] + " is " +
                                           shown(bounds.lower[i]) + ", above the upper one, " + shown(bounds.upper[i]),
                                       "exchange them");
        problem().bounds = bounds;
      });
      return;
    }
    if (diagnostics_.has_errors()) return;
    const bool moving = !at_velocity() || statement_.find("qd");
    CommandBounds found = command_bounds(statement_, limits_, *joints_, problem().level, q_,
                                         moving ? qd_ : Eigen::VectorXd(), diagnostics_);
    problem().bounds = std::move(found.bounds);
    bounds_step_ = std::move(found.step);
  }

  // ---- what the joints do with their freedom

  void read_null_space() {
    const auto n = joints_->count();
    const auto dimensions = joints_->dimensions(at_velocity() ? 1 : 2);
    entry("preferred", [&](const YamlNode& node, const ProblemValues& values) {
      problem().preferred = joints_->read_each(node, "preferred motion of the joints", dimensions, 0.0, values);
    });
    entry("gradient", [&](const YamlNode& node, const ProblemValues& values) {
      problem().gradient = joints_->read_each(node, "gradient of the objective", {}, 0.0, values);
    });
    std::optional<StatedObjective> objective = read_objective(statement_, *joints_, limits_, symbols_, diagnostics_);
    objective_ = objective ? objective->name : "";
    if (objective && problem().gradient)
      error_at({"gradient"}, "there are both an objective and a gradient", "the one follows from the other: keep one");
    if ((objective || problem().gradient) && problem().preferred)
      error_at({"preferred"}, "both a preferred motion and an objective are given", "give one of them");
    if (!objective) {
      entry("step", [&](const YamlNode& node, const ProblemValues& values) {
        problem().step = values.number(node, "step along the gradient").value_or(1.0);
        if (!(problem().step > 0.0))
          values.diagnostics().error(node.source, "the step along the gradient is " + shown(problem().step),
                                     "give one above zero; maximise says which way");
      });
      entry("maximise", [&](const YamlNode& node, const ProblemValues& values) {
        problem().maximise = values.typed().flag(node, "entry maximise").value_or(false);
      });
    }
    if (objective && !diagnostics_.has_errors()) {
      Eigen::VectorXd gradient = Eigen::VectorXd::Zero(n);
      const double H = objective->objective->evaluate(in(q_), out(gradient));
      problem().gradient = gradient;
      problem().maximise = objective->maximise;
      problem().step = objective->step;
      objective_step_ = {
          "H is " + objective->objective->name() + ", to be " + (objective->maximise ? "large." : "small."),
          {{"H", scalar(H)}, {"∇H", gradient}}};
    }
    entry("K_D", [&](const YamlNode& node, const ProblemValues& values) { read_damping_gain(node, values); });
    entry("independent", [&](const YamlNode& node, const ProblemValues& values) {
      const auto take_joint = [&](const YamlNode& item) {
        if (const int i = joints_->velocity_index(item, values); i >= 0) problem().independent_columns.push_back(i);
      };
      if (!node.is(YamlNode::Kind::Sequence)) take_joint(node);
      for (const YamlNode::Pointer& item : node.items) take_joint(*item);
    });
  }

  void read_damping_gain(const YamlNode& node, const ProblemValues& values) {
    constexpr Dimension per_second{0, 0, -1, 0};
    if (at_velocity()) {
      values.diagnostics().error(node.source, "K_D damps q̇ by an acceleration, and this is the velocity level",
                                 "leave it out");
      return;
    }
    const auto gain = node.is(YamlNode::Kind::Map) ? joints_->read_each(node, "gain K_D", {per_second}, 0.0, values)
                                                   : values.vector(node, "gain K_D", {per_second});
    if (!gain) return;
    if (gain->size() != 1 && gain->size() != joints_->count())
      values.diagnostics().error(node.source, "the gain K_D has " + std::to_string(gain->size()) + " numbers",
                                 "give one, or one per joint");
    else if ((gain->array() < 0.0).any())
      values.diagnostics().error(node.source, "the gain K_D is negative", "q̇ would grow: give one above zero");
    else
      problem().damping_gain_times_qd =
          gain->size() == 1 ? Eigen::VectorXd((*gain)[0] * qd_) : Eigen::VectorXd(gain->cwiseProduct(qd_));
  }

  /// What the robot weighs here; M and n of the problem replace it.
  void take_inertia_of_robot() {
    if (!robot_ || diagnostics_.has_errors()) return;
    const Eigen::MatrixXd M = robot_->mass_matrix(q_);
    if (!(M.diagonal().array() > 0.0).all()) return;  // without masses it has kinematics alone
    problem().mass_matrix = M;
    if (!at_velocity()) problem().bias = robot_->torque(q_, qd_, Eigen::VectorXd::Zero(joints_->count()));
  }

  // ---- the end

  void choose_method() {
    problem().size = static_cast<int>(joints_->count());
    problem().joint_names = joints_->names();
    for (StatedTask& task : tasks_) {
      problem().tasks.push_back(std::move(task.matrices));
      const std::size_t count = task.row_names.size();
      result_.rows.push_back({std::move(task.row_names), std::move(task.dimensions),
                              std::vector<std::string>(count, task.frame), std::vector<std::string>(count, task.axes)});
    }
    const ChosenMethod chosen = chosen_method(statement_, problem(), symbols_, diagnostics_);
    result_.method = chosen.method;
    result_.because = chosen.because;
    if (!chosen.note.empty()) result_.notes.push_back(chosen.note);
  }

  void end() {
    for (Diagnostic& p : statement_.unknown_entries()) diagnostics_.add(std::move(p));
    diagnostics_.throw_if_errors();
    try {
      check(problem());
    } catch (const InputError& e) {
      throw InputError(placed(e.diagnostics(), result_.places));
    }
  }

  void describe() {
    if (robot_) result_.robot = robot_->model().name();
    result_.command_dimensions = joints_->dimensions(at_velocity() ? 1 : 2);
    result_.effort_dimensions = joints_->effort_dimensions();
    const auto step = [&](WorkedStep given) { result_.given.push_back(std::move(given)); };
    if (!parameters_.empty()) step({"Given:", parameters_});
    if (robot_) {
      std::vector<std::pair<std::string, Eigen::MatrixXd>> state{{"q", q_}};
      if (!qd_.isZero(0.0)) state.emplace_back("q̇", qd_);
      step({"The robot " + result_.robot + " at", std::move(state)});
    }
    if (!bounds_step_.text.empty()) step(bounds_step_);
    if (!objective_step_.text.empty()) step(objective_step_);
    if (!result_.because.empty())
      step({"Method: " + std::string(entry_of(result_.method).name) + ", for " + result_.because + ".", {}});
    const auto note = [&](std::string text) { result_.notes.push_back(std::move(text)); };
    for (std::string& text : idle_notes(problem(), result_.method)) note(std::move(text));
    for (std::string& text : idle_limit_notes(statement_, limits_, problem().level, objective_ == "joint range"))
      note(std::move(text));
    if (problem().damping_gain_times_qd.size() > 0 && !statement_.find("qd"))
      note("K_D has no say where qd is not given: every joint rests");
    if (statement_.find("q") && !uses_position(statement_, robot_ != nullptr, limits_.sampling_time.has_value()))
      note("q has no say: no formula has q1, q2, …, and no limit of position is kept over a sampling time");
    for (const char* key : {"shapes", "obstacles"})
      if (statement_.find(key) && objective_ != "obstacle distance")
        note(std::string(key) + " have no say: they count in `objective: obstacle distance`");
    std::vector<Dimension> rows;
    for (const StatedProblem::Rows& of : result_.rows)
      rows.insert(rows.end(), of.dimensions.begin(), of.dimensions.end());
    if (std::string text = unit_note(problem(), result_.method, result_.command_dimensions, rows); !text.empty())
      note(std::move(text));
  }

  // ---- variables of a search

  void find_variable(const std::string& name) {
    YamlNode node;
    node.text = name;
    Diagnostics own("--over");
    if (std::any_of(parameters_.begin(), parameters_.end(), [&](const auto& p) { return p.first == name; })) {
      variables_.push_back({name, -1});
      variable_dimensions_.push_back(symbols_.numbers.at(name).dimension);
      return;
    }
    const int i = joints_->velocity_index(node, ProblemValues(symbols_, own));
    if (i < 0) {
      std::vector<std::string> known = joints_->names();
      for (const auto& parameter : parameters_) known.push_back(parameter.first);
      diagnostics_.add({Severity::Error, "--over", 0, "there is neither a joint nor a parameter " + in_quotes(name),
                        suggestion(name, known)});
      return;
    }
    const auto offset = q_.size() - joints_->count();
    variables_.push_back({name, i + offset});
    const auto dimensions = joints_->dimensions(0);
    variable_dimensions_.push_back(dimensions.empty() ? dimension::angle : dimensions[static_cast<std::size_t>(i)]);
  }

  void set_variable(std::size_t i, double value) {
    const Variable& variable = variables_[i];
    if (variable.position >= 0) {
      q_[variable.position] = value;
      name_positions();
    } else {
      symbols_.numbers[variable.name].value = symbols_.values[variable.name].value = value;
    }
  }

  RedundancyProblem& problem() { return result_.problem; }

  const ProblemStatement& statement_;
  const Arm* robot_;
  Diagnostics diagnostics_;
  Symbols<double> symbols_;
  std::vector<std::pair<std::string, Eigen::MatrixXd>> parameters_;
  std::unique_ptr<ProblemJoints> joints_;
  Eigen::VectorXd q_, qd_;
  std::vector<StatedTask> tasks_;
  StatedLimits limits_;
  std::string objective_;  // its name or formula
  WorkedStep bounds_step_, objective_step_;
  struct Variable {
    std::string name;
    Eigen::Index position = -1;  // in q; −1 for a parameter
  };
  std::vector<Variable> variables_;
  std::vector<Dimension> variable_dimensions_;
  StatedProblem result_;
};

}  // namespace

std::optional<RobotReference> robot_reference(const ProblemStatement& statement) {
  const ProblemStatement::Entry* entry = statement.find("robot");
  if (!entry) return std::nullopt;
  if (!entry->value->is(YamlNode::Kind::Scalar) || entry->value->text.empty())
    throw InputError({{Severity::Error, entry->origin, entry->source.line, "robot is no name",
                       "write a file's, or that of a shipped robot such as panda"}});
  return RobotReference{entry->value->text, {Severity::Error, entry->origin, entry->source.line, {}, {}}};
}

StatedProblem read_problem(const ProblemStatement& statement, const Arm* robot) {
  return ProblemReader(statement, robot).read();
}

Resolution resolve(const StatedProblem& stated) {
  Resolution result;
  try {
    result = resolve(stated.problem, stated.method);
  } catch (const InputError& e) {
    throw InputError(placed(e.diagnostics(), stated.places));
  }
  result.steps.insert(result.steps.begin(), stated.given.begin(), stated.given.end());
  result.warnings.insert(result.warnings.begin(), stated.notes.begin(), stated.notes.end());
  return result;
}

VaryingJacobians varying_jacobians(const ProblemStatement& statement, const Arm* robot,
                                   const std::vector<std::string>& variables) {
  const auto reader = std::make_shared<ProblemReader>(statement, robot);
  VaryingJacobians result = reader->varying(variables);
  result.at = [reader](const std::vector<double>& values) { return reader->jacobians(values); };
  return result;
}

}  // namespace sinew
