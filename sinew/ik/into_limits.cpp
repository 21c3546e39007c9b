// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/into_limits.h"

#include <cmath>
#include <numbers>

#include "sinew/ik/costs.h"

namespace sinew::ik {

IntoLimits::IntoLimits(const Chain& chain, SelfMotion& self_motion)
    : chain_(chain), self_motion_(self_motion), free_(at(chain.size())), inside_(at(chain.size())) {}

IntoLimits::Found IntoLimits::search(Search& search, const Goal& goal, const Criteria& criteria, int starts,
                                     const std::vector<double>& from, std::vector<double>& q) {
  constexpr int enough_solutions = 8, steps = 60, starts_at_limits = 200;
  const JointBox &limits = search.box(true), &everywhere = search.box(false);
  BoxExcess excess(chain_, limits);
  Found found;
  free_ = from;
  search.seeds(false).aim(goal);
  for (; found.starts_made < starts && found.beyond < enough_solutions; ++found.starts_made) {
    if (found.starts_made > 0) search.seeds(false).next(free_.data());
    if (!search.descent().reach(goal, everywhere, criteria, free_.data()).reached) continue;
    ++found.beyond;
    turn_towards_limits(limits);
    self_motion_.lower(excess, goal, everywhere, criteria, steps, free_.data());
    search.bring_inside(true, free_, inside_);
    if (ends_inside(search, goal, criteria, found)) break;
  }
  search.seeds(true).aim(goal);
  for (int k = 0; k < starts_at_limits && found.beyond > 0 && !found.end.reached; ++k, ++found.starts_made) {
    search.seeds(true).next_at_limits(inside_.data());
    ends_inside(search, goal, criteria, found);
  }
  if (found.end.reached) q = inside_;
  return found;
}

bool IntoLimits::ends_inside(Search& search, const Goal& goal, const Criteria& criteria, Found& found) {
  found.end = search.descent().reach(goal, search.box(true), criteria, inside_.data());
  return found.end.reached;
}

void IntoLimits::turn_towards_limits(const JointBox& limits) {
  constexpr double turn = 2.0 * std::numbers::pi;
  for (std::size_t i = 0; i < free_.size(); ++i) {
    const double middle = 0.5 * (limits.lower[i] + limits.upper[i]);
    if (chain_.coordinates()[i].wraps && std::isfinite(middle))
      free_[i] += turn * std::round((middle - free_[i]) / turn);
  }
}

}  // namespace sinew::ik
