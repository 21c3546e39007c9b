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

  Symmetric3& operator+=(const Symmetric3& b) {
    xx += b.xx;
    xy += b.xy;
    xz += b.xz;
    yy += b.yy;
    yz += b.yz;
    zz += b.zz;
    return *this;
  }
};

template <class T>
inline constexpr bool is_spatial<Symmetric3<T>> = true;

template <class A, class B>
Symmetric3<Mixed<A, B>> operator+(const Symmetric3<A>& a, const Symmetric3<B>& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}
template <class A, class B>
Symmetric3<Mixed<A, B>> operator-(const Symmetric3<A>& a, const Symmetric3<B>& b) {
  return {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
}
template <Factor S, class B>
Symmetric3<Mixed<S, B>> operator*(const S& s, const Symmetric3<B>& a) {
  return {s * a.xx, s * a.xy, s * a.xz, s * a.yy, s * a.yz, s * a.zz};
}
template <class A, class B>
Vec3<Mixed<A, B>> operator*(const Symmetric3<A>& a, const Vec3<B>& v) {
  return {a.xx * v.x + a.xy * v.y + a.xz * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
          a.xz * v.x + a.yz * v.y + a.zz * v.z};
}

/// R·S·Rᵀ: the same tensor in the axes of A, given in those of B.
template <class A, class B>
Symmetric3<Mixed<A, B>> rotated(const Rotation<A>& R_AB, const Symmetric3<B>& S_B) {
  const auto x = S_B * R_AB.row(0), y = S_B * R_AB.row(1), z = S_B * R_AB.row(2);
  return {dot(R_AB.row(0), x), dot(R_AB.row(0), y), dot(R_AB.row(0), z),
          dot(R_AB.row(1), y), dot(R_AB.row(1), z), dot(R_AB.row(2), z)};
}

/// a·bᵀ made symmetric: ½(a·bᵀ + b·aᵀ).
template <class A, class B>
Symmetric3<Mixed<A, B>> outer(const Vec3<A>& a, const Vec3<B>& b) {
  const Mixed<A, B> half(0.5);
  return {a.x * b.x, half * (a.x * b.y + a.y * b.x), half * (a.x * b.z + a.z * b.x),
          a.y * b.y, half * (a.y * b.z + a.z * b.y), a.z * b.z};
}

/// −[a]×[b]× = (a·b)·1 − b·aᵀ made symmetric: with a = b = c, what a unit mass at c adds to an inertia.
template <class A, class B>
Symmetric3<Mixed<A, B>> steiner(const Vec3<A>& a, const Vec3<B>& b) {
  const Mixed<A, B> half(0.5);
  return {a.y * b.y + a.z * b.z, -half * (a.x * b.y + a.y * b.x), -half * (a.x * b.z + a.z * b.x),
          a.x * b.x + a.z * b.z, -half * (a.y * b.z + a.z * b.y), a.x * b.x + a.y * b.y};
}

}  // namespace sinew
