// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/joint_forces.h"

namespace sinew {

/// A link on its way through both passes: how it moves, and what that takes. All in its own frame.
template <Scalar T>
struct LinkMotion {
  Vec3<T> w;                       ///< angular velocity
  Vec3<T> wd;                      ///< angular acceleration
  Vec3<T> a;                       ///< acceleration of its origin, as felt: less gravity
  Vec3<T> spin_x, spin_y, spin_z;  ///< the rows of U = [ω̇]× + [ω]×[ω]×: a point p of the link has acceleration a + U·p
  Force<T> force;                  ///< moves it, then: it and all beyond it
};

template <Scalar T>
struct InverseDynamicsScratch {
  template <Scalar P>
  explicit InverseDynamicsScratch(const Model<P>& model) : joints(model), links(at(model.link_count())) {}

  JointPositions<T> joints;
  bool with_reactions = true;  ///< leave in `links` all that goes through each joint, not only what torques need
  LinkMotion<T> base;
  std::vector<LinkMotion<T>> links;

  LinkMotion<T>& operator[](int link) noexcept { return link == base_link ? base : links[at(link)]; }
};

namespace detail {

/// Does the link turn on a base that does not move, about an axis that does not move either?
template <Scalar P>
bool spins_on_ground(const Model<P>& model, const Link<P>& link) {
  return link.parent == base_link && !model.floating_base() && link.kind != JointKind::Prismatic &&
         link.kind != JointKind::Helical;
}

/// U·p.
template <Scalar T, class B>
Vec3<T> spun(const LinkMotion<T>& link, const Vec3<B>& p) {
  return {dot(link.spin_x, p), dot(link.spin_y, p), dot(link.spin_z, p)};
}

/// U, once ω and ω̇ are known.
template <Scalar T>
void find_spin(LinkMotion<T>& link) {
  const Vec3<T>&w = link.w, &wd = link.wd;
  const T xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z, xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  link.spin_x = {-(yy + zz), xy - wd.z, xz + wd.y};
  link.spin_y = {xy + wd.z, -(xx + zz), yz - wd.x};
  link.spin_z = {xz - wd.y, yz + wd.x, -(xx + yy)};
}

/// Newton and Euler: what it takes to move a body so, about the frame's origin.
template <Scalar P, Scalar T>
Force<T> moving_force(const Inertia<P>& body, const LinkMotion<T>& link) {
  return {body.I * link.wd + cross(link.w, body.I * link.w) + cross(body.h, link.a),
          body.m * link.a + spun(link, body.h)};
}

/// The same of every link. In a loop of its own: a link's motion and what it takes are too many numbers for the registers.
template <Scalar P, Scalar T>
void find_moving_forces(const Model<P>& model, InverseDynamicsScratch<T>& scratch) {
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<P>& link = model.link(i);
    LinkMotion<T>& here = scratch.links[at(i)];
    if (!scratch.with_reactions && spins_on_ground(model, link)) {
      // what the joint bears; the ground takes the rest
      const Inertia<P>& body = link.inertia;
      here.force = {};
      here.force.n.z = body.I.zz * here.wd.z + (body.h.x * here.a.y - body.h.y * here.a.x);
    } else {
      here.force = moving_force(link.inertia, here);
    }
  }
}

}  // namespace detail

/// How every link moves: ω, ω̇ and the felt acceleration of its origin, from base to tip.
///
/// The kinematic half of inverse dynamics. An empty q̈ is all zeros.
template <Scalar P, Scalar T>
void link_motions(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, const Vec3<T>& gravity,
                  InverseDynamicsScratch<T>& scratch) noexcept {
  scratch.joints.read(model, q);
  // accelerate the world upwards: every link then feels its weight
  LinkMotion<T>& base = scratch.base;
  base = {};
  base.a = -gravity;
  if (model.floating_base()) {
    base.w = base_motion<T>(qd).w;
    base.a = -base_rotation<T>(q).inverse_times(gravity) + cross(base.w, base_motion<T>(qd).v);
    if (!qdd.empty()) {
      base.wd = base_motion<T>(qdd).w;
      base.a += base_motion<T>(qdd).v;
    }
    detail::find_spin(base);
  }

  for (int i = 0; i < model.link_count(); ++i) {
    const Link<P>& link = model.link(i);
    const LinkMotion<T>& parent = scratch[link.parent];
    const JointPosition<T> joint = scratch.joints[i];
    LinkMotion<T>& here = scratch.links[at(i)];
    const T rate = own_rate<P, T>(link, qd), gain = qdd.empty() ? T(0.0) : own_rate<P, T>(link, qdd);
    if (detail::spins_on_ground(model, link)) {
      const T zero(0.0), rr = rate * rate;
      here.w = {zero, zero, rate};
      here.wd = {zero, zero, gain};
      here.a = to_child(link, joint, parent.a);
      here.spin_x = {-rr, -gain, zero};
      here.spin_y = {gain, -rr, zero};
      here.spin_z = {zero, zero, zero};
      continue;
    }
    // as if the joint were locked ...
    const Vec3<P>& p = link.X_PJ.p;
    Vec3<T> a = parent.a;
    if (link.shifted.x) a += p.x * Vec3<T>{parent.spin_x.x, parent.spin_y.x, parent.spin_z.x};
    if (link.shifted.y) a += p.y * Vec3<T>{parent.spin_x.y, parent.spin_y.y, parent.spin_z.y};
    if (link.shifted.z) a += p.z * Vec3<T>{parent.spin_x.z, parent.spin_y.z, parent.spin_z.z};
    with_turn(link, [&](auto turn) {
      here.w = to_child(link, joint, parent.w, turn);
      here.wd = to_child(link, joint, parent.wd, turn);
      here.a = to_child(link, joint, a, turn);
    });
    // ... and what the joint adds
    if (link.kind == JointKind::Prismatic || link.kind == JointKind::Helical) {
      const bool helical = link.kind == JointKind::Helical;
      const T &d = joint.slide, dd = helical ? link.pitch * rate : rate, ddd = helical ? link.pitch * gain : gain;
      const Vec3<T>&w = here.w, &wd = here.wd;
      here.a.x += d * (wd.y + w.x * w.z) + (dd + dd) * w.y;
      here.a.y += d * (w.y * w.z - wd.x) - (dd + dd) * w.x;
      here.a.z += ddd - d * (w.x * w.x + w.y * w.y);
    }
    if (link.kind != JointKind::Prismatic) {
      here.wd.x += here.w.y * rate;
      here.wd.y -= here.w.x * rate;
      here.wd.z += gain;
      here.w.z += rate;
    }
    detail::find_spin(here);
  }
}

