// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/states/statics.h"

#include "sinew/analysis/matrices.h"
#include "sinew/questions/state_answers.h"
#include "sinew/report/torque_report.h"

namespace sinew {
namespace {

class StaticsAnswer final : public StateAnswer {
 public:
  StaticsAnswer(const Arm& arm, std::vector<Wrench> wrenches, Showing showing)
      : arm_(arm), of_(arm.model()), wrenches_(std::move(wrenches)), showing_(std::move(showing)) {}

  void compute(const State& s) override {
    const Eigen::VectorXd q = vector(s.q);
    statics_ = arm_.statics(q, wrenches_);
    weights_ = weights(arm_, q);
  }

  std::vector<Datum> data() const override { return statics_data(arm_.model(), of_, statics_); }

  std::string text(const std::vector<BeyondLimit>& beyond) const override {
    return statics_text(arm_.model(), of_, statics_, weights_, showing_, effort_marks(arm_.model(), beyond));
  }

  Eigen::VectorXd effort() const override { return statics_.tau; }
  std::vector<std::string> about_robot() const override { return {link_vectors_member()}; }

 private:
  const Arm& arm_;
  Coordinates of_;
  std::vector<Wrench> wrenches_;
  Showing showing_;
  StaticsReport statics_;
  std::vector<Weight> weights_;
};

}  // namespace

void StaticsQuestion::describe(Fields& fields) {
  robot.describe(fields);
  states.describe(fields);
  wrench.describe(fields);
  showing.describe(fields);
}

AnswerShape StaticsQuestion::answer_shape() const {
  return states_shape({always("links", link_vectors_shape())},
                      {always("tau", numbers_list("torques and forces that the joints must hold [N·m, N]")),
                       always("parts", by_name(numbers_list(), "of which against wrenches, gravity and springs")),
                       always("in_equilibrium", a_truth("can the joints hold it")),
                       always("links", by_name(by_name(numbers_list()), "what each joint transmits"))});
}

Outcome StaticsQuestion::respond(Door& door) {
  const Arm arm = robot.arm(door);
  StaticsAnswer answer(arm, wrench.wrenches(arm.model()), showing.showing());
  answer_states(door, arm, states, showing, answer);
  return Outcome::Yes;
}

}  // namespace sinew
