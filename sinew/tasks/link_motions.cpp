// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/link_motions.h"

#include <algorithm>

#include "sinew/readings/door.h"

namespace sinew {

LinkMotions::LinkMotions(const Model<double>& model, Workspace* work)
    : model_(model),
      own_work_(work != nullptr ? nullptr : std::make_unique<Workspace>(model)),
      work_(work != nullptr ? *work : *own_work_),
      q_(at(model.position_count())),
      qd_(at(model.velocity_count())),
      X_WL_(at(model.link_count())),
      motions_(at(model.link_count())) {}

void LinkMotions::come_to_rest() {
  if (at_rest_) return;
  std::fill(qd_.begin(), qd_.end(), 0.0);
  std::fill(motions_.begin(), motions_.end(), PointMotion{});
  base_ = {};
  at_rest_ = true;
}

void LinkMotions::read(In<double> q) {
  numbers::poses(model_, q, work_, X_WL_, X_WB_);
  std::copy(q.begin(), q.end(), q_.begin());
  come_to_rest();
}

void LinkMotions::read(In<double> q, In<double> qd) {
  numbers::expect_velocity(model_, "qd", qd);
  numbers::poses(model_, q, work_, X_WL_, X_WB_);
  std::copy(q.begin(), q.end(), q_.begin());
  std::copy(qd.begin(), qd.end(), qd_.begin());
  at_rest_ = false;
  if (model_.floating_base()) {
    const Motion<double> own = base_motion<double>(qd);
    base_.w = X_WB_.R * own.w;
    base_.v = X_WB_.R * own.v;
    base_.a = cross(base_.w, base_.v);  // its six numbers are in its own axes, which turn
  }
  // base to tip: each joint adds its own motion to that of the point of the parent where it sits
  for (int i = 0; i < model_.link_count(); ++i) {
    const Link<double>& link = model_.link(i);
    PointMotion u = motion_at(link.parent, X_WL_[at(i)].p);
    const Vec3<double> own = own_rate<double, double>(link, qd) * X_WL_[at(i)].R.column(2);
    const Vec3<double> carried = cross(u.w, own);  // the axis is carried round
    if (link.kind == JointKind::Prismatic) {
      u.v += own;
      u.a += carried + carried;
    } else {
      u.w += own;
      u.wd += carried;
      if (link.kind == JointKind::Helical) {
        u.v += link.pitch * own;
        u.a += (2.0 * link.pitch) * carried;
      }
    }
    motions_[at(i)] = u;
  }
}

}  // namespace sinew
