// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/forward_dynamics.h"
#include "sinew/algorithms/inverse_dynamics_derivatives.h"

namespace sinew {

template <Scalar T>
struct ForwardDynamicsDerivativesScratch {
  template <Scalar P>
  explicit ForwardDynamicsDerivativesScratch(const Model<P>& model)
      : forward(model),
        inverse(model),
        qdd(at(model.velocity_count())),
        by_q(at(model.velocity_count() * model.velocity_count())),
        by_qd(by_q.size()) {}

  ForwardDynamicsScratch<T> forward;
  InverseDynamicsDerivativesScratch<T> inverse;
  std::vector<T> qdd, by_q, by_qd;
};

/// ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ = M⁻¹, each n×n by rows, at the q̈ and with the factors of M that
/// `forward_dynamics_factorised` has just left in `scratch`.
///
/// From τ(q, q̇, q̈(q, q̇, τ)) = τ: ∂q̈/∂x = −M⁻¹·∂τ/∂x.
template <Scalar P, Scalar T>
void acceleration_derivatives(const Model<P>& model, In<T> q, In<T> qd, const Loads<T>& loads,
                              ForwardDynamicsDerivativesScratch<T>& scratch, Out<T> by_q, Out<T> by_qd,
                              Out<T> by_tau) noexcept {
  inverse_dynamics_derivatives<P, T>(model, scratch.forward.bias.joints, q, qd, scratch.qdd, loads, scratch.inverse,
                                     scratch.by_q, scratch.by_qd, {});
  invert_factorised<P, T>(model, scratch.forward.M, by_tau);
  negative_product<T>(model.velocity_count(), by_tau, scratch.by_q, by_q);
  negative_product<T>(model.velocity_count(), by_tau, scratch.by_qd, by_qd);
}

/// The same at the q̈ that the torques `tau` give.
template <Scalar P, Scalar T>
void forward_dynamics_derivatives(const Model<P>& model, In<T> q, In<T> qd, In<T> tau, const Loads<T>& loads,
                                  ForwardDynamicsDerivativesScratch<T>& scratch, Out<T> by_q, Out<T> by_qd,
                                  Out<T> by_tau) noexcept {
  forward_dynamics_factorised<P, T>(model, q, qd, tau, loads, scratch.forward, scratch.qdd);
  acceleration_derivatives<P, T>(model, q, qd, loads, scratch, by_q, by_qd, by_tau);
}

}  // namespace sinew
