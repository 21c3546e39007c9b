// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "sinew/scalar/scalar.h"

namespace sinew {

/// A function of one variable as its Taylor series, cut behind the third power: Σ a[k]·(t − t₀)ᵏ.
///
/// A formula that runs on it, from `variable(t₀)`, gives its value a[0] and its derivatives a[1], 2·a[2] and 6·a[3] to
/// round-off, at a few times the cost of the value, however long the formula is.
struct Taylor {
  std::array<double, 4> a{};

  Taylor() = default;
  explicit Taylor(double value) : a{value} {}
  static Taylor variable(double t) {
    Taylor x(t);
    x.a[1] = 1.0;
    return x;
  }

  Taylor& operator+=(const Taylor& b) {
    for (std::size_t k = 0; k < a.size(); ++k) a[k] += b.a[k];
    return *this;
  }
  Taylor& operator-=(const Taylor& b) {
    for (std::size_t k = 0; k < a.size(); ++k) a[k] -= b.a[k];
    return *this;
  }
  Taylor& operator*=(const Taylor& b) { return *this = *this * b; }
  Taylor& operator/=(const Taylor& b) { return *this = *this / b; }

  friend Taylor operator+(Taylor x, const Taylor& y) { return x += y; }
  friend Taylor operator-(Taylor x, const Taylor& y) { return x -= y; }
  friend Taylor operator-(const Taylor& x) {
    Taylor z;
    return z -= x;
  }
  friend Taylor operator*(const Taylor& x, const Taylor& y) {
    Taylor z;
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t i = 0; i <= k; ++i) z.a[k] += x.a[i] * y.a[k - i];
    return z;
  }
  /// z·y = x, power by power.
  friend Taylor operator/(const Taylor& x, const Taylor& y) {
    Taylor z;
    for (std::size_t k = 0; k < 4; ++k) {
      double rest = x.a[k];
      for (std::size_t i = 0; i < k; ++i) rest -= z.a[i] * y.a[k - i];
      z.a[k] = rest / y.a[0];
    }
    return z;
  }

  /// Of the values.
  friend bool operator<(const Taylor& x, const Taylor& y) { return x.a[0] < y.a[0]; }

  /// z² = x
  friend Taylor sqrt(const Taylor& x) {
    Taylor z(std::sqrt(x.a[0]));
    for (std::size_t k = 1; k < 4; ++k) {
      double rest = x.a[k];
      for (std::size_t i = 1; i < k; ++i) rest -= z.a[i] * z.a[k - i];
      z.a[k] = rest == 0.0 ? 0.0 : rest / (2.0 * z.a[0]);
    }
    return z;
  }
  /// z′ = x′·z
  friend Taylor exp(const Taylor& x) {
    Taylor z(std::exp(x.a[0]));
    for (std::size_t k = 1; k < 4; ++k) {
      for (std::size_t i = 1; i <= k; ++i) z.a[k] += static_cast<double>(i) * x.a[i] * z.a[k - i];
      z.a[k] /= static_cast<double>(k);
    }
    return z;
  }
  /// s′ = x′·c, c′ = −x′·s
  friend SinCos<Taylor> sincos(const Taylor& x) {
    const SinCos<double> value = sinew::sincos(x.a[0]);
    SinCos<Taylor> z{Taylor(value.sin), Taylor(value.cos)};
    for (std::size_t k = 1; k < 4; ++k) {
      for (std::size_t i = 1; i <= k; ++i) {
        const double slope = static_cast<double>(i) * x.a[i] / static_cast<double>(k);
        z.sin.a[k] += slope * z.cos.a[k - i];
        z.cos.a[k] -= slope * z.sin.a[k - i];
      }
    }
    return z;
  }
};

}  // namespace sinew
