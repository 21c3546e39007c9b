// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/equations/symbolic_robot.h"
#include "sinew/equations/term_remarks.h"

namespace sinew {

/// Notes of each term that does not belong to a formula whether its unit could not even be right.
///
/// Only where the right formula has one unit in all its terms: a robot with plain numbers in its file hides units in
/// them, and then nothing is noted.
void note_wrong_units(SymbolicRobot& robot, const Polynomial& right, std::vector<TermRemark>& remarks);

}  // namespace sinew
