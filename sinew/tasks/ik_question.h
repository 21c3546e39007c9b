// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/analysis/cartesian_dynamics.h"
#include "sinew/tasks/objective.h"

/// What inverse kinematics can be asked.
namespace sinew {

/// What a frame is to reach.
struct IkTarget {
  Pose<double> X_WF;      ///< where the frame's point is to be, and how the frame is to be turned
  Rows rows = all_rows;   ///< what of that counts: wx wy wz vx vy vz
  Rotation<double> R_WA;  ///< the axes that the rows are in; W's own unless said otherwise

  static IkTarget pose(const Pose<double>& X_WF) { return {X_WF, all_rows, {}}; }
  static IkTarget position(const Vec3<double>& p_WF) { return {{{}, p_WF}, linear_rows, {}}; }
  static IkTarget orientation(const Rotation<double>& R_WF) { return {{R_WF, {}}, angular_rows, {}}; }
};

struct IkOptions {
  double position_tolerance = 1e-8;     ///< m
  double orientation_tolerance = 1e-8;  ///< rad
  int starts = 100;                     ///< at most, the given one included
  int iterations = 60;                  ///< at most, per start
  bool limits = true;                   ///< are the joints' limits kept?
  bool explain = true;                  ///< is a failure looked into? That takes longer than the search
  int objective_steps = 200;            ///< at most, in the null space
};

/// An objective to be made better in the null space, and what it counts beside the others.
struct IkObjective {
  Objective* objective = nullptr;
  double weight = 1.0;
};

}  // namespace sinew
