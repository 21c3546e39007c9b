// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/questions/choices/picture_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/choices/trajectory_choice.h"
#include "sinew/questions/choices/wrench_choice.h"
#include "sinew/questions/question.h"
#include "sinew/report/drawing/robot_drawing.h"

namespace sinew {

/// `draw`: the robot as a labelled sketch, in one configuration or several.
struct DrawQuestion final : Question {
  RobotChoice robot;
  std::string q;                            ///< one configuration, of a request
  std::vector<std::string> configurations;  ///< `--q`, as often as there are any
  std::string states;                       ///< a CSV of configurations
  TrajectoryChoice trajectory;
  int poses = 6;  ///< along the trajectory
  WrenchChoice wrench;
  std::string layout;
  PictureChoice picture;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void describe_poses(Fields& fields);
  RobotScene scene(const Arm& arm, Door& door);
  void add_configurations(const Arm& arm, Door& door, RobotScene& scene) const;
  void add_trajectory(const Arm& arm, Door& door, RobotScene& scene);
};

}  // namespace sinew
