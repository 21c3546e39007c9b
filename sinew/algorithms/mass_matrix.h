// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>

#include "sinew/algorithms/joint_motion.h"

namespace sinew {

/// What a unit acceleration of each joint alone takes: one column of forces per joint, all on their way from tip to base.
template <Scalar T>
class ForceColumns {
 public:
  explicit ForceColumns(std::size_t count) : columns_(count) {}

  /// Column k sets out.
  void start(int k, const Force<T>& force) noexcept { columns_[at(k)] = force; }

  /// Calls work(k, column) for each of the columns from `first` to before `end`.
  template <class Work>
  void for_each(int first, int end, const Work& work) noexcept {
    Force<T>* const columns = columns_.data();
    for (int k = first; k < end; ++k) work(k, columns[k]);
  }

  const Force<T>& operator[](int k) const noexcept { return columns_[at(k)]; }

 private:
  std::vector<Force<T>> columns_;
};

/// The same for a chain and doubles, in pairs, for all columns go through the same joints: that of the last joint sets
/// out alone, and is joined at the next one by that joint's; and so on with the other joints.
class ForceColumnPairs {
 public:
  explicit ForceColumnPairs(std::size_t count) : pairs_(count) {}

  void start(int k, const Force<double>& force) noexcept {
    alone_ = !alone_ || k + 1 == static_cast<int>(pairs_.size());
    if (alone_)
      single_ = force;
    else
      pairs_[at(k)] = side_by_side(force, single_);
  }

  /// Calls work(k, column), or work(k, columns) with columns k and k + 1 in the lanes of a pack.
  template <class Work>
  void for_each(int first, int end, const Work& work) noexcept {
    if (alone_) work(first++, single_);
    Force<Pack<2>>* const pairs = pairs_.data();
    for (int k = first; k < end; k += 2) work(k, pairs[k]);
  }

 private:
  Force<double> single_;  // the column that set out last, if `alone_`
  bool alone_ = false;
  std::vector<Force<Pack<2>>> pairs_;  // by their first column
};

template <Scalar T>
struct MassMatrixScratch {
  template <Scalar P>
  explicit MassMatrixScratch(const Model<P>& model)
      : joints(model),
        branches(at(model.link_count())),
        forces(at(model.link_count())),
        force_pairs(at(model.link_count())),
        row(at(model.velocity_count())) {}

  JointPositions<T> joints;
  Inertia<T> base;
  std::vector<Inertia<T>> branches;  ///< what each link carries besides its first child and all beyond that
  ForceColumns<T> forces;
  ForceColumnPairs force_pairs;
  std::vector<T> row;  ///< of a rotor's spin
};

namespace detail {

/// Where joint i stands, for forces in T and for pairs of them.
template <Scalar T>
const JointPosition<T>& for_lanes_of(const Force<T>&, const JointPosition<T>& joint) {
  return joint;
}
inline JointPosition<Pack<2>> for_lanes_of(const Force<Pack<2>>&, const JointPosition<double>& joint) {
  return {{joint.turn.sin, joint.turn.cos}, joint.slide};
}

/// Writes the entry M(i, k), or M(i, k) and M(i, k + 1), on both sides of the diagonal.
template <Scalar T>
void put(const T& entry, T* along, T* down, std::size_t) {
  *along = *down = entry;
}
inline void put(const Pack<2>& entries, double* along, double* down, std::size_t n) {
  entries.to(along);
  down[0] = entries[0];
  down[n] = entries[1];
}

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

/// Composite bodies from tip to base: the columns set out at their joints, leave in M what goes through the joints that
/// they meet, and end at the base.
template <Scalar P, Scalar T, class Columns>
void carry_to_base(const Model<P>& model, const JointPositions<T>& joints, MassMatrixScratch<T>& scratch,
                   Columns& columns, Out<T> M) noexcept {
  const std::size_t n = at(model.velocity_count());
  const T one(1.0), zero(0.0);
  const bool simple = model.numbered_by_link();  // then each entry is written once
  Inertia<T> carried;  // by the link at hand: its first child with everything beyond it, as one body
  for (int i = model.link_count() - 1; i >= 0; --i) {
    const Link<P>& link = model.link(i);
    const int end = model.subtree_end(i);
    Inertia<T> body = cast<T>(link.inertia);
    if (end > i + 1) {
      body += carried;
      if (model.subtree_end(i + 1) != end) body += scratch.branches[at(i)];
    }

    // what a unit acceleration of joint i takes
    switch (link.kind) {
      case JointKind::Prismatic:
        columns.start(i, {{body.h.y, -body.h.x, zero}, {zero, zero, body.m}});
        break;
      case JointKind::Helical:
        columns.start(i, body * joint_motion(link, one));
        break;
      default:
        columns.start(i, {{body.I.xz, body.I.yz, body.I.zz}, {-body.h.y, body.h.x, zero}});
    }

    // what of it, and of all that joint i carries, goes through joint i
    if (simple) {
      T *const along = &M[at(i) * n], *const down = &M[at(i)];
      columns.for_each(
          i, end, [&](int k, const auto& force) { put(along_joint(link, force), along + k, down + at(k) * n, n); });
    } else if constexpr (std::same_as<Columns, ForceColumns<T>>) {
      const std::size_t row = at(link.velocity_index);
      columns.for_each(i, end, [&](int k, const Force<T>& force) {
        const Link<P>& above = model.link(k);
        const std::size_t column = at(above.velocity_index);
        const T coupling = link.multiplier * (above.multiplier * along_joint(link, force));
        M[row * n + column] += coupling;
        if (k != i) M[column * n + row] += coupling;
      });
    }

    // the parent carries it all
    if (link.parent == base_link && !model.floating_base()) continue;
    const JointPosition<T> joint = joints[i];
    with_turn(link, [&](auto turn) {
      carried = to_parent(link, joint, body, turn);
      columns.for_each(i, end,
                       [&](int, auto& force) { force = to_parent(link, for_lanes_of(force, joint), force, turn); });
    });
    if (link.parent == base_link)
      scratch.base += carried;
    else if (link.parent == i - 1)
      continue;
    else if (model.subtree_end(link.parent) == end)  // the last branch comes first
      scratch.branches[at(link.parent)] = carried;
    else
      scratch.branches[at(link.parent)] += carried;
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
  const T zero(0.0);
  const bool simple_chain = model.numbered_by_link() && model.is_chain();
  if (!simple_chain)
    for (T& value : M) value = zero;
  if (model.floating_base()) scratch.base = cast<T>(model.base_inertia());
  if constexpr (std::same_as<T, double>) {
    if (simple_chain)
      detail::carry_to_base(model, joints, scratch, scratch.force_pairs, M);
    else
      detail::carry_to_base(model, joints, scratch, scratch.forces, M);
  } else {
    detail::carry_to_base(model, joints, scratch, scratch.forces, M);
  }

  if (model.floating_base()) {
    for (int k = 0; k < count; ++k)
      for (int r = 0; r < 6; ++r) {
        const std::size_t column = at(model.link(k).velocity_index);
        const T coupling = model.link(k).multiplier * (r < 3 ? scratch.forces[k].n[r] : scratch.forces[k].f[r - 3]);
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
