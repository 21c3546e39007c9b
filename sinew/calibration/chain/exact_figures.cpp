// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/chain/exact_figures.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

constexpr double one_twelfth_of_pi = std::numbers::pi / 12;
/// What a few operations on numbers near one may leave behind.
constexpr double left_by_rounding = 4e-15;

/// The number of at most 12 digits that x is but for rounding, or x itself.
double without_rounding(double x) {
  const double within = left_by_rounding * std::max(1.0, std::abs(x));
  if (std::abs(x) <= within) return 0.0;
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.begin(), digits.end(), x, std::chars_format::general, 12);
  double shorter = x;
  std::from_chars(digits.begin(), written.ptr, shorter);
  return std::abs(shorter - x) <= within ? shorter : x;
}

}  // namespace

Expr ExactFigures::number(double x) const { return {without_rounding(x)}; }

double ExactFigures::meant_angle(double radians) {
  constexpr double computed_within = 1e-12;
  const double nearest = std::nearbyint(radians / one_twelfth_of_pi) * one_twelfth_of_pi;
  if (std::abs(radians - nearest) <= computed_within) return nearest;
  return taken_for_multiple_of_15_degrees(without_rounding(radians), &rounded_, {});
}

Expr ExactFigures::angle(double radians) {
  const double meant = meant_angle(radians), twelfths = std::nearbyint(meant / one_twelfth_of_pi);
  if (meant != twelfths * one_twelfth_of_pi) return {meant};
  return {Rational(static_cast<int>(twelfths), 12) * Rational::pi()};
}

Pose<Expr> ExactFigures::pose(const Pose<double>& X) {
  const RollPitchYaw<double> a = roll_pitch_yaw(X.R),
                             meant{meant_angle(a.roll), meant_angle(a.pitch), meant_angle(a.yaw)};
  const bool rounded =
      std::max({std::abs(meant.roll - a.roll), std::abs(meant.pitch - a.pitch), std::abs(meant.yaw - a.yaw)}) > 1e-12;
  return {exact_rotation(rounded ? Rotation<double>::from(meant) : X.R), {number(X.p.x), number(X.p.y), number(X.p.z)}};
}

}  // namespace sinew
