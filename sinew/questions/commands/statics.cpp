// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/statics.h"

#include "sinew/questions/state_answers.h"
#include "sinew/report/limit_report.h"
#include "sinew/report/torque_report.h"

namespace sinew {
namespace {

class StaticsAnswer final : public StateAnswer {
 public:
  StaticsAnswer(const Arm& arm, std::vector<Wrench> wrenches, Showing showing)
      : arm_(arm), of_(arm.model()), wrenches_(std::move(wrenches)), showing_(std::move(showing)) {}

  void compute(const ArmState& s) override {
    q_ = s.q;
    statics_ = arm_.statics(s.q, wrenches_);
  }

  std::vector<Datum> data() const override { return statics_data(arm_.model(), of_, statics_); }

  std::string text() const override {
    return statics_text(arm_.model(), of_, statics_, weights(arm_, q_), showing_,
                        effort_marks(arm_.model(), beyond_limits(arm_.model(), {.tau = &statics_.tau})));
  }

  Eigen::VectorXd effort() const override { return statics_.tau; }
  std::vector<std::string> about_robot() const override { return {link_vectors_member()}; }

 private:
  const Arm& arm_;
  Coordinates of_;
  std::vector<Wrench> wrenches_;
  Showing showing_;
  Eigen::VectorXd q_;
  StaticsReport statics_;
};

}  // namespace

void StaticsQuestion::describe(Fields& fields) {
  robot.describe(fields);
  states.describe(fields);
  wrench.describe(fields);
  showing.describe(fields);
}

Outcome StaticsQuestion::respond(Door& door) {
  const Arm arm = robot.arm(door);
  StaticsAnswer answer(arm, wrench.wrenches(arm.model()), showing.showing());
  answer_states(door, arm, states, showing, answer);
  return Outcome::Yes;
}

}  // namespace sinew
