// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

#include "sinew/spatial/vec3.h"

namespace sinew {

/// Roll about fixed x, then pitch about fixed y, then yaw about fixed z: R = Rz(yaw)·Ry(pitch)·Rx(roll), as in URDF.
template <Scalar T>
struct RollPitchYaw {
  T roll{0.0}, pitch{0.0}, yaw{0.0};
};

/// w + x·i + y·j + z·k; written `xyzw` in files and states.
template <Scalar T>
struct Quaternion {
  T x{0.0}, y{0.0}, z{0.0}, w{1.0};
};

/// Turn by `angle` about the unit vector `axis`.
template <Scalar T>
struct AxisAngle {
  Vec3<T> axis{T(0.0), T(0.0), T(1.0)};
  T angle{0.0};
};

/// Orientation R_AB of a frame B in a frame A: R_AB·v_B = v_A. The columns are B's axes in A.
///
/// Kept as a matrix because every recursion multiplies by it; the other forms are for people and files.
template <Scalar T>
class Rotation {
 public:
  Rotation() = default;

  /// The rotation with these rows. They are taken as they are; `formats/` refuses what is not a rotation.
  static Rotation from_rows(const Vec3<T>& row0, const Vec3<T>& row1, const Vec3<T>& row2) {
    Rotation R;
    R.row_[0] = row0;
    R.row_[1] = row1;
    R.row_[2] = row2;
    return R;
  }

  static Rotation about_x(const SinCos<T>& q) {
    return from_rows({T(1.0), T(0.0), T(0.0)}, {T(0.0), q.cos, -q.sin}, {T(0.0), q.sin, q.cos});
  }
  static Rotation about_y(const SinCos<T>& q) {
    return from_rows({q.cos, T(0.0), q.sin}, {T(0.0), T(1.0), T(0.0)}, {-q.sin, T(0.0), q.cos});
  }
  static Rotation about_z(const SinCos<T>& q) {
    return from_rows({q.cos, -q.sin, T(0.0)}, {q.sin, q.cos, T(0.0)}, {T(0.0), T(0.0), T(1.0)});
  }

  static Rotation from(const RollPitchYaw<T>& a) {
    return about_z(sincos_of_constant(a.yaw)) * about_y(sincos_of_constant(a.pitch)) *
           about_x(sincos_of_constant(a.roll));
  }

  static Rotation from(const AxisAngle<T>& a) { return about(a.axis, sincos_of_constant(a.angle)); }

  /// Rodrigues: R = c·1 + s·[u]× + (1−c)·u·uᵀ, for a unit vector u.
  static Rotation about(const Vec3<T>& u, const SinCos<T>& q) {
    const T k = T(1.0) - q.cos;
    return from_rows({q.cos + k * u.x * u.x, k * u.x * u.y - q.sin * u.z, k * u.x * u.z + q.sin * u.y},
                     {k * u.x * u.y + q.sin * u.z, q.cos + k * u.y * u.y, k * u.y * u.z - q.sin * u.x},
                     {k * u.x * u.z - q.sin * u.y, k * u.y * u.z + q.sin * u.x, q.cos + k * u.z * u.z});
  }

  /// Any quaternion but zero: it is divided by its norm.
  static Rotation from(const Quaternion<T>& p) {
    const T s = T(2.0) / (p.x * p.x + p.y * p.y + p.z * p.z + p.w * p.w);
    const T one(1.0);
    return from_rows({one - s * (p.y * p.y + p.z * p.z), s * (p.x * p.y - p.w * p.z), s * (p.x * p.z + p.w * p.y)},
                     {s * (p.x * p.y + p.w * p.z), one - s * (p.x * p.x + p.z * p.z), s * (p.y * p.z - p.w * p.x)},
                     {s * (p.x * p.z - p.w * p.y), s * (p.y * p.z + p.w * p.x), one - s * (p.x * p.x + p.y * p.y)});
  }

  const T& operator()(int i, int j) const { return row_[i][j]; }
  const Vec3<T>& row(int i) const { return row_[i]; }
  Vec3<T> column(int j) const { return {row_[0][j], row_[1][j], row_[2][j]}; }

  Rotation inverse() const { return from_rows(column(0), column(1), column(2)); }

  /// R⁻¹·v, without forming the inverse.
  template <class B>
  Vec3<Mixed<T, B>> inverse_times(const Vec3<B>& v) const {
    return {row_[0].x * v.x + row_[1].x * v.y + row_[2].x * v.z, row_[0].y * v.x + row_[1].y * v.y + row_[2].y * v.z,
            row_[0].z * v.x + row_[1].z * v.y + row_[2].z * v.z};
  }

