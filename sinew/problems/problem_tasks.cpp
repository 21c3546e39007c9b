// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_tasks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "sinew/formats/yaml/pose.h"
#include "sinew/model/end_frame.h"
#include "sinew/problems/problem_statement.h"
#include "sinew/symbolic/derivative.h"
#include "sinew/tasks/joint_names.h"
#include "sinew/tasks/task_centre_of_mass.h"
#include "sinew/tasks/task_direction.h"
#include "sinew/tasks/task_distance.h"
#include "sinew/tasks/task_frame.h"
#include "sinew/tasks/task_goal.h"
#include "sinew/tasks/task_joints.h"

namespace sinew {
namespace {

constexpr Dimension per_second{0, 0, -1, 0}, per_second_squared{0, 0, -2, 0};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// "x, y" as a file may write it in one word.
std::vector<std::string> single_words(const std::vector<std::string>& words) {
  std::vector<std::string> result(1);
  for (const std::string& word : words) {
    for (const char c : word)
      if (c == ',' || c == ' ')
        result.emplace_back();
      else
        result.back() += c;
    result.emplace_back();
  }
  std::erase(result, "");
  return result;
}

/// A row r = Σ c·q of joints from its formula, `q1 + q2 + q3`.
JointCombination combination_of(const std::string& text, const Model<double>& model) {
  const auto refuse = [&](const std::string& what, const std::string& remedy) {
    throw InputError({{Severity::Error, {}, 0, in_quotes(text) + " " + what, remedy}});
  };
  ExprGraph graph;
  Names<Expr> joints;
  std::map<std::string, Expr> zeros;
  const Formula formula(text);
  for (const std::string& name : formula.names()) {
    if ((name == "pi" || name == "π" || find_unit(name)) && !model.find_joint(name)) continue;
    const bool turning = turns(model.link(joint_named(model, name)).kind);
    joints.emplace(name, Quantity<Expr>{graph.symbol(name), turning ? dimension::angle : dimension::length});
    zeros.emplace(name, Expr(0.0));
  }
  const Expr row = formula.value<Expr>(joints).value;
  JointCombination result{{}, text};
  for (const auto& [name, joint] : joints) {
    const Expr coefficient = derivative(row, joint.value.symbol());
    if (!coefficient.is_constant()) refuse("is not linear in " + name, "write sums such as q1 + q2");
    result.terms.push_back({name, coefficient.constant().to_double()});
  }
  if (result.terms.empty() || !substituted(row, zeros).is_zero())
    refuse("is no combination of joints", "write a joint's name, or sums such as q1 + q2");
  return result;
}

/// Reads one entry of `tasks`.
class TaskReader {
 public:
  TaskReader(const YamlNode& node, int number, const ProblemValues& values)
      : number_(number),
        what_("task " + std::to_string(number)),
        values_(values),
        diagnostics_(values.diagnostics()),
        fields_(node, what_, diagnostics_) {
    if (const YamlNode* name = fields_.find("name")) {
      given_name_ = values_.typed().text(*name, "name of " + what_).value_or("");
      if (!given_name_.empty()) what_ = "task " + in_quotes(given_name_);
    }
    read_kind(node);
  }

  bool is_matrix() const { return kind_ == "jacobian"; }

  std::optional<RobotTask> robot_task(const Model<double>& model) {
    try {
      set_up(model);
    } catch (const InputError& e) {
      take_over(e);
    } catch (const FormulaError& e) {
      diagnostics_.error(fields_.source(), "the " + what_ + ": " + e.what(), e.remedy);
    }
    if (!task_) return std::nullopt;
    task_was_set_up_ = true;
    if (order_.empty())
      for (int i = 0; i < task_->rows(); ++i) order_.push_back(i);
    if (const YamlNode* goal = fields_.find("goal")) read_goal(*goal);
    return RobotTask{std::move(task_), given_name_.empty() ? own_name_ : given_name_};
  }

  std::optional<StatedTask> stated(const TaskReading& reading) {
    StatedTask result;
    result.matrices.priority = priority();
    const bool whole = is_matrix() ? from_matrices(reading, result) : from_robot(reading, result);
    const bool weighs = whole && read_weight(result.matrices);
    if (!whole) pass_over_known();
    fields_.refuse_the_rest();
    if (!whole || !weighs) return std::nullopt;
    return result;
  }

