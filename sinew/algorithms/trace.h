// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/inverse_dynamics.h"

namespace sinew {

/// The acceleration of a link's frame, taken apart as a lecture does it. In the link's own frame.
///
///     v̇ = transport + centrifugal + coriolis + joint
///
/// with r from the frame of the link before to this one, ω and ω̇ those that carry r.
template <Scalar T>
struct AccelerationParts {
  Vec3<T> transport;    ///< v̇ of the frame before, and ω̇ × r
  Vec3<T> centrifugal;  ///< ω × (ω × r)
  Vec3<T> coriolis;     ///< 2·ω × ḋ, of a joint that slides
  Vec3<T> joint;        ///< d̈ along the axis, of a joint that slides
};

/// Every vector of both passes of inverse dynamics for one link, in the frame that the user's file has on it.
///
/// Velocities and accelerations are those seen from W; gravity is not mixed into them. F and N are what the motion takes
/// (Newton, Euler); f and n are what comes through the joint, which carries the weight and all that lies beyond as well.
template <Scalar T>
struct LinkTrace {
  Vec3<T> w;        ///< angular velocity
  Vec3<T> wd;       ///< angular acceleration
  Vec3<T> v;        ///< velocity of the frame's origin
  Vec3<T> vd;       ///< acceleration of the frame's origin
  Vec3<T> v_com;    ///< velocity of the centre of mass
  Vec3<T> vd_com;   ///< acceleration of the centre of mass
  Vec3<T> gravity;  ///< the gravity vector
  AccelerationParts<T> parts;
  Vec3<T> F;  ///< m·v̇_C
  Vec3<T> N;  ///< I_C·ω̇ + ω × I_C·ω
  /// The full six components that the joint transmits to the link, about the point of the axis that moves with the link
  /// (a sliding joint's has slid by q), in the link's frame:
  Vec3<T> f;  ///< force
  Vec3<T> n;  ///< moment
};

/// A joint's torque (or force) by cause; they add up to τ.
template <Scalar T>
struct TorqueParts {
  T inertial{0.0};     ///< M(q)·q̈
  T coriolis{0.0};     ///< products q̇ᵢ·q̇ⱼ
  T centrifugal{0.0};  ///< squares q̇ᵢ²
  T gravity{0.0};
  T friction{0.0};
  T spring{0.0};
  T external{0.0};  ///< −Σ Jᵀ·W
};

template <Scalar T>
struct TraceScratch {
  template <Scalar P>
  explicit TraceScratch(const Model<P>& model)
      : dynamics(model),
        v(at(model.link_count())),
        zeros(at(model.velocity_count()), T(0.0)),
        rates(at(model.velocity_count()), T(0.0)),
        tau(at(model.velocity_count()), T(0.0)) {}

