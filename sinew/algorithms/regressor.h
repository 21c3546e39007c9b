// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "sinew/algorithms/body_motions.h"
#include "sinew/algorithms/joint_forces.h"

namespace sinew {

/// A link's ten inertial parameters in the order of a regressor's columns: m, hx, hy, hz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz,
/// with h = m·c and I about the origin, in the frame that the user's file has on the link.
inline constexpr int inertial_parameter_count = 10;

/// And a joint's: rotor inertia, viscous, Coulomb forwards, Coulomb backwards.
inline constexpr int joint_parameter_count = 4;

template <Scalar T>
struct RegressorScratch {
  template <Scalar P>
  explicit RegressorScratch(const Model<P>& model) : motions(model), a(motions.bodies.size()) {}

  BodyMotions<T> motions;
  std::vector<Motion<T>> a;  ///< accelerations, as felt
};

/// The inertial parameters of all links, ten each (and ten of a floating base first).
template <Scalar P>
std::vector<P> inertial_parameters(const Model<P>& model) {
  std::vector<P> pi;
  const auto add = [&](const Inertia<P>& b) {
    for (const P& value : {b.m, b.h.x, b.h.y, b.h.z, b.I.xx, b.I.xy, b.I.xz, b.I.yy, b.I.yz, b.I.zz})
      pi.push_back(value);
  };
  if (model.floating_base()) add(model.base_inertia());
  for (int i = 0; i < model.link_count(); ++i) add(model.own_frame(i).inverse() * model.link(i).inertia);
  return pi;
}

/// How many columns `regressor` has: ten per link, and ten of a floating base.
template <Scalar P>
int regressor_columns(const Model<P>& model) {
  return inertial_parameter_count * (model.link_count() + (model.floating_base() ? 1 : 0));
}

namespace detail {

/// A body's motion, as its force needs it: ω, ω̇, v̇ of its origin, and U = [ω̇]× + [ω]×[ω]×, all in its frame.
template <Scalar T>
struct BodyRates {
  Vec3<T> w, wd, a;
  Vec3<T> spin[3];  ///< columns of U

