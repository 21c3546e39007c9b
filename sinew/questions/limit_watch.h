// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/questions/choices/state_choice.h"
#include "sinew/report/limit_report.h"

namespace sinew {

/// Looks at every state that a command answers for, and tells once of positions that are most likely slips and of limits
/// that are exceeded.
class LimitWatch {
 public:
  /// Both must outlive it. Only what the command uses of a state is looked at.
  LimitWatch(const Model<double>& model, const StateChoice& states) : model_(model), states_(states) {}

  /// What of this state is beyond the limits. `effort` may be empty; `line` is the state's own in its file.
  std::vector<BeyondLimit> see(const State& state, const Eigen::VectorXd& effort, int line);

  /// For stderr, once all states are answered. What stands beside the answers already need not be said again.
  std::vector<Diagnostic> warnings(bool shown_with_answers) const;

 private:
  const Model<double>& model_;
  const StateChoice& states_;
  std::vector<Diagnostic> unlikely_;  ///< of the first state that has such positions
  std::vector<Diagnostic> beyond_;    ///< of the first state beyond limits of velocity or effort
  long unlikely_states_ = 0, beyond_states_ = 0;
};

}  // namespace sinew
