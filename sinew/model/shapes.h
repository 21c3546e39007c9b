// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numbers>

#include "sinew/spatial/inertia.h"

namespace sinew {

/// Inertia of uniform bodies, by mass, about the origin of the frame that each one names.
///
/// A body elsewhere is X_AB·body, and a compound one is a sum; a hole is a difference. Where a file gives a
/// density, the mass is density·volume.

/// The coordinate axis along which a long body lies.
enum class Axis { X, Y, Z };

template <Scalar T>
Vec3<T> unit_along(Axis axis) {
  return axis == Axis::X ? unit_x<T>() : axis == Axis::Y ? unit_y<T>() : unit_z<T>();
}

/// The tensor of a body that is round about `axis`: `axial` about it, `radial` about what crosses it.
template <Scalar T>
Symmetric3<T> round_about(Axis axis, const T& axial, const T& radial) {
  return Symmetric3<T>::diagonal(axis == Axis::X ? axial : radial, axis == Axis::Y ? axial : radial,
                                 axis == Axis::Z ? axial : radial);
}

/// All of the mass at the point p.
template <Scalar T>
Inertia<T> point_mass(const T& mass, const Vec3<T>& p) {
  return Inertia<T>::about_com(mass, p, {});
}

/// A rod without thickness along `axis`, from −l/2 to l/2: m·l²/12 across it, nothing about it.
template <Scalar T>
Inertia<T> thin_rod(const T& mass, const T& length, Axis axis) {
  return {mass, {}, round_about(axis, T(0.0), mass * length * length / T(12.0))};
}

/// A box of the given edges along x, y, z about its centre: Ixx = m·(y² + z²)/12 and so on round.
template <Scalar T>
Inertia<T> box(const T& mass, const Vec3<T>& size) {
  const T xx = size.x * size.x, yy = size.y * size.y, zz = size.z * size.z;
  const T k = mass / T(12.0);
  return {mass, {}, Symmetric3<T>::diagonal(k * (yy + zz), k * (xx + zz), k * (xx + yy))};
}

/// The same box about its corner, filling 0 ≤ x ≤ size.x and so on: Ixx = m·(y² + z²)/3, Ixy = −m·x·y/4.
template <Scalar T>
Inertia<T> box_about_corner(const T& mass, const Vec3<T>& size) {
  const T xx = size.x * size.x, yy = size.y * size.y, zz = size.z * size.z;
  const T diagonal = mass / T(3.0), product = -mass / T(4.0);
  return {mass,
          mass * (T(0.5) * size),
          {diagonal * (yy + zz), product * size.x * size.y, product * size.x * size.z, diagonal * (xx + zz),
           product * size.y * size.z, diagonal * (xx + yy)}};
}

/// A pipe along `axis` about its centre: m·(a² + b²)/2 about the axis, m·(3·(a² + b²) + l²)/12 across it,
/// with a and b the inner and the outer radius.
template <Scalar T>
Inertia<T> hollow_cylinder(const T& mass, const T& inner_radius, const T& outer_radius, const T& length, Axis axis) {
  const T rr = inner_radius * inner_radius + outer_radius * outer_radius;
  return {mass, {}, round_about(axis, mass * rr / T(2.0), mass * (T(3.0) * rr + length * length) / T(12.0))};
}

/// A cylinder along `axis` about its centre: m·r²/2 about the axis, m·(3·r² + l²)/12 across it.
template <Scalar T>
Inertia<T> solid_cylinder(const T& mass, const T& radius, const T& length, Axis axis) {
  return hollow_cylinder(mass, T(0.0), radius, length, axis);
}

/// A solid ball about its centre: 2/5·m·r².
template <Scalar T>
Inertia<T> sphere(const T& mass, const T& radius) {
  const T moment = T(2.0) * mass * radius * radius / T(5.0);
  return {mass, {}, Symmetric3<T>::diagonal(moment, moment, moment)};
}

/// A hollow ball about its centre, from no wall at all (2/3·m·r²) to solid (2/5·m·r²):
///
///     2/5·m·(b⁵ − a⁵)/(b³ − a³) = 2/5·m·(a⁴ + a³b + a²b² + ab³ + b⁴)/(a² + ab + b²)
///
/// The second form divides by no difference, so that a thin wall loses no digits.
template <Scalar T>
Inertia<T> hollow_sphere(const T& mass, const T& inner_radius, const T& outer_radius) {
  const T &a = inner_radius, &b = outer_radius;
  const T aa = a * a, ab = a * b, bb = b * b;
  const T k = T(2.0) * mass / (T(5.0) * (aa + ab + bb));
  const T moment = k * (aa * aa + (aa + ab + bb) * ab + bb * bb);
  return {mass, {}, Symmetric3<T>::diagonal(moment, moment, moment)};
}

/// A solid cone about the centre of its base, its apex at `height` along `axis` and its centre of mass a
/// quarter of the way there: 3/10·m·r² about the axis, m·(3·r² + 2·h²)/20 across it.
template <Scalar T>
Inertia<T> cone(const T& mass, const T& radius, const T& height, Axis axis) {
  const T rr = radius * radius, hh = height * height;
  return {mass, mass * height / T(4.0) * unit_along<T>(axis),
          round_about(axis, T(3.0) * mass * rr / T(10.0), mass * (T(3.0) * rr + T(2.0) * hh) / T(20.0))};
}

/// A solid ellipsoid with the semi-axes a, b, c along x, y, z, about its centre: Ixx = m·(b² + c²)/5 and so on round.
template <Scalar T>
Inertia<T> ellipsoid(const T& mass, const Vec3<T>& semi_axes) {
  const T aa = semi_axes.x * semi_axes.x, bb = semi_axes.y * semi_axes.y, cc = semi_axes.z * semi_axes.z;
  const T k = mass / T(5.0);
  return {mass, {}, Symmetric3<T>::diagonal(k * (bb + cc), k * (aa + cc), k * (aa + bb))};
}

template <Scalar T>
T volume_of_box(const Vec3<T>& size) {
  return size.x * size.y * size.z;
}

template <Scalar T>
T volume_of_hollow_cylinder(const T& inner_radius, const T& outer_radius, const T& length) {
  return T(std::numbers::pi) * (outer_radius - inner_radius) * (outer_radius + inner_radius) * length;
}

template <Scalar T>
T volume_of_cylinder(const T& radius, const T& length) {
  return T(std::numbers::pi) * radius * radius * length;
}

template <Scalar T>
T volume_of_hollow_sphere(const T& inner_radius, const T& outer_radius) {
  const T &a = inner_radius, &b = outer_radius;
  return T(4.0 / 3.0 * std::numbers::pi) * (b - a) * (a * a + a * b + b * b);
}

template <Scalar T>
T volume_of_sphere(const T& radius) {
  return T(4.0 / 3.0 * std::numbers::pi) * radius * radius * radius;
}

template <Scalar T>
T volume_of_cone(const T& radius, const T& height) {
  return T(std::numbers::pi / 3.0) * radius * radius * height;
}

template <Scalar T>
T volume_of_ellipsoid(const Vec3<T>& semi_axes) {
  return T(4.0 / 3.0 * std::numbers::pi) * semi_axes.x * semi_axes.y * semi_axes.z;
}

}  // namespace sinew
