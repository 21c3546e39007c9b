// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/spatial/pose.h"

namespace sinew {

/// A turn of 1 rad counts as much as this way where poses are compared: a fifth of a metre.
inline constexpr double metres_per_radian = 0.2;

inline constexpr double longest_path = 1000.0;  ///< [m]: more is taken for a slip

/// A number and its first two time derivatives.
struct Motion1 {
  double x = 0.0, rate = 0.0, second = 0.0;
};

/// 10u³ − 15u⁴ + 6u⁵, u = t/duration: from 0 to 1, at rest at both ends.
Motion1 quintic(double t, double duration);

/// With four digits: enough to see whether it is the path that was meant.
std::string roughly(double number);
std::string degrees(double angle);

/// InputError unless the duration is above zero.
void expect_duration(double duration);
/// InputError for a pose with numbers that are not finite.
void expect_finite(const Pose<double>& X);

}  // namespace sinew
