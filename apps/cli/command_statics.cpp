// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include "apps/cli/answer_states.h"
#include "apps/cli/wrench_argument.h"
#include "sinew/report/limit_report.h"
#include "sinew/report/torque_report.h"

namespace sinew::cli {
namespace {

struct StaticsArguments {
  ArmArgument arm;
  StateArgument states;
  WrenchArgument wrench;
  ShowingArgument showing;
};

}  // namespace

Action declare_statics(CLI::App& app) {
  const auto arguments = std::make_shared<StaticsArguments>();
  arguments->arm.declare(app);
  arguments->states.declare(app, {StatePart::Position});
  arguments->wrench.declare(app);
  arguments->showing.declare(app);
  return [=] {
    const Arm arm = arguments->arm.load();
    const Coordinates of(arm.model());
    const std::vector<Wrench> wrenches = arguments->wrench.wrenches(arm.model());
    const Showing showing = arguments->showing.showing();
    Answers answers;
    answers.about_robot = {link_vectors_member()};
    answers.data = [&](const ArmState& s) { return statics_data(arm.model(), of, arm.statics(s.q, wrenches)); };
    answers.effort = [&](const ArmState& s) -> Eigen::VectorXd { return arm.statics(s.q, wrenches).tau; };
    answers.text = [&](const ArmState& s) {
      const StaticsReport statics = arm.statics(s.q, wrenches);
      return statics_text(arm.model(), of, statics, weights(arm, s.q), showing,
                          effort_marks(arm.model(), beyond_limits(arm.model(), {.tau = &statics.tau})));
    };
    return answer_states(arm, arguments->states, arguments->showing, answers);
  };
}

}  // namespace sinew::cli
