// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/arguments.h"
#include "sinew/scalar/pack.h"

/// How a joint moves its link: between the frame P of the parent and the frame L of the link itself.
namespace sinew {

/// Where a joint stands.
template <Scalar T>
struct JointPosition {
  SinCos<T> turn;  ///< of L about the z of J
  T slide;         ///< of L along it: prismatic and helical joints only
};

/// The joints' positions, each joint's own: mimic joints have theirs, not their leader's.
template <Scalar T>
class JointPositions {
 public:
  template <Scalar P>
  explicit JointPositions(const Model<P>& model)
      : sin_(padded(at(model.link_count())), T(0.0)), cos_(sin_.size(), T(1.0)), slide_(sin_.size(), T(0.0)) {}

  /// For a processor whose registers hold two doubles: packs of four would be spilled.
  void use_narrow_packs() noexcept { narrow_ = true; }
  /// Calls `work` with the number of doubles in a pack.
  template <class Work>
  void with_width(const Work& work) const {
    if (narrow_)
      work(std::integral_constant<int, 2>{});
    else
      work(std::integral_constant<int, 4>{});
  }

  template <Scalar P>
  void read(const Model<P>& model, In<T> positions) noexcept {
    const int count = model.link_count();
    const T* own = positions.data();
    if (!model.numbered_by_link()) {
      for (int i = 0; i < count; ++i) {
        const Link<P>& link = model.link(i);
        const T& x = positions[at(link.position_index)];
        slide_[at(i)] = link.follows ? link.multiplier * x + link.offset : x;
      }
      own = slide_.data();
    }
    with_width([&](auto width) { sincos_of_each<width>(own, at(count), sin_.data(), cos_.data()); });
    for (const int i : model.special_joints()) {
      const Link<P>& link = model.link(i);
      if (link.kind == JointKind::Prismatic) {
        set_turn(i, {T(1.0) * link.at_zero.sin, T(1.0) * link.at_zero.cos});
        slide_[at(i)] = own[i];
      } else {
        if (link.turned) set_turn(i, SinCos<T>{sin_[at(i)], cos_[at(i)]} + link.at_zero);
        if (link.kind == JointKind::Helical) slide_[at(i)] = link.pitch * own[i];
      }
    }
  }

  JointPosition<T> operator[](int i) const noexcept { return {{sin_[at(i)], cos_[at(i)]}, slide_[at(i)]}; }

 private:
  void set_turn(int i, const SinCos<T>& turn) {
    sin_[at(i)] = turn.sin;
    cos_[at(i)] = turn.cos;
  }