  BodyRates(const Vec3<T>& rate, const Vec3<T>& gain, const Vec3<T>& acceleration)
      : w(rate), wd(gain), a(acceleration) {
    const T xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z, xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
    spin[0] = {-(yy + zz), xy + wd.z, xz - wd.y};
    spin[1] = {xy - wd.z, -(xx + zz), yz + wd.x};
    spin[2] = {xz + wd.y, yz - wd.x, -(xx + yy)};
  }
};

/// What the motion u of a joint, seen from the body's frame, has to do with each of the body's ten parameters:
/// uᵀ·∂(force)/∂π, with force = m·v̇ + U·h and moment = h×v̇ + I·ω̇ + ω×(I·ω).
template <Scalar T>
std::array<T, inertial_parameter_count> wrench_row(const Motion<T>& u, const BodyRates<T>& body) {
  const Vec3<T>&w = body.w, &wd = body.wd;
  const Vec3<T> s = cross(u.w, w);  // u·(ω×Iω) = (u×ω)·Iω
  const Vec3<T> moment = cross(body.a, u.w);
  return {dot(u.v, body.a),
          dot(body.spin[0], u.v) + moment.x,
          dot(body.spin[1], u.v) + moment.y,
          dot(body.spin[2], u.v) + moment.z,
          u.w.x * wd.x + s.x * w.x,
          u.w.x * wd.y + u.w.y * wd.x + s.x * w.y + s.y * w.x,
          u.w.x * wd.z + u.w.z * wd.x + s.x * w.z + s.z * w.x,
          u.w.y * wd.y + s.y * w.y,
          u.w.y * wd.z + u.w.z * wd.y + s.y * w.z + s.z * w.y,
          u.w.z * wd.z + s.z * w.z};
}

/// A motion given in B, seen from a body's frame F.
template <Scalar T>
Motion<T> seen_from(const Pose<T>& X_BF, const Motion<T>& S) {
  return {X_BF.R.inverse_times(S.w), X_BF.R.inverse_times(S.v + cross(S.w, X_BF.p))};
}

/// Half of vᵀ·∂(I·v)/∂π: what a body's kinetic energy has to do with its parameters.
template <Scalar T>
void kinetic_row(const Motion<T>& v, T* y) {
  const T half(0.5);
  const Vec3<T> h = cross(v.v, v.w);
  y[0] = half * dot(v.v, v.v);
  y[1] = h.x;
  y[2] = h.y;
  y[3] = h.z;
  y[4] = half * (v.w.x * v.w.x);
  y[5] = v.w.x * v.w.y;
  y[6] = v.w.x * v.w.z;
  y[7] = half * (v.w.y * v.w.y);
  y[8] = v.w.y * v.w.z;
  y[9] = half * (v.w.z * v.w.z);
}

}  // namespace detail

/// Y(q, q̇, q̈), n×columns by rows: the part of τ that is due to the links is Y·π. Derivation: docs/math/regressor.md.
template <Scalar P, Scalar T>
void regressor(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, const Vec3<T>& gravity,
               RegressorScratch<T>& scratch, Out<T> Y) noexcept {
  BodyMotions<T>& motions = scratch.motions;
  motions.template read<false>(model, q, qd);
  const bool floating = model.floating_base();
  const bool simple = model.numbered_by_link();  // then each entry is written once
  const std::size_t columns = at(regressor_columns(model));
  for (T& value : Y) value = T(0.0);
  const T one(1.0);
  Motion<T> base{{}, -(floating ? base_rotation<T>(q).inverse_times(gravity) : gravity)};
  if (floating) base += base_motion<T>(qdd);

  // a body at X_BF, moving with v and a: its ten columns of every joint below it
  const auto add_body = [&](int link, const Pose<T>& X_BF, const Motion<T>& v, const Motion<T>& a, std::size_t first) {
    const Vec3<T> v_p = v.v + cross(v.w, X_BF.p);
    const detail::BodyRates<T> rates(X_BF.R.inverse_times(v.w), X_BF.R.inverse_times(a.w),
                                     X_BF.R.inverse_times(a.v + cross(a.w, X_BF.p) + cross(v.w, v_p)));
    const auto add = [&](int velocity_index, const T& scale, const Motion<T>& S) {
      const auto row = detail::wrench_row(detail::seen_from(X_BF, S), rates);
      T* const y = &Y[at(velocity_index) * columns + first];
      for (std::size_t k = 0; k < row.size(); ++k) y[k] += scale * row[k];
    };
    int j = link;
    if constexpr (std::same_as<T, double>) {
      if (simple) {
        // two joints at once
        using W = Pack<2>;
        const Pose<W> X = cast<W>(X_BF);
        const detail::BodyRates<W> wide(cast<W>(rates.w), cast<W>(rates.wd), cast<W>(rates.a));
        while (j != base_link && motions.bodies[at(j)].parent != base_link) {
          const int below = motions.bodies[at(j)].parent;
          const auto rows = detail::wrench_row(
              detail::seen_from(X, side_by_side(motions.bodies[at(j)].S, motions.bodies[at(below)].S)), wide);
          T *const y = &Y[at(j) * columns + first], *const y_below = &Y[at(below) * columns + first];
          for (std::size_t k = 0; k < rows.size(); ++k) {
            y[k] = rows[k][0];
            y_below[k] = rows[k][1];
          }
          j = motions.bodies[at(below)].parent;
        }
      }
    }
    for (; j != base_link; j = motions.bodies[at(j)].parent) {
      const BodyMotion<T>& below = motions.bodies[at(j)];
      add(below.velocity_index, below.multiplier, below.S);
    }
    if (floating)
      for (int k = 0; k < 6; ++k) add(k, one, unit_motion<T>(k));
  };
  std::size_t first = 0;
  if (floating) {
    add_body(base_link, {}, motions.base, base, first);
    first += inertial_parameter_count;
  }
  for (int i = 0; i < model.link_count(); ++i, first += inertial_parameter_count) {
    const BodyMotion<T>& body = motions.bodies[at(i)];
    const T rate = body.multiplier * qd[at(body.velocity_index)], gain = body.multiplier * qdd[at(body.velocity_index)];
    scratch.a[at(i)] = (body.parent == base_link ? base : scratch.a[at(body.parent)]) + gain * body.S + rate * body.Sd;
    add_body(i, motions.X_BL[at(i)] * model.own_frame(i), body.v, scratch.a[at(i)], first);
  }
}

/// The columns of the joints' own parameters, n×(4·links) by rows: rotor inertia (zero for a joint without motor),
/// viscous and Coulomb friction forwards and backwards. τ = Y·π + Y_joints·π_joints for a robot without springs, friction
/// tables and Stribeck effect; what goes across elastic joints is left out as well.
template <Scalar P, Scalar T>
void joint_regressor(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, RegressorScratch<T>& scratch,
                     Out<T> Y) noexcept {
  BodyMotions<T>& motions = scratch.motions;
  motions.template read<false>(model, q, qd);
  const bool floating = model.floating_base();
  const std::size_t columns = at(joint_parameter_count * model.link_count());
  for (T& value : Y) value = T(0.0);
  const T one(1.0), zero(0.0);
  Motion<T> base;
  if (floating) base = base_motion<T>(qdd);
  for (int i = 0; i < model.link_count(); ++i) {
    const BodyMotion<T>& body = motions.bodies[at(i)];
    const T rate = body.multiplier * qd[at(body.velocity_index)], gain = body.multiplier * qdd[at(body.velocity_index)];
    scratch.a[at(i)] = (body.parent == base_link ? base : scratch.a[at(body.parent)]) + gain * body.S + rate * body.Sd;
  }
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<P>& link = model.link(i);
    const std::size_t row = at(link.velocity_index), first = at(joint_parameter_count * i);
    const T rate = own_rate<P, T>(link, qd);
    T* const y = &Y[row * columns + first];
    y[1] += link.multiplier * rate;
    y[2] += link.multiplier * select(zero < rate, one, zero);
    y[3] -= link.multiplier * select(rate < zero, one, zero);
    if (!link.motor) continue;
    const ModelMotor<P>& motor = *link.motor;
    const bool still = motor.carrier == base_link && !floating;
    const Pose<T>& X = motions.pose(motor.carrier);
    const Vec3<T> axis = X.R * motor.axis;
    const P ratio = motor.gear_ratio * link.multiplier;
    T spin = ratio * qd[row], gain = ratio * qdd[row];
    if (!still) {
      const Motion<T>& a = motor.carrier == base_link ? base : scratch.a[at(motor.carrier)];
      const Vec3<T>& w = motions.velocity(motor.carrier).w;
      spin += dot(axis, w);
      gain += dot(axis, a.w);
      const Vec3<T> n = gain * axis + spin * cross(w, axis);
      for (int j = motor.carrier; j != base_link; j = motions.bodies[at(j)].parent) {
        const BodyMotion<T>& below = motions.bodies[at(j)];
        Y[at(below.velocity_index) * columns + first] += below.multiplier * dot(below.S.w, n);
      }
      if (floating)
        for (int k = 0; k < 3; ++k) Y[at(k) * columns + first] += n[k];
    }
    y[0] += ratio * gain;
  }
}

