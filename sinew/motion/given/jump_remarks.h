// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/motion/given/joint_list.h"
#include "sinew/motion/trajectory/trajectory.h"

namespace sinew {

/// Notes where a trajectory jumps, with time, joint and amount: a position that jumps is an error, velocities and
/// accelerations that do are warnings, one for each with the largest of them. `start`: what the giver's clock shows at the
/// trajectory's t = 0; `lines`: where each segment is given.
void note_jumps(const Trajectory& trajectory, double start, const JointList& joints,
                const std::vector<SourceLine>& lines, Diagnostics& diagnostics);

}  // namespace sinew
