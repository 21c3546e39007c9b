// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include "apps/cli/answer_states.h"
#include "apps/cli/wrench_argument.h"
#include "sinew/report/limit_report.h"
#include "sinew/report/torque_report.h"

namespace sinew::cli {
namespace {

struct TorqueArguments {
  ArmArgument arm;
  StateArgument states;
  WrenchArgument wrench;
  ShowingArgument showing;
  bool trace = false;
};

}  // namespace

Action declare_torque(CLI::App& app) {
  const auto arguments = std::make_shared<TorqueArguments>();
  arguments->arm.declare(app);
  arguments->states.declare(app, {StatePart::Position, StatePart::Velocity, StatePart::Acceleration});
  arguments->wrench.declare(app);
  app.add_flag("--trace", arguments->trace,
               "every vector of both passes, the full reactions of the joints, and each torque by cause");
  arguments->showing.declare(app);
  return [=] {
    const Arm arm = arguments->arm.load();
    const Coordinates of(arm.model());
    const std::vector<Wrench> wrenches = arguments->wrench.wrenches(arm.model());
    const Showing showing = arguments->showing.showing();
    const auto marks = [&](const Eigen::VectorXd& tau) {
      return effort_marks(arm.model(), beyond_limits(arm.model(), {.tau = &tau}));
    };
    Answers answers;
    answers.effort = [&](const ArmState& s) { return arm.torque(s.q, s.qd, s.qdd, wrenches); };
    if (arguments->trace) {
      answers.about_robot = {link_vectors_member()};
      answers.data = [&](const ArmState& s) {
        const Trace trace = arm.trace(s.q, s.qd, s.qdd, wrenches);
        std::vector<Datum> data = torque_data(of, trace.tau);
        for (Datum& datum : trace_data(arm.model(), of, trace)) data.push_back(std::move(datum));
        return data;
      };
      answers.text = [&](const ArmState& s) {
        const Trace trace = arm.trace(s.q, s.qd, s.qdd, wrenches);
        return torque_text(of, trace.tau, showing, marks(trace.tau)) + "\n" +
               trace_text(arm.model(), of, trace, showing);
      };
    } else {
      answers.data = [&](const ArmState& s) { return torque_data(of, arm.torque(s.q, s.qd, s.qdd, wrenches)); };
      answers.text = [&](const ArmState& s) {
        const Eigen::VectorXd tau = arm.torque(s.q, s.qd, s.qdd, wrenches);
        return torque_text(of, tau, showing, marks(tau));
      };
      answers.one_line = of.effort_measures();
    }
    return answer_states(arm, arguments->states, arguments->showing, answers);
  };
}

}  // namespace sinew::cli
