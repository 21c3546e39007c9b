// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/factorisation.h"
#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/algorithms/mass_matrix.h"

namespace sinew {

/// The inertia of a body that hangs on free joints: what force a motion of it takes, [n; f] = [I H; Hᵀ M]·[w; v].
template <Scalar T>
struct ArticulatedInertia {
  Symmetric3<T> I;
  Vec3<T> H[3];  ///< rows
  Symmetric3<T> M;

  friend Force<T> operator*(const ArticulatedInertia& a, const Motion<T>& u) {
    return {a.I * u.w + Vec3<T>{dot(a.H[0], u.v), dot(a.H[1], u.v), dot(a.H[2], u.v)},
            u.w.x * a.H[0] + u.w.y * a.H[1] + u.w.z * a.H[2] + a.M * u.v};
  }
};

template <Scalar T>
struct ForwardDynamicsScratch {
  template <Scalar P>
  explicit ForwardDynamicsScratch(const Model<P>& model)
      : bias(model),
        mass(model),
        M(square_size_from_start(model)),
        bodies(at(model.link_count())),
        parts(at(model.link_count())),
        efforts(at(model.velocity_count())) {}

  /// Must be called once before the mass matrix of a robot with more than 200 velocities is factorised.
  template <Scalar P>
  void make_room(const Model<P>& model) {
    if (M.size() < square_size(model)) M.resize(square_size(model));
  }

  InverseDynamicsScratch<T> bias;
  MassMatrixScratch<T> mass;
  std::vector<T> M;