  /// What only the problem as a whole has a use for.
  void pass_over_motion() {
    if (!task_was_set_up_) pass_over_known();
    for (const char* key :
         {"velocity", "acceleration", "gain", "K_P", "K_D", "priority", "weight", "J", "drift", "goal"})
      fields_.find(key);
    fields_.refuse_the_rest();
  }

 private:
  void read_kind(const YamlNode& node) {
    const YamlNode* kind = fields_.find("kind");
    if (kind) kind_ = values_.typed().text(*kind, "kind of " + what_).value_or("");
    if (kind_ == "center of mass" || kind_ == "centre of mass" || kind_ == "centre_of_mass") kind_ = "com";
    if (kind_ == "joint") kind_ = "joints";
    if (!kind && node.find("J")) kind_ = "jacobian";
    if (!kind && node.find("joints")) kind_ = "joints";
    if (!kind && kind_.empty()) kind_ = "position";
    const std::vector<std::string>& known = task_kind_words();
    if (std::find(known.begin(), known.end(), kind_) == known.end()) {
      diagnostics_.error(kind ? kind->source : fields_.source(), what_ + " is of the unknown kind " + in_quotes(kind_),
                         suggestion(kind_, known));
      kind_.clear();
    }
  }

  /// What a task of the robot finds wrong, at the line of the entry.
  void take_over(const InputError& error) {
    for (const Diagnostic& p : error.diagnostics())
      diagnostics_.error(fields_.source(), what_ + ": " + p.what, p.remedy);
  }

  /// Where a task was given up before all of it was read, what was not read yet is not unknown.
  void pass_over_known() {
    for (const char* key :
         {"frame", "rows", "point", "seen_from", "axes",     "axis",         "along",    "at",     "from", "joints",
          "goal",  "gain", "K_P",   "K_D",       "velocity", "acceleration", "priority", "weight", "J",    "drift"})
      fields_.find(key);
  }

  // ---- set up on a robot

  void set_up(const Model<double>& model) {
    if (kind_ == "position" || kind_ == "orientation" || kind_ == "pose") set_up_frame(model);
    if (kind_ == "direction") set_up_direction(model);
    if (kind_ == "joints") set_up_joints(model);
    if (kind_ == "com") set_up_centre_of_mass(model);
    if (kind_ == "distance") set_up_distance(model);
  }

  std::string frame_of(const Model<double>& model) {
    if (const YamlNode* frame = fields_.find("frame"))
      return values_.typed().text(*frame, "frame of " + what_).value_or(end_frame(model));
    return end_frame(model);
  }

  Vec3<double> point(const char* key) {
    const YamlNode* node = fields_.find(key);
    if (!node) return {};
    return values_.typed().vec3(*node, dimension::length, std::string(key) + " of " + what_).value_or(Vec3<double>{});
  }

  std::string word(const char* key, const char* otherwise) {
    const YamlNode* node = fields_.find(key);
    return node ? values_.typed().text(*node, std::string(key) + " of " + what_).value_or(otherwise) : otherwise;
  }

  /// The rows asked for, of those that the kind has; `order_` says where in the task each of them is.
  std::optional<FrameRows> rows_among(const FrameRows& kind_rows) {
    const YamlNode* node = fields_.find("rows");
    if (!node) return kind_rows;
    FrameRows rows;
    std::vector<std::size_t> written;
    for (const std::string& word : single_words(values_.words(*node, "rows of " + what_))) {
      const FrameRows meant = FrameRows::parse(word);
      for (std::size_t i = 0; i < 6; ++i) {
        if (!meant.has[i]) continue;
        if (!kind_rows.has[i]) {
          diagnostics_.error(node->source, "rows of " + what_ + " that a " + kind_ + " has not",
                             i < 3 ? "let its kind be pose" : "let its kind be position or pose");
          return std::nullopt;
        }
        if (rows.has[i]) {
          diagnostics_.error(node->source, "rows of " + what_ + " has the row of " + in_quotes(word) + " twice",
                             "name each row once");
          return std::nullopt;
        }
        rows.has[i] = true;
        written.push_back(i);
      }
    }
    // the task has its rows angular over linear, whatever was written first
    for (const std::size_t row : written)
      order_.push_back(static_cast<int>(std::count(rows.has.begin(), rows.has.begin() + static_cast<long>(row), true)));
    return rows;
  }

