// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/formats/load.h"

namespace sinew {

/// A robot on one page for people: tree, joints, DH table where there is one, bodies, frames, totals,
/// warnings.
std::string robot_card(const LoadedRobot& robot);

/// The same facts for programs, numbers exact, in SI.
std::string robot_json(const LoadedRobot& robot);

/// One line per moving link: its joint, limits and body, numbers exact, in SI.
std::string robot_csv(const LoadedRobot& robot);

}  // namespace sinew
