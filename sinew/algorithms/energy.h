// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/body_motions.h"
#include "sinew/algorithms/joint_forces.h"

namespace sinew {

/// The energy of one body, and of the whole.
template <Scalar T>
struct BodyEnergy {
  T translation{0.0};  ///< ½·m·v_C²
  T rotation{0.0};     ///< ½·ωᵀ·I_C·ω
  T potential{0.0};    ///< −m·g·p_C
};

template <Scalar T>
struct Energy {
  T kinetic{0.0};    ///< links, base and rotors
  T rotors{0.0};     ///< of which in spinning rotors
  T potential{0.0};  ///< of gravity
  T springs{0.0};
};

template <Scalar T>
using EnergyScratch = BodyMotions<T>;

/// A body's kinetic energy by König's theorem. A massless one has no centre of mass; its energy is all rotation.
template <Scalar T>
BodyEnergy<T> split_energy(const Inertia<T>& body, bool massless, const Motion<T>& v, const T& kinetic,
                           const T& potential) {
  T translation(0.0);
  if (!massless) {
    const Vec3<T> c = body.h / body.m, v_com = v.v + cross(v.w, c);
    translation = T(0.5) * (body.m * dot(v_com, v_com));
  }
  return {translation, kinetic - translation, potential};
}

/// Kinetic energy, by König's theorem link by link, and potential energy: zero where W's origin is.
///
/// `links` has one entry per moving link, or is empty.
template <Scalar P, Scalar T>
Energy<T> energy(const Model<P>& model, In<T> q, In<T> qd, const Vec3<T>& gravity, EnergyScratch<T>& scratch,
                 Out<BodyEnergy<T>> links = {}) noexcept {
  scratch.read(model, q, qd);
  const T half(0.5), one(1.0);
  Energy<T> sum;
  const Pose<T> X_WB = model.floating_base() ? base_pose<T>(q) : Pose<T>{};
  const auto height = [&](const Inertia<T>& body) { return -dot(gravity, X_WB.R * body.h + body.m * X_WB.p); };
  for (int i = 0; i < model.link_count(); ++i) {
    const BodyMotion<T>& body = scratch.bodies[at(i)];
    const T kinetic = half * dot(body.v, body.inertia * body.v), potential = height(body.inertia);
    sum.kinetic += kinetic;
    sum.potential += potential;
    if (!links.empty())
      links[at(i)] = split_energy(body.inertia, is_massless(model.link(i)), body.v, kinetic, potential);
  }
  for (std::size_t b = at(model.link_count()); b < scratch.bodies.size(); ++b)
    sum.rotors += half * dot(scratch.bodies[b].v, scratch.bodies[b].inertia * scratch.bodies[b].v);
  sum.kinetic += sum.rotors;
  if (model.floating_base()) {
    sum.kinetic += half * dot(scratch.base, scratch.base_inertia * scratch.base);
    sum.potential += height(scratch.base_inertia);
  }
  if (!model.has_springs()) return sum;
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<P>& link = model.link(i);
    if (!link.spring) continue;
    const T d = link.multiplier * q[at(link.position_index)] + link.offset - link.spring->rest;
    sum.springs += half * (one * link.spring->stiffness) * (d * d);
  }
  for (const Coupling<P>& coupling : model.couplings()) {
    const T d = stretch<P, T>(model, coupling, q);
    sum.springs += half * (one * coupling.stiffness) * (d * d);
  }
  return sum;
}

/// That of a floating base itself, which `energy` counts in its sums.
template <Scalar P, Scalar T>
BodyEnergy<T> base_energy(const Model<P>& model, In<T> q, In<T> qd, const Vec3<T>& gravity) {
  const Inertia<T> body = cast<T>(model.base_inertia());
  const Pose<T> X_WB = base_pose<T>(q);
  const Motion<T> v = base_motion<T>(qd);
  return split_energy(body, is_structural_zero(model.base_inertia().m), v, T(0.5) * dot(v, body * v),
                      -dot(gravity, X_WB.R * body.h + body.m * X_WB.p));
}

/// What moves as a whole, in W.
template <Scalar T>
struct Centroid {
  T mass{0.0};
  Vec3<T> com;        ///< centre of mass of all that moves (and of a floating base)
  Vec3<T> velocity;   ///< of the centre of mass
  Force<T> momentum;  ///< angular about the centre of mass, over linear
  Symmetric3<T> I;    ///< of the whole, as if rigid, about the centre of mass
};

/// Total momentum and the centroidal momentum matrix A (6×n by rows; may be empty): momentum = A·q̇, angular about the
/// centre of mass over linear, in W's axes. Spinning rotors count.
template <Scalar P, Scalar T>
Centroid<T> centroidal_momentum(const Model<P>& model, In<T> q, In<T> qd, EnergyScratch<T>& scratch,
                                Out<T> A) noexcept {
  scratch.read(model, q, qd);
  const std::size_t n = at(model.velocity_count());
  const bool floating = model.floating_base();
  const Pose<T> X_WB = floating ? base_pose<T>(q) : Pose<T>{};
  Force<T> momentum;
  if (floating) momentum = scratch.base_inertia * scratch.base;
  for (const BodyMotion<T>& body : scratch.bodies) momentum += body.inertia * body.v;
  // each body with all that it carries: the momentum of a unit of its joint's q̇
  for (T& value : A) value = T(0.0);
  Inertia<T> whole;
  if (floating) whole = scratch.base_inertia;
  for (int b = static_cast<int>(scratch.bodies.size()) - 1; b >= 0; --b) {
    const BodyMotion<T>& body = scratch.bodies[at(b)];
    if (!A.empty()) {
      const Force<T> F = body.multiplier * (body.inertia * body.S);
      for (int k = 0; k < 6; ++k) A[at(k) * n + at(body.velocity_index)] += entry(F, k);
    }
    (body.parent == base_link ? whole : scratch.bodies[at(body.parent)].inertia) += body.inertia;
  }
  if (floating && !A.empty())
    for (int c = 0; c < 6; ++c) {
      const Force<T> F = whole * unit_motion<T>(c);
      for (int k = 0; k < 6; ++k) A[at(k) * n + at(c)] += entry(F, k);
    }
  // from the base's origin and axes to the centre of mass and W's
  Centroid<T> y;
  y.mass = whole.m;
  const Vec3<T> c = whole.h / whole.m;
  y.com = X_WB * c;
  const auto moved = [&](const Force<T>& f) { return Force<T>{X_WB.R * (f.n - cross(c, f.f)), X_WB.R * f.f}; };
  y.momentum = moved(momentum);
  y.velocity = y.momentum.f / whole.m;
  y.I = rotated(X_WB.R, whole.I - whole.m * steiner(c, c));
  for (std::size_t k = 0; k < n && !A.empty(); ++k) {
    const Force<T> F = moved({{A[k], A[n + k], A[2 * n + k]}, {A[3 * n + k], A[4 * n + k], A[5 * n + k]}});
    for (int r = 0; r < 6; ++r) A[at(r) * n + k] = entry(F, r);
  }
  return y;
}

}  // namespace sinew
