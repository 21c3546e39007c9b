// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sinew/spatial/pose.h"

namespace sinew {

/// How a joint moves. Every kind moves about or along the z axis of its own frame.
enum class JointKind {
  Revolute,    ///< turns by q [rad]
  Continuous,  ///< turns by q [rad] without end
  Prismatic,   ///< slides by q [m]
  Helical,     ///< turns by q [rad] and slides by pitch·q [m]
  Fixed        ///< does not move
};

/// Turns, so that q is an angle and its force a torque.
constexpr bool turns(JointKind kind) {
  return kind == JointKind::Revolute || kind == JointKind::Continuous || kind == JointKind::Helical;
}

constexpr const char* name_of(JointKind kind) {
  switch (kind) {
    case JointKind::Revolute:
      return "revolute";
    case JointKind::Continuous:
      return "continuous";
    case JointKind::Prismatic:
      return "prismatic";
    case JointKind::Helical:
      return "helical";
    case JointKind::Fixed:
      return "fixed";
  }
  return "";
}

/// Bounds of a joint's motion and effort, in rad or m, s, N·m or N; infinite where there is none.
///
/// Plain numbers even in a symbolic model: nobody derives an equation of a limit.
struct Limits {
  static constexpr double none = std::numeric_limits<double>::infinity();
  double lower = -none;
  double upper = none;
  double velocity = none;
  double acceleration = none;
  double jerk = none;
  double effort = none;
  double restitution = 0.0;  ///< the part of its speed with which a joint bounces off a position limit, 0 to 1
};

/// What a joint loses by rubbing; τ is the torque (or force) that a motor must give to overcome it:
///
///     τ = viscous·q̇ + sgn(q̇)·[C + (S − C)·exp(−(q̇/v_s)²) + table(q)]
///
/// with C, S the Coulomb and static values for the sign of q̇, and sgn(0) = 0: at rest the band [−S⁻ − table,
/// S⁺ + table] is what the joint can hold.
template <Scalar P>
struct Friction {
  P viscous{0.0};                      ///< N·m·s/rad or N·s/m
  P coulomb_plus{0.0};                 ///< sliding forwards, ≥ 0
  P coulomb_minus{0.0};                ///< sliding backwards, ≥ 0
  P static_plus{0.0};                  ///< breaking away forwards, ≥ coulomb_plus
  P static_minus{0.0};                 ///< breaking away backwards, ≥ coulomb_minus
  std::optional<P> stribeck_velocity;  ///< v_s > 0; nothing: no Stribeck effect, S counts at rest only
  struct Point {
    P position{0.0};
    P effort{0.0};
  };
  /// What position adds to C and S; linear between the points, constant beyond the first and the last.
  std::vector<Point> table;
};

/// The motor that drives a joint through a gear.
///
/// Its mass rides on the link that carries it and is part of that link's inertia in a Model, as a point. Its rotor
/// turns relative to the carrier, N = `gear_ratio` times as fast as the joint, about `axis` = a, and has the energy
///
///     T = ½·J·(a·ω + N·q̇)²,    ω the angular velocity of the carrier
///
/// which is in no link's inertia: J = `rotor_inertia` counts about the spin axis alone, what the rotor resists about
/// the others belongs to the carrier's own figures.
template <Scalar P>
struct Motor {
  std::string carrier;         ///< the link that it is bolted to; its name in the file
  P mass{0.0};                 ///< kg
  Vec3<P> p;                   ///< its centre, in the carrier's frame [m]
  P rotor_inertia{0.0};        ///< about its own spin axis [kg·m²]
  P gear_ratio{1.0};           ///< turns of the rotor per turn (rad per m) of the joint; negative: opposite sense
  Vec3<P> axis = unit_z<P>();  ///< spin axis, a unit vector in the carrier's frame
};

/// A spring across a joint: τ = stiffness·(q − rest) must be overcome.
template <Scalar P>
struct Spring {
  P stiffness{0.0};  ///< N·m/rad or N/m
  P rest{0.0};       ///< rad or m
};

/// What is elastic between a joint and its motor: a harmonic gear, a belt, a cable. The motor's position θ, counted on
/// the joint's side of the gear, is a coordinate of its own then, and across the spring and the damper goes
///
///     τ = stiffness·(q − θ) + damping·(q̇ − θ̇)
///
/// which the joint must overcome and which drives the motor. The joint's friction acts on q, the motor's own on θ.
template <Scalar P>
struct Transmission {
  P stiffness{0.0};            ///< N·m/rad or N/m
  P damping{0.0};              ///< N·m·s/rad or N·s/m
  Friction<P> motor_friction;  ///< on the joint's side of the gear
};

/// The name of the link that the motor of an elastic joint is in a Model, and of the joint that moves it.
inline std::string motor_name(const std::string& joint) { return joint + ".motor"; }

/// A joint that follows another one: q = multiplier·q_leader + offset.
template <Scalar P>
struct Mimic {
  std::string leader;
  P multiplier{1.0};
  P offset{0.0};
};

}  // namespace sinew
