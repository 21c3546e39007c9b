// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/print/datum.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/question.h"
#include "sinew/report/limit_report.h"

namespace sinew {

/// The answer to a question about states: computed for one state after the other, and shown for the state that was computed
/// last.
class StateAnswer {
 public:
  StateAnswer() = default;
  StateAnswer(const StateAnswer&) = delete;
  StateAnswer& operator=(const StateAnswer&) = delete;
  virtual ~StateAnswer() = default;

  virtual void compute(const State& state) = 0;
  /// For programs.
  virtual std::vector<Datum> data() const = 0;
  /// For people. `beyond`: the limits that the state or its answer is beyond.
  virtual std::string text(const std::vector<BeyondLimit>& beyond) const = 0;
  /// The torques that the answer is about, which may be beyond the robot's limits; empty if it is about none.
  virtual Eigen::VectorXd effort() const { return {}; }
  /// Where one vector is the answer: many states make one table of it, with these measures.
  virtual std::optional<std::vector<Measure>> one_line() const { return std::nullopt; }
  /// JSON members of the robot as a whole, each `"key": value`.
  virtual std::vector<std::string> about_robot() const { return {}; }
  /// What the chosen format has no place for, once all states are answered.
  virtual std::vector<Diagnostic> warnings() const { return {}; }
};

/// Answers for every state asked about, in the format asked for, one after the other as they come: memory does not grow with
/// their number, and what has been answered is not lost when the work is stopped.
void answer_states(Door& door, const Arm& arm, const StateChoice& states, const ShowingChoice& showing,
                   StateAnswer& answer);

}  // namespace sinew
