// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/formats/robot_changes.h"
#include "sinew/model/structure.h"
#include "sinew/symbolic/expr.h"

namespace sinew {

/// Applies the changes in the order: parts left out, gravity, locked joints, tool, payloads. Notes what does not fit the
/// robot, with the robot's name in place of a file's. `tree` is the tree of the robot as it was.
///
/// A locked joint becomes a fixed one. Its motor goes on as a part of the link that carries it: the mass as a point, and
/// the rotor, which no longer spins on its carrier, as the inertia J·a·aᵀ about its axis a. So the other joints need the
/// torques that they needed with this joint at rest. Where the arm ends stays where it was, whatever is locked.
template <Scalar P>
void apply(const RobotChanges& changes, RobotDescription<P>& robot, const Tree& tree, Diagnostics& diagnostics);

extern template void apply(const RobotChanges&, RobotDescription<double>&, const Tree&, Diagnostics&);
extern template void apply(const RobotChanges&, RobotDescription<Expr>&, const Tree&, Diagnostics&);

}  // namespace sinew
