// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <set>

#include "apps/cli/answer_states.h"
#include "apps/cli/usage.h"
#include "sinew/analysis/matrices.h"
#include "sinew/report/motion_report.h"

namespace sinew::cli {
namespace {

struct PoseArguments {
  ArmArgument arm;
  StateArgument states;
  std::vector<std::string> frames;
  std::string point;
  AxesArgument axes;
  bool motion = false;
  ShowingArgument showing;
};

void refuse_repeated(const std::vector<std::string>& frames) {
  std::set<std::string> seen;
  for (const std::string& frame : frames)
    if (!seen.insert(frame).second)
      throw CLI::ValidationError("--frame", in_quotes(frame) + " stands there twice; keep one");
}

}  // namespace

Action declare_pose(CLI::App& app) {
  const auto arguments = std::make_shared<PoseArguments>();
  arguments->arm.robot.declare(app);
  arguments->states.declare(app, {StatePart::Position, StatePart::Velocity, StatePart::Acceleration});
  app.add_option("--frame", arguments->frames,
                 "a link or frame, with its matrix (repeatable); all, in one table, if left out")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_flag("--motion", arguments->motion, "velocity and acceleration, too, as --qd or --qdd ask for by themselves");
  arguments->axes.declare(app);
  app.add_option("--point", arguments->point,
                 "of the frame, in it: [300mm,0,0]; where it is, and its velocity and acceleration")
      ->type_name("X,Y,Z");
  arguments->showing.declare(app);
  return [=, command = &app] {
    const bool moves = arguments->motion || arguments->states.is_given(StatePart::Velocity) ||
                       arguments->states.is_given(StatePart::Acceleration);
    if (!moves) refuse_idle(*command, {"--axes"}, "is of velocities; add --motion, --qd or --qdd");
    refuse_repeated(arguments->frames);
    const Arm arm = arguments->arm.load();
    const Showing showing = arguments->showing.showing();
    const Eigen::Vector3d point = point_given(arguments->point);
    std::vector<std::string> names = arguments->frames;
    if (names.empty())
      for (const Frame<double>& frame : arm.model().frames()) names.push_back(frame.name);
    const auto placed = [&](const ArmState& s) {
      std::vector<PlacedFrame> frames;
      for (const std::string& name : names) {
        PlacedFrame frame{name, arm.pose(s.q, name), std::nullopt};
        if (!arguments->point.empty()) frame.point = vector(frame.X_WF * vec3(point));
        if (moves) frame.motion = arm.motion(s.q, s.qd, s.qdd, name, arguments->axes.value(), point);
        frames.push_back(std::move(frame));
      }
      return frames;
    };
    Answers answers;
    answers.about_robot = pose_members(point, arguments->axes.value(), moves);
    answers.data = [&](const ArmState& s) { return pose_data(placed(s)); };
    answers.text = [&](const ArmState& s) {
      if (arguments->frames.empty()) return pose_text(placed(s), showing);
      std::string text;
      for (const PlacedFrame& frame : placed(s)) text += (text.empty() ? "" : "\n") + pose_details(frame, showing);
      return text;
    };
    return answer_states(arm, arguments->states, arguments->showing, answers);
  };
}

}  // namespace sinew::cli
