// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/units/units.h"

namespace sinew {

/// One number that calibration may change: of the robot, or of a place that it is measured from.
struct CalibrationParameter {
  std::string name;            ///< "a2", "joint4.offset", "tool.x", "socket0.y"
  Dimension dimension;         ///< of the value: an angle, a length, rad/(N·m), a plain number
  double nominal = 0.0;        ///< SI; every change is counted from here
  double typical_error = 1.0;  ///< SI; a change of this size is neither large nor small, so it scales the columns of Φ
  bool of_robot = true;        ///< false: of a place, such as the position of a socket or of the robot's own base
  /// The group that `--free` may name: "a", "theta", "offset", "tool", "base", or empty.
  std::string group = {};
  std::string joint = {};  ///< the joint that it belongs to; empty for base and tool
};

}  // namespace sinew
