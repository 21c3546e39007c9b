// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/spatial/motion.h"
#include "sinew/spatial/pose.h"

namespace sinew {

/// Where a frame is to be at one time, and how it is to move, all in the axes that the path is given in.
struct PathPoint {
  Pose<double> X;
  Vec3<double> w, v;   ///< angular velocity, velocity of its origin
  Vec3<double> wd, a;  ///< and their time derivatives
};

/// A frame's way through space in time.
class CartesianPath {
 public:
  CartesianPath() = default;
  CartesianPath(const CartesianPath&) = delete;
  CartesianPath& operator=(const CartesianPath&) = delete;
  virtual ~CartesianPath() = default;

  virtual double duration() const = 0;
  virtual double length() const = 0;  ///< of the origin's way [m]
  /// Before the start it stands at its start, from the end on at its end.
  virtual PathPoint at(double t) const = 0;
  virtual std::string text() const = 0;  ///< "circle of radius 0.1 m, 0.628 m long"
};

/// From rest to rest, straight on, turning about one axis all the way: position and turn follow the same quintic in time.
/// InputError for a duration that is not positive.
std::unique_ptr<CartesianPath> line_path(const Pose<double>& start, const Pose<double>& end, double duration);

/// From rest to rest on a circle about `centre` and a direction, by `turn` radians; the frame keeps its orientation, or
/// turns with the circle. InputError for a start on the axis, or an axis of no length.
std::unique_ptr<CartesianPath> circle_path(const Pose<double>& start, const Vec3<double>& centre,
                                           const Vec3<double>& axis, double turn, bool turns_along, double duration);

/// From rest to rest through poses, on a cubic spline. InputError for fewer than two, or two alike in a row.
std::unique_ptr<CartesianPath> via_path(const std::vector<Pose<double>>& poses, double duration);

/// From rest to rest through poses at given times, on a cubic spline. InputError for times that do not rise.
std::unique_ptr<CartesianPath> timed_path(const std::vector<double>& times, const std::vector<Pose<double>>& poses);

}  // namespace sinew
