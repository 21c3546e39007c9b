// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

#include "sinew/spatial/symmetric3.h"

namespace sinew {

/// S = R·diag(moment)·Rᵀ with the moments ascending; R's columns are the principal axes.
template <std::floating_point T>
struct PrincipalAxes {
  Vec3<T> moment;
  Rotation<T> R;
};

/// Principal moments and axes of a symmetric matrix, by Jacobi's method.
///
/// Jacobi rather than the closed form with its acos: equal and nearly equal moments are the rule for machine
/// parts, and there the closed form loses half its digits.
template <std::floating_point T>
PrincipalAxes<T> principal_axes(const Symmetric3<T>& S) {
  T a[3][3] = {{S.xx, S.xy, S.xz}, {S.xy, S.yy, S.yz}, {S.xz, S.yz, S.zz}};
  Vec3<T> axis[3] = {unit_x<T>(), unit_y<T>(), unit_z<T>()};
  constexpr int most_sweeps = 30;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    if (a[0][1] == 0 && a[0][2] == 0 && a[1][2] == 0) break;
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      // what is lost in the rounding of both moments is zero: turning by it would only stir the round-off
      const T lost =
          std::numeric_limits<T>::epsilon() / 2 * std::sqrt(std::abs(a[p][p])) * std::sqrt(std::abs(a[q][q]));
      if (std::abs(a[p][q]) <= lost) {
        a[p][q] = a[q][p] = 0;
        continue;
      }
      // the turn in the plane of p and q that makes a[p][q] zero
      const T tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const T t = std::copysign(T(1), tau) / (std::abs(tau) + std::hypot(T(1), tau));
      const T c = 1 / std::hypot(T(1), t), s = t * c;
      const int r = 3 - p - q;
      const T shift = t * a[p][q];
      const T apr = a[p][r], aqr = a[q][r];
      a[p][p] -= shift;
      a[q][q] += shift;
      a[p][q] = a[q][p] = 0;
      a[p][r] = a[r][p] = c * apr - s * aqr;
      a[q][r] = a[r][q] = s * apr + c * aqr;
      const Vec3<T> was_p = axis[p], was_q = axis[q];
      axis[p] = c * was_p - s * was_q;
      axis[q] = s * was_p + c * was_q;
    }
  }
  int order[3] = {0, 1, 2};
  if (a[order[1]][order[1]] < a[order[0]][order[0]]) std::swap(order[0], order[1]);
  if (a[order[2]][order[2]] < a[order[1]][order[1]]) std::swap(order[1], order[2]);
  if (a[order[1]][order[1]] < a[order[0]][order[0]]) std::swap(order[0], order[1]);
  const Vec3<T> x = axis[order[0]], y = axis[order[1]];
  const Vec3<T> z = cross(x, y);  // right-handed whatever the order
  return {{a[order[0]][order[0]], a[order[1]][order[1]], a[order[2]][order[2]]},
          Rotation<T>::from_rows(x, y, z).inverse()};
}

}  // namespace sinew
