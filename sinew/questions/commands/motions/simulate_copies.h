// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/model/state.h"
#include "sinew/motion/quantities/sample_times.h"
#include "sinew/questions/commands/motions/simulate.h"

namespace sinew {

/// `--copies`: many runs with varied numbers, over all cores, and what they have in common. Copy 1 is the robot as it
/// is. The answer does not depend on how many cores there are.
Outcome answer_of_copies(SimulateQuestion& asked, const Arm& arm, const State& start, const SampleTimes& times,
                         Door& door);

}  // namespace sinew
