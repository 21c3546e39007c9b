// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/inverse_kinematics.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/analysis/jacobian_analysis.h"
#include "sinew/ik/costs.h"
#include "sinew/ik/failure.h"
#include "sinew/ik/families.h"
#include "sinew/ik/into_limits.h"

namespace sinew {

using namespace ik;

class InverseKinematics::Solver {
 public:
  Solver(const Model<double>& model, const Frame<double>& frame, const Vec3<double>& point, unsigned seed,
         Instructions use);

  const std::vector<double>& middle() const noexcept { return middle_; }
  const Chain& chain() const noexcept { return chain_; }
  void set_objectives(std::vector<IkObjective> objectives);
  const IkSolution& solve(const IkTarget& target, In<double> start, const IkOptions& options);
  IkSolutions all_solutions(const IkTarget& target, In<double> start, const IkOptions& options);

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const {
    throw InputError({{Severity::Error, name_, 0, what, remedy}});
  }
  /// Checks and takes over what does not depend on the target.
  void begin(In<double> start, const IkOptions& options);
  void check(In<double> start, const IkOptions& options) const;
  Goal goal(const IkTarget& target, const std::array<double, 6>& slack = {}) const {
    return goal_of(target, chain_, R_LF_, X_WB_, name_, slack);
  }
  /// What the search has not found: at the nearest place, and with the frame held at solutions beyond the limits.
  void look_into(const IkTarget& target, const Goal& to, const Criteria& criteria, const IkOptions& options,
                 Search::Found& found);

  /// Notes what the objectives are worth at q_: the first time before and after, then after alone.
  void note_objectives();
  /// Brings q_ as near to the goal as round-off allows, so that two descents to one place end at the same numbers.
  void sharpen(const Goal& to, bool limits, const Criteria& criteria);
  /// In how many ways the arm can move at q_ without moving the frame.
  int freedom(const Goal& to);
  double distance_from_start(const std::vector<double>& q) const;
  /// Writes q_ and what it is worth into the solution.
  void note(const Descended& where, bool limits);

