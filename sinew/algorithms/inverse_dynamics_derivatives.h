// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/body_motions.h"
#include "sinew/algorithms/joint_forces.h"
#include "sinew/scalar/dual.h"

namespace sinew {

template <Scalar T>
struct InverseDynamicsDerivativesScratch {
  template <Scalar P>
  explicit InverseDynamicsDerivativesScratch(const Model<P>& model) : motions(model), bodies(motions.bodies.size()) {}

  struct Body {
    Motion<T> a;    ///< acceleration, as felt
    Motion<T> Sdd;  ///< how a change of the joint's position changes it: a_parent × S + v_parent × Sd
    Force<T> f;     ///< moves it, then: it and all that it carries
    VelocityProduct<T> product;
  };

  BodyMotions<T> motions;
  Body base;
  std::vector<Body> bodies;
};

/// ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ = M (may be empty) of inverse dynamics, each n×n by rows, at (q, q̇, q̈) under the loads.
///
/// The base's part of ∂q is by a small turn and shift of the base along its own axes. External forces are taken to stay
/// fixed in their links. Friction's own jump at q̇ = 0 is left out. Derivation: docs/math/derivatives.md (after Singh,
/// Russell and Wensing). `joints` are q's.
template <Scalar P, Scalar T>
void inverse_dynamics_derivatives(const Model<P>& model, const JointPositions<T>& joints, In<T> q, In<T> qd, In<T> qdd,
                                  const Loads<T>& loads, InverseDynamicsDerivativesScratch<T>& scratch, Out<T> by_q,
                                  Out<T> by_qd, Out<T> by_qdd) noexcept {
  BodyMotions<T>& motions = scratch.motions;
  motions.read_at(model, joints, qd);
  const std::size_t n = at(model.velocity_count());
  const bool floating = model.floating_base();
  const int count = static_cast<int>(motions.bodies.size());
  const T two(2.0);
  const bool simple = model.numbered_by_link() && model.rotors().empty();  // then each entry is written once
  if (!simple || !model.is_chain())
    for (Out<T> matrix : {by_q, by_qd, by_qdd})
      for (T& value : matrix) value = T(0.0);

  // base to tip: what moves each body
  const Vec3<T> gravity = floating ? base_rotation<T>(q).inverse_times(loads.gravity) : loads.gravity;
  scratch.base.a = {{}, -gravity};
  if (floating) {
    scratch.base.a += base_motion<T>(qdd);
    scratch.base.product = VelocityProduct<T>::of(motions.base_inertia, motions.base);
  }
  for (int b = 0; b < count; ++b) {
    const BodyMotion<T>& body = motions.bodies[at(b)];
    auto& here = scratch.bodies[at(b)];
    const Motion<T>& a_parent = (body.parent == base_link ? scratch.base : scratch.bodies[at(body.parent)]).a;
    const T rate = body.multiplier * qd[at(body.velocity_index)], gain = body.multiplier * qdd[at(body.velocity_index)];
    here.a = a_parent + gain * body.S + rate * body.Sd;
    here.Sdd = cross(a_parent, body.S) + cross(motions.velocity(body.parent), body.Sd);
    here.product = VelocityProduct<T>::of(body.inertia, body.v);
    here.f = body.inertia * here.a + cross(body.v, here.product.momentum);
    if (at(b) < loads.external.size()) here.f -= motions.X_BL[at(b)] * loads.external[at(b)];
  }

  // tip to base: each joint against itself and all below it
  for (int b = count - 1; b >= 0; --b) {
    const BodyMotion<T>& body = motions.bodies[at(b)];
    const auto& here = scratch.bodies[at(b)];
    const Force<T> F = body.inertia * body.S;
    const Force<T> G = two * (here.product * body.S + body.inertia * body.Sd);
    const Force<T> H = two * (here.product * body.Sd) + body.inertia * here.Sdd + cross(body.S, here.f);
    const Vec3<T> r = two * here.product.under(body.S);
    const std::size_t row = at(body.velocity_index);
    if (simple) {
      by_q[row * n + row] = dot(body.S, H);
      by_qd[row * n + row] = dot(body.S, G);
      if (!by_qdd.empty()) by_qdd[row * n + row] = dot(body.S, F);
      for (int j = body.parent; j != base_link; j = motions.bodies[at(j)].parent) {
        const BodyMotion<T>& below = motions.bodies[at(j)];
        const std::size_t up = row * n + at(j), down = at(j) * n + row;
        by_q[up] = dot(scratch.bodies[at(j)].Sdd, F) + dot(below.Sd.w, r);
        by_q[down] = dot(below.S, H);
        by_qd[up] = two * dot(below.Sd, F) + dot(below.S.w, r);
        by_qd[down] = dot(below.S, G);
        if (!by_qdd.empty()) by_qdd[up] = by_qdd[down] = dot(below.S, F);
      }
      if (body.parent == base_link) continue;
      scratch.bodies[at(body.parent)].f += here.f;
      scratch.bodies[at(body.parent)].product += here.product;
      motions.bodies[at(body.parent)].inertia += body.inertia;
      continue;
    }
    const T own = body.multiplier * body.multiplier;
    by_q[row * n + row] += own * dot(body.S, H);
    by_qd[row * n + row] += own * dot(body.S, G);
    if (!by_qdd.empty()) by_qdd[row * n + row] += own * dot(body.S, F);
    for (int j = body.parent; j != base_link; j = motions.bodies[at(j)].parent) {
      const BodyMotion<T>& below = motions.bodies[at(j)];
      const std::size_t column = at(below.velocity_index), up = row * n + column, down = column * n + row;
      const T scale = body.multiplier * below.multiplier;
      by_q[up] += scale * (dot(scratch.bodies[at(j)].Sdd, F) + dot(below.Sd.w, r));
      by_q[down] += scale * dot(below.S, H);
      by_qd[up] += scale * (two * dot(below.Sd, F) + dot(below.S.w, r));
      by_qd[down] += scale * dot(below.S, G);
      if (by_qdd.empty()) continue;
      const T mass = scale * dot(below.S, F);
      by_qdd[up] += mass;
      by_qdd[down] += mass;
    }
    if (floating) {
      // a turn of the base turns gravity the other way round in it
      const Vec3<T> turned = cross(gravity, F.f);
      const Force<T> carried = Force<T>{r, {}} - cross(motions.base, F);
      for (int k = 0; k < 6; ++k) {
        if (k < 3) by_q[row * n + at(k)] += body.multiplier * turned[k];
        by_q[at(k) * n + row] += body.multiplier * entry(H, k);
        by_qd[row * n + at(k)] += body.multiplier * entry(carried, k);
        by_qd[at(k) * n + row] += body.multiplier * entry(G, k);
        if (by_qdd.empty()) continue;
        by_qdd[row * n + at(k)] += body.multiplier * entry(F, k);
        by_qdd[at(k) * n + row] += body.multiplier * entry(F, k);
      }
    }
    auto* parent = body.parent == base_link ? &scratch.base : &scratch.bodies[at(body.parent)];
    if (body.parent == base_link && !floating) continue;
    parent->f += here.f;
    parent->product += here.product;
    (body.parent == base_link ? motions.base_inertia : motions.bodies[at(body.parent)].inertia) += body.inertia;
  }
  if (floating)
    for (int k = 0; k < 6; ++k) {
      const Motion<T> e = unit_motion<T>(k);
      const Force<T> by_rate = two * (scratch.base.product * e) + motions.base_inertia * cross(motions.base, e);
      const Force<T> by_gain = motions.base_inertia * e;
      const Force<T> by_turn = motions.base_inertia * Motion<T>{{}, cross(e.w, gravity)};
      for (int r = 0; r < 6; ++r) {
        by_q[at(r) * n + at(k)] += entry(by_turn, r);
        by_qd[at(r) * n + at(k)] += entry(by_rate, r);
        if (!by_qdd.empty()) by_qdd[at(r) * n + at(k)] += entry(by_gain, r);
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
}

template <Scalar P, Scalar T>
void inverse_dynamics_derivatives(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, const Loads<T>& loads,
                                  InverseDynamicsDerivativesScratch<T>& scratch, Out<T> by_q, Out<T> by_qd,
                                  Out<T> by_qdd) noexcept {
  scratch.motions.joints.read(model, q);
  inverse_dynamics_derivatives<P, T>(model, scratch.motions.joints, q, qd, qdd, loads, scratch, by_q, by_qd, by_qdd);
}

}  // namespace sinew
