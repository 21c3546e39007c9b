// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "sinew/formats/yaml/document.h"

namespace sinew {

/// Moves in one line, as a trajectory file would have them:
///
///     0,0,0 -> 90deg,45deg,0 in 2s -> elbow=0 in 1s with cubic
///
/// Positions are lists in the order of the joints, or values by name; each leg goes from rest to rest, in its time or, where
/// none is said, as fast as the robot's limits allow, with a quintic or another profile. Throws FormulaError.
YamlNode::Pointer moves_in_line(std::string_view text);

}  // namespace sinew