  std::string name_;
  bool floating_base_;
  Rotation<double> R_LF_;
  Pose<double> X_WB_;
  Chain chain_;
  Search search_;
  SelfMotion self_motion_;
  IntoLimits into_limits_;
  FailureAnalysis failures_;
  WeightedObjectives objectives_;
  std::vector<double> middle_;
  std::vector<double> start_, q_, gradient_;  ///< one number per coordinate of the chain
  IkSolution solution_;
};

namespace {

/// What may be left once every row has its slack.
Criteria criteria_of(const IkOptions& options) {
  Criteria criteria{options.position_tolerance, options.orientation_tolerance, options.iterations};
  for (std::size_t i = 0; i < 6; ++i)
    if (double& part = i < 3 ? criteria.orientation : criteria.position; options.row_tolerances[i] > 0.0)
      part = std::min(part, options.row_tolerances[i]);
  return criteria;
}

/// What a row may be off beyond what the criteria allow to all.
std::array<double, 6> slack_of(const IkOptions& options, const Criteria& criteria) {
  std::array<double, 6> slack{};
  for (std::size_t i = 0; i < 6; ++i)
    slack[i] = std::max(0.0, options.row_tolerances[i] - (i < 3 ? criteria.orientation : criteria.position));
  return slack;
}

bool is_met(const Criteria& criteria, const Descended& end) {
  return end.position_error <= criteria.position && end.orientation_error <= criteria.orientation;
}

}  // namespace

InverseKinematics::Solver::Solver(const Model<double>& model, const Frame<double>& frame, const Vec3<double>& point,
                                  unsigned seed, Instructions use)
    : name_(model.name()),
      floating_base_(model.floating_base()),
      R_LF_(frame.X_LF.R),
      chain_(model, frame.link, frame.X_LF * point),
      search_(chain_, seed, available(use)),
      self_motion_(chain_, search_.descent()),
      into_limits_(chain_, self_motion_),
      failures_(chain_),
      objectives_(chain_, model.velocity_count()),
      middle_(at(model.position_count())),
      start_(at(chain_.size())),
      q_(start_.size()),
      gradient_(start_.size()) {
  if (floating_base_) middle_[6] = 1.0;
  const JointLimits limits = JointLimits::of(model);
  for (const Link<double>& link : model.links()) {
    const double lower = limits.lower[at(link.velocity_index)], upper = limits.upper[at(link.velocity_index)];
    middle_[at(link.position_index)] =
        std::isfinite(lower) && std::isfinite(upper) ? 0.5 * (lower + upper) : std::max(lower, std::min(0.0, upper));
  }
  solution_.q = middle_;
  solution_.at_limits.reserve(start_.size());
  objectives_.set_others(middle_);
}

void InverseKinematics::Solver::set_objectives(std::vector<IkObjective> objectives) {
  for (const IkObjective& part : objectives)
    if (part.objective == nullptr || !std::isfinite(part.weight) || part.weight < 0.0)
      refuse("an objective is missing, or has the weight " + shown(part.weight),
             "give every objective a weight of zero or more");
  solution_.objectives.reserve(objectives.size());
  objectives_.set(std::move(objectives));
}

void InverseKinematics::Solver::check(In<double> start, const IkOptions& options) const {
  const double tolerance = std::min(options.position_tolerance, options.orientation_tolerance);
  if (!(tolerance > 0.0) || !std::isfinite(options.position_tolerance + options.orientation_tolerance))
    refuse("a tolerance is " + shown(tolerance > 0.0 ? Limits::none : tolerance), "give one above zero, such as 1e-8");
  if (options.starts < 1 || options.iterations < 1 || options.objective_steps < 0)
    refuse(std::to_string(options.starts) + " starts of " + std::to_string(options.iterations) + " iterations and " +
               std::to_string(options.objective_steps) + " objective steps are asked for",
           "give at least one start and one iteration");
  if (!(options.seconds >= 0.0) || !std::isfinite(options.seconds))
    refuse("the search is to take " + shown(options.seconds) + " s", "give a time above zero, or zero for any");
  for (const double tolerance_of_row : options.row_tolerances)
    if (!(tolerance_of_row >= 0.0) || !std::isfinite(tolerance_of_row))
      refuse("the tolerance of a row is " + shown(tolerance_of_row),
             "give one above zero, or zero for that of all rows");
  if (start.empty()) return;
  if (start.size() != middle_.size())
    refuse("the start has " + std::to_string(start.size()) + " numbers",
           "give " + std::to_string(middle_.size()) + ", one per entry of q, or none");
  for (std::size_t i = 0; i < start.size(); ++i)
    if (!std::isfinite(start[i]))
      refuse("q[" + std::to_string(i) + "] of the start is " + shown(start[i]), "give a finite number");
  if (!floating_base_) return;
  const double length =
      std::sqrt(start[3] * start[3] + start[4] * start[4] + start[5] * start[5] + start[6] * start[6]);
  constexpr double slack = 1e-6;
  if (!(std::abs(length - 1.0) < slack))
    refuse("the base's quaternion has length " + shown(length), "give x y z w of length 1");
}

void InverseKinematics::Solver::begin(In<double> start, const IkOptions& options) {
  check(start, options);
  const In<double> q = start.empty() ? In<double>(middle_) : start;
  if (floating_base_) X_WB_ = base_pose<double>(q);
  // the last solution may be the next start
  if (q.data() != solution_.q.data()) std::copy(q.begin(), q.end(), solution_.q.begin());
  if (!objectives_.empty()) objectives_.set_others(q);
  for (std::size_t i = 0; i < start_.size(); ++i) start_[i] = q[at(chain_.coordinates()[i].position_index)];
  solution_.objectives.clear();
  solution_.failure = {};
  solution_.out_of_time = false;
  solution_.row_errors = {};
}

const IkSolution& InverseKinematics::Solver::solve(const IkTarget& target, In<double> start, const IkOptions& options) {
  begin(start, options);
  const Criteria criteria = criteria_of(options);
  const Goal to = goal(target, slack_of(options, criteria));
  const Effort effort(options.starts, options.seconds);
  Search::Found found = search_.reach(to, options.limits, criteria, effort, start_, q_);
  solution_.out_of_time = !found.end.reached && found.starts < options.starts;
  if (!found.end.reached) look_into(target, to, criteria, options, found);
  solution_.solved = found.end.reached;
  solution_.iterations = found.iterations;
  solution_.starts = found.starts;
  search_.bring_near(options.limits, start_, q_);
  if (solution_.solved && !objectives_.empty()) {
    note_objectives();
    self_motion_.lower(objectives_, to, search_.box(options.limits), criteria, options.objective_steps, q_.data());
    note_objectives();
    found.end = search_.descent().measure(to, q_.data());
  }
  if (to.has_slack) {
    const Goal exact = without_slack(to);
    found.end = search_.descent().measure(exact, q_.data());
    solution_.row_errors = search_.descent().measure_rows(exact, q_.data());
  }
  note(found.end, options.limits);
  return solution_;
}

void InverseKinematics::Solver::look_into(const IkTarget& target, const Goal& to, const Criteria& criteria,
                                          const IkOptions& options, Search::Found& found) {
  found.end = search_.approach(to, options.limits, q_);
  found.end.reached = is_met(criteria, found.end);
  if (found.end.reached || !options.explain) return;
  constexpr int most_starts = 1000;  // to look into a failure
  const int starts = std::min(options.starts, most_starts);
  int beyond_limits = 0, more_starts = 0;
  if (options.limits && search_.box(true) != search_.box(false)) {
    const IntoLimits::Found inside = into_limits_.search(search_, to, criteria, starts, q_, q_);
    beyond_limits = inside.beyond;
    more_starts = inside.starts_made;
    if (inside.end.reached) {
      found.end = inside.end;
      found.starts += inside.starts_made;
      return;
    }
  }
  solution_.failure =
      failures_.failure(search_, target, to, X_WB_.p, options.limits, criteria, starts, found.end, beyond_limits, q_);
  solution_.failure.more_starts = more_starts;
}

IkSolutions InverseKinematics::Solver::all_solutions(const IkTarget& target, In<double> start,
                                                     const IkOptions& options) {
  begin(start, options);
  if (options.row_tolerances != std::array<double, 6>{})
    refuse("all solutions are asked for with tolerances of single rows", "give one for all, or leave rows out");
  const Effort effort(options.starts, options.seconds);
  const Goal to = goal(target);
  const Criteria criteria = criteria_of(options);
  Seeds& seeds = search_.seeds(options.limits);
  Nearness nearness(chain_, start_);
  Cost& cost = objectives_.empty() ? static_cast<Cost&>(nearness) : objectives_;
  Families families(search_, self_motion_, to, options.limits, criteria);
  IkSolutions all;
  std::vector<std::vector<double>> isolated;
  solution_.iterations = 0;
  solution_.solved = true;
  search_.bring_inside(options.limits, start_, q_);
  seeds.aim(to);
  for (all.starts = 0; effort.allows(all.starts); ++all.starts) {
    if (all.starts > 0) seeds.next(q_.data());
    const Descended end = search_.descent().reach(to, search_.box(options.limits), criteria, q_.data());
    solution_.iterations += end.iterations;
    if (!end.reached) continue;
    sharpen(to, options.limits, criteria);
    search_.bring_near(options.limits, start_, q_);
    constexpr double distinct = 1e-3;  // rad: what is nearer is one solution
    const auto is_same = [&](const std::vector<double>& other) { return search_.are_same(other, q_, distinct); };
    if (std::any_of(isolated.begin(), isolated.end(), is_same) || families.has(q_)) continue;
    solution_.objectives.clear();
    note_objectives();
    if (const int spare = freedom(to); spare == 0) {
      isolated.push_back(q_);
    } else {
      all.families = true;
      q_ = families.add(q_, spare, cost, start_);
    }
    note_objectives();
    solution_.starts = all.starts + 1;
    note(search_.descent().measure(to, q_.data()), options.limits);
    all.solutions.push_back(solution_);
  }
  std::stable_sort(all.solutions.begin(), all.solutions.end(), [&](const IkSolution& a, const IkSolution& b) {
    return distance_from_start(a.q) < distance_from_start(b.q);
  });
  return all;
}

void InverseKinematics::Solver::note_objectives() {
  if (objectives_.empty()) return;
  objectives_.evaluate(q_.data(), gradient_.data());
  const std::vector<double>& values = objectives_.values();
  if (solution_.objectives.empty())
    for (const double value : values) solution_.objectives.push_back({value, value});
  for (std::size_t k = 0; k < values.size(); ++k) solution_.objectives[k].after = values[k];
}

void InverseKinematics::Solver::sharpen(const Goal& to, bool limits, const Criteria& criteria) {
  constexpr double sharp = 1e-13;
  constexpr int steps = 8;
  gradient_ = q_;
  const Descended end = search_.descent().reach(to, search_.box(limits), {sharp, sharp, steps}, gradient_.data());
  if (end.position_error <= criteria.position && end.orientation_error <= criteria.orientation) q_ = gradient_;
}

int InverseKinematics::Solver::freedom(const Goal& to) {
  const std::vector<Six>& columns = search_.descent().columns(to, q_.data());
  const int n = chain_.size();
  if (n == 0) return 0;
  Eigen::MatrixXd J(6, n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      J(k, i) = columns[at(i)].w[k];
      J(k + 3, i) = columns[at(i)].v[k];
    }
  constexpr double as_good_as_singular = 1e-6;
  return n - analyse_jacobian(J, as_good_as_singular).rank;
}

double InverseKinematics::Solver::distance_from_start(const std::vector<double>& q) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < start_.size(); ++i) {
    const Coordinate& of = chain_.coordinates()[i];
    const double d = (q[at(of.position_index)] - start_[i]) / of.size;
    sum += d * d;
  }
  return sum;
}

