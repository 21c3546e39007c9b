// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/motion/cartesian/cartesian_path.h"

namespace sinew {

/// From rest to rest along straight lines between poses, turning about one axis on each; at every inner pose, the corner is
/// rounded from `blend` before to `blend` behind it. Velocity and acceleration are continuous, and a quintic in time goes
/// along the whole way. Ways are measured in metres, with 1 rad as a fifth of a metre.
///
/// On a corner, x_b and x_a take the place of the ways before and behind it,
///
///     p = pᵢ + d_b·x_b + d_a·x_a,   R = exp(ω_a·x_a)·exp(ω_b·x_b)·Rᵢ,   x_a = 2b·(u³ − u⁴/2),  x_b = s − sᵢ − x_a
///
/// with u from 0 to 1. InputError for fewer than three poses, two alike in a row, and a blend that is not above zero or
/// reaches beyond the middle between two inner poses, or beyond an end.
std::unique_ptr<CartesianPath> blended_path(const std::vector<Pose<double>>& poses, double blend, double duration);

}  // namespace sinew
