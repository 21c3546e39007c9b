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
    const auto stiction = [&](const ArmState& s) {
      return arm.model().has_friction() ? arm.stiction(s.q, s.qd, s.tau, wrenches) : Stiction{};
    };
    Answers answers;
    long states_at_rest = 0;
    answers.data = [&](const ArmState& s) {
      std::vector<Datum> data = acceleration_data(of, arm.acceleration(s.q, s.qd, s.tau, wrenches));
      const Stiction at_rest = stiction(s);
      if (!at_rest.joints.empty()) ++states_at_rest;
      for (Datum& datum : stiction_data(of, at_rest)) data.push_back(std::move(datum));
      return data;
    };
    // one state has room for what friction holds, and so has json
    answers.warnings = [&]() -> std::vector<Problem> {
      if (states_at_rest == 0 || arguments->showing.format.format == "json") return {};
      return {{Severity::Warning, arm.model().name(), 0,
               "joints with dry friction are at rest in " + std::to_string(states_at_rest) +
                   (states_at_rest == 1 ? " state" : " states") + ", and answered for as if they had none",
               "--format json tells which, and whether friction holds them"}};
    };
    answers.text = [&](const ArmState& s) {
      const std::string note = stiction_text(of, stiction(s), showing);
      return acceleration_text(of, arm.acceleration(s.q, s.qd, s.tau, wrenches), showing) +
             (note.empty() ? "" : "\n" + note);
    };
    answers.effort = [](const ArmState& s) { return s.tau; };
    answers.one_line = of.acceleration_measures();
    return answer_states(arm, arguments->states, arguments->showing, answers);
  };
}

}  // namespace sinew::cli
