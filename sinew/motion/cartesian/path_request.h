// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sinew/motion/cartesian/cartesian_path.h"

namespace sinew {

/// A circle from where the frame is about an axis through `centre`.
struct CircleRequest {
  Vec3<double> centre, axis;
  double turn = 0.0;     ///< [rad]
  bool turning = false;  ///< the frame turns with the circle
};

/// A path as somebody asks for it: one shape, and how long it takes.
struct PathRequest {
  std::optional<Vec3<double>> line_to, line_by;
  std::optional<CircleRequest> circle;
  std::vector<Pose<double>> via;  ///< through these, from where the frame is
  std::vector<double> times;      ///< of `via`: then neither a duration nor a speed is asked for

  std::optional<double> duration;  ///< [s]; 5 s where nothing is said
  std::optional<double> speed;     ///< [m/s], its mean along the path, in place of a duration
};

/// The path from `start`. InputError for a path without length that is to have a speed, and for one that is too long to be
/// meant.
std::shared_ptr<const CartesianPath> path_from(const Pose<double>& start, const PathRequest& request);

/// InputError where a path would have more samples than anybody means.
void refuse_too_many_rows(const CartesianPath& path, double period);

}  // namespace sinew
