// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/spatial/pose.h"

namespace sinew {

/// Velocity (or acceleration) of a rigid body, seen at a frame's origin in that frame: angular over linear.
template <Scalar T>
struct Motion {
  Vec3<T> w;
  Vec3<T> v;

  friend Motion operator+(const Motion& a, const Motion& b) { return {a.w + b.w, a.v + b.v}; }
  friend Motion operator-(const Motion& a, const Motion& b) { return {a.w - b.w, a.v - b.v}; }
  friend Motion operator*(const T& s, const Motion& a) { return {s * a.w, s * a.v}; }
};

/// Moment about a frame's origin and force, in that frame: angular over linear, like Motion.
///
/// A type of its own: adding a force to a velocity is always a mistake, and moving one to another frame takes
/// a different rule. The only product of the two is power.
template <Scalar T>
struct Force {
  Vec3<T> n;
  Vec3<T> f;

  friend Force operator+(const Force& a, const Force& b) { return {a.n + b.n, a.f + b.f}; }
  friend Force operator-(const Force& a, const Force& b) { return {a.n - b.n, a.f - b.f}; }
  friend Force operator*(const T& s, const Force& a) { return {s * a.n, s * a.f}; }
};

/// Power: what the force does on the motion, both in one frame at one origin.
template <Scalar T>
T dot(const Motion<T>& a, const Force<T>& b) {
  return dot(a.w, b.n) + dot(a.v, b.f);
}

/// A motion seen from B, seen from A.
template <Scalar T>
Motion<T> operator*(const Pose<T>& X_AB, const Motion<T>& a_B) {
  const Vec3<T> w = X_AB.R * a_B.w;
  return {w, X_AB.R * a_B.v + cross(X_AB.p, w)};
}

/// A force seen from B, seen from A.
template <Scalar T>
Force<T> operator*(const Pose<T>& X_AB, const Force<T>& f_B) {
  const Vec3<T> f = X_AB.R * f_B.f;
  return {X_AB.R * f_B.n + cross(X_AB.p, f), f};
}

/// Rate of change of a motion vector `b` carried along by the motion `a`.
template <Scalar T>
Motion<T> cross(const Motion<T>& a, const Motion<T>& b) {
  return {cross(a.w, b.w), cross(a.w, b.v) + cross(a.v, b.w)};
}

/// Rate of change of a force vector `b` carried along by the motion `a`.
template <Scalar T>
Force<T> cross(const Motion<T>& a, const Force<T>& b) {
  return {cross(a.w, b.n) + cross(a.v, b.f), cross(a.w, b.f)};
}

}  // namespace sinew
