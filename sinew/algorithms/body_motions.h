// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/poses.h"

/// Every body in one frame: the axes and origin of the base B.
///
/// Seen from one frame, bodies add up without being carried from link to link, and the derivative of anything by a
/// joint is a cross product with the joint's axis. What couples every joint with every other (the Coriolis matrix, the
/// derivatives) is computed here; what runs once along the tree is cheaper in link frames.
namespace sinew {

/// A body and the joint that moves it: a link, or the rotor of a motor on a joint that follows the motor's.
template <Scalar T>
struct BodyMotion {
  int parent = base_link;
  int velocity_index = 0;
  T multiplier{1.0};   ///< q̇ of its joint per q̇ of the vector
  Motion<T> S;         ///< the joint's axis: the motion that a unit of its own q̇ gives
  Motion<T> Sd;        ///< its rate of change, v_parent × S
  Motion<T> v;         ///< velocity
  Inertia<T> inertia;  ///< then: with all that the body carries
};

template <Scalar T>
struct BodyMotions {
  template <Scalar P>
  explicit BodyMotions(const Model<P>& model)
      : joints(model), X_BL(at(model.link_count())), bodies(at(model.link_count()) + model.rotors().size()) {}

  JointPositions<T> joints;
  std::vector<Pose<T>> X_BL;
  std::vector<BodyMotion<T>> bodies;
  Motion<T> base;  ///< velocity of the base, in its own frame
  Inertia<T> base_inertia;

  const Pose<T>& pose(int link) const noexcept { return link == base_link ? X_BB_ : X_BL[at(link)]; }
  const Motion<T>& velocity(int body) const noexcept { return body == base_link ? base : bodies[at(body)].v; }

  /// Poses, axes, velocities and inertias of all bodies. An empty q̇ is all zeros.
  template <bool with_inertias = true, Scalar P>
  void read(const Model<P>& model, In<T> q, In<T> qd) noexcept {
    const T one(1.0), zero(0.0);
    joints.read(model, q);
    base = model.floating_base() && !qd.empty() ? base_motion<T>(qd) : Motion<T>{};
    if (model.floating_base()) base_inertia = cast<T>(model.base_inertia());
    place_links<P, T>(model, joints, X_BB_, X_BL);
    for (int i = 0; i < model.link_count(); ++i) {
      const Link<P>& link = model.link(i);
      BodyMotion<T>& body = bodies[at(i)];
      const Pose<T>& X = X_BL[at(i)];
      const Vec3<T> z = X.R.column(2);
      body.parent = link.parent;
      body.velocity_index = link.velocity_index;
      body.multiplier = one * link.multiplier;
      body.S = link.kind == JointKind::Prismatic ? Motion<T>{{zero, zero, zero}, z} : Motion<T>{z, cross(X.p, z)};
      if (link.kind == JointKind::Helical) body.S.v += link.pitch * z;
      if constexpr (with_inertias) body.inertia = X * link.inertia;
      move(body, link.follows, qd);
    }
    for (std::size_t k = 0; k < model.rotors().size(); ++k) {
      const Rotor<P>& rotor = model.rotors()[k];
      BodyMotion<T>& body = bodies[at(model.link_count()) + k];
      const Pose<T>& X = pose(rotor.carrier);
      const Vec3<T> axis = X.R * rotor.axis;
      body.parent = rotor.carrier;
      body.velocity_index = rotor.velocity_index;
      body.multiplier = one * rotor.ratio;
      body.S = {axis, cross(X.p, axis)};
      if constexpr (with_inertias) body.inertia = {zero, {}, rotor.inertia * outer(axis, axis)};
      move(body, true, qd);
    }
  }

 private:
  void move(BodyMotion<T>& body, bool scaled, In<T> qd) {
    body.v = velocity(body.parent);
    if (qd.empty()) {
      body.Sd = {};
      return;
    }
    body.Sd = cross(body.v, body.S);
    const T& rate = qd[at(body.velocity_index)];
    body.v += (scaled ? body.multiplier * rate : rate) * body.S;
  }

  Pose<T> X_BB_;  // the base seen from itself
};

/// The six entries of a spatial vector, in the order of a floating base's velocities.
template <Scalar T>
const T& entry(const Force<T>& f, int k) {
  return k < 3 ? f.n[k] : f.f[k - 3];
}
template <Scalar T>
Motion<T> unit_motion(int k) {
  Motion<T> e;
  (k < 3 ? e.w[k] : e.v[k - 3]) = T(1.0);
  return e;
}

/// The velocity products of a body, as a matrix: B(v) with B·v = v ×* (I·v), and B such that Σ Jᵀ(I·J̇ + B·J) is the
/// Coriolis matrix of the Christoffel symbols (Echeandia and Wensing).
///
/// B = ½(v×*·I − I·v× + (I·v)×̄*) comes down to B·u = (S·u_w − ½·n×u_w, −f×u_w) with a symmetric S and the momentum
/// (n, f). Like momenta, they add up over bodies.
template <Scalar T>
struct VelocityProduct {
  Symmetric3<T> S;
  Force<T> momentum;

  static VelocityProduct of(const Inertia<T>& body, const Motion<T>& v) {
    // S = sym([ω]·I) + (v·h)·1 − sym(v·hᵀ)
    const Vec3<T> x = cross(v.w, body.I.row(0)), y = cross(v.w, body.I.row(1)), z = cross(v.w, body.I.row(2));
    const T half(0.5);
    const Symmetric3<T> turning{x.x, half * (y.x + x.y), half * (z.x + x.z), y.y, half * (z.y + y.z), z.z};
    return {turning + steiner(v.v, body.h), body * v};
  }
  VelocityProduct& operator+=(const VelocityProduct& b) {
    S += b.S;
    momentum += b.momentum;
    return *this;
  }

  /// B·u.
  Force<T> operator*(const Motion<T>& u) const {
    return {S * u.w - T(0.5) * cross(momentum.n, u.w), -cross(momentum.f, u.w)};
  }
  /// uᵀ·B, which reads the angular part of what it is multiplied by, alone.
  Vec3<T> under(const Motion<T>& u) const { return S * u.w + T(0.5) * cross(momentum.n, u.w) + cross(momentum.f, u.v); }
};

}  // namespace sinew
