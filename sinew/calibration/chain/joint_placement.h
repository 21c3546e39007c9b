// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/model/description.h"

namespace sinew {

/// Puts a joint between its parent's frame P and its child's frame L by way of C, a frame that the joint turns about
/// its z or slides along it:
///
///     X_PL(q) = X_PC · J_z(q) · X_CL
///
/// The description has J about the joint's own axis: X_PJ·J(q)·X_JC. A displacement G along and about z may stand on
/// either side of J; the one stays that the description has now, where C sees the child's frame at `X_CL_now`. What
/// would change by round-off alone is left as it is.
void place_joint(const Pose<double>& X_PC, const Pose<double>& X_CL, const Pose<double>& X_CL_now,
                 JointDescription<double>& joint);

}  // namespace sinew
