// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_method.h"

#include <algorithm>
#include <map>

#include "sinew/problems/problem_entry.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "sinew/redundancy/task_conflicts.h"

namespace sinew {
namespace {

using enum RedundancyMethod;

bool is_one_of(RedundancyMethod method, std::initializer_list<RedundancyMethod> methods) {
  return std::find(methods.begin(), methods.end(), method) != methods.end();
}

std::optional<RedundancyMethod> method_in(const YamlNode& node, const ProblemValues& values) {
  if (const auto found = method_named(node.text)) return found;
  std::vector<std::string> known;
  for (const MethodEntry& entry : redundancy_methods()) known.emplace_back(entry.name);
  values.diagnostics().error(node.source, "there is no method " + in_quotes(node.text), suggestion(node.text, known));
  return std::nullopt;
}

const MethodWish* wish_in(const YamlNode& node, const ProblemValues& values) {
  if (const MethodWish* found = wish_named(node.text)) return found;
  std::vector<std::string> known;
  for (const MethodWish& wish : method_wishes()) known.emplace_back(wish.wish);
  values.diagnostics().error(node.source, "nobody knows how to make " + in_quotes(node.text) + " small",
                             suggestion(node.text, known));
  return nullptr;
}

bool differ_in_length(const std::vector<Dimension>& dimensions) {
  return std::any_of(dimensions.begin(), dimensions.end(),
                     [&](const Dimension& d) { return d.length != dimensions.front().length; });
}

/// Can joints that slide do for the tasks what others do by turning? The null space of J is then no sum of one of each, for
/// which rank J = rank J_turning + rank J_sliding. It matters for the tasks of highest priority, and with each one more.
bool trades_turning_for_sliding(const RedundancyProblem& problem, const std::vector<bool>& slides) {
  const std::vector<RedundancyProblem::Task> levels = by_priority(problem);
  for (std::size_t k = 1; k <= levels.size(); ++k) {
    const Eigen::MatrixXd J = stacked({levels.begin(), levels.begin() + static_cast<long>(k)}).J;
    Eigen::MatrixXd turning = J, sliding = J;
    for (std::size_t i = 0; i < slides.size(); ++i)
      (slides[i] ? turning : sliding).col(static_cast<Eigen::Index>(i)).setZero();
    const auto rank = [&](const Eigen::MatrixXd& A) { return pseudo_inverse(A, problem.rank_tolerance).rank; };
    if (rank(J) < rank(turning) + rank(sliding)) return true;
  }
  return false;
}

bool norm_depends_on_units(const RedundancyProblem& problem, RedundancyMethod method,
                           const std::vector<Dimension>& dimensions, bool damped) {
  std::vector<bool> slides;
  slides.reserve(dimensions.size());
  for (const Dimension& d : dimensions) slides.push_back(d.length != 0);
  const Eigen::MatrixXd J = stacked(problem.tasks).J;
  // of a matrix of columns, or a vector: is any number of that kind other than zero?
  const auto any = [&](const auto& columns, bool sliding) {
    for (std::size_t i = 0; i < slides.size(); ++i)
      if (slides[i] == sliding && !columns.col(static_cast<Eigen::Index>(i)).isZero(0.0)) return true;
    return false;
  };
  const bool free = pseudo_inverse(J, problem.rank_tolerance).rank < J.cols();
  if (damped && any(J, true) && any(J, false)) return true;
  if (method == MinimumTorque) return free;  // which adds N to N·m
  if (free && problem.gradient) {            // a step along ∇H, which is per rad and per m
    const Eigen::MatrixXd gradient = problem.gradient->transpose();
    if (any(gradient, true) && any(gradient, false)) return true;
  }
  return trades_turning_for_sliding(problem, slides);
}

bool has_weights(const RedundancyProblem::Task& task) { return task.weight.size() > 0; }

/// Is there one error to be made least of rows that turn and rows that move?
bool errors_add_units(const RedundancyProblem& problem, RedundancyMethod method, const std::vector<Dimension>& rows) {
  if (is_one_of(method, {SnsBasic, SnsFast, SnsOptimal})) return false;  // they scale, and measure no error
  if (std::any_of(problem.tasks.begin(), problem.tasks.end(), has_weights))
    return false;  // they say what a row is worth
  const bool one_by_one = is_one_of(method, {TaskPriority, HierarchicalProgram});
  std::map<int, std::vector<Dimension>> levels;
  std::size_t next = 0;
  for (const RedundancyProblem::Task& task : problem.tasks)
    for (Eigen::Index i = 0; i < task.J.rows(); ++i, ++next)
      if (!rows[next].is_plain()) levels[one_by_one ? task.priority : 1].push_back(rows[next]);
  return std::any_of(levels.begin(), levels.end(), [](const auto& level) { return differ_in_length(level.second); });
}

/// Weights of tasks that change nothing: where no error is made least, or of one number in a priority of one task.
void note_idle_task_weights(const RedundancyProblem& problem, RedundancyMethod method,
                            std::vector<std::string>& notes) {
  const bool by_level = is_one_of(method, {TaskPriority, HierarchicalProgram});
  for (const RedundancyProblem::Task& task : problem.tasks) {
    if (!has_weights(task)) continue;
    const bool scales = is_one_of(method, {SnsBasic, SnsFast, SnsOptimal});
    const auto beside = std::count_if(problem.tasks.begin(), problem.tasks.end(),
                                      [&](const auto& other) { return !by_level || other.priority == task.priority; });
    const bool alone = beside == 1 && (task.weight.array() == task.weight[0]).all() &&
                       problem.damping.kind == Damping::Kind::None && problem.inequality_matrix.rows() == 0;
    if (scales)
      notes.push_back("the weight of task '" + task.name + "' has no say in " + std::string(entry_of(method).name) +
                      ", which scales tasks and measures no error; it counts in qp and hqp");
    else if (alone)
      notes.push_back("the weight of task '" + task.name + "' has no say: no other task has its priority");
  }
}

int priorities_in(const RedundancyProblem& problem) { return static_cast<int>(by_priority(problem).size()); }

ChosenMethod by_what_is_given(const RedundancyProblem& problem) {
  if (problem.inequality_matrix.rows() > 0) return {HierarchicalProgram, "there are inequalities", {}};
  if (problem.bounds) return {SnsOptimal, "the joints have bounds", {}};
  if (!problem.tasks.empty() && priorities_in(problem) > 1) return {TaskPriority, "the tasks have priorities", {}};
  if (problem.gradient || problem.preferred) return {ProjectedGradient, "there is an objective", {}};
  if (problem.damping_gain_times_qd.size() > 0) return {ProjectedGradient, "K_D damps what the task leaves free", {}};
  if (problem.damping.kind != Damping::Kind::None) return {DampedInverse, "there is damping", {}};
  if (problem.weight) return {WeightedInverse, "the joints have weights", {}};
  return {PseudoInverse, "nothing else is asked for than the task", {}};
}

}  // namespace

ChosenMethod chosen_method(const ProblemStatement& statement, const RedundancyProblem& problem,
                           const Symbols<double>& symbols, Diagnostics& diagnostics) {
  ChosenMethod result = by_what_is_given(problem);
  const ProblemStatement::Entry* method = statement.find("method");
  const ProblemStatement::Entry* wish = statement.find("minimise");
  if (const auto* american = statement.find("minimize"); !wish) wish = american;
  if (method && wish)
    diagnostics.add({Severity::Error, method->origin, method->source.line,
                     "there are both a method and what it is to minimise", "the one follows from the other: keep one"});
  read_entry(method, symbols, diagnostics, [&](const YamlNode& node, const ProblemValues& values) {
    if (const auto named = method_in(node, values)) result = {*named, {}, {}};
  });
  read_entry(wish, symbols, diagnostics, [&](const YamlNode& node, const ProblemValues& values) {
    if (const MethodWish* found = wish_in(node, values))
      result = {problem.level == CommandLevel::Velocity ? found->at_velocity : found->at_acceleration,
                std::string(found->because),
                {}};
  });
  if (wish && wish->value->text == "torque" && result.method == KineticEnergy)
    result.note =
        "torques are chosen with accelerations: of velocities, those of least kinetic energy are taken; give the task "
        "an "
        "acceleration for the least torque";
  return result;
}

bool method_needs_acceleration(const ProblemStatement& statement, bool wishes_count) {
  const ProblemStatement::Entry* method = statement.find("method");
  const auto named = method ? method_named(method->value->text) : std::nullopt;
  for (const char* key : {"minimise", "minimize"})
    if (const ProblemStatement::Entry* wish = statement.find(key); wish && wishes_count)
      if (wish->value->text == "torque" || wish->value->text == "acceleration") return true;
  return named && is_one_of(*named, {MinimumTorque, InverseInertiaTorque, SquaredInverseInertiaTorque});
}

std::vector<std::string> idle_notes(const RedundancyProblem& problem, RedundancyMethod method) {
  std::vector<std::string> notes;
  const auto note = [&](bool given, const char* what, std::initializer_list<RedundancyMethod> used_by) {
    if (!given || is_one_of(method, used_by)) return;
    std::string names;
    for (const RedundancyMethod user : used_by) names += (names.empty() ? "" : ", ") + std::string(entry_of(user).name);
    notes.push_back(std::string(what) + " in " + std::string(entry_of(method).name) + "; they count in " + names);
  };
  note(problem.weight.has_value(), "weights have no say",
       {WeightedInverse, ProjectedGradient, LinearQuadratic, QuadraticProgram});
  note(problem.damping.kind != Damping::Kind::None, "damping and its μ have no say",
       {DampedInverse, TaskPriority, QuadraticProgram});
  note((problem.gradient || problem.preferred) &&
           !is_one_of(method, {MinimumTorque, InverseInertiaTorque, SquaredInverseInertiaTorque}),
       "objective and preferred motion have no say",
       {ProjectedGradient, ReducedGradient, TaskPriority, SnsBasic, SnsFast, SnsOptimal, QuadraticProgram,
        HierarchicalProgram, LinearQuadratic, KineticEnergy, DynamicallyConsistent});
  note(priorities_in(problem) > 1, "priorities have no say: all tasks are one",
       {TaskPriority, SnsBasic, SnsFast, SnsOptimal, HierarchicalProgram});
  note(!problem.independent_columns.empty(), "independent joints have no say", {ReducedGradient});
  note(problem.inequality_matrix.rows() > 0, "inequalities have no say", {QuadraticProgram, HierarchicalProgram});
  note_idle_task_weights(problem, method, notes);
  if (problem.rank_tolerance > 0.0 &&
      is_one_of(method, {TaskPriority, SnsBasic, SnsFast, SnsOptimal, QuadraticProgram, HierarchicalProgram}))
    notes.push_back("rank_tolerance counts in the ranks that are printed, not in the command: " +
                    std::string(entry_of(method).name) + " has a tolerance of its own");
  return notes;
}

std::string unit_note(const RedundancyProblem& problem, RedundancyMethod method,
                      const std::vector<Dimension>& dimensions, const std::vector<Dimension>& rows) {
  const bool mixed = differ_in_length(dimensions);
  const bool weighs_by_inertia = is_one_of(method, {KineticEnergy, InverseInertiaTorque, DynamicallyConsistent});
  const bool weighs =
      problem.weight && is_one_of(method, {WeightedInverse, ProjectedGradient, LinearQuadratic, QuadraticProgram});
  const bool damped = problem.damping.kind == Damping::Kind::Constant &&
                      is_one_of(method, {DampedInverse, TaskPriority, QuadraticProgram});
  if (mixed && !weighs_by_inertia && !weighs && norm_depends_on_units(problem, method, dimensions, damped))
    return "some joints turn and others slide: a norm of all of them adds rad to m, and another unit of length gives "
           "another command; a weight says what each is worth, and with the mass matrix nothing depends on units";
  const bool misses = damped || task_conflicts(problem.tasks, problem.rank_tolerance).conflict;
  if (misses && errors_add_units(problem, method, rows))
    return "some rows of the tasks turn and others move, and not all that they want is had: the least error adds rad "
           "to m, "
           "and another unit of length gives another command; priorities say which rows come first, and weights of "
           "tasks what each is worth";
  return {};
}

}  // namespace sinew
