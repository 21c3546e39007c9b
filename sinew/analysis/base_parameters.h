// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/readings/numbers.h"

namespace sinew {

/// The combinations of inertial parameters that torques can tell apart: τ = Y·π = Y_b·β with β = K·π.
struct BaseParameters {
  int rank = 0;
  std::vector<int> independent;     ///< columns of Y that were kept, ascending
  std::vector<int> without_effect;  ///< columns of Y that are zero whatever the robot does
  Eigen::MatrixXd grouping;         ///< K, rank × all columns: the identity on the kept columns
  Eigen::VectorXd values;           ///< β of this robot
  std::vector<std::string> names;   ///< of the columns of Y, such as "forearm.Ixx"
  std::vector<std::string> groups;  ///< "forearm.Ixx − forearm.Iyy + 0.16 hand.m", one per kept column
};

/// Found numerically: a rank-revealing QR of regressors stacked over random states.
BaseParameters base_parameters(const Model<double>& model, unsigned seed = 1);

}  // namespace sinew