  /// Numbers as the task has its rows, from those in the order in which `rows` was written. One for all rows stays one.
  Eigen::VectorXd in_task_order(const Eigen::VectorXd& written) const {
    if (written.size() != static_cast<Eigen::Index>(order_.size())) return written;
    Eigen::VectorXd result(written.size());
    for (std::size_t i = 0; i < order_.size(); ++i) result[order_[i]] = written[static_cast<Eigen::Index>(i)];
    return result;
  }

  /// And back.
  Eigen::MatrixXd as_written(const Eigen::MatrixXd& rows) const {
    Eigen::MatrixXd result(rows.rows(), rows.cols());
    for (std::size_t i = 0; i < order_.size(); ++i) result.row(static_cast<Eigen::Index>(i)) = rows.row(order_[i]);
    return result;
  }

  const TaskRow& written_row(const Task& task, std::size_t i) const {
    return task.row_names()[static_cast<std::size_t>(order_[i])];
  }

  void set_up_frame(const Model<double>& model) {
    FrameMotionChoice choice;
    choice.frame = frame_of(model);
    choice.point = point("point");
    choice.seen_from = word("seen_from", "world");
    choice.axes = word("axes", "");
    frame_ = choice.frame;
    axes_ = choice.axes.empty() ? choice.seen_from : choice.axes;
    const auto rows = rows_among(kind_ == "position"      ? FrameRows::position()
                                 : kind_ == "orientation" ? FrameRows::orientation()
                                                          : FrameRows::pose());
    if (!rows) return;
    choice.rows = *rows;
    auto task = std::make_unique<FrameTask>(model, choice);
    set_goal_ = [this, rows = *rows, task = task.get()](const YamlNode& node) { set_frame_goal(node, rows, *task); };
    own_name_ = choice.frame + " " + kind_;
    task_ = std::move(task);
  }

  void set_frame_goal(const YamlNode& node, const FrameRows& rows, FrameTask& task) {
    const std::string what = "goal of " + what_;
    if (rows.any_angular()) {
      if (node.is(YamlNode::Kind::Sequence)) {
        diagnostics_.error(
            node.source, "the " + what + " is a list, and an orientation is no list of numbers",
            rows.any_linear() ? "write {xyz: [0.4, 0, 0.5], rpy: [180deg, 0, 0]}" : "write {rpy: [180deg, 0, 0]}");
        return;
      }
      const auto X = read_pose(node, what, values_.typed());
      if (X && rows.any_linear()) task.set_goal(*X);
      if (X && !rows.any_linear()) task.set_goal(X->R);
      return;
    }
    if (const auto p = point_goal(node, rows, task.rows())) task.set_goal(*p);
  }

  /// As many numbers as rows, in the order of `rows`; or x, y and z all three where there are fewer rows.
  std::optional<Vec3<double>> point_goal(const YamlNode& node, const FrameRows& rows, int count) {
    const std::string what = "goal of " + what_;
    const auto written = values_.vector(node, what, {dimension::length});
    if (!written) return std::nullopt;
    if (written->size() != 3 && written->size() != count) {
      diagnostics_.error(node.source, "the " + what + " has " + std::to_string(written->size()) + " numbers",
                         "give " + std::to_string(count) + ", one per row");
      return std::nullopt;
    }
    const Eigen::VectorXd p = in_task_order(*written);
    Vec3<double> goal;
    Eigen::Index next = 0;
    for (int i = 0; i < 3; ++i)
      if (p.size() == 3 || rows.has[3 + static_cast<std::size_t>(i)]) goal[i] = p[next++];
    return goal;
  }

  void set_up_direction(const Model<double>& model) {
    const YamlNode *axis = fields_.find("axis"), *along = fields_.find("along"), *at_point = fields_.find("at");
    const std::string frame = frame_of(model);
    const Vec3<double> from = point("from");
    frame_ = frame;
    if (!axis || !along == !at_point) {
      diagnostics_.error(fields_.source(), what_ + " wants an axis of its frame, and where that is to point",
                         "write `axis: z`, and `along: [1, 0, 0]` or `at: [0.5, 0, 0.2]`");
      return;
    }
    const auto a = values_.typed().direction(*axis, "axis of " + what_);
    if (!a) return;
    if (along) {
      const auto to = values_.typed().direction(*along, "direction of " + what_);
      if (to) task_ = std::make_unique<DirectionTask>(model, frame, *a, AlongDirection{*to});
    } else {
      task_ = std::make_unique<DirectionTask>(model, frame, *a, AtPoint{point("at"), from});
    }
    own_name_ = frame + " direction";
  }

