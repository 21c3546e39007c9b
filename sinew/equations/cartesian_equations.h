// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/equations/motion_equations.h"
#include "sinew/symbolic/factorise.h"

namespace sinew {

/// Which velocity of a frame the equations speak of.
struct CartesianChoice {
  std::string frame;      ///< a link or frame of the robot
  bool own_axes = false;  ///< in the frame's own axes, as textbooks do; otherwise in the world's
  std::vector<int>
      components;  ///< of ωx ωy ωz vx vy vz, from 0; empty: those that the joints can move, if as many as joints
};

/// J with Ẋ = J·q̇, its inverse and rate, and the equations of motion seen from there:
///
///     F = M_x·Ẍ + c_x + g_x        (force form; τ = Jᵀ·F)
///     τ = M·J⁻¹·Ẍ + (c − M·J⁻¹·J̇·q̇) + g     (torque form)
///
/// Ẍ is the time derivative of Ẋ's components. `velocity_inertial` belongs to the acceleration seen from the world and
/// only expressed in the frame's axes. All of them are to be divided by the power of det J that stands beside them.
struct CartesianEquations {
  CartesianChoice choice;  ///< with the components that were taken
  PolynomialMatrix jacobian, jacobian_rate;
  Polynomial determinant;
  Factorisation determinant_factors;
  bool invertible = false;    ///< J is square and its determinant not zero everywhere; the rest is empty otherwise
  PolynomialMatrix inverse;   ///< times 1/det
  PolynomialMatrix mass;      ///< M_x, times 1/det²
  PolynomialMatrix velocity;  ///< V_x, times 1/det²
  PolynomialMatrix velocity_inertial;  ///< times 1/det²
  PolynomialMatrix gravity;            ///< G_x, times 1/det
  PolynomialMatrix mass_torque;        ///< torque form, times 1/det
  PolynomialMatrix velocity_torque;    ///< torque form, times 1/det
};

/// Throws InputError for an unknown frame or a component that is not one of six.
CartesianEquations cartesian_equations(SymbolicRobot& robot, const MotionEquations& motion,
                                       const CartesianChoice& choice);

}  // namespace sinew
