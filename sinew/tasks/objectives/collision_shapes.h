// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>

#include "sinew/spatial/pose.h"

namespace sinew {

/// All points within `radius` of the segment from a to b; a ball where the two are the same point.
struct Capsule {
  Vec3<double> a, b;
  double radius = 0.0;
};

struct Ball {
  Vec3<double> centre;
  double radius = 0.0;
};

/// A box with its edges along the axes of its frame, the origin at its centre.
struct Box {
  Pose<double> X_WB;
  Vec3<double> size;  ///< from face to face
};

/// Everything behind a plane: normal·x ≤ offset. The normal, a unit vector, points to where there is room.
struct HalfSpace {
  Vec3<double> normal;
  double offset = 0.0;
};

/// How two bodies are apart.
struct Separation {
  double distance = 0.0;    ///< below zero: how deep they overlap, the least way that parts them
  Vec3<double> on_capsule;  ///< the nearest points of the two surfaces; the deepest ones of an overlap
  Vec3<double> on_obstacle;
  Vec3<double> normal;  ///< unit, from the obstacle to the capsule: the way to part them

  bool overlaps() const noexcept { return distance < 0.0; }
};

/// Exact, for every case of a segment against the body: d is the distance of the capsule's axis less its radius. Inside a
/// box the axis' own depth is the least over the faces of box ⊕ segment, whose normals are the box's and their products
/// with the segment. Of equally near points, where the axis lies along a face, the middle ones are taken; of equally deep
/// ones, those at the first face in the order x, y, z, and on a plane the middle again. Where no direction is better than
/// any other (an axis through a ball's centre), one across the axis is taken.
Separation separation(const Capsule& capsule, const Ball& ball) noexcept;
Separation separation(const Capsule& capsule, const Box& box) noexcept;
Separation separation(const Capsule& capsule, const HalfSpace& space) noexcept;

}  // namespace sinew
