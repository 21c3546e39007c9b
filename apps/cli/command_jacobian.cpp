// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include "apps/cli/answer_states.h"
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

Eigen::MatrixXd rows_of(const Eigen::MatrixXd& J, Rows rows) {
  return rows == Rows::Angular ? J.topRows(3) : rows == Rows::Linear ? J.bottomRows(3) : J;
}

}  // namespace

Action declare_jacobian(CLI::App& app) {
  const auto arguments = std::make_shared<JacobianArguments>();
  arguments->arm.declare(app);
  arguments->states.declare(app, {StatePart::Position, StatePart::Velocity});
  app.add_option("--frame", arguments->frame, "a link or frame; the last one on the last link if left out")
      ->type_name("NAME");
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
    if (!analytic.empty() && (arguments->rate || arguments->axes.value() == Axes::Own))
      throw CLI::ValidationError("--analytic", "goes neither with --rate nor with --axes own");
    const Arm arm = arguments->arm.load();
    const Coordinates of(arm.model());
    const Showing showing = arguments->showing.showing();
    const Eigen::Vector3d point = point_given(arguments->point);
    const std::string frame = arguments->frame.empty() ? last_frame(arm.model()) : arguments->frame;
    const Axes axes = arguments->axes.value();
    std::optional<EulerAngles> angles;
    if (!analytic.empty()) angles = analytic == "rpy" ? EulerAngles::RollPitchYaw : EulerAngles::Zyz;
    const auto report = [&](const ArmState& s) {
      JacobianReport y;
      const Rows rows = arguments->rows.value();
      y.title = frame + (arguments->point.empty() ? "" : " at " + arguments->point) +
                (rows == Rows::Both ? ", angular over linear, in " : ", in ") +
                (axes == Axes::Own ? "its own" : "the base's") + " axes";
      name_rows(y, rows, angles);
      y.J = rows_of(angles ? arm.analytic_jacobian(s.q, frame, *angles, point) : arm.jacobian(s.q, frame, axes, point),
                    rows);
      if (arguments->rate) y.J_rate = rows_of(arm.jacobian_rate(s.q, s.qd, frame, axes, point), rows);
      y.analysis = analyse_jacobian(y.J);
      return y;
    };
    Answers answers;
    answers.data = [&](const ArmState& s) { return jacobian_data(of, report(s)); };
    answers.text = [&](const ArmState& s) { return jacobian_text(of, report(s), showing); };
    return answer_states(arm, arguments->states, arguments->showing, answers);
  };
}

}  // namespace sinew::cli