  /// One joint on the way down and up again.
  struct Joint {
    Force<T> U;       ///< what a unit acceleration of the joint takes, as its parent feels it
    T inverse_of_D;   ///< 1/(what of it goes through the joint itself)
    T u;              ///< what is left of τ for q̈
    Motion<T> extra;  ///< the link's acceleration beyond that at q̈ = 0
  };
  ArticulatedInertia<T> base_body;
  std::vector<ArticulatedInertia<T>> bodies;
  std::vector<Joint> parts;
  std::vector<T> efforts;
};

/// Accelerations `qdd` under the torques `tau`, by factorising the mass matrix: M·q̈ = τ − c − g − friction − springs.
///
/// Works for every robot; n³ on a chain, but with a small factor.
template <Scalar P, Scalar T>
void forward_dynamics_factorised(const Model<P>& model, In<T> q, In<T> qd, In<T> tau, const Loads<T>& loads,
                                 ForwardDynamicsScratch<T>& scratch, Out<T> qdd) noexcept {
  inverse_dynamics<P, T>(model, q, qd, {}, loads, scratch.bias, qdd);
  mass_matrix<P, T>(model, scratch.bias.joints, scratch.mass, scratch.M);
  for (std::size_t i = 0; i < qdd.size(); ++i) qdd[i] = tau[i] - qdd[i];
  factorise<P, T>(model, scratch.M);
  solve_factorised<P, T>(model, scratch.M, qdd);
}

namespace detail {

template <Scalar P, Scalar T>
ArticulatedInertia<T> articulated(const Inertia<P>& body) {
  const Inertia<T> b = cast<T>(body);
  const T zero(0.0);
  return {b.I,
          {{zero, -b.h.z, b.h.y}, {b.h.z, zero, -b.h.x}, {-b.h.y, b.h.x, zero}},
          Symmetric3<T>::diagonal(b.m, b.m, b.m)};
}

/// a ← a − U·Uᵀ·s.
template <Scalar T>
void take_away(ArticulatedInertia<T>& a, const Force<T>& U, const T& s) {
  const Vec3<T> n = s * U.n, f = s * U.f;
  a.I = a.I - outer(n, U.n);
  a.H[0] -= n.x * U.f;
  a.H[1] -= n.y * U.f;
  a.H[2] -= n.z * U.f;
  a.M = a.M - outer(f, U.f);
}

/// The same, seen from the parent: X_PL·a·X_PLᵀ.
template <Scalar P, Scalar T>
ArticulatedInertia<T> to_parent(const Link<P>& link, const JointPosition<T>& q, const ArticulatedInertia<T>& a) {
  ArticulatedInertia<T> y;
  y.I = from_joint(link, about_z(q.turn, a.I), link.turn);
  y.M = from_joint(link, about_z(q.turn, a.M), link.turn);
  // H: both sides turned
  Vec3<T> row[3];
  for (int k = 0; k < 3; ++k) row[k] = from_joint(link, about_z(q.turn, a.H[k]));
  for (int c = 0; c < 3; ++c) {
    const Vec3<T> column = from_joint(link, about_z(q.turn, Vec3<T>{row[0][c], row[1][c], row[2][c]}));
    for (int k = 0; k < 3; ++k) y.H[k][c] = column[k];
  }
  // the origin moved by p: n′ = n + p×f, v = v′ + w×p
  const bool slides = link.kind == JointKind::Prismatic || link.kind == JointKind::Helical;
  if (!link.shifted.any() && !slides) return y;
  Vec3<T> p = T(1.0) * link.X_PJ.p;
  if (slides) p += from_joint(link, Vec3<T>{T(0.0), T(0.0), q.slide});
  // with M and H as matrices: H′ = H + [p]M, I′ = I + [p]Hᵀ + H[p]ᵀ + [p]M[p]ᵀ = I + [p]Hᵀ + ([p]H′ᵀ)ᵀ
  const Vec3<T> pM[3] = {p.y * y.M.row(2) - p.z * y.M.row(1), p.z * y.M.row(0) - p.x * y.M.row(2),
                         p.x * y.M.row(1) - p.y * y.M.row(0)};
  Vec3<T> sum[3];  // rows of H·[p]ᵀ + H′·[p]ᵀ: row × p
  for (int k = 0; k < 3; ++k) {
    sum[k] = cross(p, y.H[k] + y.H[k] + pM[k]);
    y.H[k] += pM[k];
  }
  const T half(0.5);
  y.I += Symmetric3<T>{sum[0].x, half * (sum[0].y + sum[1].x), half * (sum[0].z + sum[2].x),
                       sum[1].y, half * (sum[1].z + sum[2].y), sum[2].z};
  return y;
}

/// x ← A⁻¹·b for the six-by-six inertia of a free body, by Lᵀ·D·L.
template <Scalar T>
Motion<T> solve(const ArticulatedInertia<T>& a, const Force<T>& b) {
  T m[6][6], x[6] = {b.n.x, b.n.y, b.n.z, b.f.x, b.f.y, b.f.z};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      m[r][c] = a.I(r, c);
      m[r + 3][c + 3] = a.M(r, c);
      m[r][c + 3] = a.H[r][c];
      m[c + 3][r] = a.H[r][c];
    }
  for (int k = 5; k >= 0; --k) {
    m[k][k] = T(1.0) / m[k][k];
    for (int i = k - 1; i >= 0; --i) {
      const T s = m[k][i] * m[k][k];
      for (int j = i; j >= 0; --j) m[i][j] -= s * m[k][j];
      m[k][i] = s;
    }
  }
  for (int i = 5; i >= 0; --i)
    for (int j = 0; j < i; ++j) x[j] -= m[i][j] * x[i];
  for (int i = 0; i < 6; ++i) {
    x[i] = x[i] * m[i][i];
    for (int j = 0; j < i; ++j) x[i] -= m[i][j] * x[j];
  }
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

}  // namespace detail

/// The same by articulated bodies (ABA): from tip to base each joint gives way, so that its link weighs on the parent
/// only with what the joint cannot yield; from base to tip the accelerations follow. Cost grows with n.
///
/// Needs `model.joints_are_local()`. Derivation: docs/math/forward_dynamics.md.
template <Scalar P, Scalar T>
void forward_dynamics_articulated(const Model<P>& model, In<T> q, In<T> qd, In<T> tau, const Loads<T>& loads,
                                  ForwardDynamicsScratch<T>& scratch, Out<T> qdd) noexcept {
  assert(model.joints_are_local());
  // how everything would move, and what that would take, if no joint accelerated
  InverseDynamicsScratch<T>& bias = scratch.bias;
  const bool floating = model.floating_base();
  const T one(1.0);
  link_motions<P, T>(model, q, qd, {}, loads.gravity, bias);
  detail::find_moving_forces(model, bias);
  for (int i = 0; i < model.link_count(); ++i) scratch.bodies[at(i)] = detail::articulated<P, T>(model.link(i).inertia);
  for (std::size_t i = 0; i < loads.external.size(); ++i) bias.links[i].force -= loads.external[i];
  if (floating) {
    bias.base.force = detail::moving_force(model.base_inertia(), bias.base) - loads.external_on_base;
    scratch.base_body = detail::articulated<P, T>(model.base_inertia());
  }
  for (std::size_t i = 0; i < tau.size(); ++i) scratch.efforts[i] = tau[i];
  add_joint_forces<P, T>(model, q, qd, T(-1.0), scratch.efforts);
  for (const Rotor<P>& rotor : model.rotors()) {
    if (rotor.carrier == base_link && !floating) continue;
    LinkMotion<T>& carrier = bias[rotor.carrier];
    const T gain = dot(rotor.axis, carrier.wd);
    const T spin = rotor.ratio * qd[at(rotor.velocity_index)] + dot(rotor.axis, carrier.w);
    carrier.force.n += rotor.inertia * (gain * rotor.axis + spin * cross(carrier.w, rotor.axis));
    scratch.efforts[at(rotor.velocity_index)] -= rotor.ratio * (rotor.inertia * gain);
    (rotor.carrier == base_link ? scratch.base_body : scratch.bodies[at(rotor.carrier)]).I +=
        rotor.inertia * outer(one * rotor.axis, one * rotor.axis);
  }

  // tip to base: each joint gives way
  std::size_t rotors_left = model.rotors().size();
  for (int i = model.link_count() - 1; i >= 0; --i) {
    const Link<P>& link = model.link(i);
    const JointPosition<T> joint = bias.joints[i];
    const Force<T> F = scratch.bodies[at(i)] * joint_motion(link, one);
    auto& part = scratch.parts[at(i)];
    T D = along_joint(link, F);
    part.u = scratch.efforts[at(link.velocity_index)] - along_joint(link, bias.links[at(i)].force);
    const bool has_parent = link.parent != base_link || floating;
    if (has_parent) part.U = to_parent(link, joint, F);
    while (rotors_left > 0 && model.rotors()[rotors_left - 1].velocity_index == link.velocity_index) {
      const Rotor<P>& rotor = model.rotors()[--rotors_left];
      D += one * (rotor.inertia * rotor.ratio * rotor.ratio);
      if (rotor.carrier != base_link || floating) part.U.n += (rotor.inertia * rotor.ratio) * (one * rotor.axis);
    }
    part.inverse_of_D = one / D;
    if (!has_parent) continue;
    const bool to_base = link.parent == base_link;
    ArticulatedInertia<T>& parent = to_base ? scratch.base_body : scratch.bodies[at(link.parent)];
    ArticulatedInertia<T> rest = detail::to_parent(link, joint, scratch.bodies[at(i)]);
    detail::take_away(rest, part.U, part.inverse_of_D);
    parent.I += rest.I;
    for (int k = 0; k < 3; ++k) parent.H[k] += rest.H[k];
    parent.M += rest.M;
    bias[link.parent].force += to_parent(link, joint, bias.links[at(i)].force) + (part.u * part.inverse_of_D) * part.U;
  }

  // base to tip: what each joint does with what is left to it
  Motion<T> base_extra;
  if (floating) {
    const T* const e = scratch.efforts.data();
    const Force<T> applied{{e[0], e[1], e[2]}, {e[3], e[4], e[5]}};
    base_extra = detail::solve(scratch.base_body, applied - bias.base.force);
    for (int k = 0; k < 3; ++k) {
      qdd[at(k)] = base_extra.w[k];
      qdd[at(k + 3)] = base_extra.v[k];
    }
  }
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<P>& link = model.link(i);
    auto& part = scratch.parts[at(i)];
    T& gain = qdd[at(link.velocity_index)];
    if (link.parent == base_link && !floating) {
      gain = part.u * part.inverse_of_D;
      part.extra = joint_motion(link, gain);
      continue;
    }
    const Motion<T>& parent = link.parent == base_link ? base_extra : scratch.parts[at(link.parent)].extra;
    gain = (part.u - dot(parent, part.U)) * part.inverse_of_D;
    part.extra = to_child(link, bias.joints[i], parent) + joint_motion(link, gain);
  }
}

/// Is the mass matrix factorised for this robot, rather than its joints eliminated one by one?
template <Scalar P>
bool is_worth_factorising(const Model<P>& model) noexcept {
  return !model.joints_are_local() || model.velocity_count() <= 9;
}

/// Accelerations `qdd` under the torques `tau`, by whichever of the two is quicker for this robot.
template <Scalar P, Scalar T>
void forward_dynamics(const Model<P>& model, In<T> q, In<T> qd, In<T> tau, const Loads<T>& loads,
                      ForwardDynamicsScratch<T>& scratch, Out<T> qdd) noexcept {
  if (is_worth_factorising(model))
    forward_dynamics_factorised<P, T>(model, q, qd, tau, loads, scratch, qdd);
  else
    forward_dynamics_articulated<P, T>(model, q, qd, tau, loads, scratch, qdd);
}

}  // namespace sinew