 private:
  Vec3<T> row_[3] = {unit_x<T>(), unit_y<T>(), unit_z<T>()};
};

template <class T>
inline constexpr bool is_spatial<Rotation<T>> = true;

template <class A, class B>
Vec3<Mixed<A, B>> operator*(const Rotation<A>& R, const Vec3<B>& v) {
  return {dot(R.row(0), v), dot(R.row(1), v), dot(R.row(2), v)};
}
template <class A, class B>
Rotation<Mixed<A, B>> operator*(const Rotation<A>& R_AB, const Rotation<B>& R_BC) {
  const auto row = [&](int i) {
    return R_AB.row(i).x * R_BC.row(0) + R_AB.row(i).y * R_BC.row(1) + R_AB.row(i).z * R_BC.row(2);
  };
  return Rotation<Mixed<A, B>>::from_rows(row(0), row(1), row(2));
}

/// No turn at all, to the last bit.
template <std::floating_point T>
bool is_identity(const Rotation<T>& R) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (R(i, j) != (i == j ? T(1) : T(0))) return false;
  return true;
}

/// Roll, pitch and yaw of R, with pitch in [−π/2, π/2].
///
/// At pitch = ±π/2 only roll ∓ yaw is determined. Yaw is read off first and roll from what is left once yaw
/// is undone, so that the three angles together give R back to round-off even there.
template <std::floating_point T>
RollPitchYaw<T> roll_pitch_yaw(const Rotation<T>& R) {
  const T in_plane = std::hypot(R(0, 0), R(1, 0));
  const T yaw = in_plane == 0 ? T(0) : std::atan2(R(1, 0), R(0, 0));
  const T s = std::sin(yaw), c = std::cos(yaw);
  return {std::atan2(s * R(0, 2) - c * R(1, 2), c * R(1, 1) - s * R(0, 1)), std::atan2(-R(2, 0), in_plane), yaw};
}

/// The unit quaternion of R with w ≥ 0.
template <std::floating_point T>
Quaternion<T> quaternion(const Rotation<T>& R) {
  // the largest of the four squares is taken first, so that no division is by something small
  const T trace = R(0, 0) + R(1, 1) + R(2, 2);
  Quaternion<T> p;
  if (trace > 0) {
    const T s = 2 * std::sqrt(trace + 1);
    p = {(R(2, 1) - R(1, 2)) / s, (R(0, 2) - R(2, 0)) / s, (R(1, 0) - R(0, 1)) / s, s / 4};
  } else {
    const int i = R(1, 1) > R(0, 0) ? (R(2, 2) > R(1, 1) ? 2 : 1) : (R(2, 2) > R(0, 0) ? 2 : 0);
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const T s = 2 * std::sqrt(std::max(T(0), 1 + R(i, i) - R(j, j) - R(k, k)));
    Vec3<T> v;
    v[i] = s / 4;
    v[j] = (R(i, j) + R(j, i)) / s;
    v[k] = (R(i, k) + R(k, i)) / s;
    p = {v.x, v.y, v.z, (R(k, j) - R(j, k)) / s};
    if (p.w < 0) p = {-p.x, -p.y, -p.z, -p.w};
  }
  return p;
}

/// Axis and angle of R with the angle in [0, π]; no turn at all is about z.
template <std::floating_point T>
AxisAngle<T> axis_angle(const Rotation<T>& R) {
  const Quaternion<T> p = quaternion(R);
  const T s = std::hypot(p.x, p.y, p.z);  // whose squares may underflow
  if (s == 0) return {};
  return {{p.x / s, p.y / s, p.z / s}, 2 * std::atan2(s, p.w)};
}

/// R = Rz(a)·Rx(α)·Rz(b), each angle by its sine and cosine; a and b share what only their sum decides.
template <std::floating_point T>
struct EulerZxz {
  SinCos<T> a, alpha, b;
};

/// With a in (−π/2, π/2], and zero where α is: then b is the whole turn.
template <std::floating_point T>
EulerZxz<T> euler_zxz(const Rotation<T>& R) {
  EulerZxz<T> y{{T(0), T(1)}, {T(0), R(2, 2)}, {}};
  const T tilt = std::hypot(R(0, 2), R(1, 2));
  if (tilt > 0) {
    const bool forwards = R(1, 2) < 0 || (R(1, 2) == 0 && R(0, 2) > 0);
    y.alpha.sin = forwards ? tilt : -tilt;
    y.a = {R(0, 2) / y.alpha.sin, -R(1, 2) / y.alpha.sin};
  }
  // read from what is left once a is undone, so that a small α costs no digits
  y.b = {-(y.a.cos * R(0, 1) + y.a.sin * R(1, 1)), y.a.cos * R(0, 0) + y.a.sin * R(1, 0)};
  return y;
}

/// The smallest turn R that takes z to the unit vector `axis`: R·z = axis.
template <std::floating_point T>
Rotation<T> rotation_taking_z_to(const Vec3<T>& axis) {
  const T s = std::hypot(axis.x, axis.y);  // of z × axis; its square may underflow
  if (s < std::numeric_limits<T>::min()) return axis.z > 0 ? Rotation<T>{} : Rotation<T>::about_x({T(0), T(-1)});
  return Rotation<T>::about({-axis.y / s, axis.x / s, T(0)}, {s, axis.z});
}

}  // namespace sinew
