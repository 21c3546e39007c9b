// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/change_robot.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <initializer_list>
#include <set>
#include <utility>

#include "sinew/formats/rounded_figures.h"
#include "sinew/model/end_frame.h"

namespace sinew {
namespace {

/// A locked position as a constant of the robot. In equations a multiple of 15° is that multiple exactly.
template <Scalar P>
P constant_position(const JointDescription<P>& joint, double position) {
  if constexpr (!std::floating_point<P>)
    if (turns(joint.kind)) {
      RoundedFigures rounded;
      const P meant = taken_for_multiple_of_15_degrees(P(position), &rounded, {});
      if (!rounded.any()) return meant;
    }
  return P(position);
}

template <Scalar P>
Pose<P> constant_pose(const Pose<double>& X) {
  if constexpr (std::floating_point<P>)
    return X;
  else
    return exact_pose(X);
}

bool all_finite(std::initializer_list<double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

/// Writes changes into a description.
template <Scalar P>
class Changing {
 public:
  Changing(RobotDescription<P>& robot, Diagnostics& diagnostics) : robot_(robot), diagnostics_(diagnostics) {}

  void leave_out(const Without& parts) {
    if (parts.gravity) robot_.gravity = {};
    for (JointDescription<P>& joint : robot_.joints) {
      if (parts.friction) joint.friction = {};
      if (parts.springs) joint.spring.reset();
      if (parts.motors) joint.transmission.reset();  // nothing is behind it
      if (joint.transmission) leave_out(parts, *joint.transmission);
      if (!parts.motors || !joint.motor) continue;
      joint.motor->rotor_inertia = P(0.0);  // what it weighs stays where it is bolted
      if (is_structural_zero(joint.motor->mass)) joint.motor.reset();
    }
  }

  void set_gravity(const Vec3<double>& gravity) {
    if (!all_finite({gravity.x, gravity.y, gravity.z}))
      error("the gravity is not finite", "give three finite numbers");
    else
      robot_.gravity = cast<P>(gravity);
  }

  void lock(const std::vector<LockedJoint>& locked) {
    std::set<std::string> seen;
    for (const LockedJoint& one : locked) {
      JointDescription<P>* joint = lockable(one);
      if (joint == nullptr) continue;
      if (!seen.insert(one.joint).second)
        error("joint " + in_quotes(one.joint) + " is locked twice", "keep one of the positions");
      else
        positions_.emplace_back(joint, constant_position(*joint, one.position));
    }
    // followers of followers as well: the list grows while it is walked
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      const auto [leader, position] = positions_[i];
      for (JointDescription<P>& joint : robot_.joints)
        if (joint.mimic && joint.mimic->leader == leader->name)
          positions_.emplace_back(&joint, joint.mimic->multiplier * position + joint.mimic->offset);
    }
    for (const auto& [joint, position] : positions_) fix(*joint, position);
  }

  /// False if it cannot be added.
  bool add(const Tool& tool, const std::string& end) {
    const std::string frame = tool.frame.empty() ? end : tool.frame;
    const std::optional<Place> place = find(frame);
    const Vec3<double>& p = tool.X_FT.p;
    const Rotation<double>& R = tool.X_FT.R;
    if (!place)
      error("there is no frame " + in_quotes(frame) + " for the tool", suggestion(frame, names()));
    else if (find(tool.name))
      error("there is a frame " + in_quotes(tool.name) + " already, and the tool is called so",
            "change its pose in the robot's file, or give it another name there");
    else if (!all_finite({p.x, p.y, p.z, dot(R.row(0), R.row(0)), dot(R.row(1), R.row(1)), dot(R.row(2), R.row(2))}))
      error("the pose of the tool is not finite", "give finite numbers");
    else
      return robot_.frames.push_back({tool.name, place->link, place->X_LF * constant_pose<P>(tool.X_FT), {}}), true;
    return false;
  }

  void add(const Payload& payload, const std::string& end) {
    const std::string frame = payload.frame.empty() ? end : payload.frame;
    if (!find(frame))
      error("there is no frame " + in_quotes(frame) + " for the payload", suggestion(frame, names()));
    else
      robot_.payloads.push_back({frame,
                                 Inertia<P>::about_com(P(payload.mass), cast<P>(payload.com),
                                                       cast<P>(Inertia<double>{0.0, {}, payload.inertia}).I),
                                 {}});
  }

 private:
  struct Place {
    std::string link;
    Pose<P> X_LF;
  };

  static void leave_out(const Without& parts, Transmission<P>& transmission) {
    if (parts.friction) transmission.damping = P(0.0);
    if (parts.friction) transmission.motor_friction = {};
    if (parts.springs) transmission.stiffness = P(0.0);
  }

  void error(std::string what, std::string remedy) {
    diagnostics_.add({Severity::Error, robot_.name, 0, std::move(what), std::move(remedy)});
  }

  /// Where a link or frame is.
  std::optional<Place> find(const std::string& name) const {
    for (const LinkDescription<P>& link : robot_.links)
      if (link.name == name) return Place{name, {}};
    for (const FrameDescription<P>& frame : robot_.frames)
      if (frame.name == name) return Place{frame.link, frame.X_LF};
    return std::nullopt;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const LinkDescription<P>& link : robot_.links) names.push_back(link.name);
    for (const FrameDescription<P>& frame : robot_.frames) names.push_back(frame.name);
    return names;
  }

