// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/scalar/pack.h"
#include "sinew/spatial/pose.h"

namespace sinew {

/// Three numbers that are computed with at once, in registers that hold two.
struct PairAndOne {
  Pack<2> xy;
  double z;

  friend PairAndOne operator+(const PairAndOne& a, const PairAndOne& b) { return {a.xy + b.xy, a.z + b.z}; }
  friend PairAndOne operator-(const PairAndOne& a, const PairAndOne& b) { return {a.xy - b.xy, a.z - b.z}; }
  friend PairAndOne operator-(const PairAndOne& a) { return {-a.xy, -a.z}; }
  friend PairAndOne operator*(const PairAndOne& a, double s) { return {a.xy * s, a.z * s}; }
};

/// What a column of a frame is computed in: N doubles at once where T is a double, as a vector otherwise.
template <Scalar T, int N>
struct FrameColumn {
  using Type = Vec3<T>;
  static Type of(const T& x, const T& y, const T& z) { return {x, y, z}; }
  static const T& entry(const Type& column, int i) { return column[i]; }
};
template <>
struct FrameColumn<double, 2> {
  using Type = PairAndOne;
  static Type of(double x, double y, double z) { return {Pack<2>::of(x, y), z}; }
  static double entry(const Type& column, int i) { return i == 2 ? column.z : column.xy[i]; }
};
template <>
struct FrameColumn<double, 4> {
  using Type = Pack<4>;
  static Type of(double x, double y, double z) { return Pack<4>::of(x, y, z, z); }  // the last one is not looked at
  static double entry(const Type& column, int i) { return column[i]; }
};

/// A pose by its columns, the axes and the origin, for steps that turn whole columns.
template <Scalar T, int N>
struct FrameColumns {
  using Column = FrameColumn<T, N>;
  using V = typename Column::Type;
  V x, y, z, p;

  static FrameColumns from(const Pose<T>& X) {
    const auto axis = [&](int k) { return Column::of(X.R(0, k), X.R(1, k), X.R(2, k)); };
    return {axis(0), axis(1), axis(2), Column::of(X.p.x, X.p.y, X.p.z)};
  }
  void to(Pose<T>& X) const {
    const auto row = [this](int i) { return Vec3<T>{Column::entry(x, i), Column::entry(y, i), Column::entry(z, i)}; };
    X.R = Rotation<T>::from_rows(row(0), row(1), row(2));
    X.p = {Column::entry(p, 0), Column::entry(p, 1), Column::entry(p, 2)};
  }
};

}  // namespace sinew
