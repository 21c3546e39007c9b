// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/states/pose.h"

#include <set>

#include "sinew/analysis/matrices.h"
#include "sinew/questions/state_answers.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/motion_report.h"
#include "sinew/report/plot_report.h"

namespace sinew {
namespace {

/// Which frames, which point of each, and whether they move.
struct PoseRequest {
  std::vector<std::string> frames;  ///< empty: all, in one table
  std::optional<Eigen::Vector3d> point;
  Axes axes;
  bool moves = false;
};

class PoseAnswer final : public StateAnswer {
 public:
  PoseAnswer(const Arm& arm, PoseRequest request, Showing showing)
      : arm_(arm), request_(std::move(request)), names_(request_.frames), showing_(std::move(showing)) {
    if (names_.empty())
      for (const Frame<double>& frame : arm.model().frames()) names_.push_back(frame.name);
  }

  void compute(const State& s) override {
    const Eigen::VectorXd q = vector(s.q), qd = vector(s.qd), qdd = vector(s.qdd);
    placed_.clear();
    for (const std::string& name : names_) {
      PlacedFrame frame{name, arm_.pose(q, name), std::nullopt};
      if (request_.point) frame.point = vector(frame.X_WF * vec3(*request_.point));
      if (request_.moves) frame.motion = arm_.motion(q, qd, qdd, name, request_.axes, point());
      placed_.push_back(std::move(frame));
    }
  }

  std::vector<Datum> data() const override { return pose_data(placed_); }
  std::vector<PlottedQuantity> plots() const override {
    return pose_plots(names_, request_.point.has_value(), request_.moves);
  }

  std::string text(const std::vector<BeyondLimit>& /*beyond*/) const override {
    if (request_.frames.empty()) return pose_text(placed_, showing_);
    std::string text;
    for (const PlacedFrame& frame : placed_) text += (text.empty() ? "" : "\n") + pose_details(frame, showing_);
    return text;
  }

  std::vector<std::string> about_robot() const override { return pose_members(point(), request_.axes, request_.moves); }

 private:
  Eigen::Vector3d point() const { return request_.point.value_or(Eigen::Vector3d::Zero()); }

  const Arm& arm_;
  PoseRequest request_;
  std::vector<std::string> names_;
  Showing showing_;
  std::vector<PlacedFrame> placed_;
};

void refuse_repeated(const std::vector<std::string>& frames) {
  std::set<std::string> seen;
  for (const std::string& frame : frames)
    if (!seen.insert(frame).second) throw UsageError("frame", in_quotes(frame) + " stands there twice; keep one");
}

}  // namespace

void PoseQuestion::describe(Fields& fields) {
  robot.describe(fields);
  states.describe(fields);
  fields
      .add("frame", &frame,
           "A link or frame, which is shown with its matrix. The option can be repeated. If it is left out, all frames "
           "are shown "
           "in one table.")
      .of("NAME");
  fields.add("motion", &motion, "Give velocities and accelerations as well. With --qd or --qdd they are given anyway.");
  axes.describe(fields);
  fields
      .add("point", &point,
           "A point of the frame [m], in the frame: [300mm,0,0]. Its position, velocity and acceleration are given.")
      .of("X,Y,Z");
  plot.describe(fields, "tool.position,tool.rpy");
  showing.describe(fields);
}

AnswerShape PoseQuestion::answer_shape() const {
  std::vector<AnswerShape::Member> of_frame{
      always("position", numbers_list("[m]")), always("rpy", numbers_list("roll, pitch, yaw [rad]")),
      always("quaternion", numbers_list("x, y, z, w")), always("rotation", a_matrix()),
      sometimes("point_position", numbers_list("of the point [m]"))};
  for (const char* of_motion : {"angular_velocity", "velocity", "angular_acceleration", "acceleration"})
    of_frame.push_back(sometimes(of_motion, numbers_list("where it moves")));
  return states_shape({always("axes", a_text("of positions")), always("rows", texts_list("x, y, z")),
                       always("point", numbers_list("in each frame [m]")),
                       sometimes("motion", an_object({always("axes", a_text("of velocities and accelerations"))}))},
                      {always("frames", by_name(an_object(std::move(of_frame))))});
}

Outcome PoseQuestion::respond(Door& door) {
  PoseRequest request{frame, std::nullopt, axes.value(), motion || !states.qd.empty() || !states.qdd.empty()};
  if (!request.moves) fields().refuse_idle({"axes"}, "is of velocities; add --motion, --qd or --qdd");
  RobotChoice::refuse_dynamics(fields());
  refuse_repeated(frame);
  const Arm arm = robot.arm(door);
  if (!point.empty()) request.point = point_given(point);
  PoseAnswer answer(arm, std::move(request), showing.showing());
  answer_states(door, arm, states, showing, plot, fields(), answer);
  return Outcome::Yes;
}

}  // namespace sinew
