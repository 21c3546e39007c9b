// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/states/accelerate.h"

#include "sinew/analysis/matrices.h"
#include "sinew/questions/state_answers.h"
#include "sinew/report/torque_report.h"

namespace sinew {
namespace {

class AccelerateAnswer final : public StateAnswer {
 public:
  /// `shows_stiction`: the format has room for what friction holds.
  AccelerateAnswer(const Arm& arm, std::vector<Wrench> wrenches, Showing showing, bool shows_stiction)
      : arm_(arm),
        of_(arm.model()),
        wrenches_(std::move(wrenches)),
        showing_(std::move(showing)),
        shows_stiction_(shows_stiction) {}

  void compute(const State& s) override {
    const Eigen::VectorXd q = vector(s.q), qd = vector(s.qd);
    tau_ = vector(s.tau);
    qdd_ = arm_.acceleration(q, qd, tau_, wrenches_);
    if (!arm_.model().has_friction()) return;
    at_rest_ = arm_.stiction(q, qd, tau_, wrenches_);
    if (!at_rest_.joints.empty()) ++states_at_rest_;
  }

  std::vector<Datum> data() const override {
    std::vector<Datum> data = acceleration_data(of_, qdd_);
    for (Datum& datum : stiction_data(of_, at_rest_)) data.push_back(std::move(datum));
    return data;
  }

  std::string text(const std::vector<BeyondLimit>& /*beyond*/) const override {
    const std::string note = stiction_text(of_, at_rest_, showing_);
    return acceleration_text(of_, qdd_, showing_) + (note.empty() ? "" : "\n" + note);
  }

  Eigen::VectorXd effort() const override { return tau_; }
  std::optional<std::vector<Measure>> one_line() const override { return of_.acceleration_measures(); }

  std::vector<Diagnostic> warnings() const override {
    if (states_at_rest_ == 0 || shows_stiction_) return {};
    return {{Severity::Warning, arm_.model().name(), 0,
             "joints with dry friction are at rest in " + std::to_string(states_at_rest_) +
                 (states_at_rest_ == 1 ? " state" : " states") + ", and answered for as if they had none",
             "--format json tells which, and whether friction holds them"}};
  }

 private:
  const Arm& arm_;
  Coordinates of_;
  std::vector<Wrench> wrenches_;
  Showing showing_;
  bool shows_stiction_;
  Eigen::VectorXd tau_, qdd_;
  Stiction at_rest_;
  long states_at_rest_ = 0;
};

}  // namespace

void AccelerateQuestion::describe(Fields& fields) {
  robot.describe(fields);
  states.describe(fields);
  wrench.describe(fields);
  showing.describe(fields);
}

AnswerShape AccelerateQuestion::answer_shape() const {
  const AnswerShape resting = an_object({always("band", numbers_list("efforts that friction can hold")),
                                         always("push", a_number("what it has to hold")), always("holds", a_truth())});
  return states_shape({}, {always("qdd", numbers_list("accelerations of the joints [rad/s², m/s²]")),
                           sometimes("static_friction", by_name(resting, "joints with dry friction that are at rest")),
                           sometimes("qdd_with_static_friction", numbers_list("accelerations with that friction"))});
}

Outcome AccelerateQuestion::respond(Door& door) {
  const Arm arm = robot.arm(door);
  const bool shows_stiction = showing.format == "json" || (showing.format == "table" && states.states.empty());
  AccelerateAnswer answer(arm, wrench.wrenches(arm.model()), showing.showing(), shows_stiction);
  answer_states(door, arm, states, showing, answer);
  return Outcome::Yes;
}

}  // namespace sinew
