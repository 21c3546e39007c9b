// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <concepts>
#include <numbers>
#include <type_traits>
#include <utility>

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

/// What comes of a parameter in one number type and a state in another: double and Dual make Dual.
template <class A, class B>
using Mixed = std::remove_cvref_t<decltype(std::declval<const A&>() * std::declval<const B&>())>;

template <class T>
struct SinCos {
  T sin;
  T cos;
};

/// The sine and cosine of a sum of angles.
template <Scalar A, Scalar B>
SinCos<Mixed<A, B>> operator+(const SinCos<A>& a, const SinCos<B>& b) {
  return {a.sin * b.cos + a.cos * b.sin, a.cos * b.cos - a.sin * b.sin};
}

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

/// One of two numbers, without a branch: a recursion never asks `if (a < b)`, for a many-lane number has no
/// single answer. A number type whose comparisons give something else than bool brings an overload next to itself.
template <class T>
T select(bool condition, const T& if_true, const T& if_false) {
  return condition ? if_true : if_false;
}

/// Zero whatever the state is: known when the model is built, so that a recursion may leave it out.
template <class T>
bool is_structural_zero(const T& value) {
  if constexpr (std::floating_point<T>) return value == T(0);
  return false;
}

}  // namespace sinew
