// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/errors/diagnostic.h"
#include "sinew/model/description.h"
#include "sinew/model/structure.h"

namespace sinew {

/// Notes what no real robot can have.
///
/// Errors, for what can only be a slip: a number that is not finite, a negative mass, friction or rotor inertia,
/// limits in the wrong order, an axis without direction, a gear ratio of zero, a transmission that ends at no
/// rotor. Warnings, for bodies that cannot exist but are published and computed with all the same: an inertia that
/// is not positive semidefinite or breaks the triangle inequality (the pseudo-inertia criterion), a moving link
/// without mass, figures that look like millimetres or degrees taken for metres or radians, a static friction below
/// the sliding one.
///
/// Links that fixed joints hold together are one body. A body is allowed to give no inertia at all if it
/// carries a further moving joint: that is how files build a joint of several axes. The last body of a chain
/// is not, nor a floating base, nor one whose mass is written as zero.
/// Without a tree, bodies as wholes are not checked.
void check_physics(const RobotDescription<double>& description, const std::optional<Tree>& tree,
                   Diagnostics& diagnostics);

}  // namespace sinew
