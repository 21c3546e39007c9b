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
        by_qd(by_q.size()),
        M(by_q.size()) {}

  ForwardDynamicsScratch<T> forward;
  InverseDynamicsDerivativesScratch<T> inverse;
  std::vector<T> qdd, by_q, by_qd, M;
};

/// ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ = M⁻¹, each n×n by rows, at a q̈ that is already known.
///
/// From τ(q, q̇, q̈(q, q̇, τ)) = τ: ∂q̈/∂x = −M⁻¹·∂τ/∂x.
template <Scalar P, Scalar T>
void acceleration_derivatives(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, const Loads<T>& loads,
                              ForwardDynamicsDerivativesScratch<T>& scratch, Out<T> by_q, Out<T> by_qd,
                              Out<T> by_tau) noexcept {
  const std::size_t n = at(model.velocity_count());
  inverse_dynamics_derivatives<P, T>(model, q, qd, qdd, loads, scratch.inverse, scratch.by_q, scratch.by_qd, scratch.M);
  factorise<P, T>(model, scratch.M);
  invert_factorised<P, T>(model, scratch.M, by_tau);
  const auto apply = [&](const std::vector<T>& by, Out<T> out) {
    for (T& value : out) value = T(0.0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) {
        const T a = by_tau[i * n + k];
        for (std::size_t j = 0; j < n; ++j) out[i * n + j] -= a * by[k * n + j];
      }
  };
  apply(scratch.by_q, by_q);
  apply(scratch.by_qd, by_qd);
}

/// The same at the q̈ that the torques `tau` give.
template <Scalar P, Scalar T>
void forward_dynamics_derivatives(const Model<P>& model, In<T> q, In<T> qd, In<T> tau, const Loads<T>& loads,
                                  ForwardDynamicsDerivativesScratch<T>& scratch, Out<T> by_q, Out<T> by_qd,
                                  Out<T> by_tau) noexcept {
  forward_dynamics<P, T>(model, q, qd, tau, loads, scratch.forward, scratch.qdd);
  acceleration_derivatives<P, T>(model, q, qd, scratch.qdd, loads, scratch, by_q, by_qd, by_tau);
}

}  // namespace sinew
