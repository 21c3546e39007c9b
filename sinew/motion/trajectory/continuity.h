// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/motion/trajectory/trajectory.h"

namespace sinew {

/// Where a trajectory jumps: the joint's position (order 0), velocity (1) or acceleration (2) is larger by `amount` just after
/// the time than just before it.
struct Jump {
  int order = 0;
  double t = 0.0;  ///< [s] since the trajectory's start
  int joint = 0;
  double amount = 0.0;      ///< [rad or m, per second, per second squared]
  std::size_t segment = 0;  ///< the one that begins there, or inside which it is
};

/// All of them, in the order of time; those of one time by order and joint. What is below 1e-9 of the largest position (in the
/// trajectory, at least 1), or below 1e-6 of the largest velocity or acceleration, is no jump. The start and the end of the
/// motion are no places to jump at: what happens before and after is not known.
std::vector<Jump> jumps_of(const Trajectory& trajectory);

}  // namespace sinew
