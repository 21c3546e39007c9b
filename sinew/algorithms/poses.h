// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/joint_motion.h"

namespace sinew {

template <Scalar T>
struct PosesScratch {
  template <Scalar P>
  explicit PosesScratch(const Model<P>& model) : joints(model) {}

  JointPositions<T> joints;
};

/// Where the link stands whose parent stands at X_AP: X_AP·X_PL(q), at the price of the joint's own turn.
template <Scalar P, Scalar T>
Pose<T> placed(const Pose<T>& X_AP, const Link<P>& link, const JointPosition<T>& q) {
  // the columns of R_AP·R_PJ
  Vec3<T> x = X_AP.R.column(0), y = X_AP.R.column(1), z = X_AP.R.column(2);
  Pose<T> X;
  X.p = link.shifted ? X_AP.p + (x * link.X_PJ.p.x + y * link.X_PJ.p.y + z * link.X_PJ.p.z) : X_AP.p;
  switch (link.turn) {
    case Turn::None:
      break;
    case Turn::QuarterX: {
      const Vec3<T> was_y = y;
      y = z;
      z = -was_y;
      break;
    }
    case Turn::MinusQuarterX: {
      const Vec3<T> was_y = y;
      y = -z;
      z = was_y;
      break;
    }
    default: {
      const Rotation<T> R = X_AP.R * link.X_PJ.R;
      x = R.column(0);
      y = R.column(1);
      z = R.column(2);
    }
  }
  const SinCos<T>& t = q.turn;
  const Vec3<T> to_x = x * t.cos + y * t.sin, to_y = y * t.cos - x * t.sin;
  X.R = Rotation<T>::from_rows({to_x.x, to_y.x, z.x}, {to_x.y, to_y.y, z.y}, {to_x.z, to_y.z, z.z});
  if (link.kind == JointKind::Prismatic || link.kind == JointKind::Helical) X.p += z * q.slide;
  return X;
}

/// The canonical frame of every moving link in W, and of a floating base: X_WL = X_WP·X_PL(q).
template <Scalar P, Scalar T>
void poses(const Model<P>& model, In<T> q, PosesScratch<T>& scratch, Out<Pose<T>> X_WL, Pose<T>& X_WB) noexcept {
  scratch.joints.read(model, q);
  X_WB = model.floating_base() ? base_pose<T>(q) : Pose<T>{};
  Pose<T> last = X_WB;  // in registers: along a chain no link waits for its parent's way through memory
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<P>& link = model.link(i);
    if (link.parent != i - 1) last = link.parent == base_link ? X_WB : X_WL[at(link.parent)];
    last = placed(last, link, scratch.joints[i]);
    X_WL[at(i)] = last;
  }
}

}  // namespace sinew