void InverseKinematics::Solver::note(const Descended& where, bool limits) {
  solution_.position_error = where.position_error;
  solution_.orientation_error = where.orientation_error;
  solution_.at_limits.clear();
  constexpr double touching = 1e-9;
  for (std::size_t i = 0; i < q_.size(); ++i) {
    const Coordinate& of = chain_.coordinates()[i];
    solution_.q[at(of.position_index)] = q_[i];
    if (!limits) continue;
    if (q_[i] <= of.lower + touching)
      solution_.at_limits.push_back({of.position_index, false});
    else if (q_[i] >= of.upper - touching)
      solution_.at_limits.push_back({of.position_index, true});
  }
}

InverseKinematics::InverseKinematics(const Model<double>& model, std::string_view frame, const Vec3<double>& point,
                                     unsigned seed, Instructions use) {
  if (!std::isfinite(point.x + point.y + point.z))
    throw InputError(
        {{Severity::Error, model.name(), 0, "the point has a number that is not finite", "give finite numbers"}});
  solver_ = std::make_unique<Solver>(model, model.frame(frame), point, seed, use);
}
InverseKinematics::~InverseKinematics() = default;
InverseKinematics::InverseKinematics(InverseKinematics&&) noexcept = default;
InverseKinematics& InverseKinematics::operator=(InverseKinematics&&) noexcept = default;

