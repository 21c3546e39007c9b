// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/calibration/problem/calibration_problem.h"

namespace sinew {

/// Residuals of one kind of several measurements. A measurement's error is the length of its vector: the distance
/// between where the robot is thought to be and where it was measured, or the angle between the two orientations.
struct ErrorSize {
  int count = 0;      ///< measurements that have such a part
  double rms = 0.0;   ///< root of the mean square [m or rad]
  double mean = 0.0;  ///< of the lengths
  double largest = 0.0;
  Eigen::Index worst = -1;  ///< the measurement that has it
};

struct AxisSize {
  std::string axis;
  bool is_angle = false;
  int count = 0;
  double mean = 0.0;  ///< with its sign
  double rms = 0.0;
};

struct ResidualStatistics {
  ErrorSize position, angle;
  std::vector<AxisSize> axes;  ///< in the order in which rows bring them
};

/// Of the measurements for which `counts` says so (all, if it is empty), from residuals in metres and radians.
ResidualStatistics residual_statistics(const CalibrationProblem& problem, const Eigen::VectorXd& residuals,
                                       const std::vector<bool>& counts = {});

/// The lengths of one measurement's residuals; −1 where it has no such part.
struct ErrorLength {
  double position = -1.0, angle = -1.0;
};
ErrorLength error_length(const CalibrationProblem& problem, const Eigen::VectorXd& residuals, Eigen::Index measurement);

}  // namespace sinew
