// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/model/joint.h"

namespace sinew {

/// Which of the two Denavit-Hartenberg conventions a row follows.
enum class DhConvention {
  Standard,  ///< X = Rz(θ)·Tz(d)·Tx(a)·Rx(α): the link's frame sits at its far end
  Modified   ///< X = Rx(α)·Tx(a)·Rz(θ)·Tz(d): the link's frame sits on its joint (Craig)
};

/// One row. The joint's own variable is added to θ (a turn) or to d (a slide); what stands here is its offset.
template <Scalar P>
struct DhRow {
  P theta{0.0}, d{0.0}, a{0.0}, alpha{0.0};
};

/// A row split at its joint: X(q) = before · J(q) · after, with J about or along z.
template <Scalar P>
struct DhTransform {
  Pose<P> before;
  Pose<P> after;
};

template <Scalar P>
DhTransform<P> dh_transform(const DhRow<P>& row, DhConvention convention) {
  const Pose<P> turn_z{Rotation<P>::about_z(sincos_of_constant(row.theta)), {}};
  const Pose<P> turn_x{Rotation<P>::about_x(sincos_of_constant(row.alpha)), {}};
  const Pose<P> slide_z = translation(Vec3<P>{P(0.0), P(0.0), row.d});
  const Pose<P> slide_x = translation(Vec3<P>{row.a, P(0.0), P(0.0)});
  // Rz and Tz commute with either kind of J
  if (convention == DhConvention::Standard) return {turn_z, slide_z * slide_x * turn_x};
  return {turn_x * slide_x * slide_z * turn_z, {}};
}

}  // namespace sinew
