// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "sinew/spatial/inertia.h"

namespace sinew_test {

/// Random geometry, the same on every machine for the same seed.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11U) * 0x1p-53;
  }
  /// One of 0, ..., count − 1.
  int below(int count) { return static_cast<int>(uniform(0.0, count)); }
  double angle() { return uniform(-std::numbers::pi, std::numbers::pi); }

  sinew::Vec3<double> vector(double size = 1.0) {
    const double x = uniform(-size, size), y = uniform(-size, size);
    return {x, y, uniform(-size, size)};
  }
  sinew::Vec3<double> direction() {
    for (;;) {
      const sinew::Vec3<double> v = vector();
      if (const double length = norm(v); length > 0.1 && length < 1.0) return v / length;
    }
  }
  sinew::Rotation<double> rotation() {
    const sinew::Vec3<double> axis = direction();
    return sinew::Rotation<double>::about(axis, sinew::sincos(angle()));
  }
  sinew::Pose<double> pose() {
    const sinew::Rotation<double> R = rotation();
    return {R, vector()};
  }
  sinew::Motion<double> motion() {
    const sinew::Vec3<double> w = vector();
    return {w, vector()};
  }
  sinew::Force<double> force() {
    const sinew::Vec3<double> n = vector();
    return {n, vector()};
  }
  /// Of a body that exists: a turned box somewhere.
  sinew::Inertia<double> inertia() {
    const double m = uniform(0.1, 3.0);
    const sinew::Vec3<double> s = vector();
    const sinew::Rotation<double> R = rotation();
    const auto I =
        sinew::Symmetric3<double>::diagonal(s.y * s.y + s.z * s.z, s.x * s.x + s.z * s.z, s.x * s.x + s.y * s.y);
    return sinew::Inertia<double>::about_com(m, vector(0.5), m / 12 * rotated(R, I));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace sinew_test