  void set_up_joints(const Model<double>& model) {
    const YamlNode* joints = fields_.find("joints");
    if (!joints) {
      diagnostics_.error(fields_.source(), what_ + " does not say which joints", "write `joints: [q1, q1 + q2]`");
      return;
    }
    std::vector<JointCombination> rows;
    const std::vector<std::string> texts = values_.words(*joints, "joints of " + what_);
    rows.reserve(texts.size());
    for (const std::string& text : texts) rows.push_back(combination_of(text, model));
    auto task = std::make_unique<JointTask>(model, rows);
    set_goal_ = [this, task = task.get()](const YamlNode& node) {
      std::vector<Dimension> dimensions;
      for (const TaskRow& row : task->row_names())
        dimensions.push_back(parse_unit(row.unit).value_or(Unit{}).dimension);
      if (const auto goal = values_.vector(node, task->rows(), "goal of " + what_, dimensions))
        task->set_goal(in(*goal));
    };
    own_name_ = "joints " + joined(texts);
    task_ = std::move(task);
  }

  void set_up_centre_of_mass(const Model<double>& model) {
    const auto rows = rows_among(FrameRows::position());
    if (!rows) return;
    auto task =
        std::make_unique<CentreOfMassTask>(model, std::array<bool, 3>{rows->has[3], rows->has[4], rows->has[5]});
    set_goal_ = [this, rows = *rows, task = task.get()](const YamlNode& node) {
      if (const auto goal = point_goal(node, rows, task->rows())) task->set_goal(*goal);
    };
    own_name_ = "centre of mass";
    axes_ = "world";
    task_ = std::move(task);
  }

  void set_up_distance(const Model<double>& model) {
    const std::string frame = frame_of(model);
    frame_ = frame;
    auto task = std::make_unique<DistanceTask>(model, frame, point("point"), point("from"));
    set_goal_ = [this, task = task.get()](const YamlNode& node) {
      if (const auto goal = values_.typed().plain_number(node, dimension::length, "goal of " + what_))
        task->set_goal(*goal);
    };
    own_name_ = frame + " distance";
    task_ = std::move(task);
  }

  void read_goal(const YamlNode& node) {
    if (!set_goal_) {
      diagnostics_.error(node.source, what_ + " has a goal, and its kind has one of its own", "leave it out");
      return;
    }
    try {
      set_goal_(node);
    } catch (const InputError& e) {
      take_over(e);
    }
  }

  // ---- with numbers

  int priority() {
    const YamlNode* node = fields_.find("priority");
    if (!node) return 1;
    const auto value = values_.typed().plain_number(*node, {}, "priority of " + what_);
    if (!value) return 1;
    constexpr double most = 1000.0;
    if (*value == std::floor(*value) && *value >= 1.0 && *value <= most) return static_cast<int>(*value);
    diagnostics_.error(node->source, "the priority of " + what_ + " is " + shown(*value), "1 is the first, then 2");
    return 1;
  }

  /// One for all rows, or one each in the order of `rows`.
  bool read_weight(RedundancyProblem::Task& task) {
    const YamlNode* node = fields_.find("weight");
    if (!node) return true;
    const auto weight = values_.vector(*node, "weight of " + what_);
    if (!weight) return false;
    if (weight->size() != 1 && weight->size() != task.J.rows()) {
      diagnostics_.error(node->source,
                         "the weight of " + what_ + " has " + std::to_string(weight->size()) + " numbers for " +
                             std::to_string(task.J.rows()) + " rows",
                         "give one for all rows, or one per row");
      return false;
    }
    if ((weight->array() <= 0.0).any()) {
      diagnostics_.error(node->source, "the weight of " + what_ + " is not above zero",
                         "leave the task or the row out where its errors are worth nothing");
      return false;
    }
    task.weight = weight->size() == 1 ? Eigen::VectorXd::Constant(task.J.rows(), (*weight)[0]) : *weight;
    return true;
  }

