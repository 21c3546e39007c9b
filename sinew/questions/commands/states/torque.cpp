// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/states/torque.h"

#include <algorithm>

#include "sinew/analysis/matrices.h"
#include "sinew/questions/state_answers.h"
#include "sinew/report/plot_report.h"
#include "sinew/report/torque_report.h"

namespace sinew {
namespace {

class TorqueAnswer final : public StateAnswer {
 public:
  TorqueAnswer(const Arm& arm, std::vector<Wrench> wrenches, bool with_trace, Showing showing)
      : arm_(arm),
        of_(arm.model()),
        wrenches_(std::move(wrenches)),
        with_trace_(with_trace),
        showing_(std::move(showing)) {}

  void compute(const State& s) override {
    if (with_trace_ || plots_trace_)
      trace_ = arm_.trace(vector(s.q), vector(s.qd), vector(s.qdd), wrenches_);
    else
      trace_.tau = arm_.torque(vector(s.q), vector(s.qd), vector(s.qdd), wrenches_);
  }

  std::vector<Datum> data() const override { return data_of(with_trace_); }

  std::vector<PlottedQuantity> plots() const override { return torque_plots(arm_.model(), of_); }
  std::vector<Datum> plotted_data() const override { return data_of(plots_trace_); }
  void plots_chosen(const std::vector<std::string>& names) override {
    plots_trace_ = std::any_of(names.begin(), names.end(), is_of_trace);
  }

  std::string text(const std::vector<BeyondLimit>& beyond) const override {
    const std::string torques = torque_text(of_, trace_.tau, showing_, effort_marks(arm_.model(), beyond));
    return with_trace_ ? torques + "\n" + trace_text(arm_.model(), of_, trace_, showing_) : torques;
  }

  Eigen::VectorXd effort() const override { return trace_.tau; }

  std::optional<std::vector<Measure>> one_line() const override {
    if (with_trace_) return std::nullopt;
    return of_.effort_measures();
  }

  std::vector<std::string> about_robot() const override {
    if (with_trace_) return {link_vectors_member()};
    return {};
  }

 private:
  std::vector<Datum> data_of(bool trace) const {
    std::vector<Datum> data = torque_data(of_, trace_.tau);
    if (trace)
      for (Datum& datum : trace_data(arm_.model(), of_, trace_)) data.push_back(std::move(datum));
    return data;
  }

  const Arm& arm_;
  Coordinates of_;
  std::vector<Wrench> wrenches_;
  bool plots_trace_ = false;
  bool with_trace_;
  Showing showing_;
  Trace trace_;  ///< without the trace: the torques alone
};

}  // namespace

void TorqueQuestion::describe(Fields& fields) {
  robot.describe(fields);
  states.describe(fields);
  wrench.describe(fields);
  fields.add("trace", &trace,
             "Show every vector of both passes, the full reactions of the joints, and each torque by its cause.");
  plot.describe(fields, "torque,link3.coriolis");
  showing.describe(fields);
}

AnswerShape TorqueQuestion::answer_shape() const {
  return states_shape({sometimes("links", link_vectors_shape())},
                      {always("tau", numbers_list("torques and forces of the joints [N·m, N]")),
                       sometimes("parts", by_name(numbers_list(), "torques by cause, with trace")),
                       sometimes("links", by_name(by_name(numbers_list()), "vectors of each link, with trace"))});
}

Outcome TorqueQuestion::respond(Door& door) {
  const Arm arm = robot.arm(door);
  TorqueAnswer answer(arm, wrench.wrenches(arm.model()), trace, showing.showing());
  answer_states(door, arm, states, showing, plot, fields(), answer);
  return Outcome::Yes;
}

}  // namespace sinew
