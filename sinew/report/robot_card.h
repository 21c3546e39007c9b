// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/formats/load.h"

namespace sinew {

/// A robot on one page for people: tree, joints, DH table where there is one, bodies, frames, totals, warnings.
std::string robot_card(const LoadedRobot& robot);

/// The same facts for programs, in full precision and in SI. A link's joint at q = 0 is `joint_on_parent`, seen from
/// the parent's joint and with z along the axis; frames are placed on their link's joint in the same way.
std::string robot_json(const LoadedRobot& robot);

/// One line per moving link: its joint, limits and body, numbers exact, in SI.
std::string robot_csv(const LoadedRobot& robot);

}  // namespace sinew
