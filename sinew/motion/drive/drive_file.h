// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/formats/source_text.h"
#include "sinew/motion/drive/given_drive.h"

namespace sinew {

/// Reads what drives a robot (docs/guides/simulation.md): YAML, or a CSV of torques where the file's name ends so or
/// its first line has commas and no colon. `start`: where the robot is when the simulation begins, which laws hold
/// where the file says nothing else. `formulas` takes over the file's parameters. Throws InputError with everything
/// that is wrong, with its line.
GivenDrive read_drive(const SourceText& source, const Arm& arm, const std::vector<double>& start,
                      StateFormulas& formulas);

}  // namespace sinew