  bool from_matrices(const TaskReading& reading, StatedTask& result) {
    RedundancyProblem::Task& task = result.matrices;
    task.name = given_name_.empty() ? (number_ > 1 ? what_ : "task") : given_name_;
    const YamlNode* J = fields_.find("J");
    const YamlNode* y = fields_.find(reading.level == CommandLevel::Velocity ? "velocity" : "acceleration");
    const YamlNode* drift = fields_.find("drift");
    const YamlNode* other = fields_.find(reading.level == CommandLevel::Velocity ? "acceleration" : "velocity");
    if (other) refuse_level(*other, reading);
    if (!J) {
      diagnostics_.error(fields_.source(), what_ + " has no Jacobian", "write `J: [[1, 0], [0, 1]]`");
      return false;
    }
    const auto matrix = values_.matrix(*J, "Jacobian of " + what_);
    if (!matrix) return false;
    task.J = *matrix;
    for (Eigen::Index i = 0; i < matrix->rows(); ++i) result.row_names.push_back("row " + std::to_string(i + 1));
    result.dimensions.assign(result.row_names.size(), dimension::none);
    if (drift && reading.level == CommandLevel::Velocity)
      diagnostics_.error(drift->source, what_ + " has a drift J̇·q̇ at velocity level",
                         "leave it out, or give it an acceleration");
    if (drift)
      if (const auto d = values_.vector(*drift, matrix->rows(), "drift J̇·q̇ of " + what_)) task.drift = *d;
    task.y = Eigen::VectorXd::Zero(matrix->rows());
    if (!y) return reading.moves ? nothing_to_do(reading) : true;
    const auto wanted = values_.vector(*y, matrix->rows(), "wanted motion of " + what_);
    if (wanted) task.y = *wanted;
    return wanted.has_value();
  }

  void refuse_level(const YamlNode& node, const TaskReading& reading) {
    const bool velocity = reading.level == CommandLevel::Velocity;
    diagnostics_.error(
        node.source,
        what_ + " is given " + (velocity ? "an acceleration at velocity" : "a velocity at acceleration") + " level",
        "give all tasks velocities, or all of them accelerations");
  }

  bool nothing_to_do(const TaskReading& reading) {
    const std::string rate = reading.level == CommandLevel::Velocity ? "velocity" : "acceleration";
    const bool has_velocity = reading.level == CommandLevel::Acceleration && fields_.find("velocity") != nullptr;
    diagnostics_.error(fields_.source(),
                       what_ + (has_velocity ? " has a velocity, and what is commanded are accelerations"
                                             : " does not say how it is to move"),
                       "write `" + rate + ":`, 0 to stand still" + (is_matrix() ? "" : ", or `goal:` with a gain"));
    return false;
  }

  bool from_robot(const TaskReading& reading, StatedTask& result) {
    if (kind_.empty()) return false;
    if (!reading.robot) {
      diagnostics_.error(fields_.source(), what_ + " is of a robot, and there is none",
                         "name it: `robot: panda`; or give the task as a matrix, `J:`");
      return false;
    }
    std::optional<RobotTask> built = robot_task(*reading.robot);
    if (!built) return false;
    Task& task = *built->task;
    if (fields_.find("goal") && !task.has_goal()) return false;  // why, is noted
    result.matrices.name = built->name;
    result.frame = frame_;
    result.axes = axes_;
    const bool velocity = reading.level == CommandLevel::Velocity;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const TaskRow& row = written_row(task, i);
      result.row_names.push_back(row.name);
      const Dimension d = parse_unit(row.unit).value_or(Unit{}).dimension;
      result.dimensions.push_back(d * (velocity ? per_second : per_second_squared));
    }
    const TaskState& state = task.evaluate(in(reading.q), in(reading.qd));
    result.matrices.J = as_written(state.J);
    if (!velocity && !state.drift.isZero(0.0)) result.matrices.drift = as_written(state.drift);
    result.matrices.y = Eigen::VectorXd::Zero(task.rows());
    try {
      const bool whole = velocity ? wanted_velocity(reading, task, result) : wanted_acceleration(reading, task, result);
      result.matrices.y = as_written(result.matrices.y);
      return whole;
    } catch (const InputError& e) {
      take_over(e);
      return false;
    }
  }

  std::optional<Eigen::VectorXd> rates(const char* key, const Task& task, const Dimension& per) {
    const YamlNode* node = fields_.find(key);
    if (!node) return Eigen::VectorXd();
    std::vector<Dimension> dimensions;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      dimensions.push_back(parse_unit(written_row(task, i).unit).value_or(Unit{}).dimension * per);
      names.push_back(written_row(task, i).name);
    }
    const auto written =
        values_.vector(*node, task.rows(), std::string(key) + " of " + what_ + " (" + joined(names) + ")", dimensions);
    if (!written) return std::nullopt;
    return in_task_order(*written);
  }

