// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sinew/print/drawing/picture.h"
#include "sinew/report/drawing/posed_robot.h"
#include "sinew/report/drawing/robot_shapes.h"
#include "sinew/report/drawing/view.h"

namespace sinew {

/// One configuration, and the wrenches that act on it.
struct DrawnPose {
  PosedRobot robot;
  std::vector<PosedWrench> wrenches;
  std::string caption;  ///< such as "t = 0.5 s"; stands at the end of the arm, or below a pose that stands by itself
};

/// Everything that a drawing shows.
struct RobotScene {
  std::string title;
  bool floating_base = false;
  std::vector<DrawnPose> poses;    ///< the last one counts, and the others are paler
  std::vector<RobotShape> shapes;  ///< of the robot in every pose
  SpacePath trace;                 ///< of the arm's end along a trajectory
};

/// How it is drawn.
struct DrawingStyle {
  View view;
  double width = 0.0, height = 0.0;  ///< of the picture; zero: as the robot needs it
  bool side_by_side = false;         ///< each pose by itself
  bool axes = true, com = false, shapes = true;
  std::vector<std::string> frames;  ///< whose x, y and z are drawn
  bool label_joints = true, label_links = false, label_frames = true, label_com = false, label_wrenches = true;
};

struct RobotDrawing {
  Picture picture;
  std::size_t labels_left_out = 0;  ///< for which there was no room
};

RobotDrawing robot_drawing(const RobotScene& scene, const DrawingStyle& style);

}  // namespace sinew
