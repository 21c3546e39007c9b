// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Exponents of metre, kilogram, second and radian.
///
/// The radian counts, so that `20deg` where a length belongs is seen; but N·m/rad may be written N·m and
/// rad/s written 1/s, as everyone does: see `accepts`.
struct Dimension {
  int length = 0, mass = 0, time = 0, angle = 0;
  friend bool operator==(const Dimension&, const Dimension&) = default;

  friend Dimension operator*(const Dimension& a, const Dimension& b) {
    return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.angle + b.angle};
  }
  friend Dimension operator/(const Dimension& a, const Dimension& b) {
    return {a.length - b.length, a.mass - b.mass, a.time - b.time, a.angle - b.angle};
  }
  Dimension to_the(int n) const { return {n * length, n * mass, n * time, n * angle}; }

  bool is_plain() const { return *this == Dimension{}; }

  /// May a quantity of dimension `given` stand where this one is wanted? A plain number always may: it is SI.
  bool accepts(const Dimension& given) const {
    if (given.is_plain()) return true;
    const bool mechanical = length != 0 || mass != 0 || time != 0;
    return length == given.length && mass == given.mass && time == given.time && (mechanical || angle == given.angle);
  }

  /// "kg·m²", "N·m/rad", in SI and such that `parse_unit` reads it back; "" for a plain number.
  std::string si_text() const;
};

namespace dimension {
inline constexpr Dimension none{};
inline constexpr Dimension length{1, 0, 0, 0};
inline constexpr Dimension mass{0, 1, 0, 0};
inline constexpr Dimension time{0, 0, 1, 0};
inline constexpr Dimension angle{0, 0, 0, 1};
inline constexpr Dimension density{-3, 1, 0, 0};
inline constexpr Dimension first_moment{1, 1, 0, 0};
inline constexpr Dimension inertia{2, 1, 0, 0};
inline constexpr Dimension acceleration{1, 0, -2, 0};
inline constexpr Dimension force{1, 1, -2, 0};
inline constexpr Dimension torque{2, 1, -2, 0};
}  // namespace dimension

/// A unit: how many SI units it is, and of what.
struct Unit {
  double factor = 1.0;
  Dimension dimension;
  /// An angle's factor is this fraction of π, exactly: deg is π·1/180. Elsewhere 0.
  int of_pi_above = 0, of_pi_below = 1;
};

/// One unit by its name: `mm`, `deg`, `lbm`, `N`.
std::optional<Unit> find_unit(std::string_view name);

/// A product of units: `kg*mm^2`, `N*m/rad`, `m/s^2`, `kg·m²`, `kg/(m·s²)`. Nothing if it is not one.
std::optional<Unit> parse_unit(std::string_view text);

/// Every unit name, for messages and editors.
const std::vector<std::string>& unit_names();

/// "did you mean 'deg'?" where one is near, else all that there are.
std::string unit_suggestion(std::string_view name);

}  // namespace sinew
