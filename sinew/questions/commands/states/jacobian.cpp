// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/states/jacobian.h"

#include "sinew/analysis/matrices.h"
#include "sinew/model/end_frame.h"
#include "sinew/questions/state_answers.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/motion_report.h"

namespace sinew {
namespace {

/// Of which point, in whose axes, and which rows.
struct JacobianRequest {
  std::string title;
  std::string frame;
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  Axes axes;
  Rows rows = all_rows;
  bool with_rate = false;
  std::optional<EulerAngles> angles;
};

class JacobianAnswer final : public StateAnswer {
 public:
  JacobianAnswer(const Arm& arm, JacobianRequest request, Showing showing)
      : arm_(arm), of_(arm.model()), request_(std::move(request)), showing_(std::move(showing)) {
    report_.title = request_.title;
    name_rows(report_, request_.rows, request_.angles);
  }

  void compute(const State& s) override {
    const Eigen::VectorXd q = vector(s.q), qd = vector(s.qd);
    const auto& [title, frame, point, axes, rows, with_rate, angles] = request_;
    report_.J = chosen_rows(
        angles ? arm_.analytic_jacobian(q, frame, *angles, point) : arm_.jacobian(q, frame, axes, point), rows);
    if (with_rate) report_.J_rate = chosen_rows(arm_.jacobian_rate(q, qd, frame, axes, point), rows);
    report_.analysis = analyse_jacobian(report_.J);
  }

  std::vector<Datum> data() const override { return jacobian_data(of_, report_); }
  std::string text(const std::vector<BeyondLimit>& /*beyond*/) const override {
    return jacobian_text(of_, report_, showing_);
  }
  std::vector<std::string> about_robot() const override {
    return frame_members(request_.frame, request_.point, request_.axes, *report_.row_keys);
  }

 private:
  const Arm& arm_;
  Coordinates of_;
  JacobianRequest request_;
  Showing showing_;
  JacobianReport report_;
};

}  // namespace

void JacobianQuestion::describe(Fields& fields) {
  robot.describe(fields);
  states.describe(fields);
  describe_end_frame(fields, frame, "The link or frame whose Jacobian is wanted.");
  fields.add("point", &point, "The point of the frame [m], in the frame: [300mm,0,0]. It is the origin if left out.")
      .of("X,Y,Z");
  axes.describe(fields);
  rows.describe(fields);
  fields.add("rate", &rate, "Give the time derivative of the Jacobian at --qd as well.");
  fields.add("analytic", &analytic, "Use rates of these angles in place of the angular velocity.")
      .one_of({"rpy", "zyz"});
  showing.describe(fields);
}

void JacobianQuestion::check_analytic() const {
  if (rate || axes.axes != "world")
    throw UsageError("analytic", "goes neither with --rate nor with --axes; leave them out");
  const Rows chosen = rows.value();
  if (!chosen[0] || !chosen[1] || !chosen[2])
    throw UsageError("analytic", "is of all three angles; let --rows be angular, or all, or leave it out");
}

AnswerShape JacobianQuestion::answer_shape() const {
  return states_shape(
      {always("frame", a_text()), always("point", numbers_list("in the frame [m]")), always("axes", a_text()),
       always("rows", texts_list("what the rows are of"))},
      {always("J", a_matrix()), sometimes("J_rate", a_matrix("time derivative of J")), always("rank", a_whole_number()),
       always("condition", a_number("null where it is infinite")), always("manipulability", a_number()),
       always("singular_values", numbers_list("the largest first")),
       always("lost_directions", a_matrix("motions that no velocity of the joints gives, one a row")),
       always("self_motions", a_matrix("velocities of the joints that do not move the frame, one a row"))});
}

Outcome JacobianQuestion::respond(Door& door) {
  RobotChoice::refuse_dynamics(fields());
  if (!analytic.empty()) check_analytic();
  JacobianRequest request;
  request.rows = rows.value();
  const Arm arm = robot.arm(door);
  const Showing shown = showing.showing();
  request.point = point_given(point);
  request.frame = frame.empty() ? end_frame(arm.model()) : frame;
  request.axes = axes.value();
  request.with_rate = rate;
  if (!analytic.empty()) request.angles = analytic == "rpy" ? EulerAngles::RollPitchYaw : EulerAngles::Zyz;
  request.title = request.frame + (point.empty() ? "" : " at " + point) +
                  (request.rows == all_rows ? ", angular over linear, in " : ", in ") + axes_text(request.axes) +
                  " axes";
  JacobianAnswer answer(arm, std::move(request), shown);
  answer_states(door, arm, states, showing, answer);
  return Outcome::Yes;
}

}  // namespace sinew