  /// One for all rows, or one each.
  std::optional<Eigen::VectorXd> gain(const char* key, const Dimension& dimension) {
    const YamlNode* node = fields_.find(key);
    if (!node) return Eigen::VectorXd();
    const auto written = values_.vector(*node, std::string(key) + " of " + what_, {dimension});
    if (!written) return std::nullopt;
    return in_task_order(*written);
  }

  bool wanted_velocity(const TaskReading& reading, const Task& task, StatedTask& result) {
    if (const YamlNode* other = fields_.find("acceleration")) refuse_level(*other, reading);
    for (const char* key : {"K_P", "K_D"})
      if (const YamlNode* node = fields_.find(key))
        diagnostics_.error(node->source, what_ + " has " + key + " at velocity level", "write `gain:`");
    const auto velocity = rates("velocity", task, per_second), K = gain("gain", per_second);
    if (!velocity || !K) return false;
    if (velocity->size() == 0 && K->size() == 0) return reading.moves ? says_nothing(task, reading, "gain: 10") : true;
    TaskGoal goal(task);
    goal.set_motion(in(*velocity));
    if (K->size() > 0) goal.set_velocity_gain(in(*K));
    result.matrices.y = goal.velocity(task.state());
    return true;
  }

  bool wanted_acceleration(const TaskReading& reading, const Task& task, StatedTask& result) {
    if (const YamlNode* node = fields_.find("gain"))
      diagnostics_.error(node->source, what_ + " has a gain at acceleration level", "write `K_P:` and `K_D:`");
    const auto velocity = rates("velocity", task, per_second);
    const auto acceleration = rates("acceleration", task, per_second_squared);
    const auto K_P = gain("K_P", per_second_squared), K_D = gain("K_D", per_second);
    if (!velocity || !acceleration || !K_P || !K_D) return false;
    if (acceleration->size() == 0 && K_P->size() == 0 && K_D->size() == 0)
      return reading.moves ? says_nothing(task, reading, "K_P: 100` and `K_D: 20") : true;
    if (velocity->size() > 0 && K_D->size() == 0) {
      diagnostics_.error(fields_.source(),
                         what_ + " has a velocity, which counts for nothing at acceleration level alone",
                         "give K_D, or leave it out");
      return false;
    }
    TaskGoal goal(task);
    goal.set_motion(in(*velocity), in(*acceleration));
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(1);
    goal.set_acceleration_gains(in(K_P->size() > 0 ? *K_P : none), in(K_D->size() > 0 ? *K_D : none));
    // a goal gives what J·q̈ has to be, a task keeps r̈ and J̇·q̇ apart
    result.matrices.y = goal.acceleration(task.state()) + task.state().drift;
    return true;
  }

  bool says_nothing(const Task& task, const TaskReading& reading, const char* gains) {
    if (!task.has_goal()) return nothing_to_do(reading);
    diagnostics_.error(fields_.source(), what_ + " has a goal and nothing to approach it with",
                       std::string("add `") + gains + "`");
    return false;
  }

  int number_;
  std::string what_;
  const ProblemValues& values_;
  Diagnostics& diagnostics_;
  YamlFields fields_;
  std::string given_name_, own_name_, kind_;
  std::string frame_, axes_;  // that the rows belong to, where there are such
  std::unique_ptr<Task> task_;
  bool task_was_set_up_ = false;
  std::vector<int> order_;  // which row of the task is written first, second, …
  std::function<void(const YamlNode&)> set_goal_;
};

}  // namespace

std::optional<StatedTask> read_task(const YamlNode& node, int number, const TaskReading& reading,
                                    const ProblemValues& values) {
  return TaskReader(node, number, values).stated(reading);
}

std::optional<RobotTask> read_robot_task(const YamlNode& node, int number, const Model<double>& robot,
                                         const ProblemValues& values) {
  TaskReader reader(node, number, values);
  if (reader.is_matrix()) return std::nullopt;
  std::optional<RobotTask> result = reader.robot_task(robot);
  reader.pass_over_motion();
  return result;
}

}  // namespace sinew
