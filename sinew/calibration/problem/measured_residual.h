// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/calibration/measurements/measurement.h"

namespace sinew {

/// One number of a measurement: what the robot gives less what was read.
struct ResidualRow {
  std::string axis;        ///< "x", "rz", "distance", "height"
  double deviation = 1.0;  ///< standard deviation of what was read [m or rad]
  bool is_angle = false;
};

std::vector<ResidualRow> residual_rows(const Measurement& measurement);

/// How residuals change with the velocity of F relative to the place M, angular over linear, in M's axes.
using ResidualSlopes = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::ColMajor, 6, 6>;

/// The residuals of a measurement that was taken with F at X_MF, in metres and radians, and their slopes if asked for.
/// `residual` is a view: const itself, its numbers are what is written.
///
/// An orientation's residual is the rotation vector e of R_readᵀ·R_MF, whose rate is J_r(e)⁻¹·ω with ω in F's axes and
/// J_r(e)⁻¹ = 1 + ½[e]× + k·[e]×²: exact for large errors as well.
void measured_residual(const Measurement& measurement, const Pose<double>& X_MF,
                       const Eigen::Ref<Eigen::VectorXd>& residual, ResidualSlopes* slopes);

}  // namespace sinew
