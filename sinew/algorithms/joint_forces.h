// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/joint_motion.h"

/// What a joint's friction and spring ask of its motor.
namespace sinew {

/// The effort of the friction table at position q: linear between the points, constant beyond them.
template <Scalar P, Scalar T>
T table_friction(const Friction<P>& friction, const T& q) {
  const T one(1.0);
  T effort = one * friction.table.front().effort;
  for (std::size_t k = 1; k < friction.table.size(); ++k) {
    const auto &a = friction.table[k - 1], &b = friction.table[k];
    const P slope = (b.effort - a.effort) / (b.position - a.position);
    const T here = select(q < one * b.position, one * a.effort + slope * (q - one * a.position), one * b.effort);
    effort = select(q < one * a.position, effort, here);
  }
  return effort;
}

/// τ = viscous·q̇ + sgn(q̇)·[C + (S − C)·exp(−(q̇/v_s)²) + table(q)], with sgn(0) = 0.
template <Scalar P, Scalar T>
T friction_force(const Friction<P>& friction, const T& q, const T& qd) {
  using std::exp;
  const T one(1.0), zero(0.0);
  T forwards = one * friction.coulomb_plus, backwards = one * friction.coulomb_minus;
  if (friction.stribeck_velocity) {
    const T x = qd / (one * *friction.stribeck_velocity);
    const T fading = exp(-(x * x));
    forwards += (friction.static_plus - friction.coulomb_plus) * fading;
    backwards += (friction.static_minus - friction.coulomb_minus) * fading;
  }
  if (!friction.table.empty()) {
    const T more = table_friction(friction, q);
    forwards += more;
    backwards += more;
  }
  return friction.viscous * qd + select(zero < qd, forwards, select(qd < zero, -backwards, zero));
}

/// The band in which friction holds a joint at rest: [−minus, plus].
template <Scalar T>
struct StaticBand {
  T minus, plus;
};
template <Scalar P, Scalar T>
StaticBand<T> static_band(const Friction<P>& friction, const T& q) {
  const T one(1.0), more = friction.table.empty() ? T(0.0) : table_friction(friction, q);
  return {one * friction.static_minus + more, one * friction.static_plus + more};
}

/// q̇ᵢ's share of what the joints that move by it resist with, friction or spring.
template <Scalar P, Scalar T, class JointPart>
T sum_at(const Model<P>& model, int velocity_index, const JointPart& part) {
  T sum(0.0);
  for (int i = 0; i < model.link_count(); ++i)
    if (model.link(i).velocity_index == velocity_index) sum += model.link(i).multiplier * part(model.link(i));
  return sum;
}

/// A joint's own position: its leader's, scaled and shifted, for a mimic joint.
template <Scalar P, Scalar T>
T own_position(const Link<P>& link, In<T> q) {
  const T& x = q[at(link.position_index)];
  return link.follows ? link.multiplier * x + link.offset : x;
}

/// How far a coupling is stretched, or how fast: the joint's entry of a vector less the motor's.
template <Scalar P, Scalar T>
T stretch(const Model<P>& model, const Coupling<P>& coupling, In<T> positions) {
  return positions[at(model.link(coupling.joint).position_index)] -
         positions[at(model.link(coupling.motor).position_index)];
}
template <Scalar P, Scalar T>
T stretch_rate(const Model<P>& model, const Coupling<P>& coupling, In<T> rates) {
  return rates[at(model.link(coupling.joint).velocity_index)] - rates[at(model.link(coupling.motor).velocity_index)];
}

/// What couplings ask of one entry of τ, `part` of each: its joint overcomes it, its motor is driven by it.
template <Scalar P, Scalar T, class CouplingPart>
T sum_of_couplings_at(const Model<P>& model, int velocity_index, const CouplingPart& part) {
  T sum(0.0);
  for (const Coupling<P>& coupling : model.couplings()) {
    if (model.link(coupling.joint).velocity_index == velocity_index) sum += part(coupling);
    if (model.link(coupling.motor).velocity_index == velocity_index) sum -= part(coupling);
  }
  return sum;
}

/// What friction asks of one entry of τ, dampers of elastic joints among it.
template <Scalar P, Scalar T>
T friction_at(const Model<P>& model, In<T> q, In<T> qd, int velocity_index) {
  const T in_joints = sum_at<P, T>(model, velocity_index, [&](const Link<P>& link) {
    return friction_force(link.friction, own_position<P, T>(link, q), own_rate<P, T>(link, qd));
  });
  return in_joints + sum_of_couplings_at<P, T>(model, velocity_index, [&](const Coupling<P>& coupling) {
           return coupling.damping * stretch_rate<P, T>(model, coupling, qd);
         });
}

/// What springs ask of one entry of τ, those of elastic joints among them.
template <Scalar P, Scalar T>
T spring_at(const Model<P>& model, In<T> q, int velocity_index) {
  const T across_joints = sum_at<P, T>(model, velocity_index, [&](const Link<P>& link) {
    return link.spring ? link.spring->stiffness * (own_position<P, T>(link, q) - T(1.0) * link.spring->rest) : T(0.0);
  });
  return across_joints + sum_of_couplings_at<P, T>(model, velocity_index, [&](const Coupling<P>& coupling) {
           return coupling.stiffness * stretch<P, T>(model, coupling, q);
         });
}

/// What a link's joint itself resists with, in its own coordinate: friction and spring.
template <Scalar P, Scalar T>
T joint_force(const Link<P>& link, const T& q, const T& qd) {
  T force = friction_force(link.friction, q, qd);
  if (link.spring) force += link.spring->stiffness * (q - T(1.0) * link.spring->rest);
  return force;
}

namespace detail {

/// What goes across couplings. Few robots have any: inlined, it would cost the recursions of all others registers.
template <Scalar P, Scalar T>
[[gnu::noinline]] void add_coupling_forces(const Model<P>& model, In<T> q, In<T> qd, const T& sign,
                                           Out<T> tau) noexcept {
  for (const Coupling<P>& coupling : model.couplings()) {
    const T force = sign * (coupling.stiffness * stretch<P, T>(model, coupling, q) +
                            coupling.damping * stretch_rate<P, T>(model, coupling, qd));
    tau[at(model.link(coupling.joint).velocity_index)] += force;
    tau[at(model.link(coupling.motor).velocity_index)] -= force;
  }
}

}  // namespace detail

/// Adds sign·(friction, springs and couplings of all joints) to tau: +1 where they must be overcome, −1 where they act.
template <Scalar P, Scalar T>
void add_joint_forces(const Model<P>& model, In<T> q, In<T> qd, const T& sign, Out<T> tau) noexcept {
  if (!model.has_friction() && !model.has_springs()) return;
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<P>& link = model.link(i);
    const T force = joint_force(link, own_position<P, T>(link, q), own_rate<P, T>(link, qd));
    tau[at(link.velocity_index)] += sign * (link.multiplier * force);
  }
  if (!model.couplings().empty()) detail::add_coupling_forces<P, T>(model, q, qd, sign, tau);
}

}  // namespace sinew