/// What the bodies alone ask of the joints, friction and springs apart: M(q)·q̈ + c(q, q̇) + g(q) − Σ Jᵀ·external.
///
/// Recursive Newton-Euler (RNEA) in link frames. Derivation: docs/math/inverse_dynamics.md. An empty `qdd` is all zeros.
template <Scalar P, Scalar T>
void rigid_body_torques(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, const Loads<T>& loads,
                        InverseDynamicsScratch<T>& scratch, Out<T> tau) noexcept {
  // base to tip: how each link moves, and the force that motion takes
  link_motions(model, q, qd, qdd, loads.gravity, scratch);
  detail::find_moving_forces(model, scratch);
  for (std::size_t i = 0; i < loads.external.size(); ++i) scratch.links[i].force -= loads.external[i];
  for (T& value : tau) value = T(0.0);
  if (model.floating_base())
    scratch.base.force = detail::moving_force(model.base_inertia(), scratch.base) - loads.external_on_base;

  // a rotor takes torque to spin up, from its joint, and to be swung round, from its carrier
  for (const Rotor<P>& rotor : model.rotors()) {
    const bool still = rotor.carrier == base_link && !model.floating_base();
    LinkMotion<T>& carrier = scratch[rotor.carrier];
    T spin = rotor.ratio * qd[at(rotor.velocity_index)];
    T gain = qdd.empty() ? T(0.0) : rotor.ratio * qdd[at(rotor.velocity_index)];
    if (!still) {
      spin += dot(rotor.axis, carrier.w);
      gain += dot(rotor.axis, carrier.wd);
      carrier.force.n += rotor.inertia * (gain * rotor.axis + spin * cross(carrier.w, rotor.axis));
    }
    tau[at(rotor.velocity_index)] += rotor.ratio * (rotor.inertia * gain);
  }

  // tip to base: the joint keeps its component, the parent carries the rest
  Force<T> carried;  // from the first child; other branches add theirs to the link's own
  for (int i = model.link_count() - 1; i >= 0; --i) {
    const Link<P>& link = model.link(i);
    LinkMotion<T>& here = scratch.links[at(i)];
    Force<T> force = here.force;
    if (model.subtree_end(i) > i + 1) force += carried;
    if (scratch.with_reactions) here.force = force;
    const T effort = along_joint(link, force);
    tau[at(link.velocity_index)] += link.follows ? link.multiplier * effort : effort;
    if (link.parent == base_link && !model.floating_base()) continue;
    with_turn(link, [&](auto turn) { carried = to_parent(link, scratch.joints[i], force, turn); });
    if (link.parent == base_link || link.parent != i - 1) scratch[link.parent].force += carried;
  }
  if (model.floating_base()) {
    const Force<T>& f = scratch.base.force;
    tau[0] += f.n.x;
    tau[1] += f.n.y;
    tau[2] += f.n.z;
    tau[3] += f.f.x;
    tau[4] += f.f.y;
    tau[5] += f.f.z;
  }
}

/// Torques `tau` that give the joints the accelerations `qdd` under the loads:
///
///     τ = M(q)·q̈ + c(q, q̇) + g(q) + friction(q, q̇) + springs(q) − Σ Jᵀ·external
template <Scalar P, Scalar T>
void inverse_dynamics(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, const Loads<T>& loads,
                      InverseDynamicsScratch<T>& scratch, Out<T> tau) noexcept {
  rigid_body_torques<P, T>(model, q, qd, qdd, loads, scratch, tau);
  add_joint_forces<P, T>(model, q, qd, T(1.0), tau);
}

template <Scalar P, Scalar T>
void inverse_dynamics(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, InverseDynamicsScratch<T>& scratch,
                      Out<T> tau) noexcept {
  inverse_dynamics(model, q, qd, qdd, own_loads<T>(model), scratch, tau);
}

}  // namespace sinew
