// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/scalar/pack.h"
#include "sinew/spatial/pose.h"

namespace sinew {

/// Velocity (or acceleration) of a rigid body, seen at a frame's origin in that frame: angular over linear.
template <Scalar T>
struct Motion {
  Vec3<T> w;
  Vec3<T> v;

  Motion& operator+=(const Motion& b) {
    w += b.w;
    v += b.v;
    return *this;
  }
  friend Motion operator-(const Motion& a) { return {-a.w, -a.v}; }
};

/// Moment about a frame's origin and force, in that frame: angular over linear, like Motion.
///
/// A type of its own: adding a force to a velocity is always a mistake, and moving one to another frame takes
/// a different rule. The only product of the two is power.
template <Scalar T>
struct Force {
  Vec3<T> n;
  Vec3<T> f;

  Force& operator+=(const Force& b) {
    n += b.n;
    f += b.f;
    return *this;
  }
  Force& operator-=(const Force& b) {
    n -= b.n;
    f -= b.f;
    return *this;
  }
  friend Force operator-(const Force& a) { return {-a.n, -a.f}; }
};

template <class T>
inline constexpr bool is_spatial<Motion<T>> = true;
template <class T>
inline constexpr bool is_spatial<Force<T>> = true;

template <class A, class B>
Motion<Mixed<A, B>> operator+(const Motion<A>& a, const Motion<B>& b) {
  return {a.w + b.w, a.v + b.v};
}
template <class A, class B>
Motion<Mixed<A, B>> operator-(const Motion<A>& a, const Motion<B>& b) {
  return {a.w - b.w, a.v - b.v};
}
template <Factor S, class B>
Motion<Mixed<S, B>> operator*(const S& s, const Motion<B>& a) {
  return {s * a.w, s * a.v};
}
template <class A, class B>
Force<Mixed<A, B>> operator+(const Force<A>& a, const Force<B>& b) {
  return {a.n + b.n, a.f + b.f};
}
template <class A, class B>
Force<Mixed<A, B>> operator-(const Force<A>& a, const Force<B>& b) {
  return {a.n - b.n, a.f - b.f};
}
template <Factor S, class B>
Force<Mixed<S, B>> operator*(const S& s, const Force<B>& a) {
  return {s * a.n, s * a.f};
}

/// Power: what the force does on the motion, both in one frame at one origin.
template <class A, class B>
Mixed<A, B> dot(const Motion<A>& a, const Force<B>& b) {
  return dot(a.w, b.n) + dot(a.v, b.f);
}

/// A motion seen from B, seen from A.
template <class A, class B>
Motion<Mixed<A, B>> operator*(const Pose<A>& X_AB, const Motion<B>& a_B) {
  const Vec3<Mixed<A, B>> w = X_AB.R * a_B.w;
  return {w, X_AB.R * a_B.v + cross(X_AB.p, w)};
}

/// A force seen from B, seen from A.
template <class A, class B>
Force<Mixed<A, B>> operator*(const Pose<A>& X_AB, const Force<B>& f_B) {
  const Vec3<Mixed<A, B>> f = X_AB.R * f_B.f;
  return {X_AB.R * f_B.n + cross(X_AB.p, f), f};
}

/// Rate of change of a motion vector `b` carried along by the motion `a`.
template <class A, class B>
Motion<Mixed<A, B>> cross(const Motion<A>& a, const Motion<B>& b) {
  return {cross(a.w, b.w), cross(a.w, b.v) + cross(a.v, b.w)};
}

/// Rate of change of a force vector `b` carried along by the motion `a`.
template <class A, class B>
Force<Mixed<A, B>> cross(const Motion<A>& a, const Force<B>& b) {
  return {cross(a.w, b.n) + cross(a.v, b.f), cross(a.w, b.f)};
}

// Two of a kind in the lanes of one, for what is done to both alike.

inline Vec3<Pack<2>> side_by_side(const Vec3<double>& a, const Vec3<double>& b) {
  return {Pack<2>::of(a.x, b.x), Pack<2>::of(a.y, b.y), Pack<2>::of(a.z, b.z)};
}
inline Motion<Pack<2>> side_by_side(const Motion<double>& a, const Motion<double>& b) {
  return {side_by_side(a.w, b.w), side_by_side(a.v, b.v)};
}
inline Force<Pack<2>> side_by_side(const Force<double>& a, const Force<double>& b) {
  return {side_by_side(a.n, b.n), side_by_side(a.f, b.f)};
}

}  // namespace sinew
