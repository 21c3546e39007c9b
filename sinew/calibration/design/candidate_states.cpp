// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/design/candidate_states.h"

#include <cmath>
#include <numbers>
#include <string>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/random_states.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/tasks/joint_limits.h"
#include "sinew/tasks/joint_names.h"

namespace sinew {
namespace {

struct JointRange {
  double lower = 0.0, upper = 0.0;
};

/// By position: limits, or a whole turn from the one limit that there is.
std::vector<JointRange> ranges_of(const Model<double>& model, Diagnostics& problems) {
  const JointLimits limits = JointLimits::of(model);
  std::vector<JointRange> ranges(at(model.position_count()));
  for (const int i : independent_joints(model)) {
    const Link<double>& link = model.link(i);
    const std::string who = "joint " + in_quotes(link.joint_name);
    JointRange range{limits.lower[at(link.velocity_index)], limits.upper[at(link.velocity_index)]};
    const bool has_lower = std::isfinite(range.lower), has_upper = std::isfinite(range.upper);
    if (!turns(link.kind) && !(has_lower && has_upper))
      problems.error({}, who + " slides without limits", "give its position limits in the robot's file");
    else if (range.lower > range.upper)
      problems.error({}, who + " can be nowhere: its limits are " + shown(range.lower) + " to " + shown(range.upper),
                     "give the lower limit first, and mimic joints limits that fit");
    if (!has_lower) range.lower = has_upper ? range.upper - 2.0 * std::numbers::pi : -std::numbers::pi;
    if (!has_upper) range.upper = has_lower ? range.lower + 2.0 * std::numbers::pi : std::numbers::pi;
    ranges[at(link.position_index)] = range;
  }
  return ranges;
}

void check_candidate_states(const Model<double>& model, const CandidateStates& question, Diagnostics& problems) {
  if (question.count < 1)
    problems.error({}, std::to_string(question.count) + " states are asked for", "ask for at least one");
  if (!std::isfinite(question.clearance))
    problems.error({}, "the clearance is " + shown(question.clearance), "give a length");
  if (model.floating_base())
    problems.error({}, "the base floats, so its place would have to be measured with every state",
                   "fix the base to calibrate the arm on it");
}

[[noreturn]] void refuse_too_few(const Model<double>& model, std::size_t found, long tried, long near_obstacles) {
  const long refused = tried - near_obstacles - static_cast<long>(found);
  refuse(model.name(),
         "only " + std::to_string(found) + " of " + std::to_string(tried) +
             " random states may be measured at: " + std::to_string(near_obstacles) + " are too near to an obstacle, " +
             std::to_string(refused) + " are refused for another reason",
         "ask for a smaller clearance, or look whether an obstacle stands where the robot does");
}

}  // namespace

FoundStates candidate_states(const Model<double>& model, const CandidateStates& question) {
  Diagnostics problems(model.name());
  check_candidate_states(model, question, problems);
  problems.throw_if_errors();
  const std::vector<JointRange> ranges = ranges_of(model, problems);
  problems.throw_if_errors();

  constexpr long tries_per_state = 1000;
  RandomStates random(question.seed);
  FoundStates found;
  std::vector<Eigen::VectorXd>& states = found.states;
  Eigen::VectorXd q(model.position_count()), gradient(model.velocity_count());
  for (; states.size() < at(question.count); ++found.tried) {
    if (found.tried == tries_per_state * question.count)
      refuse_too_few(model, states.size(), found.tried, found.near_obstacles);
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      const JointRange& range = ranges[static_cast<std::size_t>(i)];
      q[i] = random.uniform(range.lower, range.upper);
    }
    if (question.obstacles != nullptr && question.obstacles->evaluate(in(q), out(gradient)) < question.clearance)
      ++found.near_obstacles;
    else if (!question.is_admissible || question.is_admissible(q))
      states.push_back(q);
  }
  return found;
}

}  // namespace sinew
