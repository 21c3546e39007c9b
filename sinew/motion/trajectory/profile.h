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

/// The ramps of a trapezoidal profile and of a double S.
struct RampShares {
  double ramp = 1.0 / 3.0;  ///< each one's share of the duration, up to a half
  double edge =
      0.5;  ///< share of a ramp in which the acceleration of the double S grows, as much as it falls: up to a half
};

/// From s = 0 to s = 1 in `duration` seconds. InputError for a duration that is not positive, and shares that are none.
Clock profile_clock(Profile profile, double duration, const RampShares& shares = {});

/// The fastest of that profile within the limits. InputError where the limits that the profile needs are missing: a rate
/// or an acceleration for polynomials, an acceleration for bang-bang and trapezoidal, a jerk for the double S.
Clock fastest_clock(Profile profile, const ClockLimits& limits);

}  // namespace sinew
