// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/ik/search.h"
#include "sinew/ik/self_motion.h"

namespace sinew::ik {

/// The last resort of a search within limits, and the test of what it says. Where the solutions within limits are a corner
/// of the joints' box, as of poses taken from joints at their limits, few descents end there. So solutions without limits
/// are moved towards the limits in what the goal leaves free, and many more descents begin at limits. Made once; then
/// nothing is allocated.
class IntoLimits {
 public:
  IntoLimits(const Chain& chain, SelfMotion& self_motion);

  struct Found {
    Descended end;        ///< `reached` if there is a solution within limits, in q
    int beyond = 0;       ///< solutions without limits that were looked at
    int starts_made = 0;  ///< with and without limits
  };
  /// `starts` at most without limits, the first of them at `from`; then, if there is a solution without limits, a fixed
  /// number of them at limits.
  Found search(Search& search, const Goal& goal, const Criteria& criteria, int starts, const std::vector<double>& from,
               std::vector<double>& q);

 private:
  bool ends_inside(Search& search, const Goal& goal, const Criteria& criteria, Found& found);
  /// Whole turns that bring `free_` nearest to the middle of its limits.
  void turn_towards_limits(const JointBox& limits);

  const Chain& chain_;
  SelfMotion& self_motion_;
  std::vector<double> free_, inside_;
};

}  // namespace sinew::ik
