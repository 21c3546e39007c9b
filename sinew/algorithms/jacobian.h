// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/poses.h"

namespace sinew {

/// A point that is carried by a link: p_LP in the link's canonical frame.
template <Scalar T>
struct PointOnLink {
  int link = base_link;
  Vec3<T> p;
};

template <Scalar T>
struct JacobianScratch {
  template <Scalar P>
  explicit JacobianScratch(const Model<P>& model)
      : poses(model), X_WL(at(model.link_count())), v(at(model.link_count())) {}

  PosesScratch<T> poses;
  std::vector<Pose<T>> X_WL;
  Pose<T> X_WB;
  std::vector<Motion<T>> v;  ///< of each link at its own origin, in W's axes

  const Pose<T>& pose(int link) const noexcept { return link == base_link ? X_WB : X_WL[at(link)]; }
};

/// The Jacobian of a point of a link, 6×n by rows, in the axes of W: [ω; ṗ] = J·q̇. Angular over linear.
///
/// Joints beyond the link, or on other branches, have zero columns.
template <Scalar P, Scalar T>
void jacobian(const Model<P>& model, In<T> q, const PointOnLink<T>& point, JacobianScratch<T>& scratch,
              Out<T> J) noexcept {
  poses<P, T>(model, q, scratch.poses, scratch.X_WL, scratch.X_WB);
  const std::size_t n = at(model.velocity_count());
  for (T& value : J) value = T(0.0);
  const Vec3<T> p = scratch.pose(point.link) * point.p;
  const auto add = [&](std::size_t column, const Vec3<T>& w, const Vec3<T>& v) {
    J[column] += w.x;
    J[n + column] += w.y;
    J[2 * n + column] += w.z;
    J[3 * n + column] += v.x;
    J[4 * n + column] += v.y;
    J[5 * n + column] += v.z;
  };
  for (int i = point.link; i != base_link; i = model.link(i).parent) {
    const Link<P>& link = model.link(i);
    const Pose<T>& X = scratch.X_WL[at(i)];
    const Vec3<T> z = link.follows ? link.multiplier * X.R.column(2) : X.R.column(2);
    if (link.kind == JointKind::Prismatic) {
      add(at(link.velocity_index), {}, z);
    } else {
      const Vec3<T> v = cross(z, p - X.p);
      add(at(link.velocity_index), z, link.kind == JointKind::Helical ? v + link.pitch * z : v);
    }
  }
  if (model.floating_base()) {
    const Pose<T>& X = scratch.X_WB;
    for (int k = 0; k < 3; ++k) {
      const Vec3<T> axis = X.R.column(k);
      add(at(k), axis, cross(axis, p - X.p));
      add(at(k + 3), {}, axis);
    }
  }
}

/// J̇, the time derivative of the same Jacobian in W's axes: [ω̇; p̈] = J·q̈ + J̇·q̇.
template <Scalar P, Scalar T>
void jacobian_rate(const Model<P>& model, In<T> q, In<T> qd, const PointOnLink<T>& point, JacobianScratch<T>& scratch,
                   Out<T> Jd) noexcept {
  poses<P, T>(model, q, scratch.poses, scratch.X_WL, scratch.X_WB);
  const std::size_t n = at(model.velocity_count());
  for (T& value : Jd) value = T(0.0);
  // how every link moves, in W's axes
  Motion<T> base;
  if (model.floating_base()) {
    const Motion<T> own = base_motion<T>(qd);
    base = {scratch.X_WB.R * own.w, scratch.X_WB.R * own.v};
  }
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<P>& link = model.link(i);
    const Motion<T>& parent = link.parent == base_link ? base : scratch.v[at(link.parent)];
    const Pose<T>& X = scratch.X_WL[at(i)];
    const T rate = own_rate<P, T>(link, qd);
    const Vec3<T> z = X.R.column(2);
    Motion<T>& here = scratch.v[at(i)];
    here = {parent.w, parent.v + cross(parent.w, X.p - scratch.pose(link.parent).p)};
    if (turns(link.kind)) here.w += rate * z;
    if (link.kind == JointKind::Prismatic) here.v += rate * z;
    if (link.kind == JointKind::Helical) here.v += (link.pitch * rate) * z;
  }
  const Pose<T>& X_WP = scratch.pose(point.link);
  const Motion<T>& carrier = point.link == base_link ? base : scratch.v[at(point.link)];
  const Vec3<T> r = X_WP.R * point.p, p = X_WP.p + r, v = carrier.v + cross(carrier.w, r);
  const auto add = [&](std::size_t column, const Vec3<T>& wd, const Vec3<T>& vd) {
    for (int k = 0; k < 3; ++k) {
      Jd[at(k) * n + column] += wd[k];
      Jd[at(k + 3) * n + column] += vd[k];
    }
  };
  for (int i = point.link; i != base_link; i = model.link(i).parent) {
    const Link<P>& link = model.link(i);
    const Pose<T>& X = scratch.X_WL[at(i)];
    const Motion<T>& here = scratch.v[at(i)];
    const Vec3<T> z = link.multiplier * X.R.column(2), zd = cross(here.w, z);
    if (link.kind == JointKind::Prismatic) {
      add(at(link.velocity_index), {}, zd);
    } else {
      const Vec3<T> turning = cross(zd, p - X.p) + cross(z, v - here.v);
      add(at(link.velocity_index), zd, link.kind == JointKind::Helical ? turning + link.pitch * zd : turning);
    }
  }
  if (model.floating_base()) {
    const Pose<T>& X = scratch.X_WB;
    for (int k = 0; k < 3; ++k) {
      const Vec3<T> axis = X.R.column(k), axis_rate = cross(base.w, axis);
      add(at(k), axis_rate, cross(axis_rate, p - X.p) + cross(axis, v - base.v));
      add(at(k + 3), {}, axis_rate);
    }
  }
}

/// The columns of a 6×n matrix in other axes: R_FW on both halves.
template <Scalar T>
void turn_rows(const Rotation<T>& R_WF, Out<T> J) noexcept {
  const std::size_t n = J.size() / 6;
  for (std::size_t half = 0; half < 2; ++half)
    for (std::size_t c = 0; c < n; ++c) {
      T* const x = &J[3 * half * n + c];
      const Vec3<T> v = R_WF.inverse_times(Vec3<T>{x[0], x[n], x[2 * n]});
      x[0] = v.x;
      x[n] = v.y;
      x[2 * n] = v.z;
    }
}

/// A wrench applied at one point, as the equal wrench at another: the force stays, the moment gains r × f, with r from
/// the new point to the old. This is the transpose of the rigid body's Jacobian, which moves velocities the other way.
template <Scalar T>
Force<T> at_other_point(const Force<T>& wrench, const Vec3<T>& r) {
  return {wrench.n + cross(r, wrench.f), wrench.f};
}

}  // namespace sinew
