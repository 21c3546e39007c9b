// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/limit_watch.h"

#include <algorithm>
#include <string>

#include "sinew/analysis/matrices.h"

namespace sinew {
namespace {

bool uses(const StateChoice& states, StatePart part) {
  return std::find(states.parts().begin(), states.parts().end(), part) != states.parts().end();
}

/// The problems of the first state, the last of them with the number of states that have the same.
void add_counted(const std::vector<Diagnostic>& first, long states, std::vector<Diagnostic>& into) {
  into.insert(into.end(), first.begin(), first.end());
  if (states > 1)
    into.back().what += "; it is the first of " + std::to_string(states) + " states beyond limits or out of proportion";
}

}  // namespace

std::vector<BeyondLimit> LimitWatch::see(const State& state, const Eigen::VectorXd& effort, int line) {
  const Eigen::VectorXd q = vector(state.q), qd = vector(state.qd);
  const std::vector<BeyondLimit> beyond =
      beyond_limits(model_, {.q = uses(states_, StatePart::Position) ? &q : nullptr,
                             .qd = uses(states_, StatePart::Velocity) ? &qd : nullptr,
                             .tau = effort.size() > 0 ? &effort : nullptr});
  const std::string given_by = states_.states.empty() ? "--q" : states_.states == "-" ? "stdin" : states_.states;
  const std::vector<Diagnostic> unlikely = unlikely_positions(model_, q, given_by, line);
  if (!unlikely.empty() && unlikely_states_++ == 0) unlikely_ = unlikely;
  const auto of_motion = std::find_if(beyond.begin(), beyond.end(),
                                      [](const BeyondLimit& one) { return one.part != StatePart::Position; });
  if (of_motion != beyond.end() && beyond_states_++ == 0) {
    const Showing plain;
    beyond_ = {{Severity::Warning, states_.states.empty() ? model_.name() : given_by, line,
                std::string(symbol_of(of_motion->part)) + " of " + of_motion->joint + " is " +
                    figure(of_motion->value, of_motion->dimension, plain) + ", beyond its limit of " +
                    figure(of_motion->limit, of_motion->dimension, plain),
                "--format json has all of them as beyond_limits"}};
  }
  return beyond;
}

std::vector<Diagnostic> LimitWatch::warnings(bool shown_with_answers) const {
  std::vector<Diagnostic> all;
  if (!unlikely_.empty()) add_counted(unlikely_, unlikely_states_, all);
  if (!beyond_.empty() && !shown_with_answers) add_counted(beyond_, beyond_states_, all);
  return all;
}

}  // namespace sinew
