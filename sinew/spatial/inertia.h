// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/spatial/motion.h"
#include "sinew/spatial/symmetric3.h"

namespace sinew {

/// Mass, first moment and rotational inertia of a body B about its origin Bo, in B.
///
/// Torques are linear in these ten numbers but not in the centre of mass. Identification and
/// symbolic equations need that linearity: store h = m·p_BoBcm, never p_BoBcm.
template <Scalar T>
struct Inertia {
  T m{0.0};
  Vec3<T> h;
  Symmetric3<T> I;

  /// From what people know: mass, centre of mass, and inertia about the centre of mass in B's axes.
  static Inertia about_com(const T& m, const Vec3<T>& com, const Symmetric3<T>& I_com) {
    return {m, m * com, I_com + m * steiner(com, com)};
  }

  /// Bodies that move together are one body.
  Inertia& operator+=(const Inertia& b) {
    m += b.m;
    h += b.h;
    I += b.I;
    return *this;
  }
  friend Inertia operator+(const Inertia& a, const Inertia& b) { return {a.m + b.m, a.h + b.h, a.I + b.I}; }
  friend Inertia operator-(const Inertia& a, const Inertia& b) { return {a.m - b.m, a.h - b.h, a.I - b.I}; }
};

template <class T>
inline constexpr bool is_spatial<Inertia<T>> = true;

/// Momentum of the body when it moves so.
template <class A, class B>
Force<Mixed<A, B>> operator*(const Inertia<A>& a, const Motion<B>& u) {
  return {a.I * u.w + cross(a.h, u.v), a.m * u.v - cross(a.h, u.w)};
}

/// Where the mass is centred. Undefined (a division by zero) for a body without mass.
template <Scalar T>
Vec3<T> centre_of_mass(const Inertia<T>& a) {
  return a.h / a.m;
}

/// Rotational inertia about the centre of mass, in the body's axes. Undefined for a body without mass.
template <Scalar T>
Symmetric3<T> inertia_about_com(const Inertia<T>& a) {
  const Vec3<T> com = centre_of_mass(a);
  return a.I - a.m * steiner(com, com);
}

/// A body given in B, given in A (the parallel-axis theorem, for the origin as for the axes).
template <class A, class B>
Inertia<Mixed<A, B>> operator*(const Pose<A>& X_AB, const Inertia<B>& a_B) {
  using T = Mixed<A, B>;
  const Vec3<T> h = X_AB.R * a_B.h;
  const auto& p = X_AB.p;
  const Vec3<T> mp = a_B.m * p;
  // ∫ −[p+r]² dm = ∫ −[r]² − [p][r] − [r][p] − [p]² dm, with h = ∫ r dm
  return {T(1.0) * a_B.m, h + mp, rotated(X_AB.R, a_B.I) + steiner(p, T(2.0) * h + mp)};
}

/// Numbers as another number type.
template <Scalar Q, Scalar T>
Inertia<Q> cast(const Inertia<T>& a) {
  return {Q(a.m), cast<Q>(a.h), {Q(a.I.xx), Q(a.I.xy), Q(a.I.xz), Q(a.I.yy), Q(a.I.yz), Q(a.I.zz)}};
}

}  // namespace sinew
