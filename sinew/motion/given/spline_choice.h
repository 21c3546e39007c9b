// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/motion/given/motion_reading.h"
#include "sinew/motion/trajectory/spline.h"

namespace sinew {

/// Which spline goes through points.
struct SplineChoice {
  int degree = 3;
  SplineEnd end = SplineEnd::Natural;
};

/// `spline: cubic` or quintic, `ends: natural`, clamped, periodic or not-a-knot; what is left out is as in `otherwise`.
SplineChoice read_spline_choice(YamlFields& fields, MotionReading& reading, SplineChoice otherwise);

}  // namespace sinew
