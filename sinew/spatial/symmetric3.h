// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/spatial/rotation.h"

namespace sinew {

/// A symmetric 3×3 matrix, by its six distinct elements (elements, not "products of inertia" with their own sign).
template <Scalar T>
struct Symmetric3 {
  T xx{0.0}, xy{0.0}, xz{0.0}, yy{0.0}, yz{0.0}, zz{0.0};

  static Symmetric3 diagonal(const T& x, const T& y, const T& z) { return {x, T(0.0), T(0.0), y, T(0.0), z}; }

  Vec3<T> row(int i) const { return i == 0 ? Vec3<T>{xx, xy, xz} : i == 1 ? Vec3<T>{xy, yy, yz} : Vec3<T>{xz, yz, zz}; }
  const T& operator()(int i, int j) const {
    const int k = i + j + (i * j > 0 ? 1 : 0);
    return k == 0 ? xx : k == 1 ? xy : k == 2 ? xz : k == 3 ? yy : k == 4 ? yz : zz;
  }
  T trace() const { return xx + yy + zz; }

  friend Symmetric3 operator+(const Symmetric3& a, const Symmetric3& b) {
    return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
  }
  friend Symmetric3 operator-(const Symmetric3& a, const Symmetric3& b) {
    return {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
  }
  friend Symmetric3 operator*(const T& s, const Symmetric3& a) {
    return {s * a.xx, s * a.xy, s * a.xz, s * a.yy, s * a.yz, s * a.zz};
  }
  friend Vec3<T> operator*(const Symmetric3& a, const Vec3<T>& v) {
    return {dot(a.row(0), v), dot(a.row(1), v), dot(a.row(2), v)};
  }
};

/// R·S·Rᵀ: the same tensor in the axes of A, given in those of B.
template <Scalar T>
Symmetric3<T> rotated(const Rotation<T>& R_AB, const Symmetric3<T>& S_B) {
  const Vec3<T> x = S_B * R_AB.row(0), y = S_B * R_AB.row(1), z = S_B * R_AB.row(2);
  return {dot(R_AB.row(0), x), dot(R_AB.row(0), y), dot(R_AB.row(0), z),
          dot(R_AB.row(1), y), dot(R_AB.row(1), z), dot(R_AB.row(2), z)};
}

/// −[a]×[b]× = (a·b)·1 − b·aᵀ made symmetric: with a = b = c, what a unit mass at c adds to an inertia.
template <Scalar T>
Symmetric3<T> steiner(const Vec3<T>& a, const Vec3<T>& b) {
  const T half(0.5);
  return {a.y * b.y + a.z * b.z, -half * (a.x * b.y + a.y * b.x), -half * (a.x * b.z + a.z * b.x),
          a.x * b.x + a.z * b.z, -half * (a.y * b.z + a.z * b.y), a.x * b.x + a.y * b.y};
}

}  // namespace sinew
