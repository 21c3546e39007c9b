// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/frame_columns.h"
#include "sinew/algorithms/joint_motion.h"

namespace sinew {

template <Scalar T>
struct PosesScratch {
  template <Scalar P>
  explicit PosesScratch(const Model<P>& model) : joints(model) {}

  JointPositions<T> joints;
};

namespace detail {

/// From the frame of the parent to that of the link, at the price of the joint's own turn: X_AL = X_AP·X_PL(q).
template <Scalar P, Scalar T, int N>
void step(const Link<P>& link, const JointPosition<T>& q, FrameColumns<T, N>& X) {
  using V = typename FrameColumns<T, N>::V;
  if (link.shifted.x) X.p = X.p + X.x * link.X_PJ.p.x;
  if (link.shifted.y) X.p = X.p + X.y * link.X_PJ.p.y;
  if (link.shifted.z) X.p = X.p + X.z * link.X_PJ.p.z;
  switch (link.turn) {
    case Turn::None:
      break;
    case Turn::QuarterX: {
      const V was_y = X.y;
      X.y = X.z;
      X.z = -was_y;
      break;
    }
    case Turn::MinusQuarterX: {
      const V was_y = X.y;
      X.y = -X.z;
      X.z = was_y;
      break;
    }
    default: {
      const Rotation<P>& R = link.X_PJ.R;
      const V x = X.x, y = X.y, z = X.z;
      X.x = x * R(0, 0) + y * R(1, 0) + z * R(2, 0);
      X.y = x * R(0, 1) + y * R(1, 1) + z * R(2, 1);
      X.z = x * R(0, 2) + y * R(1, 2) + z * R(2, 2);
    }
  }
  const V x = X.x;
  X.x = x * q.turn.cos + X.y * q.turn.sin;
  X.y = X.y * q.turn.cos - x * q.turn.sin;
  if (link.kind == JointKind::Prismatic || link.kind == JointKind::Helical) X.p = X.p + X.z * q.slide;
}

}  // namespace detail

/// The canonical frame of every moving link in A, where the base stands at X_AB.
template <Scalar P, Scalar T>
void place_links(const Model<P>& model, const JointPositions<T>& joints, const Pose<T>& X_AB,
                 Out<Pose<T>> X_AL) noexcept {
  joints.with_width([&](auto width) {
    using Columns = FrameColumns<T, width>;
    Columns X = Columns::from(X_AB);  // in registers: along a chain no link waits for its parent to be stored
    for (int i = 0; i < model.link_count(); ++i) {
      const Link<P>& link = model.link(i);
      if (link.parent != i - 1) X = Columns::from(link.parent == base_link ? X_AB : X_AL[at(link.parent)]);
      detail::step(link, joints[i], X);
      X.to(X_AL[at(i)]);
    }
  });
}

/// The canonical frame of every moving link in W, and of a floating base: X_WL = X_WP·X_PL(q).
template <Scalar P, Scalar T>
void poses(const Model<P>& model, In<T> q, PosesScratch<T>& scratch, Out<Pose<T>> X_WL, Pose<T>& X_WB) noexcept {
  scratch.joints.read(model, q);
  X_WB = model.floating_base() ? base_pose<T>(q) : Pose<T>{};
  place_links<P, T>(model, scratch.joints, X_WB, X_WL);
}

}  // namespace sinew
