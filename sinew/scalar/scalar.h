// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <concepts>
#include <numbers>

namespace sinew {

/// What a number must do for a recursion to run on it.
///
/// Arithmetic, a square root and a sine with its cosine; nothing that looks inside. In particular neither an
/// order nor a conversion to bool is asked for: a symbolic or a many-lane number has no single answer to `a < b`.
template <class T>
concept Scalar = std::copyable<T> && requires(T a, T b) {
  T(0.0);
  { a + b } -> std::convertible_to<T>;
  { a - b } -> std::convertible_to<T>;
  { a* b } -> std::convertible_to<T>;
  { a / b } -> std::convertible_to<T>;
  { -a } -> std::convertible_to<T>;
  a += b;
  a -= b;
  a *= b;
};

template <Scalar T>
struct SinCos {
  T sin;
  T cos;
};

/// Sine and cosine together. A number type of its own brings an overload next to itself.
template <std::floating_point T>
SinCos<T> sincos(T angle) {
  return {std::sin(angle), std::cos(angle)};
}

/// Sine and cosine of an angle that is part of a robot's geometry.
///
/// A quarter turn written in a file means a quarter turn: cos(π/2) is 0 here, not 6e-17, so that the zeros
/// which make a recursion cheap and an equation short survive. Only the double (float, ...) nearest to k·π/2
/// is taken so; 1.5707963267 stays what it says.
template <std::floating_point T>
SinCos<T> sincos_of_constant(T angle) {
  constexpr T quarter = std::numbers::pi_v<T> / 2;
  constexpr SinCos<T> exact[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
  const T turns = std::round(angle / quarter);
  if (std::abs(turns) <= 8 && turns * quarter == angle) return exact[(static_cast<int>(turns) + 8) % 4];
  return sincos(angle);
}

/// For the numbers that know no exact quarter turn of their own.
template <Scalar T>
requires(!std::floating_point<T>) auto sincos_of_constant(const T& angle) { return sincos(angle); }

template <std::floating_point T>
T select(bool condition, T if_true, T if_false) {
  return condition ? if_true : if_false;
}

}  // namespace sinew
