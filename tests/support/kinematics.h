// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <numbers>
#include <span>
#include <string_view>
#include <vector>

#include "sinew/model/model.h"
#include "tests/support/random.h"

/// Where things are at q, written the plain way: to hold formats and algorithms against, not to compute with.
namespace sinew_test {

/// The canonical frames of all links and the base, in the world.
template <sinew::Scalar T>
class Placement {
 public:
  Placement(const sinew::Model<T>& model, std::span<const T> q) : model_(model) {
    using sinew::sincos;
    if (model.floating_base())
      X_WBase_ = {sinew::Rotation<T>::from(sinew::Quaternion<T>{q[3], q[4], q[5], q[6]}), {q[0], q[1], q[2]}};
    for (const sinew::Link<T>& link : model.links()) {
      const T x = link.multiplier * q[static_cast<std::size_t>(link.position_index)] + link.offset;
      sinew::Pose<T> J{sinew::Rotation<T>::about_z({link.at_zero.sin, link.at_zero.cos}), {}};
      if (turns(link.kind)) J.R = sinew::Rotation<T>::about_z(sincos(x)) * J.R;
      if (link.kind == sinew::JointKind::Prismatic) J.p.z = x;
      if (link.kind == sinew::JointKind::Helical) J.p.z = link.pitch * x;
      X_WL_.push_back(of_link(link.parent) * link.X_PJ * J);
    }
  }
  Placement(const sinew::Model<T>& model, const std::vector<T>& q) : Placement(model, std::span<const T>(q)) {}

  /// The canonical frame of a moving link or of the base.
  sinew::Pose<T> of_link(int link) const {
    return link == sinew::base_link ? X_WBase_ : X_WL_[static_cast<std::size_t>(link)];
  }
  /// A link's or frame's own frame, by its name in the file.
  sinew::Pose<T> of(std::string_view frame) const {
    const sinew::Frame<T>& found = model_.frame(frame);
    return of_link(found.link) * found.X_LF;
  }

  /// Of everything that moves, in the world.
  sinew::Inertia<T> whole() const {
    sinew::Inertia<T> sum;
    for (int i = 0; i < model_.link_count(); ++i) sum = sum + of_link(i) * model_.link(i).inertia;
    return sum;
  }

  /// The torque (or force) that holds each joint against gravity, by moments of the weights beyond it.
  std::vector<T> holding_efforts() const {
    std::vector<T> tau(static_cast<std::size_t>(model_.velocity_count()), T(0.0));
    for (int i = 0; i < model_.link_count(); ++i) {
      const sinew::Vec3<T> z = of_link(i).R.column(2), p = of_link(i).p;
      const sinew::Link<T>& link = model_.link(i);
      T effort(0.0);
      for (int k = i; k < model_.link_count(); ++k) {
        if (!carries(i, k)) continue;
        const sinew::Inertia<T> body = of_link(k) * model_.link(k).inertia;
        const sinew::Vec3<T> moment = cross(body.h - body.m * p, model_.gravity());
        if (turns(link.kind)) effort -= dot(z, moment);
        if (link.kind == sinew::JointKind::Prismatic) effort -= body.m * dot(z, model_.gravity());
        if (link.kind == sinew::JointKind::Helical) effort -= link.pitch * body.m * dot(z, model_.gravity());
      }
      tau[static_cast<std::size_t>(link.velocity_index)] += link.multiplier * effort;
    }
    return tau;
  }

 private:
  bool carries(int link, int other) const {
    while (other > link) other = model_.link(other).parent;
    return other == link;
  }

  const sinew::Model<T>& model_;
  sinew::Pose<T> X_WBase_;
  std::vector<sinew::Pose<T>> X_WL_;
};

/// The inertia of all that moves with a link, in the frame that the file gives that link.
template <sinew::Scalar T>
sinew::Inertia<T> inertia_in_own_frame(const sinew::Model<T>& model, int link) {
  return model.frame(model.link(link).name).X_LF.inverse() * model.link(link).inertia;
}

/// Any q, whatever the joints' limits: angles in ±π, slides in ±1 m, a floating base anywhere.
inline std::vector<double> random_position(const sinew::Model<double>& model, Random& random) {
  std::vector<double> q(static_cast<std::size_t>(model.position_count()));
  if (model.floating_base()) {
    const sinew::Vec3<double> p = random.vector(), axis = random.direction();
    const sinew::SinCos<double> half = sinew::sincos(random.angle() / 2);
    const double base[] = {p.x, p.y, p.z, half.sin * axis.x, half.sin * axis.y, half.sin * axis.z, half.cos};
    for (std::size_t i = 0; i < 7; ++i) q[i] = base[i];
  }
  for (const sinew::Link<double>& link : model.links())
    if (!link.follows)
      q[static_cast<std::size_t>(link.position_index)] = turns(link.kind) ? random.angle() : random.uniform(-1.0, 1.0);
  return q;
}

}  // namespace sinew_test
