// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include "apps/cli/answer_states.h"
#include "apps/cli/wrench_argument.h"
#include "sinew/report/torque_report.h"

namespace sinew::cli {
namespace {

struct AccelerateArguments {
  ArmArgument arm;
  StateArgument states;
  WrenchArgument wrench;
  ShowingArgument showing;
};

}  // namespace

Action declare_accelerate(CLI::App& app) {
  const auto arguments = std::make_shared<AccelerateArguments>();
  arguments->arm.declare(app);
  arguments->states.declare(app, {StatePart::Position, StatePart::Velocity, StatePart::Effort});
  arguments->wrench.declare(app);
  arguments->showing.declare(app);
  return [=] {
    const Arm arm = arguments->arm.load();
    const Coordinates of(arm.model());
    const std::vector<Wrench> wrenches = arguments->wrench.wrenches(arm.model());
    const Showing showing = arguments->showing.showing();
    const auto resting = [&](const ArmState& s) -> std::vector<RestingJoint> {
      if (!arm.model().has_friction()) return {};
      const Eigen::VectorXd rest = Eigen::VectorXd::Zero(arm.velocity_count());
      return resting_joints(arm.model(), s.q, s.qd, s.tau, arm.torque(s.q, s.qd, rest, wrenches));
    };
    Answers answers;
    answers.data = [&](const ArmState& s) {
      std::vector<Datum> data = acceleration_data(of, arm.acceleration(s.q, s.qd, s.tau, wrenches));
      for (Datum& datum : resting_data(of, resting(s))) data.push_back(std::move(datum));
      return data;
    };
    answers.text = [&](const ArmState& s) {
      const std::string note = resting_text(of, resting(s), showing);
      return acceleration_text(of, arm.acceleration(s.q, s.qd, s.tau, wrenches), showing) +
             (note.empty() ? "" : "\n" + note);
    };
    answers.one_line = of.acceleration_measures();
    return answer_states(arm, arguments->states, arguments->showing, answers);
  };
}

}  // namespace sinew::cli
