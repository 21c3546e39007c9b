// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "sinew/motion/cartesian/cartesian_path.h"

namespace sinew {

/// A turn about an axis, with a shift along it that is proportional to the turn.
struct ScrewMotion {
  Vec3<double> point, axis;  ///< the axis goes through the point, in this direction
  double turn = 0.0;         ///< [rad]
  double advance = 0.0;      ///< [m] along the axis during the whole turn
};

/// How a frame is turned on such a way: with the screw, or about one axis until it has another orientation, or not at all.
struct Facing {
  bool with_screw = false;
  std::optional<Rotation<double>> at_end = {};
};

/// From rest to rest along a screw, by a quintic in time. InputError for an axis of no length, for a screw that neither turns
/// nor advances, and for numbers that are not finite.
std::unique_ptr<CartesianPath> screw_path(const Pose<double>& start, const ScrewMotion& screw, const Facing& facing,
                                          double duration);

/// The screw that takes one pose to another (Chasles' theorem). Poses that differ by a shift alone have no turn, and the
/// axis in the direction of the shift.
ScrewMotion screw_between(const Pose<double>& start, const Pose<double>& end);

/// The circle from a place through another to a third. InputError where they lie on a straight line.
ScrewMotion arc_through(const Vec3<double>& start, const Vec3<double>& through, const Vec3<double>& end);

}  // namespace sinew
