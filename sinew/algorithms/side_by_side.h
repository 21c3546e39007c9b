// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/scalar/pack.h"
#include "sinew/spatial/motion.h"

/// Two of a kind in the lanes of one, for what is done to both alike.
namespace sinew {

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