void InverseKinematics::set_objectives(std::vector<IkObjective> objectives) {
  solver_->set_objectives(std::move(objectives));
}

const IkSolution& InverseKinematics::solve(const IkTarget& target, In<double> start, const IkOptions& options) {
  return solver_->solve(target, start, options);
}

const IkSolution& InverseKinematics::solve(const IkTarget& target, const Eigen::Ref<const Eigen::VectorXd>& start,
                                           const IkOptions& options) {
  return solver_->solve(target, {start.data(), static_cast<std::size_t>(start.size())}, options);
}

IkSolutions InverseKinematics::all_solutions(const IkTarget& target, const Eigen::Ref<const Eigen::VectorXd>& start,
                                             const IkOptions& options) {
  return solver_->all_solutions(target, {start.data(), static_cast<std::size_t>(start.size())}, options);
}

IkSolutions InverseKinematics::all_solutions(const IkTarget& target, In<double> start, const IkOptions& options) {
  return solver_->all_solutions(target, start, options);
}

const std::vector<double>& InverseKinematics::middle() const noexcept { return solver_->middle(); }

std::vector<int> InverseKinematics::moving_positions() const {
  std::vector<int> positions;
  for (const Coordinate& q : solver_->chain().coordinates()) positions.push_back(q.position_index);
  return positions;
}

}  // namespace sinew
