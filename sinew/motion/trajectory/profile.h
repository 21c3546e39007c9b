// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "sinew/motion/trajectory/clock.h"

namespace sinew {

/// How a motion from rest to rest begins and ends.
enum class Profile {
  Linear,       ///< constant velocity: it jumps at both ends
  Cubic,        ///< velocity zero at both ends
  Quintic,      ///< acceleration zero there, too
  Septic,       ///< and jerk
  BangBang,     ///< largest acceleration, then largest deceleration
  Trapezoidal,  ///< the same with constant velocity between them: bang-coast-bang
  DoubleS       ///< the trapezoidal one with ramps of acceleration
};

std::optional<Profile> profile_named(std::string_view name);
const char* name_of(Profile profile);
/// Every name, for messages: "linear, cubic, …".
std::vector<std::string_view> profile_names();

/// Largest rate, acceleration and jerk of a path's parameter; infinite where there is none.
struct ClockLimits {
  double rate = std::numeric_limits<double>::infinity();
  double acceleration = std::numeric_limits<double>::infinity();
  double jerk = std::numeric_limits<double>::infinity();
};

/// From s = 0 to s = 1 in `duration` seconds. The trapezoidal profile and the double S spend a third of it on each ramp,
/// and those of the double S a half of each ramp with growing acceleration. InputError for a duration that is not positive.
Clock profile_clock(Profile profile, double duration);

/// The fastest of that profile within the limits. InputError where the limits that the profile needs are missing: a rate
/// or an acceleration for polynomials, an acceleration for bang-bang and trapezoidal, a jerk for the double S.
Clock fastest_clock(Profile profile, const ClockLimits& limits);

}  // namespace sinew
