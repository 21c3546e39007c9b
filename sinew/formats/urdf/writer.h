// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/model/description.h"

namespace sinew {

/// The robot as URDF: read back, it has the same dynamics and every link and frame in the same place.
///
/// URDF puts a link's frame on its joint, knows no screws, frames, payloads or motors. Such things are spelt
/// out in links and joints that mean the same to every program (stand_ins.h); what cannot be spelt out
/// stands in <sinew> elements (extension.h), and one warning lists what other programs will not see.
/// An infinite limit is written as 1e9 for them.
///
/// The description must be sound (`find_tree` finds nothing wrong). What XML cannot hold at all, a number
/// that is not finite or a name with control characters, is an error in `notes`, and the text is then no use.
std::string write_urdf(const RobotDescription<double>& robot, Diagnostics& notes);

}  // namespace sinew
