// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include "sinew/scalar/scalar.h"

namespace sinew {

/// A number with its derivatives along N directions: value + Σ d[k]·ε_k with ε_j·ε_k = 0.
///
/// A recursion that runs on it gives its result and the derivatives of the result, to round-off: seed one
/// direction per input with `variable(x, k)` and read `d[k]` of the output. T may be a Dual again, for second
/// derivatives.
template <int N, class T = double>
struct Dual {
  T value{0.0};
  std::array<T, static_cast<std::size_t>(N)> d{};

  Dual() = default;
  Dual(const T& v) : value(v) { d.fill(T(0.0)); }  // NOLINT(google-explicit-constructor): a constant is a Dual
  explicit Dual(double v) requires(!std::same_as<T, double>) : value(T(v)) { d.fill(T(0.0)); }

  /// The k-th input of a function.
  static Dual variable(const T& v, int k) {
    Dual x(v);
    x.d[static_cast<std::size_t>(k)] = T(1.0);
    return x;
  }

  /// f(x) with f′(x): the chain rule.
  Dual chain(const T& f, const T& slope) const {
    Dual y;
    y.value = f;
    for (std::size_t k = 0; k < d.size(); ++k) y.d[k] = slope * d[k];
    return y;
  }

  Dual& operator+=(const Dual& b) {
    value += b.value;
    for (std::size_t k = 0; k < d.size(); ++k) d[k] += b.d[k];
    return *this;
  }
  Dual& operator-=(const Dual& b) {
    value -= b.value;
    for (std::size_t k = 0; k < d.size(); ++k) d[k] -= b.d[k];
    return *this;
  }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual operator+(Dual a, const Dual& b) { return a += b; }
  friend Dual operator-(Dual a, const Dual& b) { return a -= b; }
  friend Dual operator-(const Dual& a) { return a.chain(-a.value, T(-1.0)); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual y;
    y.value = a.value * b.value;
    for (std::size_t k = 0; k < y.d.size(); ++k) y.d[k] = a.value * b.d[k] + a.d[k] * b.value;
    return y;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    Dual y;
    y.value = a.value / b.value;
    for (std::size_t k = 0; k < y.d.size(); ++k) y.d[k] = (a.d[k] - y.value * b.d[k]) / b.value;
    return y;
  }
  // a constant has no derivatives to multiply
  friend Dual operator*(const T& a, const Dual& b) { return b.chain(a * b.value, a); }
  friend Dual operator*(const Dual& a, const T& b) { return b * a; }
  friend Dual operator/(const Dual& a, const T& b) { return a.chain(a.value / b, T(1.0) / b); }

  friend auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }

  friend SinCos<Dual> sincos(const Dual& a) {
    using sinew::sincos;
    const SinCos<T> q = sincos(a.value);
    return {a.chain(q.sin, q.cos), a.chain(q.cos, -q.sin)};
  }
  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const T root = sqrt(a.value);
    return a.chain(root, T(0.5) / root);
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const T y = exp(a.value);
    return a.chain(y, y);
  }
  /// Of the number itself, and of each derivative, where a condition is more than a bool.
  template <class Condition>
  requires(!std::same_as<Condition, bool>) friend Dual
      select(const Condition& condition, const Dual& a, const Dual& b) {
    using sinew::select;
    Dual y;
    y.value = select(condition, a.value, b.value);
    for (std::size_t k = 0; k < y.d.size(); ++k) y.d[k] = select(condition, a.d[k], b.d[k]);
    return y;
  }
};

}  // namespace sinew
