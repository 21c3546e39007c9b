// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/factorisation.h"
#include "sinew/algorithms/inverse_dynamics_derivatives.h"

namespace sinew {

template <Scalar T>
struct ForwardDynamicsDerivativesScratch {
  template <Scalar P>
  explicit ForwardDynamicsDerivativesScratch(const Model<P>& model)
      : inverse(model),
        qdd(at(model.velocity_count())),
        M(square_size_from_start(model)),
        by_q(M.size()),
        by_qd(M.size()),
        gains(inverse.bodies.size()) {}

  /// Must be called once for a robot with more than 200 velocities.
  template <Scalar P>
  void make_room(const Model<P>& model) {
    for (std::vector<T>* matrix : {&M, &by_q, &by_qd})
      if (matrix->size() < square_size(model)) matrix->resize(square_size(model));
  }

  InverseDynamicsDerivativesScratch<T> inverse;
  std::vector<T> qdd;
  std::vector<T> M;            ///< factorised
  std::vector<T> by_q, by_qd;  ///< of τ

  /// What q̈ adds to a body.
  struct Gain {
    Motion<T> a;  ///< to its acceleration
    Force<T> f;   ///< to what moves it and all that it carries, by its own joint and those that it carries
  };
  std::vector<Gain> gains;
};

namespace detail {

/// τ, less what the bodies and joints ask for at q̈ = 0: what is left for M·q̈.
template <Scalar P, Scalar T>
void find_efforts(const Model<P>& model, In<T> q, In<T> qd, In<T> tau,
                  const InverseDynamicsDerivativesScratch<T>& scratch, Out<T> efforts) noexcept {
  for (std::size_t i = 0; i < tau.size(); ++i) efforts[i] = tau[i];
  if (model.floating_base())
    for (int k = 0; k < 6; ++k) efforts[at(k)] -= entry(scratch.base.f, k);
  for (std::size_t b = 0; b < scratch.bodies.size(); ++b) {
    const BodyMotion<T>& body = scratch.motions.bodies[b];
    efforts[at(body.velocity_index)] -= body.multiplier * dot(body.S, scratch.bodies[b].f);
  }
  add_joint_forces<P, T>(model, q, qd, T(-1.0), efforts);
}

/// Lets the gathered bodies, which were found at q̈ = 0, accelerate with q̈.
///
/// With δ the acceleration that q̈ adds, Σ I·δ over what body b carries is what the joints beyond b add, each to all that
/// it carries, and what those below b add to b and all that it carries alike: Σ q̈(j)·F(j) + I(b)·δ(parent of b).
template <Scalar P, Scalar T>
void accelerate_bodies(const Model<P>& model, ForwardDynamicsDerivativesScratch<T>& scratch) noexcept {
  InverseDynamicsDerivativesScratch<T>& inverse = scratch.inverse;
  Motion<T> base_gain;
  if (model.floating_base()) base_gain = base_motion<T>(scratch.qdd);
  inverse.base.a += base_gain;
  for (std::size_t b = 0; b < inverse.bodies.size(); ++b) {
    const BodyMotion<T>& body = inverse.motions.bodies[b];
    auto& here = inverse.bodies[b];
    auto& gain = scratch.gains[b];
    const Motion<T>& below = body.parent == base_link ? base_gain : scratch.gains[at(body.parent)].a;
    const T qdd = body.multiplier * scratch.qdd[at(body.velocity_index)];
    gain.a = below + qdd * body.S;
    gain.f = qdd * here.F;
    here.a += gain.a;
    here.f += body.inertia * below;
  }
  for (std::size_t b = inverse.bodies.size(); b-- > 0;) {
    const int parent = inverse.motions.bodies[b].parent;
    inverse.bodies[b].f += scratch.gains[b].f;
    if (parent != base_link) scratch.gains[at(parent)].f += scratch.gains[b].f;
  }
}

}  // namespace detail

/// ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ = M⁻¹, each n×n by rows, at the q̈ that the torques `tau` give.
///
/// From τ(q, q̇, q̈(q, q̇, τ)) = τ: ∂q̈/∂x = −M⁻¹·∂τ/∂x. The bodies that M and ∂τ/∂x are made of are the same, and q̈
/// comes of them by the way.
template <Scalar P, Scalar T>
void forward_dynamics_derivatives(const Model<P>& model, In<T> q, In<T> qd, In<T> tau, const Loads<T>& loads,
                                  ForwardDynamicsDerivativesScratch<T>& scratch, Out<T> by_q, Out<T> by_qd,
                                  Out<T> by_tau) noexcept {
  scratch.inverse.motions.read(model, q, qd);
  detail::find_body_forces<P, T>(model, q, qd, {}, loads, scratch.inverse);
  detail::gather_bodies(model, scratch.inverse);
  detail::mass_matrix_of_bodies<P, T>(model, scratch.inverse, scratch.M);
  factorise<P, T>(model, scratch.M);
  detail::find_efforts<P, T>(model, q, qd, tau, scratch.inverse, scratch.qdd);
  solve_factorised<P, T>(model, scratch.M, scratch.qdd);
  detail::accelerate_bodies(model, scratch);
  detail::derivatives_of_bodies<P, T>(model, q, qd, loads.gravity, scratch.inverse, scratch.by_q, scratch.by_qd);
  invert_factorised<P, T>(model, scratch.M, by_tau);
  negative_product<T>(model.velocity_count(), by_tau, scratch.by_q, by_q);
  negative_product<T>(model.velocity_count(), by_tau, scratch.by_qd, by_qd);
}

}  // namespace sinew
