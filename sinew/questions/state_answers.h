// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/print/datum.h"
#include "sinew/print/plots/plotted_quantity.h"
#include "sinew/questions/choices/plot_choice.h"
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
  /// What can be plotted over many states.
  virtual std::vector<PlottedQuantity> plots() const { return {}; }
  /// The numbers of those that were chosen, of the state that was computed last.
  virtual std::vector<Datum> plotted_data() const { return data(); }
  /// Told before anything is computed which of them are plotted.
  virtual void plots_chosen(const std::vector<std::string>& names) { static_cast<void>(names); }
  /// What the chosen format has no place for, once all states are answered.
  virtual std::vector<Diagnostic> warnings() const { return {}; }
};

/// Answers for every state asked about, in the format asked for, one after the other as they come: memory does not grow with
/// their number, and what has been answered is not lost when the work is stopped.
void answer_states(Door& door, const Arm& arm, const StateChoice& states, const ShowingChoice& showing,
                   StateAnswer& answer);
/// The same with plots over all of the states, if they were asked for.
void answer_states(Door& door, const Arm& arm, const StateChoice& states, const ShowingChoice& showing,
                   const PlotChoice& plot, const Fields& fields, StateAnswer& answer);

}  // namespace sinew
