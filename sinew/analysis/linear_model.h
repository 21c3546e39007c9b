// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <complex>
#include <optional>
#include <vector>

#include "sinew/readings/numbers.h"

namespace sinew {

/// A motion that the linear model makes by itself: δq(t) = Re(shape·exp(λ·t)).
struct LinearMode {
  std::complex<double> pole;       ///< λ [1/s]
  double natural_frequency = 0.0;  ///< |λ| [rad/s]
  double damping_ratio = 0.0;      ///< −Re λ/|λ|: 0 swings on, 1 creeps, below 0 grows; 0 where λ = 0
  double time_constant = 0.0;      ///< −1/Re λ [s]: negative where the motion grows, infinite where it does neither
  Eigen::VectorXcd shape;          ///< of δq, its largest entry 1
};

/// What M and K alone do: K·v = ω²·M·v with K = ∂τ/∂q of gravity and springs. ω² < 0 is a direction that falls away.
struct UndampedModes {
  Eigen::VectorXd squared_frequencies;  ///< ω² [1/s²], ascending
  Eigen::MatrixXd shapes;               ///< a column per mode, its largest entry 1
};

/// The motion close to (q, q̇, τ), to first order:
///
///     d/dt (δq, δq̇) = A·(δq, δq̇) + B·δτ,    A = [0, 1; ∂q̈/∂q, ∂q̈/∂q̇],  B = [0; M⁻¹]
///
/// Of a floating base, δq is a small turn and shift δξ of the base along its own axes, so that there are 2n numbers
/// although q has one more: δξ̇ = δV − V × δξ for the base's motion V, the motion product of spatial vectors.
///
/// Viscous friction and the slope of the Stribeck curve are in A. Dry friction jumps at q̇ = 0, which no linear model
/// has: joints at rest count as if they had none.
struct LinearModel {
  Eigen::MatrixXd A;              ///< 2n×2n
  Eigen::MatrixXd B;              ///< 2n×n
  Eigen::VectorXd qdd;            ///< what the state itself accelerates with; zero: it is an equilibrium or steady
  std::vector<LinearMode> modes;  ///< 2n, by natural frequency, both of each pair
  std::optional<UndampedModes> undamped;  ///< where q̇ = 0 and K is symmetric
  std::vector<int> resting;               ///< velocities with dry friction that are zero
};

/// Throws InputError where M is singular.
LinearModel linear_model(const Model<double>& model, const numbers::DrivenState& state, Workspace& work);

}  // namespace sinew
