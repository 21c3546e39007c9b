// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/scalar/scalar.h"

namespace sinew {

/// Three components in one frame. The frame is in the variable's name: `p_WB`, `w_BC`.
///
/// Products and sums mix number types: a parameter in double times a state in Dual is a Dual.
template <Scalar T>
struct Vec3 {
  T x{0.0}, y{0.0}, z{0.0};

  const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }

  template <class B>
  Vec3& operator+=(const Vec3<B>& b) {
    x += b.x;
    y += b.y;
    z += b.z;
    return *this;
  }
  template <class B>
  Vec3& operator-=(const Vec3<B>& b) {
    x -= b.x;
    y -= b.y;
    z -= b.z;
    return *this;
  }
  friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
};

/// Said of the types of this folder, so that `s * v` is not taken for a product of two of them.
template <class T>
inline constexpr bool is_spatial = false;
template <class T>
inline constexpr bool is_spatial<Vec3<T>> = true;
template <class S>
concept Factor = !is_spatial<S>;

template <class A, class B>
Vec3<Mixed<A, B>> operator+(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B>
Vec3<Mixed<A, B>> operator-(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <Factor S, class B>
Vec3<Mixed<S, B>> operator*(const S& s, const Vec3<B>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class A, Factor S>
Vec3<Mixed<A, S>> operator*(const Vec3<A>& a, const S& s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class A, Factor S>
Vec3<Mixed<A, S>> operator/(const Vec3<A>& a, const S& s) {
  return {a.x / s, a.y / s, a.z / s};
}

template <class A, class B>
Mixed<A, B> dot(const Vec3<A>& a, const Vec3<B>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class A, class B>
Vec3<Mixed<A, B>> cross(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <Scalar T>
T norm(const Vec3<T>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

template <Scalar T>
Vec3<T> unit_x() {
  return {T(1.0), T(0.0), T(0.0)};
}
template <Scalar T>
Vec3<T> unit_y() {
  return {T(0.0), T(1.0), T(0.0)};
}
template <Scalar T>
Vec3<T> unit_z() {
  return {T(0.0), T(0.0), T(1.0)};
}

}  // namespace sinew
