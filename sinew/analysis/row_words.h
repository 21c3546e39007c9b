// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "sinew/analysis/rows.h"

namespace sinew {

/// Rows of a frame's motion by their names, in the order in which they are named: "all", "angular", "linear", or any of
/// wx, wy, wz, vx, vy, vz; of a pose also "pose", "orientation", "position", rx, ry, rz, x, y, z. Names stand apart by commas
/// or spaces, with or without brackets around them all. Every command and problem file reads rows here.
///
/// Throws InputError with the nearest name for a word that names no row, and where nothing stands beside a comma.
Rows rows_named(std::string_view text);

}  // namespace sinew
