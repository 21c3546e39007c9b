// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sinew/algorithms/arguments.h"
#include "sinew/motion/trajectory/trajectory.h"

namespace sinew {

/// Where a control law wants the robot to be: at one position, or along a trajectory.
class Reference {
 public:
  /// At rest at this position, with a floating base's numbers as they are.
  Reference(std::vector<double> q, std::size_t velocities);
  /// `start`: the time of the simulation at which the trajectory begins [s]. Before and after it the joints stand.
  Reference(std::shared_ptr<const Trajectory> trajectory, double start);

  /// Allocates nothing.
  void read(double t);
  In<double> q() const noexcept { return q_; }
  In<double> qd() const noexcept { return qd_; }
  In<double> qdd() const noexcept { return qdd_; }
  /// The next time at which a derivative may jump.
  double next_jump(double t) const;

 private:
  std::shared_ptr<const Trajectory> trajectory_;
  double start_ = 0.0;
  std::optional<MotionSample> sample_;
  std::vector<double> knots_;
  std::vector<double> q_, qd_, qdd_;
};

}  // namespace sinew