  JointDescription<P>* lockable(const LockedJoint& one) {
    const auto found = std::find_if(robot_.joints.begin(), robot_.joints.end(),
                                    [&](const JointDescription<P>& joint) { return joint.name == one.joint; });
    const std::string name = "joint " + in_quotes(one.joint);
    if (found == robot_.joints.end()) {
      std::vector<std::string> known;
      for (const JointDescription<P>& joint : robot_.joints)
        if (joint.kind != JointKind::Fixed && !joint.mimic) known.push_back(joint.name);
      error("there is no " + name + " to lock", suggestion(one.joint, known));
      return nullptr;
    }
    const Dimension& wanted = turns(found->kind) ? dimension::angle : dimension::length;
    if (found->kind == JointKind::Fixed)
      error(name + " is fixed already", "leave it out");
    else if (found->mimic)
      error(name + " follows " + in_quotes(found->mimic->leader), "lock that one, and both are held");
    else if (!std::isfinite(one.position))
      error(name + " is locked at " + shown(one.position), "give a finite number");
    else if (!wanted.accepts(one.dimension))
      error(name + (turns(found->kind) ? " turns" : " slides") + ", and its position is given in " +
                one.dimension.si_text(),
            "give it in " + wanted.si_text() + " or another unit of that kind");
    else
      return &*found;
    return nullptr;
  }

  void fix(JointDescription<P>& joint, const P& position) {
    if constexpr (std::floating_point<P>) warn_beyond_limits(joint, position);
    const Pose<P> X_JA{rotation_taking_z_along<P>(joint.axis), {}};  // A: the joint's frame with z along its axis
    Pose<P> moved;
    if (turns(joint.kind)) moved.R = Rotation<P>::about_z(sincos_of_constant(position));
    if (joint.kind == JointKind::Prismatic) moved.p.z = position;
    if (joint.kind == JointKind::Helical) moved.p.z = joint.pitch * position;
    bolt_motor_of(joint);
    JointDescription<P> fixed{.name = joint.name,
                              .kind = JointKind::Fixed,
                              .parent = joint.parent,
                              .child = joint.child,
                              .X_PJ = joint.X_PJ * (X_JA * moved * X_JA.inverse()),
                              .X_JC = joint.X_JC,
                              .source = joint.source};
    joint = std::move(fixed);
  }

  void warn_beyond_limits(const JointDescription<P>& joint, double position) {
    if (position >= joint.limits.lower && position <= joint.limits.upper) return;
    diagnostics_.add({Severity::Warning, robot_.name, 0,
                      "joint " + in_quotes(joint.name) + " is locked at " + shown(position) +
                          ", beyond its limits of " + shown(joint.limits.lower) + " to " + shown(joint.limits.upper),
                      "lock it within them"});
  }

  void bolt_motor_of(const JointDescription<P>& joint) {
    if (!joint.motor) return;
    const Motor<P>& motor = *joint.motor;
    Vec3<P> a = motor.axis;
    if constexpr (std::floating_point<P>) a = a / norm(a);
    const P& J = motor.rotor_inertia;
    const Symmetric3<P> spin{J * a.x * a.x, J * a.x * a.y, J * a.x * a.z, J * a.y * a.y, J * a.y * a.z, J * a.z * a.z};
    for (LinkDescription<P>& link : robot_.links)
      if (link.name == motor.carrier)
        link.inertia = link.inertia.value_or(Inertia<P>{}) + Inertia<P>::about_com(motor.mass, motor.p, spin);
  }

  RobotDescription<P>& robot_;
  Diagnostics& diagnostics_;
  std::vector<std::pair<JointDescription<P>*, P>> positions_;  // of the joints that become fixed
};

}  // namespace

bool RobotChanges::any() const {
  return !locked.empty() || tool || !payloads.empty() || gravity || without.gravity || without.friction ||
         without.motors || without.springs;
}

template <Scalar P>
void apply(const RobotChanges& changes, RobotDescription<P>& robot, const Tree& tree, Diagnostics& diagnostics) {
  Changing<P> changing(robot, diagnostics);
  std::string end = end_frame(robot, tree);
  changing.leave_out(changes.without);
  if (changes.gravity) changing.set_gravity(*changes.gravity);
  changing.lock(changes.locked);
  if (!changes.locked.empty()) robot.end_frame = end;
  if (changes.tool && changing.add(*changes.tool, end)) robot.end_frame = end = changes.tool->name;
  for (const Payload& payload : changes.payloads) changing.add(payload, end);
}

template void apply(const RobotChanges&, RobotDescription<double>&, const Tree&, Diagnostics&);
template void apply(const RobotChanges&, RobotDescription<Expr>&, const Tree&, Diagnostics&);

}  // namespace sinew
