// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>

#include "sinew/analysis/rows.h"
#include "sinew/readings/numbers.h"

namespace sinew {

/// Those rows of a matrix that has all six, in their order.
Eigen::MatrixXd chosen_rows(const Eigen::MatrixXd& J, const Rows& rows);

/// Which motion of a frame the Cartesian equations are about.
struct CartesianTask {
  PointOnLink<double> point;
  std::optional<Frame<double>> axes;  ///< those of this frame; nothing: W's
  Rows rows = all_rows;
  /// Which acceleration V belongs to, where the axes move: the derivative of the components (entry by entry, as
  /// textbooks write Ẍ = J·q̈ + J̇·q̇ with J̇ entry by entry), or the acceleration seen from W, resolved in the axes.
  enum class Acceleration { OfComponents, SeenFromWorld } acceleration = Acceleration::OfComponents;
  double damping = 0.0;  ///< λ > 0: J⁺ = (JᵀJ + λ²·1)⁻¹Jᵀ, which exists at a singularity; 0: an error there
};

/// Craig's four forms, with X the task's m coordinates and τ what moves the bodies, friction and springs apart:
///
///     state space, force:           F = M_x(q)·Ẍ + c_x(q, q̇) + g_x(q)
///     state space, torque:          τ = Jᵀ·F = Jᵀ·(M_x·Ẍ + c_x + g_x)
///     configuration space, force:   F = M_x(q)·Ẍ + B_x(q)·[q̇q̇] + Csq_x(q)·[q̇²] + g_x(q)
///     configuration space, torque:  τ = Jᵀ·M_x·Ẍ + B_τ(q)·[q̇q̇] + Csq_τ(q)·[q̇²] + g(q)
///
/// The torque forms are those of a square J. A redundant robot's Jᵀ·F is the share of τ that the task feels, with Jᵀ·g_x
/// in place of g; the rest, which moves the robot and not the task, is missing in it.
struct CartesianDynamics {
  Eigen::MatrixXd J, J_rate;
  Eigen::MatrixXd M_x;
  Eigen::VectorXd c_x, g_x;
  Eigen::MatrixXd B_x, Csq_x;      ///< force form
  Eigen::MatrixXd B_tau, Csq_tau;  ///< torque form: Jᵀ·B_x and Jᵀ·Csq_x
  double condition = 0.0;          ///< of J
};

/// Throws InputError at a singularity unless damped. A robot with more joints than task coordinates gives the
/// operational-space forms: M_x = (J·M⁻¹·Jᵀ)⁻¹ and the dynamically consistent inverse of J.
CartesianDynamics cartesian_dynamics(const Model<double>& model, In<double> q, In<double> qd, const CartesianTask& task,
                                     const Vec3<double>& gravity, Workspace& work);

}  // namespace sinew
