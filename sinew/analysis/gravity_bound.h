// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

#include "sinew/readings/numbers.h"

namespace sinew {

/// ∂g/∂q, n×n: of gravity alone, springs apart.
Eigen::MatrixXd gravity_torque_derivative(const Model<double>& model, In<double> q, const Vec3<double>& gravity,
                                          Workspace& work);

/// α with ‖∂g/∂q‖ ≤ α everywhere, which a PD controller with gravity compensation asks its gains to exceed. Of a
/// floating base, g and q are those of the joints alone, and everywhere is also at any attitude of the base.
struct GravityBound {
  double norm = 0.0;    ///< the largest ‖∂g/∂q‖₂ that was found
  Eigen::VectorXd q;    ///< where
  bool bounded = true;  ///< false: a sliding joint without limits lets it grow without end
};

/// The maximum over all q within the joints' limits (whole turns where there are none), by climbing from many starts:
///
///     ‖∂g/∂q‖ = max over |v| = 1 of |vᵀ·(∂²U/∂q²)·v| = max |g·Σ m·p̈|,    p̈ of the motion q̇ = v, q̈ = 0
///
/// For given v, that is a sine over the angle of one joint and linear over the way of a slide: each has its best place
/// in closed form, and so have v (an eigenvector) and the attitude of a floating base (gravity along Σ m·p̈).
GravityBound gravity_bound(const Model<double>& model, unsigned seed = 1);

}  // namespace sinew
