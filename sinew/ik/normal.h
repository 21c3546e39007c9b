// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/ik/lanes.h"

namespace sinew::ik {

/// Six numbers, angular over linear: an error, or a column of a Jacobian.
struct Six {
  Lanes w, v;

  Six& operator-=(const Six& b) {
    w -= b.w;
    v -= b.v;
    return *this;
  }
  friend Six operator*(const Six& a, double s) { return {a.w * s, a.v * s}; }
  friend double dot(const Six& a, const Six& b) { return (a.w * b.w + a.v * b.v).sum(); }
};

/// J·Jᵀ = Σ c·cᵀ over the columns c of J, in blocks of 3×3.
///
/// Of both normal equations this is the one whose size does not grow with the robot, and where a joint that is held
/// costs one subtraction.
struct Gram {
  Columns ww, vw, vv;

  void add(const Six& c) {
    const Lanes wx = c.w.spread<0>(), wy = c.w.spread<1>(), wz = c.w.spread<2>();
    ww.x += c.w * wx;
    ww.y += c.w * wy;
    ww.z += c.w * wz;
    vw.x += c.v * wx;
    vw.y += c.v * wy;
    vw.z += c.v * wz;
    vv.x += c.v * c.v.spread<0>();
    vv.y += c.v * c.v.spread<1>();
    vv.z += c.v * c.v.spread<2>();
  }
  void remove(const Six& c) {
    const Lanes wx = c.w.spread<0>(), wy = c.w.spread<1>(), wz = c.w.spread<2>();
    ww.x -= c.w * wx;
    ww.y -= c.w * wy;
    ww.z -= c.w * wz;
    vw.x -= c.v * wx;
    vw.y -= c.v * wy;
    vw.z -= c.v * wz;
    vv.x -= c.v * c.v.spread<0>();
    vv.y -= c.v * c.v.spread<1>();
    vv.z -= c.v * c.v.spread<2>();
  }
  double trace() const { return (ww.x[0] + ww.y[1] + ww.z[2]) + (vv.x[0] + vv.y[1] + vv.z[2]); }
};

/// (G + λ·1)⁻¹·e for λ > 0, by L·D·Lᵀ. A row of zeros, of what nobody asked for, does no harm.
inline Six solved(const Gram& G, double lambda, const Six& e) {
  // the lower triangle, by rows
  double A[6][6] = {{G.ww.x[0] + lambda},
                    {G.ww.x[1], G.ww.y[1] + lambda},
                    {G.ww.x[2], G.ww.y[2], G.ww.z[2] + lambda},
                    {G.vw.x[0], G.vw.y[0], G.vw.z[0], G.vv.x[0] + lambda},
                    {G.vw.x[1], G.vw.y[1], G.vw.z[1], G.vv.x[1], G.vv.y[1] + lambda},
                    {G.vw.x[2], G.vw.y[2], G.vw.z[2], G.vv.x[2], G.vv.y[2], G.vv.z[2] + lambda}};
  double y[6] = {e.w[0], e.w[1], e.w[2], e.v[0], e.v[1], e.v[2]};
  double inverse[6];
#pragma GCC unroll 6
  for (int j = 0; j < 6; ++j) {
    // a pivot is at least λ, but for round-off
    inverse[j] = 1.0 / (A[j][j] > 0.5 * lambda ? A[j][j] : 0.5 * lambda);
#pragma GCC unroll 6
    for (int i = j + 1; i < 6; ++i) {
      const double l = A[i][j] * inverse[j];
#pragma GCC unroll 6
      for (int k = j + 1; k <= i; ++k) A[i][k] -= l * A[k][j];
      y[i] -= l * y[j];
    }
  }
#pragma GCC unroll 6
  for (int j = 5; j >= 0; --j) {
    y[j] *= inverse[j];
#pragma GCC unroll 6
    for (int i = 0; i < j; ++i) y[i] -= A[j][i] * y[j];
  }
  return {{y[0], y[1], y[2]}, {y[3], y[4], y[5]}};
}

}  // namespace sinew::ik
