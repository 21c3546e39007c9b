// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/model/model.h"

namespace sinew {

/// The robot of many exercises: one link that turns about a horizontal axis, I·q̈ + m·g·d·sin q = τ, with q = 0 where it hangs
/// down. `inertia` is I about the axis [kg·m²], `gravity_moment` is m·g·d [N·m]. InputError unless the inertia is above zero.
Model<double> single_link(double inertia, double gravity_moment);

}  // namespace sinew
