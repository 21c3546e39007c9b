// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/equations/symbolic_robot.h"
#include "sinew/equations/term_remarks.h"
#include "sinew/units/units.h"

namespace sinew {

/// Notes of each term that does not belong to a formula whether its unit could not even be right.
///
/// Only where all terms of the right formula show the unit that is wanted by their symbols: a robot with plain numbers in
/// its file hides units in them, and then nothing is noted.
void note_wrong_units(SymbolicRobot& robot, const Polynomial& right, const Dimension& wanted,
                      std::vector<TermRemark>& remarks);

}  // namespace sinew
