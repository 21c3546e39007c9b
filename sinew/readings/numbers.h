// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/readings/workspace.h"

/// The algorithms in doubles, compiled once, behind a door that checks: vectors of the wrong length, numbers that are
/// not finite, a mass matrix that cannot be inverted throw InputError. Nothing is allocated otherwise.
///
/// Vectors are spans; matrices are their rows, one after the other. n = model.velocity_count(). What `Arm` answers too has
/// its name there. Calls of more than five spans take them in the plain structs below.
namespace sinew::numbers {

/// How the joints move at one instant.
struct JointMotion {
  In<double> q, qd, qdd;
};
/// A state, and the torques that drive the joints in it.
struct DrivenState {
  In<double> q, qd, tau;
};
/// Room for ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ = M, each n×n.
struct TorqueDerivativesRoom {
  Out<double> by_q, by_qd, by_qdd;
};
/// Room for ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ = M⁻¹, each n×n.
struct AccelerationDerivativesRoom {
  Out<double> by_q, by_qd, by_tau;
};
/// Room for one entry per moving link, and for one per velocity.
struct TraceRoom {
  Out<LinkTrace<double>> links;
  Out<TorqueParts<double>> torques;
  Out<double> tau;
};

/// Gravity as the model has it and no external force: what the calls without `loads` use.
Loads<double> own_loads(const Model<double>& model);

/// X_WL of every moving link's canonical frame, and X_WB of a floating base.
void poses(const Model<double>& model, In<double> q, Workspace& work, Out<Pose<double>> X_WL, Pose<double>& X_WB);

/// 6×n, in W's axes, angular over linear.
void jacobian(const Model<double>& model, In<double> q, const PointOnLink<double>& point, Workspace& work,
              Out<double> J);
void jacobian_rate(const Model<double>& model, In<double> q, In<double> qd, const PointOnLink<double>& point,
                   Workspace& work, Out<double> Jd);

/// τ with friction, rotors and springs.
void torque(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, const Loads<double>& loads,
            Workspace& work, Out<double> tau);
void torque(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, Workspace& work, Out<double> tau);

/// c(q, q̇) alone: Coriolis and centrifugal torques.
void coriolis_torque(const Model<double>& model, In<double> q, In<double> qd, Workspace& work, Out<double> c);
/// g(q) alone.
void gravity_torque(const Model<double>& model, In<double> q, const Vec3<double>& gravity, Workspace& work,
                    Out<double> g);

void mass_matrix(const Model<double>& model, In<double> q, Workspace& work, Out<double> M);
void inverse_mass_matrix(const Model<double>& model, In<double> q, Workspace& work, Out<double> inverse);

/// q̈ under the torques τ, friction and springs of the model at work.
void acceleration(const Model<double>& model, In<double> q, In<double> qd, In<double> tau, const Loads<double>& loads,
                  Workspace& work, Out<double> qdd);
void acceleration(const Model<double>& model, In<double> q, In<double> qd, In<double> tau, Workspace& work,
                  Out<double> qdd);

/// C(q, q̇) with Ṁ − 2C skew-symmetric, and the Christoffel symbols, n×n×n with k outermost.
void coriolis_matrix(const Model<double>& model, In<double> q, In<double> qd, Workspace& work, Out<double> C);
void christoffel_symbols(const Model<double>& model, In<double> q, Workspace& work, Out<double> symbols);

void torque_derivatives(const Model<double>& model, const JointMotion& motion, const Loads<double>& loads,
                        Workspace& work, const TorqueDerivativesRoom& room);
void acceleration_derivatives(const Model<double>& model, const DrivenState& state, const Loads<double>& loads,
                              Workspace& work, const AccelerationDerivativesRoom& room);

void regressor(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, const Vec3<double>& gravity,
               Workspace& work, Out<double> Y);
void joint_regressor(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, Workspace& work,
                     Out<double> Y);
void energy_regressor(const Model<double>& model, In<double> q, In<double> qd, const Vec3<double>& gravity,
                      Workspace& work, Out<double> kinetic, Out<double> potential);

Energy<double> energy(const Model<double>& model, In<double> q, In<double> qd, const Vec3<double>& gravity,
                      Workspace& work, Out<BodyEnergy<double>> links = {});
Centroid<double> centroid(const Model<double>& model, In<double> q, In<double> qd, Workspace& work, Out<double> A = {});

/// Every vector of both passes of the recursion behind `torque`, and the parts of each torque.
void trace(const Model<double>& model, const JointMotion& motion, const Loads<double>& loads, Workspace& work,
           const TraceRoom& room);

}  // namespace sinew::numbers
