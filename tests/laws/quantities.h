// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/algorithms/coriolis_matrix.h"
#include "sinew/algorithms/energy.h"
#include "sinew/algorithms/forward_dynamics.h"
#include "sinew/algorithms/forward_dynamics_derivatives.h"
#include "sinew/algorithms/jacobian.h"
#include "sinew/algorithms/regressor.h"
#include "sinew/algorithms/trace.h"
#include "tests/support/states.h"

/// The algorithms as functions that return what they compute, so that a law reads like the law.
namespace sinew_test {

using sinew::Model;
using sinew::Scalar;

template <Scalar P>
std::size_t n_of(const Model<P>& model) {
  return index(model.velocity_count());
}

template <Scalar P, class T>
std::vector<T> torques(const Model<P>& model, const std::vector<T>& q, const std::vector<T>& qd,
                       const std::vector<T>& qdd, const sinew::Loads<T>& loads) {
  sinew::InverseDynamicsScratch<T> scratch(model);
  std::vector<T> tau(n_of(model));
  sinew::inverse_dynamics<P, T>(model, q, qd, qdd, loads, scratch, tau);
  return tau;
}

/// Of the bodies alone; empty q̈ and loads are zeros.
template <Scalar P, class T>
std::vector<T> body_torques(const Model<P>& model, const std::vector<T>& q, const std::vector<T>& qd,
                            const std::vector<T>& qdd, const sinew::Loads<T>& loads) {
  sinew::InverseDynamicsScratch<T> scratch(model);
  std::vector<T> tau(n_of(model));
  sinew::rigid_body_torques<P, T>(model, q, qd, qdd, loads, scratch, tau);
  return tau;
}

template <Scalar P, class T>
std::vector<T> zeros(const Model<P>& model) {
  return std::vector<T>(n_of(model), T(0.0));
}

template <Scalar P, class T>
std::vector<T> coriolis_torques(const Model<P>& model, const std::vector<T>& q, const std::vector<T>& qd) {
  return body_torques<P, T>(model, q, qd, {}, {});
}
template <Scalar P, class T>
std::vector<T> gravity_torques(const Model<P>& model, const std::vector<T>& q, const sinew::Vec3<T>& gravity) {
  return body_torques<P, T>(model, q, zeros<P, T>(model), {}, {gravity, {}, {}});
}

template <Scalar P, class T>
std::vector<T> mass_matrix_of(const Model<P>& model, const std::vector<T>& q) {
  sinew::MassMatrixScratch<T> scratch(model);
  std::vector<T> M(n_of(model) * n_of(model));
  sinew::mass_matrix<P, T>(model, q, scratch, M);
  return M;
}

template <Scalar P, class T>
std::vector<T> coriolis_matrix_of(const Model<P>& model, const std::vector<T>& q, const std::vector<T>& qd) {
  sinew::CoriolisMatrixScratch<T> scratch(model);
  std::vector<T> C(n_of(model) * n_of(model));
  sinew::coriolis_matrix<P, T>(model, q, qd, scratch, C);
  return C;
}

template <Scalar P, class T>
std::vector<T> accelerations(const Model<P>& model, const std::vector<T>& q, const std::vector<T>& qd,
                             const std::vector<T>& tau, const sinew::Loads<T>& loads) {
  sinew::ForwardDynamicsScratch<T> scratch(model);
  std::vector<T> qdd(n_of(model));
  sinew::forward_dynamics<P, T>(model, q, qd, tau, loads, scratch, qdd);
  return qdd;
}
template <Scalar P, class T>
std::vector<T> accelerations_factorised(const Model<P>& model, const std::vector<T>& q, const std::vector<T>& qd,
                                        const std::vector<T>& tau, const sinew::Loads<T>& loads) {
  sinew::ForwardDynamicsScratch<T> scratch(model);
  std::vector<T> qdd(n_of(model));
  sinew::forward_dynamics_factorised<P, T>(model, q, qd, tau, loads, scratch, qdd);
  return qdd;
}
template <Scalar P, class T>
std::vector<T> accelerations_articulated(const Model<P>& model, const std::vector<T>& q, const std::vector<T>& qd,
                                         const std::vector<T>& tau, const sinew::Loads<T>& loads) {
  sinew::ForwardDynamicsScratch<T> scratch(model);
  std::vector<T> qdd(n_of(model));
  sinew::forward_dynamics_articulated<P, T>(model, q, qd, tau, loads, scratch, qdd);
  return qdd;
}

template <Scalar P, class T>
std::vector<T> jacobian_of(const Model<P>& model, const std::vector<T>& q, const sinew::PointOnLink<T>& point) {
  sinew::JacobianScratch<T> scratch(model);
  std::vector<T> J(6 * n_of(model));
  sinew::jacobian<P, T>(model, q, point, scratch, J);
  return J;
}

template <class T>
struct Derivatives {
  std::vector<T> by_q, by_qd, by_last;
};
template <Scalar P, class T>
Derivatives<T> torque_derivatives(const Model<P>& model, const State<T>& s) {
  sinew::InverseDynamicsDerivativesScratch<T> scratch(model);
  Derivatives<T> y;
  for (auto* matrix : {&y.by_q, &y.by_qd, &y.by_last}) matrix->resize(n_of(model) * n_of(model));
  sinew::inverse_dynamics_derivatives<P, T>(model, s.q, s.qd, s.qdd, s.loads(), scratch, y.by_q, y.by_qd, y.by_last);
  return y;
}
template <Scalar P, class T>
Derivatives<T> acceleration_derivatives(const Model<P>& model, const State<T>& s) {
  sinew::ForwardDynamicsDerivativesScratch<T> scratch(model);
  Derivatives<T> y;
  for (auto* matrix : {&y.by_q, &y.by_qd, &y.by_last}) matrix->resize(n_of(model) * n_of(model));
  sinew::forward_dynamics_derivatives<P, T>(model, s.q, s.qd, s.tau, s.loads(), scratch, y.by_q, y.by_qd, y.by_last);
  return y;
}

// ---- along a direction

template <class T>
std::vector<sinew::Dual<1, T>> moving(const std::vector<T>& x, const std::vector<T>& xd) {
  std::vector<sinew::Dual<1, T>> y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y.push_back(sinew::Dual<1, T>(x[i]));
    y.back().d[0] = xd[i];
  }
  return y;
}