  std::vector<T> sin_, cos_, slide_;
  bool narrow_ = false;
};

/// A floating base's orientation R_WB, from x y z qx qy qz qw.
template <Scalar T>
Rotation<T> base_rotation(In<T> q) {
  return Rotation<T>::from(Quaternion<T>{q[3], q[4], q[5], q[6]});
}
template <Scalar T>
Pose<T> base_pose(In<T> q) {
  return {base_rotation<T>(q), {q[0], q[1], q[2]}};
}
/// The first six of q̇ (or q̈).
template <Scalar T>
Motion<T> base_motion(In<T> qd) {
  return {{qd[0], qd[1], qd[2]}, {qd[3], qd[4], qd[5]}};
}

/// A joint's own velocity (or acceleration): its leader's, for a mimic joint.
template <Scalar P, Scalar T>
T own_rate(const Link<P>& link, In<T> rates) {
  const T& x = rates[at(link.velocity_index)];
  return link.follows ? link.multiplier * x : x;
}

// ---- turning, at the price of the turn

/// A Turn known when the code is compiled, for loops that do the same turn many times.
template <Turn turn>
using Turned = std::integral_constant<Turn, turn>;

/// Calls `work` with the link's turn as a Turned.
template <Scalar P, class Work>
void with_turn(const Link<P>& link, const Work& work) {
  switch (link.turn) {
    case Turn::None:
      return work(Turned<Turn::None>{});
    case Turn::QuarterX:
      return work(Turned<Turn::QuarterX>{});
    case Turn::MinusQuarterX:
      return work(Turned<Turn::MinusQuarterX>{});
    case Turn::AboutX:
      return work(Turned<Turn::AboutX>{});
    case Turn::Any:
      return work(Turned<Turn::Any>{});
  }
}

/// R_PJ·v.
template <Scalar P, Scalar T>
Vec3<T> from_joint(const Link<P>& link, const Vec3<T>& v, Turn turn) {
  switch (turn) {
    case Turn::None:
      return v;
    case Turn::QuarterX:
      return {v.x, -v.z, v.y};
    case Turn::MinusQuarterX:
      return {v.x, v.z, -v.y};
    case Turn::AboutX: {
      const P &s = link.X_PJ.R(2, 1), &c = link.X_PJ.R(1, 1);
      return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
    }
    case Turn::Any:
      break;
  }
  return link.X_PJ.R * v;
}
template <Scalar P, Scalar T>
Vec3<T> from_joint(const Link<P>& link, const Vec3<T>& v) {
  return from_joint(link, v, link.turn);
}

/// R_PJ⁻¹·v.
template <Scalar P, Scalar T>
Vec3<T> into_joint(const Link<P>& link, const Vec3<T>& v, Turn turn) {
  switch (turn) {
    case Turn::None:
      return v;
    case Turn::QuarterX:
      return {v.x, v.z, -v.y};
    case Turn::MinusQuarterX:
      return {v.x, -v.z, v.y};
    case Turn::AboutX: {
      const P &s = link.X_PJ.R(2, 1), &c = link.X_PJ.R(1, 1);
      return {v.x, c * v.y + s * v.z, c * v.z - s * v.y};
    }
    case Turn::Any:
      break;
  }
  return link.X_PJ.R.inverse_times(v);
}
template <Scalar P, Scalar T>
Vec3<T> into_joint(const Link<P>& link, const Vec3<T>& v) {
  return into_joint(link, v, link.turn);
}

template <Scalar T>
Vec3<T> about_z(const SinCos<T>& q, const Vec3<T>& v) {
  return {q.cos * v.x - q.sin * v.y, q.sin * v.x + q.cos * v.y, v.z};
}
template <Scalar T>
Vec3<T> back_about_z(const SinCos<T>& q, const Vec3<T>& v) {
  return {q.cos * v.x + q.sin * v.y, q.cos * v.y - q.sin * v.x, v.z};
}

/// R_PL·v.
template <Scalar P, Scalar T>
Vec3<T> to_parent(const Link<P>& link, const JointPosition<T>& q, const Vec3<T>& v) {
  return from_joint(link, about_z(q.turn, v));
}
/// R_PL⁻¹·v.
template <Scalar P, Scalar T>
Vec3<T> to_child(const Link<P>& link, const JointPosition<T>& q, const Vec3<T>& v, Turn turn) {
  return back_about_z(q.turn, into_joint(link, v, turn));
}
template <Scalar P, Scalar T>
Vec3<T> to_child(const Link<P>& link, const JointPosition<T>& q, const Vec3<T>& v) {
  return to_child(link, q, v, link.turn);
}

/// A force on L, as the parent feels it: X_PL·f.
template <Scalar P, Scalar T>
Force<T> to_parent(const Link<P>& link, const JointPosition<T>& q, const Force<T>& force, Turn turn) {
  Vec3<T> n = about_z(q.turn, force.n);
  const Vec3<T> f_J = about_z(q.turn, force.f);
  if (link.kind == JointKind::Prismatic || link.kind == JointKind::Helical) {
    n.x -= q.slide * f_J.y;
    n.y += q.slide * f_J.x;
  }
  Force<T> y{from_joint(link, n, turn), from_joint(link, f_J, turn)};
  const Vec3<P>& p = link.X_PJ.p;
  if (link.shifted.x) {
    y.n.y -= p.x * y.f.z;
    y.n.z += p.x * y.f.y;
  }
  if (link.shifted.y) {
    y.n.x += p.y * y.f.z;
    y.n.z -= p.y * y.f.x;
  }
  if (link.shifted.z) {
    y.n.x -= p.z * y.f.y;
    y.n.y += p.z * y.f.x;
  }
  return y;
}
template <Scalar P, Scalar T>
Force<T> to_parent(const Link<P>& link, const JointPosition<T>& q, const Force<T>& force) {
  return to_parent(link, q, force, link.turn);
}

/// A motion of P, seen from the link: X_PL⁻¹·u.
template <Scalar P, Scalar T>
Motion<T> to_child(const Link<P>& link, const JointPosition<T>& q, const Motion<T>& u) {
  const Vec3<T> v_J = into_joint(link, link.shifted.any() ? u.v - cross(link.X_PJ.p, u.w) : u.v);
  const Vec3<T> w = back_about_z(q.turn, into_joint(link, u.w));
  Vec3<T> v = back_about_z(q.turn, v_J);
  if (link.kind == JointKind::Prismatic || link.kind == JointKind::Helical) {
    v.x += q.slide * w.y;
    v.y -= q.slide * w.x;
  }
  return {w, v};
}

/// R_PJ·S·R_PJ⁻¹.
template <Scalar P, Scalar T>
Symmetric3<T> from_joint(const Link<P>& link, const Symmetric3<T>& S, Turn turn) {
  switch (turn) {
    case Turn::None:
      return S;
    case Turn::QuarterX:
      return {S.xx, -S.xz, S.xy, S.zz, -S.yz, S.yy};
    case Turn::MinusQuarterX:
      return {S.xx, S.xz, -S.xy, S.zz, -S.yz, S.yy};
    default:
      return rotated(link.X_PJ.R, S);
  }
}

/// Rz·S·Rz⁻¹.
template <Scalar T>
Symmetric3<T> about_z(const SinCos<T>& q, const Symmetric3<T>& S) {
  // with d = xx − yy: the turned xy block, by two products of the sine
  const T k = q.cos * S.xy + q.sin * (S.xx - S.yy);
  const T shift = q.sin * (q.sin * (S.xx - S.yy) + (q.cos + q.cos) * S.xy);
  return {S.xx - shift, q.cos * k - q.sin * (q.sin * S.xy), q.cos * S.xz - q.sin * S.yz,
          S.yy + shift, q.sin * S.xz + q.cos * S.yz,        S.zz};
}

/// A body moved by d along one axis, a, of the axes a, b and c: ∫ −[r + d·a]² dm.
template <Scalar D, Scalar T>
void shift_along(const D& d, const T& m, T& ha, const T& hb, const T& hc, T& Ibb, T& Icc, T& Iab, T& Iac) {
  const T dm = d * m, k = d * (ha + ha + dm);
  Ibb += k;
  Icc += k;
  Iab -= d * hb;
  Iac -= d * hc;
  ha += dm;
}

/// A body on L, as a body on P: X_PL·I.
template <Scalar P, Scalar T>
Inertia<T> to_parent(const Link<P>& link, const JointPosition<T>& q, const Inertia<T>& body, Turn turn) {
  Inertia<T> y{body.m, about_z(q.turn, body.h), about_z(q.turn, body.I)};
  if (link.kind == JointKind::Prismatic || link.kind == JointKind::Helical)
    shift_along(q.slide, y.m, y.h.z, y.h.x, y.h.y, y.I.xx, y.I.yy, y.I.xz, y.I.yz);
  y.h = from_joint(link, y.h, turn);
  y.I = from_joint(link, y.I, turn);
  if (link.shifted.x) shift_along(link.X_PJ.p.x, y.m, y.h.x, y.h.y, y.h.z, y.I.yy, y.I.zz, y.I.xy, y.I.xz);
  if (link.shifted.y) shift_along(link.X_PJ.p.y, y.m, y.h.y, y.h.z, y.h.x, y.I.zz, y.I.xx, y.I.yz, y.I.xy);
  if (link.shifted.z) shift_along(link.X_PJ.p.z, y.m, y.h.z, y.h.x, y.h.y, y.I.xx, y.I.yy, y.I.xz, y.I.yz);
  return y;
}

// ---- the joint's own direction S of motion: about z, along z, or both

/// S·q̇.
template <Scalar P, Scalar T>
Motion<T> joint_motion(const Link<P>& link, const T& rate) {
  const T zero(0.0);
  switch (link.kind) {
    case JointKind::Prismatic:
      return {{zero, zero, zero}, {zero, zero, rate}};
    case JointKind::Helical:
      return {{zero, zero, rate}, {zero, zero, link.pitch * rate}};
    default:
      return {{zero, zero, rate}, {zero, zero, zero}};
  }
}

/// Sᵀ·f: the part of a force on L that its joint must give.
template <Scalar P, Scalar T>
T along_joint(const Link<P>& link, const Force<T>& force) {
  switch (link.kind) {
    case JointKind::Prismatic:
      return force.f.z;
    case JointKind::Helical:
      return force.n.z + link.pitch * force.f.z;
    default:
      return force.n.z;
  }
}

}  // namespace sinew
