// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

#include "sinew/readings/numbers.h"

namespace sinew {

/// ∂g/∂q, n×n: of gravity alone, springs apart.
Eigen::MatrixXd gravity_torque_derivative(const Model<double>& model, In<double> q, const Vec3<double>& gravity,
                                          Workspace& work);

/// α with ‖∂g/∂q‖ ≤ α everywhere, which a PD controller with gravity compensation asks its gains to exceed.
struct GravityBound {
  double norm = 0.0;    ///< the largest ‖∂g/∂q‖₂ that was found
  Eigen::VectorXd q;    ///< where
  bool bounded = true;  ///< false: a sliding joint without limits lets it grow without end
};

/// The maximum over all q within the joints' limits (whole turns where there are none), by climbing from many starts.
GravityBound gravity_bound(const Model<double>& model, unsigned seed = 1);

}  // namespace sinew
