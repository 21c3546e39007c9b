// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/source_text.h"
#include "sinew/model/description.h"

namespace sinew {

/// A robot from URDF. Everything wrong with the file goes to `problems`; nothing is thrown.
///
/// Read as urdfdom reads it: a joint's axis is 1 0 0 unless given, limits `lower` and `upper` are 0 unless
/// given, an <inertial> has its own axes (rpy). What says nothing about dynamics (visual, collision, gazebo,
/// transmission, …) is passed over, and so is everything but the pose of a fixed joint. Beyond that:
///
///   - <dynamics friction="…"> is the Coulomb and the static friction, both ways.
///   - A planar joint `j` with child `c` becomes two slides and a turn: prismatic `j_x` and `j_y` through
///     massless links `c_x` and `c_y`, and continuous `j` about the plane's normal. For the normal z they
///     slide along x and y; for another, along x and y turned the shortest way with z.
///   - A floating joint under a root link without inertia and without other children makes a floating base:
///     the root link is dropped and the child is the base. Anywhere else it is an error.
///   - <sinew> elements say what URDF cannot (extension.h).
RobotDescription<double> read_urdf(SourceText source, const ReadOptions& options, Diagnostics& diagnostics);

}  // namespace sinew