/// ẋ of the position vector when it moves with the velocities qd: q̇ itself but for a floating base, which moves along
/// and about its own axes.
template <Scalar P, class T>
std::vector<T> position_rate(const Model<P>& model, const std::vector<T>& q, const std::vector<T>& qd) {
  if (!model.floating_base()) return qd;
  const sinew::Vec3<T> w{qd[0], qd[1], qd[2]};
  const sinew::Vec3<T> pd = sinew::base_rotation<T>(q) * sinew::Vec3<T>{qd[3], qd[4], qd[5]};
  // ṗ = ½·p∘(ω, 0)
  const sinew::Vec3<T> u{q[3], q[4], q[5]};
  const T half(0.5);
  const sinew::Vec3<T> ud = half * (q[6] * w + cross(u, w));
  std::vector<T> y{pd.x, pd.y, pd.z, ud.x, ud.y, ud.z, -half * dot(u, w)};
  y.insert(y.end(), qd.begin() + 6, qd.end());
  return y;
}

/// q as it moves with qd.
template <Scalar P, class T>
std::vector<sinew::Dual<1, T>> moving_position(const Model<P>& model, const std::vector<T>& q,
                                               const std::vector<T>& qd) {
  return moving<T>(q, position_rate<P, T>(model, q, qd));
}

template <class T>
std::vector<T> rates(const std::vector<sinew::Dual<1, T>>& x) {
  std::vector<T> y;
  for (const auto& value : x) y.push_back(value.d[0]);
  return y;
}

template <class T>
sinew::Loads<sinew::Dual<1, T>> constant(const sinew::Loads<T>& loads,
                                         std::vector<sinew::Force<sinew::Dual<1, T>>>& room) {
  using D = sinew::Dual<1, T>;
  const auto vec = [](const sinew::Vec3<T>& v) { return sinew::Vec3<D>{D(v.x), D(v.y), D(v.z)}; };
  room.clear();
  for (const auto& f : loads.external) room.push_back({vec(f.n), vec(f.f)});
  return {vec(loads.gravity), room, {vec(loads.external_on_base.n), vec(loads.external_on_base.f)}};
}

}  // namespace sinew_test
