// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>

#include "sinew/algorithms/body_motions.h"
#include "sinew/algorithms/joint_forces.h"
#include "sinew/scalar/dual.h"

namespace sinew {

template <Scalar T>
struct InverseDynamicsDerivativesScratch {
  template <Scalar P>
  explicit InverseDynamicsDerivativesScratch(const Model<P>& model) : motions(model), bodies(motions.bodies.size()) {}

  struct Body {
    Motion<T> a;                 ///< acceleration, as felt
    Motion<T> Sdd;               ///< how a change of the joint's position changes it: a_parent × S + v_parent × Sd
    Force<T> f;                  ///< moves it, then: it and all that it carries
    VelocityProduct<T> product;  ///< of its own, then: of all that it carries too
    Force<T> F;                  ///< what a unit acceleration of its joint takes
  };

  BodyMotions<T> motions;
  Body base;
  std::vector<Body> bodies;

  const Motion<T>& acceleration(int body) const noexcept { return body == base_link ? base.a : bodies[at(body)].a; }
};

// The steps of it, which the derivatives of forward dynamics take too.
namespace detail {

/// Gravity in the axes of the base.
template <Scalar P, Scalar T>
Vec3<T> gravity_in_base(const Model<P>& model, In<T> q, const Vec3<T>& gravity) {
  return model.floating_base() ? base_rotation<T>(q).inverse_times(gravity) : gravity;
}

/// Base to tip: what moves each body by itself at the accelerations q̈, of which an empty one is all zeros.
template <Scalar P, Scalar T>
void find_body_forces(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, const Loads<T>& loads,
                      InverseDynamicsDerivativesScratch<T>& scratch) noexcept {
  const BodyMotions<T>& motions = scratch.motions;
  auto& base = scratch.base;
  base.a = {{}, -gravity_in_base<P, T>(model, q, loads.gravity)};
  if (model.floating_base()) {
    if (!qdd.empty()) base.a += base_motion<T>(qdd);
    base.product = VelocityProduct<T>::of(motions.base_inertia, motions.base);
    base.f = motions.base_inertia * base.a + cross(motions.base, base.product.momentum) - loads.external_on_base;
  }
  for (std::size_t b = 0; b < motions.bodies.size(); ++b) {
    const BodyMotion<T>& body = motions.bodies[b];
    auto& here = scratch.bodies[b];
    here.a = scratch.acceleration(body.parent) + (body.multiplier * qd[at(body.velocity_index)]) * body.Sd;
    if (!qdd.empty()) here.a += (body.multiplier * qdd[at(body.velocity_index)]) * body.S;
    here.product = VelocityProduct<T>::of(body.inertia, body.v);
    here.f = body.inertia * here.a + cross(body.v, here.product.momentum);
    if (b < loads.external.size()) here.f -= motions.X_BL[b] * loads.external[b];
  }
}

/// Tip to base: each body with all that it carries, as one.
template <Scalar P, Scalar T>
void gather_bodies(const Model<P>& model, InverseDynamicsDerivativesScratch<T>& scratch) noexcept {
  BodyMotions<T>& motions = scratch.motions;
  for (int b = static_cast<int>(motions.bodies.size()) - 1; b >= 0; --b) {
    const BodyMotion<T>& body = motions.bodies[at(b)];
    auto& here = scratch.bodies[at(b)];
    here.F = body.inertia * body.S;
    if (body.parent == base_link && !model.floating_base()) continue;
    auto& parent = body.parent == base_link ? scratch.base : scratch.bodies[at(body.parent)];
    parent.f += here.f;
    parent.product += here.product;
    (body.parent == base_link ? motions.base_inertia : motions.bodies[at(body.parent)].inertia) += body.inertia;
  }
}

/// Each joint has a velocity of its own and no rotor: then each pair of joints writes its entries of a matrix once.
template <Scalar P>
bool pairs_are_entries(const Model<P>& model) {
  return model.numbered_by_link() && model.rotors().empty();
}
/// Room for what is added up, or for what is written all over.
template <Scalar P, Scalar T>
void clear_for_pairs(const Model<P>& model, Out<T> matrix) {
  if (pairs_are_entries(model) && model.is_chain()) return;
  for (T& value : matrix) value = T(0.0);
}

/// M, from the gathered bodies.
template <Scalar P, Scalar T>
void mass_matrix_of_bodies(const Model<P>& model, const InverseDynamicsDerivativesScratch<T>& scratch,
                           Out<T> M) noexcept {
  const BodyMotions<T>& motions = scratch.motions;
  const std::size_t n = at(model.velocity_count());
  const bool simple = pairs_are_entries(model);
  clear_for_pairs<P, T>(model, M);
  for (std::size_t b = 0; b < motions.bodies.size(); ++b) {
    const BodyMotion<T>& body = motions.bodies[b];
    const Force<T>& F = scratch.bodies[b].F;
    const std::size_t row = at(body.velocity_index);
    if (simple) {
      M[row * n + row] = dot(body.S, F);
      for (int j = body.parent; j != base_link; j = motions.bodies[at(j)].parent)
        M[row * n + at(j)] = M[at(j) * n + row] = dot(motions.bodies[at(j)].S, F);
      continue;
    }
    M[row * n + row] += (body.multiplier * body.multiplier) * dot(body.S, F);
    for (int j = body.parent; j != base_link; j = motions.bodies[at(j)].parent) {
      const BodyMotion<T>& below = motions.bodies[at(j)];
      const std::size_t column = at(below.velocity_index);
      const T mass = (body.multiplier * below.multiplier) * dot(below.S, F);
      M[row * n + column] += mass;
      M[column * n + row] += mass;
    }
    if (model.floating_base())
      for (int k = 0; k < 6; ++k) {
        M[row * n + at(k)] += body.multiplier * entry(F, k);
        M[at(k) * n + row] += body.multiplier * entry(F, k);
      }
  }
  if (model.floating_base())
    for (int k = 0; k < 6; ++k) {
      const Force<T> column = motions.base_inertia * unit_motion<T>(k);
      for (int r = 0; r < 6; ++r) M[at(r) * n + at(k)] += entry(column, r);
    }
}

/// What couplings add: between a joint and its motor, and to each of the two.
template <Scalar P, Scalar T>
[[gnu::noinline]] void add_coupling_derivatives(const Model<P>& model, Out<T> by_q, Out<T> by_qd) noexcept {
  const std::size_t n = at(model.velocity_count());
  for (const Coupling<P>& coupling : model.couplings()) {
    const std::size_t joint = at(model.link(coupling.joint).velocity_index);
    const std::size_t motor = at(model.link(coupling.motor).velocity_index);
    const T stiffness = T(1.0) * coupling.stiffness, damping = T(1.0) * coupling.damping;
    for (const std::size_t own : {joint * (n + 1), motor * (n + 1)}) {
      by_q[own] += stiffness;
      by_qd[own] += damping;
    }
    for (const std::size_t other : {joint * n + motor, motor * n + joint}) {
      by_q[other] -= stiffness;
      by_qd[other] -= damping;
    }
  }
}

/// ∂τ/∂q and ∂τ/∂q̇, from the gathered bodies: each joint against itself and all below it.
template <Scalar P, Scalar T>
void derivatives_of_bodies(const Model<P>& model, In<T> q, In<T> qd, const Vec3<T>& gravity_in_world,
                           InverseDynamicsDerivativesScratch<T>& scratch, Out<T> by_q, Out<T> by_qd) noexcept {
  const BodyMotions<T>& motions = scratch.motions;
  const std::size_t n = at(model.velocity_count());
  const bool floating = model.floating_base(), simple = pairs_are_entries(model);
  const T two(2.0);
  const Vec3<T> gravity = gravity_in_base<P, T>(model, q, gravity_in_world);
  clear_for_pairs<P, T>(model, by_q);
  clear_for_pairs<P, T>(model, by_qd);
  for (std::size_t b = 0; b < motions.bodies.size(); ++b) {
    const BodyMotion<T>& body = motions.bodies[b];
    auto& here = scratch.bodies[b];
    here.Sdd = cross(scratch.acceleration(body.parent), body.S) + cross(motions.velocity(body.parent), body.Sd);
    const Force<T>& F = here.F;
    const Force<T> G = two * (here.product * body.S + body.inertia * body.Sd);
    const Force<T> H = two * (here.product * body.Sd) + body.inertia * here.Sdd + cross(body.S, here.f);
    const Vec3<T> r = two * here.product.under(body.S);
    const std::size_t row = at(body.velocity_index);
    if (simple) {
      by_q[row * n + row] = dot(body.S, H);
      by_qd[row * n + row] = dot(body.S, G);
      for (int j = body.parent; j != base_link; j = motions.bodies[at(j)].parent) {
        const BodyMotion<T>& below = motions.bodies[at(j)];
        const std::size_t up = row * n + at(j), down = at(j) * n + row;
        by_q[up] = dot(scratch.bodies[at(j)].Sdd, F) + dot(below.Sd.w, r);
        by_q[down] = dot(below.S, H);
        by_qd[up] = two * dot(below.Sd, F) + dot(below.S.w, r);
        by_qd[down] = dot(below.S, G);
      }
      continue;
    }
    const T own = body.multiplier * body.multiplier;
    by_q[row * n + row] += own * dot(body.S, H);
    by_qd[row * n + row] += own * dot(body.S, G);
    for (int j = body.parent; j != base_link; j = motions.bodies[at(j)].parent) {
      const BodyMotion<T>& below = motions.bodies[at(j)];
      const std::size_t column = at(below.velocity_index), up = row * n + column, down = column * n + row;
      const T scale = body.multiplier * below.multiplier;
      by_q[up] += scale * (dot(scratch.bodies[at(j)].Sdd, F) + dot(below.Sd.w, r));
      by_q[down] += scale * dot(below.S, H);
      by_qd[up] += scale * (two * dot(below.Sd, F) + dot(below.S.w, r));
      by_qd[down] += scale * dot(below.S, G);
    }
    if (!floating) continue;
    // a turn of the base turns gravity the other way round in it
    const Vec3<T> turned = cross(gravity, F.f);
    const Force<T> carried = Force<T>{r, {}} - cross(motions.base, F);
    for (int k = 0; k < 6; ++k) {
      if (k < 3) by_q[row * n + at(k)] += body.multiplier * turned[k];
      by_q[at(k) * n + row] += body.multiplier * entry(H, k);
      by_qd[row * n + at(k)] += body.multiplier * entry(carried, k);
      by_qd[at(k) * n + row] += body.multiplier * entry(G, k);
    }
  }
  if (floating)
    for (int k = 0; k < 6; ++k) {
      const Motion<T> e = unit_motion<T>(k);
      const Force<T> by_rate = two * (scratch.base.product * e) + motions.base_inertia * cross(motions.base, e);
      const Force<T> by_turn = motions.base_inertia * Motion<T>{{}, cross(e.w, gravity)};
      for (int r = 0; r < 6; ++r) {
        by_q[at(r) * n + at(k)] += entry(by_turn, r);
        by_qd[at(r) * n + at(k)] += entry(by_rate, r);
      }
    }

  if (!model.has_friction() && !model.has_springs()) return;
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<P>& link = model.link(i);
    using D = Dual<2, T>;
    const D x = D::variable(own_position<P, T>(link, q), 0);
    const D force = joint_force(link, x, D::variable(own_rate<P, T>(link, qd), 1));
    const std::size_t own = at(link.velocity_index) * (n + 1);
    const T scale = T(1.0) * (link.multiplier * link.multiplier);
    by_q[own] += scale * force.d[0];
    by_qd[own] += scale * force.d[1];
  }
  if (!model.couplings().empty()) add_coupling_derivatives<P, T>(model, by_q, by_qd);
}

}  // namespace detail

/// ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ = M of inverse dynamics, each n×n by rows, at (q, q̇, q̈) under the loads.
///
/// The base's part of ∂q is by a small turn and shift of the base along its own axes. External forces are taken to stay
/// fixed in their links. Friction's own jump at q̇ = 0 is left out. Derivation: docs/math/derivatives.md (after Singh,
/// Russell and Wensing).
template <Scalar P, Scalar T>
void inverse_dynamics_derivatives(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, const Loads<T>& loads,
                                  InverseDynamicsDerivativesScratch<T>& scratch, Out<T> by_q, Out<T> by_qd,
                                  Out<T> by_qdd) noexcept {
  scratch.motions.read(model, q, qd);
  detail::find_body_forces<P, T>(model, q, qd, qdd, loads, scratch);
  detail::gather_bodies(model, scratch);
  detail::mass_matrix_of_bodies<P, T>(model, scratch, by_qdd);
  detail::derivatives_of_bodies<P, T>(model, q, qd, loads.gravity, scratch, by_q, by_qd);
}

}  // namespace sinew
