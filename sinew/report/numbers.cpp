// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/numbers.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace sinew {

std::string shown(const Vec3<double>& v) { return fmt::format("({}, {}, {})", shown(v.x), shown(v.y), shown(v.z)); }

std::string shown(const Pose<double>& X) {
  const RollPitchYaw<double> a = roll_pitch_yaw(X.R);
  const auto degrees = [](double angle) { return shown_position(angle, JointKind::Revolute); };
  const std::string turned =
      fmt::format(", turned by rpy ({}, {}, {})", degrees(a.roll), degrees(a.pitch), degrees(a.yaw));
  return shown(X.p) + " m" + (is_identity(X.R) ? "" : turned);
}

std::string exact(double value) { return fmt::format("{}", value == 0.0 ? 0.0 : value); }

std::string shown_position(double value, JointKind kind) {
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  return turns(kind) ? shown(value * 180 / std::numbers::pi) + "°" : shown(value * 1e3) + " mm";
}

const JointUnits& units_of(JointKind kind) {
  static constexpr JointUnits turning{"rad", "rad/s", "rad/s²", "rad/s³", "N·m", "N·m·s/rad", "N·m/rad"};
  static constexpr JointUnits sliding{"m", "m/s", "m/s²", "m/s³", "N", "N·s/m", "N/m"};
  return turns(kind) ? turning : sliding;
}

}  // namespace sinew
