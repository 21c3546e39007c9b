// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/equations/symbolic_robot.h"
#include "sinew/symbolic/polynomial_matrix.h"

namespace sinew {

/// The robot's equations of motion, rigid bodies and rotors alone:
///
///     τ = M(q)·q̈ + c(q, q̇) + g(q) = M(q)·q̈ + B(q)·[q̇q̇] + Csq(q)·[q̇²] + g(q)
///
/// with [q̇q̇] = q̇1q̇2, q̇1q̇3, … and [q̇²] = q̇1², q̇2², …
struct MotionEquations {
  PolynomialMatrix torque;       ///< τ, n×1
  PolynomialMatrix mass;         ///< M, n×n
  PolynomialMatrix velocity;     ///< c, n×1
  PolynomialMatrix gravity;      ///< g, n×1
  PolynomialMatrix coriolis;     ///< B, n×n(n−1)/2
  PolynomialMatrix centrifugal;  ///< C, n×n
};

/// By Newton and Euler: the recursion of inverse dynamics, read with symbols, and its terms sorted by what they multiply.
MotionEquations newton_euler_equations(SymbolicRobot& robot);

/// Kinetic and potential energy, link by link and in all.
struct EnergyEquations {
  std::vector<Polynomial> kinetic, potential;  ///< of each moving link
  Polynomial rotors;                           ///< kinetic, of all spinning rotors
  Polynomial springs;                          ///< potential, of all springs
  std::vector<Expr> spring_terms;  ///< each of them as it is written, ½·k·(q − rest)² or ½·K·(q − θ)²
  Polynomial gravity_potential;    ///< of all links
  Polynomial total_kinetic, total_potential;  ///< rotors and springs among them
};
EnergyEquations energy_equations(SymbolicRobot& robot);

/// By Euler and Lagrange, from those energies alone: τ = d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q. Without springs, as in
/// `MotionEquations`.
MotionEquations lagrange_equations(SymbolicRobot& robot, const EnergyEquations& energy);

/// The Christoffel symbols of M as one matrix Γ_i(j, k) per torque, c_i = q̇ᵀ·Γ_i·q̇:
///
///     Γ(i, j, k) = ½·(∂M(i, j)/∂q(k) + ∂M(i, k)/∂q(j) − ∂M(j, k)/∂q(i))
std::vector<PolynomialMatrix> christoffel_matrices(SymbolicRobot& robot, const PolynomialMatrix& mass);

/// V_k by products and squares of rates: the row of B and of C.
struct SortedVelocity {
  std::vector<Polynomial> products;  ///< of q̇1q̇2, q̇1q̇3, …
  std::vector<Polynomial> squares;   ///< of q̇1², q̇2², …
};
SortedVelocity sorted_velocity(SymbolicRobot& robot, const Polynomial& velocity);

/// Fills in c, B, Csq and τ from M and g.
void complete_from_mass(SymbolicRobot& robot, MotionEquations& equations);

/// q̇ as a column.
PolynomialMatrix rates(SymbolicRobot& robot);

/// What joint k's friction and spring ask of its motor, to be added to τ.
std::vector<Expr> friction_efforts(const SymbolicRobot& robot);
std::vector<Expr> spring_efforts(const SymbolicRobot& robot);

}  // namespace sinew
