// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include "apps/cli/answer_states.h"
#include "sinew/model/end_frame.h"
#include "sinew/report/motion_report.h"

namespace sinew::cli {
namespace {

struct JacobianArguments {
  ArmArgument arm;
  StateArgument states;
  std::string frame;
  std::string point;
  AxesArgument axes;
  RowsArgument rows;
  bool rate = false;
  std::string analytic;
  ShowingArgument showing;
};

void check_analytic(const JacobianArguments& arguments) {
  if (arguments.rate || arguments.axes.axes != "world")
    throw CLI::ValidationError("--analytic", "goes neither with --rate nor with --axes; leave them out");
  const Rows rows = arguments.rows.value();
  if (!rows[0] || !rows[1] || !rows[2])
    throw CLI::ValidationError("--analytic", "is of all three angles; let --rows be angular, or all, or leave it out");
}

}  // namespace

Action declare_jacobian(CLI::App& app) {
  const auto arguments = std::make_shared<JacobianArguments>();
  arguments->arm.robot.declare(app);
  arguments->states.declare(app, {StatePart::Position, StatePart::Velocity});
  app.add_option("--frame", arguments->frame, "a link or frame; where the arm ends if left out")->type_name("NAME");
  app.add_option("--point", arguments->point, "of the frame, in it: [300mm,0,0]; its origin if left out")
      ->type_name("X,Y,Z");
  arguments->axes.declare(app);
  arguments->rows.declare(app);
  app.add_flag("--rate", arguments->rate, "its time derivative, too, at --qd");
  app.add_option("--analytic", arguments->analytic, "rates of these angles in place of the angular velocity")
      ->check(CLI::IsMember({"rpy", "zyz"}));
  arguments->showing.declare(app);
  return [=] {
    const std::string& analytic = arguments->analytic;
    if (!analytic.empty()) check_analytic(*arguments);
    const Rows rows = arguments->rows.value();
    const Arm arm = arguments->arm.load();
    const Coordinates of(arm.model());
    const Showing showing = arguments->showing.showing();
    const Eigen::Vector3d point = point_given(arguments->point);
    const std::string frame = arguments->frame.empty() ? end_frame(arm.model()) : arguments->frame;
    const Axes axes = arguments->axes.value();
    std::optional<EulerAngles> angles;
    if (!analytic.empty()) angles = analytic == "rpy" ? EulerAngles::RollPitchYaw : EulerAngles::Zyz;
    const auto report = [&](const ArmState& s) {
      JacobianReport y;
      y.title = frame + (arguments->point.empty() ? "" : " at " + arguments->point) +
                (rows == all_rows ? ", angular over linear, in " : ", in ") + axes_text(axes) + " axes";
      name_rows(y, rows, angles);
      y.J = chosen_rows(
          angles ? arm.analytic_jacobian(s.q, frame, *angles, point) : arm.jacobian(s.q, frame, axes, point), rows);
      if (arguments->rate) y.J_rate = chosen_rows(arm.jacobian_rate(s.q, s.qd, frame, axes, point), rows);
      y.analysis = analyse_jacobian(y.J);
      return y;
    };
    Answers answers;
    answers.data = [&](const ArmState& s) { return jacobian_data(of, report(s)); };
    JacobianReport named;
    name_rows(named, rows, angles);
    answers.about_robot = frame_members(frame, point, axes, *named.row_keys);
    answers.text = [&](const ArmState& s) { return jacobian_text(of, report(s), showing); };
    return answer_states(arm, arguments->states, arguments->showing, answers);
  };
}

}  // namespace sinew::cli
