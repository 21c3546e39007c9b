// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include "apps/cli/answer_states.h"
#include "apps/cli/wrench_argument.h"
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
    answers.data = [&](const ArmState& s) { return statics_data(arm.model(), of, arm.statics(s.q, wrenches)); };
    answers.text = [&](const ArmState& s) {
      return statics_text(arm.model(), of, arm.statics(s.q, wrenches), weights(arm, s.q), showing);
    };
    return answer_states(arm, arguments->states, arguments->showing, answers);
  };
}

}  // namespace sinew::cli
