// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/joint_motion.h"

namespace sinew {

template <Scalar T>
struct MassMatrixScratch {
  template <Scalar P>
  explicit MassMatrixScratch(const Model<P>& model)
      : joints(model),
        bodies(at(model.link_count())),
        forces(at(model.link_count())),
        row(at(model.velocity_count())) {}

  JointPositions<T> joints;
  Inertia<T> base;
  std::vector<Inertia<T>> bodies;  ///< each link with everything beyond it, as one body
  std::vector<Force<T>> forces;    ///< what a unit acceleration of each joint alone takes
  std::vector<T> row;              ///< of a rotor's spin
};

namespace detail {

/// Adds the rotors: each is J·rᵀr with r·q̇ the spin of the rotor about its own axis.
template <Scalar P, Scalar T>
void add_rotors(const Model<P>& model, const JointPositions<T>& joints, std::vector<T>& row, Out<T> M) noexcept {
  const std::size_t n = at(model.velocity_count());
  for (const Rotor<P>& rotor : model.rotors()) {
    const std::size_t own = at(rotor.velocity_index);
    if (rotor.carrier == base_link && !model.floating_base()) {
      M[own * n + own] += T(1.0) * (rotor.inertia * rotor.ratio * rotor.ratio);
      continue;
    }
    for (T& value : row) value = T(0.0);
    row[own] += T(1.0) * rotor.ratio;
    Vec3<T> axis = T(1.0) * rotor.axis;
    for (int i = rotor.carrier; i != base_link; i = model.link(i).parent) {
      const Link<P>& link = model.link(i);
      if (turns(link.kind)) row[at(link.velocity_index)] += link.multiplier * axis.z;
      axis = to_parent(link, joints[i], axis);
    }
    if (model.floating_base())
      for (int k = 0; k < 3; ++k) row[at(k)] += axis[k];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) M[i * n + j] += rotor.inertia * (row[i] * row[j]);
  }
}

}  // namespace detail

/// The mass matrix M(q), n×n by rows: T = ½·q̇ᵀ·M·q̇, rotors included.
///
/// Composite rigid bodies (CRBA) in link frames: column i is what it takes to give joint i alone, and with it all that
/// lies beyond, a unit acceleration. The columns travel to the base together. Derivation: docs/math/mass_matrix.md.
template <Scalar P, Scalar T>
void mass_matrix(const Model<P>& model, const JointPositions<T>& joints, MassMatrixScratch<T>& scratch,
                 Out<T> M) noexcept {
  const int count = model.link_count();
  const std::size_t n = at(model.velocity_count());
  const T one(1.0), zero(0.0);
  const bool simple = model.numbered_by_link();
  for (T& value : M) value = zero;
  for (int i = 0; i < count; ++i) scratch.bodies[at(i)] = cast<T>(model.link(i).inertia);
  if (model.floating_base()) scratch.base = cast<T>(model.base_inertia());

  std::vector<Force<T>>& forces = scratch.forces;
  for (int i = count - 1; i >= 0; --i) {
    const Link<P>& link = model.link(i);
    const Inertia<T>& body = scratch.bodies[at(i)];
    // what a unit acceleration of joint i takes
    switch (link.kind) {
      case JointKind::Prismatic:
        forces[at(i)] = {{body.h.y, -body.h.x, zero}, {zero, zero, body.m}};
        break;
      case JointKind::Helical:
        forces[at(i)] = body * joint_motion(link, one);
        break;
      default:
        forces[at(i)] = {{body.I.xz, body.I.yz, body.I.zz}, {-body.h.y, body.h.x, zero}};
    }

    // what of it, and of all that joint i carries, goes through joint i
    const int end = model.subtree_end(i);
    const std::size_t row = at(link.velocity_index);
    if (simple && link.kind != JointKind::Helical) {
      const auto part = link.kind == JointKind::Prismatic ? &Force<T>::f : &Force<T>::n;
      T *along = &M[at(i) * n + at(i)], *down = along;
      for (int k = i; k < end; ++k, ++along, down += n) *down = *along = (forces[at(k)].*part).z;
    } else {
      for (int k = i; k < end; ++k) {
        const Link<P>& above = model.link(k);
        const std::size_t column = at(above.velocity_index);
        const T coupling = link.multiplier * (above.multiplier * along_joint(link, forces[at(k)]));
        M[row * n + column] += coupling;
        if (k != i) M[column * n + row] += coupling;
      }
    }

    // the parent carries it all
    if (link.parent == base_link && !model.floating_base()) continue;
    const JointPosition<T> joint = joints[i];
    with_turn(link, [&](auto turn) {
      for (int k = i; k < end; ++k) forces[at(k)] = to_parent(link, joint, forces[at(k)], turn);
    });
    (link.parent == base_link ? scratch.base : scratch.bodies[at(link.parent)]) += to_parent(link, joint, body);
  }

  if (model.floating_base()) {
    for (int k = 0; k < count; ++k)
      for (int r = 0; r < 6; ++r) {
        const std::size_t column = at(model.link(k).velocity_index);
        const T coupling = model.link(k).multiplier * (r < 3 ? forces[at(k)].n[r] : forces[at(k)].f[r - 3]);
        M[at(r) * n + column] += coupling;
        M[column * n + at(r)] += coupling;
      }
    const Inertia<T>& all = scratch.base;
    const T hx[3][3] = {{zero, -all.h.z, all.h.y}, {all.h.z, zero, -all.h.x}, {-all.h.y, all.h.x, zero}};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        M[at(r) * n + at(c)] += all.I(r, c);
        M[at(r) * n + at(c + 3)] += hx[r][c];
        M[at(c + 3) * n + at(r)] += hx[r][c];
        if (r == c) M[at(r + 3) * n + at(c + 3)] += all.m;
      }
  }
  detail::add_rotors<P, T>(model, joints, scratch.row, M);
}

template <Scalar P, Scalar T>
void mass_matrix(const Model<P>& model, In<T> q, MassMatrixScratch<T>& scratch, Out<T> M) noexcept {
  scratch.joints.read(model, q);
  mass_matrix<P, T>(model, scratch.joints, scratch, M);
}

}  // namespace sinew
