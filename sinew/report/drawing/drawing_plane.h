// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "sinew/print/drawing/picture.h"
#include "sinew/report/drawing/view.h"

namespace sinew {

/// Where points of space are in a picture, and how large symbols are, which are measured in the picture and not in
/// metres.
struct DrawingPlane {
  View view;
  double scale = 100.0;        ///< pixels per metre in the plane of the picture
  PicturePoint origin;         ///< where W's origin is
  double symbol_radius = 9.0;  ///< of a joint [pixels]

  PicturePoint at(const Vec3<double>& p) const { return origin + flat(p) * scale; }
  /// A direction in the picture; the shorter, the more it points at the viewer or away.
  PicturePoint flat(const Vec3<double>& v) const { return {dot(v, view.right), -dot(v, view.up)}; }
  double depth(const Vec3<double>& p) const { return dot(p, view.towards_viewer()); }
  double metres(double pixels) const { return pixels / scale; }
};

inline double length_of(const PicturePoint& v) { return std::hypot(v.x, v.y); }

}  // namespace sinew
