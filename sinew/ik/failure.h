// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "sinew/ik/answer.h"
#include "sinew/ik/reach.h"
#include "sinew/ik/search.h"

namespace sinew::ik {

/// Looks into a search that has failed: how far the arm reaches, and whether it gets there without orientation.
class FailureAnalysis {
 public:
  explicit FailureAnalysis(const Chain& chain) : reach_(chain), q_(at(chain.size())) {}

  /// `nearest` is how near it came, at q; `beyond_limits` how many solutions there are without limits, as far as known.
  IkFailure failure(Search& search, const IkTarget& target, const Goal& goal, const Vec3<double>& p_WB, bool limits,
                    const Criteria& criteria, int starts, const Descended& nearest, int beyond_limits,
                    const std::vector<double>& q);

 private:
  Reach reach_;
  std::optional<double> limited_reach_, free_reach_;  ///< once they were asked for
  std::vector<double> q_;
};

}  // namespace sinew::ik