/// The rows of the energy: T = kinetic·π (rotors apart) and U = potential·π.
template <Scalar P, Scalar T>
void energy_regressor(const Model<P>& model, In<T> q, In<T> qd, const Vec3<T>& gravity, RegressorScratch<T>& scratch,
                      Out<T> kinetic, Out<T> potential) noexcept {
  BodyMotions<T>& motions = scratch.motions;
  motions.template read<false>(model, q, qd);
  const bool floating = model.floating_base();
  const Pose<T> X_WB = floating ? base_pose<T>(q) : Pose<T>{};
  for (T& value : potential) value = T(0.0);
  const auto add_body = [&](const Pose<T>& X_BF, const Motion<T>& v, std::size_t first) {
    detail::kinetic_row(Motion<T>{X_BF.R.inverse_times(v.w), X_BF.R.inverse_times(v.v + cross(v.w, X_BF.p))},
                        &kinetic[first]);
    const Pose<T> X_WF = X_WB * X_BF;
    const Vec3<T> h = -X_WF.R.inverse_times(gravity);
    potential[first] = -dot(gravity, X_WF.p);
    for (int k = 0; k < 3; ++k) potential[first + 1 + at(k)] = h[k];
  };
  std::size_t first = 0;
  if (floating) {
    add_body({}, motions.base, first);
    first += inertial_parameter_count;
  }
  for (int i = 0; i < model.link_count(); ++i, first += inertial_parameter_count)
    add_body(motions.X_BL[at(i)] * model.own_frame(i), motions.bodies[at(i)].v, first);
}

}  // namespace sinew
