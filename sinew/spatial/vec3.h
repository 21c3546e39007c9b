// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/scalar/scalar.h"

namespace sinew {

/// Three components in one frame. The frame is in the variable's name: `p_WB`, `w_BC`.
template <Scalar T>
struct Vec3 {
  T x{0.0}, y{0.0}, z{0.0};

  const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }

  Vec3& operator+=(const Vec3& b) {
    x += b.x;
    y += b.y;
    z += b.z;
    return *this;
  }
  Vec3& operator-=(const Vec3& b) {
    x -= b.x;
    y -= b.y;
    z -= b.z;
    return *this;
  }
  friend Vec3 operator+(Vec3 a, const Vec3& b) { return a += b; }
  friend Vec3 operator-(Vec3 a, const Vec3& b) { return a -= b; }
  friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend Vec3 operator*(const T& s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
  friend Vec3 operator*(const Vec3& a, const T& s) { return s * a; }
  friend Vec3 operator/(const Vec3& a, const T& s) { return {a.x / s, a.y / s, a.z / s}; }
};

template <Scalar T>
T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <Scalar T>
Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
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