  InverseDynamicsScratch<T> dynamics;
  std::vector<Vec3<T>> v;  ///< of each link's origin, in its frame
  std::vector<T> zeros, rates, tau;
};

/// Every vector of both passes per link (`links`, one per moving link), every joint's torque by cause (`torques`, one
/// per velocity), and the torques themselves.
template <Scalar P, Scalar T>
void trace_inverse_dynamics(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, const Loads<T>& loads,
                            TraceScratch<T>& scratch, Out<LinkTrace<T>> links, Out<TorqueParts<T>> torques,
                            Out<T> tau) noexcept {
  InverseDynamicsScratch<T>& s = scratch.dynamics;
  const std::size_t n = at(model.velocity_count());
  const T one(1.0);
  const Loads<T> nothing{};
  for (TorqueParts<T>& part : torques) part = {};

  // by cause: what is left when all but one are zero. Of the velocity terms the squares come one joint at a time, and
  // the products are what is left of all together
  const auto add = [&](In<T> rates, In<T> gains, const Loads<T>& under, T TorqueParts<T>::*part) {
    rigid_body_torques<P, T>(model, q, rates, gains, under, s, scratch.tau);
    for (std::size_t i = 0; i < n; ++i) torques[i].*part += scratch.tau[i];
  };
  add(scratch.zeros, qdd, nothing, &TorqueParts<T>::inertial);
  add(scratch.zeros, scratch.zeros, {loads.gravity, {}, {}}, &TorqueParts<T>::gravity);
  add(scratch.zeros, scratch.zeros, {{}, loads.external, loads.external_on_base}, &TorqueParts<T>::external);
  add(qd, scratch.zeros, nothing, &TorqueParts<T>::coriolis);
  for (std::size_t k = 0; k < n; ++k) {
    scratch.rates[k] = qd[k];
    add(scratch.rates, scratch.zeros, nothing, &TorqueParts<T>::centrifugal);
    scratch.rates[k] = T(0.0);
    torques[k].friction = friction_at<P, T>(model, q, qd, static_cast<int>(k));
    torques[k].spring = spring_at<P, T>(model, q, static_cast<int>(k));
  }
  for (TorqueParts<T>& part : torques) part.coriolis -= part.centrifugal;

  // and all together, link by link
  inverse_dynamics<P, T>(model, q, qd, qdd, loads, s, tau);
  const Rotation<T> R_WB = model.floating_base() ? base_rotation<T>(q) : Rotation<T>{};
  const Vec3<T> gravity_B = R_WB.inverse_times(loads.gravity);
  std::vector<Vec3<T>>& v = scratch.v;
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<P>& link = model.link(i);
    const JointPosition<T> joint = s.joints[i];
    const LinkMotion<T>& here = s.links[at(i)];
    const bool on_base = link.parent == base_link;
    const LinkMotion<T>& parent = s[link.parent];
    const bool slides = link.kind == JointKind::Prismatic || link.kind == JointKind::Helical;
    const T rate = own_rate<P, T>(link, qd), gain = own_rate<P, T>(link, qdd);

    // in L: how the origin moves
    const Motion<T> before{parent.w,
                           on_base ? (model.floating_base() ? base_motion<T>(qd).v : Vec3<T>{}) : v[at(link.parent)]};
    v[at(i)] = to_child(link, joint, before).v + joint_motion(link, rate).v;
    LinkTrace<T>& out = links[at(i)];
    const Pose<P>& X_LF = model.own_frame(i);
    const auto seen = [&](const Vec3<T>& x) { return X_LF.R.inverse_times(x); };  // L's axes to the user's
    // gravity as L sees it: carried along by the same turns
    out.gravity = on_base ? to_child(link, joint, gravity_B) : to_child(link, joint, links[at(link.parent)].gravity);
    const Vec3<T> g = out.gravity;  // in L for now; the user's axes below
    const Vec3<T> a = here.a + g;   // without the felt weight
    out.w = seen(here.w);
    out.wd = seen(here.wd);
    out.v = seen(v[at(i)] + cross(here.w, X_LF.p));
    out.vd = seen(a + detail::spun(here, X_LF.p));
    const Vec3<P> c = is_massless(link) ? Vec3<P>{} : centre_of_mass(link.inertia);
    out.v_com = seen(v[at(i)] + cross(here.w, c));
    out.vd_com = seen(a + detail::spun(here, c));
    out.F = link.inertia.m * out.vd_com;
    const Force<T> about_origin = detail::moving_force(link.inertia, here);
    out.N = seen(about_origin.n - cross(c, about_origin.f));
    out.f = seen(here.force.f);
    out.n = seen(here.force.n);
    // the same acceleration, taken apart, from the user's frame of the link before
    const Pose<P> X_PF = on_base ? Pose<P>{} : model.own_frame(link.parent);
    const Vec3<T> g_P = on_base ? gravity_B : links[at(link.parent)].gravity;  // replaced last, so still in L's axes
    const Vec3<T> r_P = one * link.X_PJ.p - one * X_PF.p;
    const auto down = [&](const Vec3<T>& x) { return seen(to_child(link, joint, x)); };
    const Vec3<T> from_joint_on = slides ? Vec3<T>{T(0.0), T(0.0), joint.slide} : Vec3<T>{};
    const Vec3<T> beyond = one * X_LF.p;
    const Vec3<T> parent_w = to_child(link, joint, parent.w), parent_wd = to_child(link, joint, parent.wd);
    out.parts.transport = down(parent.a + g_P + detail::spun(parent, X_PF.p) + cross(parent.wd, r_P)) +
                          seen(cross(parent_wd, from_joint_on) + cross(here.wd, beyond));
    out.parts.centrifugal =
        down(cross(parent.w, cross(parent.w, r_P))) +
        seen(cross(parent_w, cross(parent_w, from_joint_on)) + cross(here.w, cross(here.w, beyond)));
    const Motion<T> slide_rate = joint_motion(link, rate), slide_gain = joint_motion(link, gain);
    out.parts.coriolis = seen(T(2.0) * cross(parent_w, slide_rate.v));
    out.parts.joint = seen(slide_gain.v);
  }
  for (int i = 0; i < model.link_count(); ++i)
    links[at(i)].gravity = model.own_frame(i).R.inverse_times(links[at(i)].gravity);
}

/// The same vectors of a floating base, in its own frame. It has no joint: f and n are the first six of τ, and the parts
/// of its acceleration are zero.
template <Scalar P, Scalar T>
LinkTrace<T> base_trace(const Model<P>& model, In<T> q, In<T> qd, In<T> qdd, const Vec3<T>& gravity, In<T> tau) {
  const Motion<T> v = base_motion<T>(qd), gain = base_motion<T>(qdd);
  const Inertia<P>& body = model.base_inertia();
  const Vec3<P> c = is_structural_zero(body.m) ? Vec3<P>{} : centre_of_mass(body);
  LinkMotion<T> motion;
  motion.w = v.w;
  motion.wd = gain.w;
  motion.a = gain.v + cross(v.w, v.v);
  detail::find_spin(motion);
  LinkTrace<T> y;
  y.w = v.w;
  y.wd = gain.w;
  y.v = v.v;
  y.vd = motion.a;
  y.v_com = v.v + cross(v.w, c);
  y.vd_com = motion.a + detail::spun(motion, c);
  y.gravity = base_rotation<T>(q).inverse_times(gravity);
  y.F = body.m * y.vd_com;
  const Force<T> about_origin = detail::moving_force(body, motion);
  y.N = about_origin.n - cross(c, about_origin.f);
  y.n = {tau[0], tau[1], tau[2]};
  y.f = {tau[3], tau[4], tau[5]};
  return y;
}

}  // namespace sinew
