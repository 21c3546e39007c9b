// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "sinew/motion/cartesian/cartesian_path.h"
#include "sinew/tasks/task_frame.h"

namespace sinew {

/// How far a frame is off a path as a curve, whenever it is there.
struct Deviation {
  double position = 0.0, orientation = 0.0;  ///< [m], [rad], of the rows that are followed
  double path_time = 0.0;                    ///< of the nearest place of the path
};

/// Distances from a path's geometry: to its nearest place, not to where the path's time has come to.
///
/// Position and orientation are taken at one place, the one that is nearest if a radian counts as a fifth of a metre. It is
/// looked for from where the path's time is and from where it was last: on a path that crosses itself, the other branch does
/// not count. So a distance is never taken for too small.
class PathDeviation {
 public:
  PathDeviation(std::shared_ptr<const CartesianPath> path, const FrameRows& rows);

  Deviation of(const Pose<double>& X, double path_time);

 private:
  struct Place {
    Deviation deviation;
    double square = 0.0;             ///< of the distance, what is minimised
    double slope = 0.0, rate = 0.0;  ///< half its derivative by time, and the square of the path's own speed
  };
  Place place(const Pose<double>& X, double path_time) const;
  Place nearest(const Pose<double>& X, Place from) const;

  std::shared_ptr<const CartesianPath> path_;
  FrameRows rows_;
  double last_ = 0.0;
};

}  // namespace sinew
