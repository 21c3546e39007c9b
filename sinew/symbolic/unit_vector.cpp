// SPDX-License-Identifier: BSD-3-Clause
// Directions of doubles as exact unit vectors.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "sinew/symbolic/expr.h"

namespace sinew {

namespace {

using Direction = std::array<double, 3>;
using ExactDirection = std::array<Rational, 3>;

/// [1, 2, 3] for what is next to a multiple of it.
std::optional<ExactDirection> whole_numbers_along(const Direction& v) {
  constexpr double most_whole = 1000.0, last_digits = 2e-15;
  double smallest = 0.0;
  for (const double x : v)
    if (x != 0.0 && (smallest == 0.0 || std::abs(x) < smallest)) smallest = std::abs(x);
  for (int times = 1; times <= 12; ++times) {
    ExactDirection whole;
    bool all = true;
    for (std::size_t i = 0; i < 3 && all; ++i) {
      const double ratio = v[i] / smallest * times, nearest = std::nearbyint(ratio);
      all = std::abs(nearest) <= most_whole && std::abs(ratio - nearest) <= last_digits * std::abs(nearest);
      if (all) whole[i] = Rational(static_cast<std::int64_t>(nearest));
    }
    if (all) return whole;
  }
  return {};
}

/// [cos 30°, sin 30°, 0] and so on, in the planes of the axes.
std::optional<ExactDirection> multiple_of_15_degrees_along(const Direction& v) {
  for (std::size_t normal = 0; normal < 3; ++normal) {
    if (v[normal] != 0.0) continue;
    const std::size_t i = (normal + 1) % 3, k = (normal + 2) % 3;
    const double twelfths = std::atan2(v[k], v[i]) / (std::acos(-1.0) / 12), nearest = std::nearbyint(twelfths);
    if (std::abs(twelfths - nearest) > 3e-15) continue;
    const SurdSinCos both = sincos_of_twelfths(static_cast<std::int64_t>(nearest));
    ExactDirection exact;
    exact[i] = Rational(both.cos);
    exact[k] = Rational(both.sin);
    return exact;
  }
  return {};
}

}  // namespace

void make_unit_length(Expr& x, Expr& y, Expr& z) {
  const std::array<Expr*, 3> components{&x, &y, &z};
  Direction v{};
  for (std::size_t i = 0; i < 3; ++i) v[i] = components[i]->constant().to_double();
  std::optional<ExactDirection> exact = whole_numbers_along(v);
  if (!exact) exact = multiple_of_15_degrees_along(v);
  if (!exact) {
    exact.emplace();
    for (std::size_t i = 0; i < 3; ++i) (*exact)[i] = components[i]->constant().rounded();
  }
  Rational square;
  for (const Rational& c : *exact) square += c * c;
  const Rational length = square_root(square);
  for (std::size_t i = 0; i < 3; ++i) *components[i] = Expr((*exact)[i] / length);
}

}  // namespace sinew
