// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "sinew/calibration/problem/calibration_problem.h"

namespace sinew {

/// A chain whose places, and whatever else stands beside the robot itself, have been fitted to measurements.
struct Baseline {
  std::shared_ptr<const CalibrationProblem> problem;
  Fit fit;

  Eigen::VectorXd residuals() const {
    return fit.x.size() > 0 ? problem->without_weights(fit.residuals) : problem->natural_residuals(fit.x);
  }
  Eigen::VectorXd chain_values() const { return problem->chain_values(fit.x); }
};

/// The chain at `values`, of which only `beside_robot` (its base, its tool) and the places may change. Places without a
/// pose get one first.
Baseline baseline(const std::shared_ptr<const CalibrationChain>& chain, const Eigen::VectorXd& values,
                  Measurements measurements, const std::vector<JointReading>& readings,
                  const std::vector<Unknown>& beside_robot, Loss loss = Loss::Linear);

}  // namespace sinew
