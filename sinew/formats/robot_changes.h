// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/units/units.h"

namespace sinew {

/// A joint that is held where it is, and leaves q. Joints that follow it are held as well.
struct LockedJoint {
  std::string joint;
  double position = 0.0;     ///< rad or m
  Dimension dimension = {};  ///< that the position was given in; a plain number fits every joint
};

/// A body that the robot holds.
struct Payload {
  double mass = 0.0;                ///< kg
  Vec3<double> com = {};            ///< its centre of mass, in the frame [m]
  Symmetric3<double> inertia = {};  ///< about its centre of mass, in the frame's axes [kg·m²]
  std::string frame = {};           ///< a link or frame; empty: where the arm ends
};

/// A frame beyond the end of the arm, which is where the arm ends then.
struct Tool {
  Pose<double> X_FT = {};  ///< the tool in the frame that carries it
  std::string frame = {};  ///< a link or frame; empty: where the arm ended
  std::string name = "tool";
};

/// What is changed about a robot for one question. It becomes another robot, the same that a file written that way gives.
struct RobotChanges {
  std::vector<LockedJoint> locked = {};
  std::optional<Tool> tool = {};
  std::vector<Payload> payloads = {};
  std::optional<Vec3<double>> gravity = {};  ///< m/s², in the base frame
  Without without = {};

  bool any() const;
};

}  // namespace sinew
