// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/failure.h"

#include <algorithm>

namespace sinew::ik {

IkFailure FailureAnalysis::failure(Search& search, const IkTarget& target, const Goal& goal, const Vec3<double>& p_WB,
                                   bool limits, const Criteria& criteria, int starts, const Descended& nearest,
                                   int beyond_limits, const std::vector<double>& q) {
  const auto counts = [&](std::ptrdiff_t first) {
    return std::count(target.rows.begin() + first, target.rows.begin() + first + 3, true);
  };
  const bool has_position = counts(3) > 0, has_orientation = counts(0) > 0;
  IkFailure y;
  // it does not depend on the target, and takes longer than all the rest
  std::optional<double>& reach = limits ? limited_reach_ : free_reach_;
  if (!reach) reach = reach_.largest(search.box(limits), search.seeds(limits));
  y.largest_reach = *reach;
  y.reach_bound = reach_.bound(search.box(limits));
  if (counts(3) == 3) y.target_distance = norm(target.X_WF.p - p_WB);
  y.solutions_beyond_limits = beyond_limits;
  y.solved_without_limits = beyond_limits > 0;
  y.position_gap = nearest.position_error;
  if (has_position && has_orientation) {
    const Goal position = without_orientation(goal);
    Descended end = search.reach(position, limits, criteria, Effort(starts), q, q_).end;
    if (!end.reached) end = search.approach(position, limits, q_);
    y.position_gap = end.position_error;
  }
  constexpr double slack = 1e-9;
  y.proven = y.target_distance && *y.target_distance > y.reach_bound * (1.0 + slack) + criteria.position;
  if (y.solved_without_limits)
    y.cause = IkCause::Limits;
  else if (y.target_distance && *y.target_distance > y.largest_reach * (1.0 + slack))
    y.cause = IkCause::BeyondReach;
  else
    y.cause = has_position && y.position_gap > criteria.position ? IkCause::Position : IkCause::Orientation;
  return y;
}

}  // namespace sinew::ik
