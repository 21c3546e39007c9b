// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/torque.h"

#include "sinew/questions/state_answers.h"
#include "sinew/report/limit_report.h"
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

  void compute(const ArmState& s) override {
    if (with_trace_)
      trace_ = arm_.trace(s.q, s.qd, s.qdd, wrenches_);
    else
      trace_.tau = arm_.torque(s.q, s.qd, s.qdd, wrenches_);
  }

  std::vector<Datum> data() const override {
    std::vector<Datum> data = torque_data(of_, trace_.tau);
    if (with_trace_)
      for (Datum& datum : trace_data(arm_.model(), of_, trace_)) data.push_back(std::move(datum));
    return data;
  }

  std::string text() const override {
    const std::string torques = torque_text(
        of_, trace_.tau, showing_, effort_marks(arm_.model(), beyond_limits(arm_.model(), {.tau = &trace_.tau})));
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
  const Arm& arm_;
  Coordinates of_;
  std::vector<Wrench> wrenches_;
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
  showing.describe(fields);
}

Outcome TorqueQuestion::respond(Door& door) {
  const Arm arm = robot.arm(door);
  TorqueAnswer answer(arm, wrench.wrenches(arm.model()), trace, showing.showing());
  answer_states(door, arm, states, showing, answer);
  return Outcome::Yes;
}

}  // namespace sinew
