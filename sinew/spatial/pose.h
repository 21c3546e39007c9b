// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/spatial/rotation.h"

namespace sinew {

/// Frame B seen from frame A: X_AB maps B's coordinates to A's, and X_AC = X_AB·X_BC.
template <Scalar T>
struct Pose {
  Rotation<T> R;
  Vec3<T> p;

  Pose inverse() const {
    const Rotation<T> R_BA = R.inverse();
    return {R_BA, -(R_BA * p)};
  }
};

template <class T>
inline constexpr bool is_spatial<Pose<T>> = true;

template <class A, class B>
Pose<Mixed<A, B>> operator*(const Pose<A>& X_AB, const Pose<B>& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.R * X_BC.p + X_AB.p};
}
/// A point given in B, in A.
template <class A, class B>
Vec3<Mixed<A, B>> operator*(const Pose<A>& X_AB, const Vec3<B>& p_B) {
  return X_AB.R * p_B + X_AB.p;
}

template <Scalar T>
Pose<T> translation(const Vec3<T>& p) {
  return {{}, p};
}

/// Here, and not turned, to the last bit.
template <std::floating_point T>
bool is_identity(const Pose<T>& X) {
  return is_identity(X.R) && X.p.x == 0 && X.p.y == 0 && X.p.z == 0;
}

/// Numbers as another number type.
template <Scalar Q, Scalar T>
Vec3<Q> cast(const Vec3<T>& v) {
  return {Q(v.x), Q(v.y), Q(v.z)};
}
template <Scalar Q, Scalar T>
Rotation<Q> cast(const Rotation<T>& R) {
  return Rotation<Q>::from_rows(cast<Q>(R.row(0)), cast<Q>(R.row(1)), cast<Q>(R.row(2)));
}
template <Scalar Q, Scalar T>
Pose<Q> cast(const Pose<T>& X) {
  return {cast<Q>(X.R), cast<Q>(X.p)};
}

/// The unit vector along a direction that is part of a robot's geometry. A number type that is finer than double brings
/// `make_unit_length` next to itself.
template <Scalar T>
Vec3<T> unit_vector_along(const Vec3<double>& direction) {
  if constexpr (requires(T & x) { make_unit_length(x, x, x); }) {
    Vec3<T> u = cast<T>(direction);
    make_unit_length(u.x, u.y, u.z);
    return u;
  } else {
    return cast<T>(direction / norm(direction));
  }
}

/// The smallest turn that takes z to a direction of a robot's geometry.
template <Scalar T>
Rotation<T> rotation_taking_z_along(const Vec3<double>& direction) {
  if constexpr (requires(T & x) { make_unit_length(x, x, x); }) {
    const Vec3<T> u = unit_vector_along<T>(direction);
    const T s = sqrt(u.x * u.x + u.y * u.y);
    if (!is_structural_zero(s)) return Rotation<T>::about({-u.y / s, u.x / s, T(0.0)}, {s, u.z});
    return direction.z > 0.0 ? Rotation<T>{} : Rotation<T>::about_x({T(0.0), T(-1.0)});
  } else {
    return cast<T>(rotation_taking_z_to(direction / norm(direction)));
  }
}

}  // namespace sinew
