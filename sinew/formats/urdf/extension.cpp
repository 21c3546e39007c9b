// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/extension.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {
namespace {

const Vec3<double> usual_gravity = RobotDescription<double>{}.gravity;

bool same(const Vec3<double>& a, const Vec3<double>& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

double largest(const Symmetric3<double>& S) {
  return std::max({std::abs(S.xx), std::abs(S.xy), std::abs(S.xz), std::abs(S.yy), std::abs(S.yz), std::abs(S.zz)});
}

void add_once(std::vector<std::string>& words, const char* word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
}

// ---- read

void read_limit(const XmlFields& field, Limits& limits) {
  field.warn_of_unknown({}, {"lower", "upper", "velocity", "effort", "acceleration", "jerk", "restitution"});
  limits.lower = field.bound_or("lower", limits.lower);
  limits.upper = field.bound_or("upper", limits.upper);
  limits.velocity = field.bound_or("velocity", limits.velocity);
  limits.effort = field.bound_or("effort", limits.effort);
  limits.acceleration = field.bound_or("acceleration", limits.acceleration);
  limits.jerk = field.bound_or("jerk", limits.jerk);
  limits.restitution = field.number_or("restitution", limits.restitution);
}

void read_dry_friction(const XmlFields& field, Friction<double>& friction) {
  friction.coulomb_plus = field.number_or("coulomb_plus", friction.coulomb_plus);
  friction.coulomb_minus = field.number_or("coulomb_minus", friction.coulomb_minus);
  friction.static_plus = field.number_or("static_plus", friction.static_plus);
  friction.static_minus = field.number_or("static_minus", friction.static_minus);
  if (field.has("stribeck_velocity")) friction.stribeck_velocity = field.number("stribeck_velocity");
  for (const XmlFields& point : field.children("point"))
    friction.table.push_back({point.number("position"), point.number("effort")});
}

/// Of a joint, whose viscous friction plain URDF has.
void read_friction(const XmlFields& field, Friction<double>& friction) {
  field.warn_of_unknown({"point"},
                        {"coulomb_plus", "coulomb_minus", "static_plus", "static_minus", "stribeck_velocity"});
  read_dry_friction(field, friction);
}

void read_motor_friction(const XmlFields& field, Friction<double>& friction) {
  field.warn_of_unknown(
      {"point"}, {"viscous", "coulomb_plus", "coulomb_minus", "static_plus", "static_minus", "stribeck_velocity"});
  friction.viscous = field.number_or("viscous", friction.viscous);
  read_dry_friction(field, friction);
}

void read_motor(const XmlFields& field, JointDescription<double>& joint) {
  field.warn_of_unknown({}, {"carrier", "rotor_inertia", "gear_ratio", "axis", "xyz"});
  Motor<double> motor;
  motor.carrier = field.word("carrier");
  motor.rotor_inertia = field.number_or("rotor_inertia", 0.0);
  motor.gear_ratio = field.number_or("gear_ratio", 1.0);
  motor.axis = field.direction_or("axis", motor.axis);
  motor.p = field.vector_or("xyz", {});
  joint.motor = motor;
}

Transmission<double> transmission_of(const XmlFields& field) {
  field.warn_of_unknown({"motor_friction"}, {"stiffness", "damping"});
  Transmission<double> transmission{field.number("stiffness"), field.number_or("damping", 0.0), {}};
  if (const auto friction = field.child("motor_friction")) read_motor_friction(*friction, transmission.motor_friction);
  return transmission;
}

// ---- write

XmlNode limit_extension(const JointDescription<double>& joint, std::vector<std::string>& unseen) {
  const Limits& limits = joint.limits;
  XmlNode node{"limit", {}, {}};
  const auto say = [&](const char* name, double value) { node.attributes.emplace_back(name, shortest(value)); };
  // a joint that turns and has no bounds at all is written as continuous, which says so
  const bool endless = turns(joint.kind) && std::isinf(limits.lower) && std::isinf(limits.upper);
  const bool kept = joint.kind != JointKind::Continuous;
  if (!endless && std::isinf(limits.lower) == kept) say("lower", limits.lower);
  if (!endless && std::isinf(limits.upper) == kept) say("upper", limits.upper);
  // nothing need be said of a continuous joint's effort and velocity if there is no bound on either
  const bool without = endless && std::isinf(limits.velocity) && std::isinf(limits.effort);
  if (!without && std::isinf(limits.velocity)) say("velocity", limits.velocity);
  if (!without && std::isinf(limits.effort)) say("effort", limits.effort);
  if (!node.attributes.empty()) add_once(unseen, "which limits are absent");
  if (!std::isinf(limits.acceleration)) say("acceleration", limits.acceleration);
  if (!std::isinf(limits.jerk)) say("jerk", limits.jerk);
  if (!std::isinf(limits.acceleration) || !std::isinf(limits.jerk)) add_once(unseen, "acceleration and jerk limits");
  if (limits.restitution != 0) {
    say("restitution", limits.restitution);
    add_once(unseen, "how joints bounce off their limits");
  }
  return node;
}

XmlNode whole_friction(const char* name, const Friction<double>& friction) {
  XmlNode node{name, {}, {}};
  node.attributes = {{"coulomb_plus", shortest(friction.coulomb_plus)},
                     {"coulomb_minus", shortest(friction.coulomb_minus)},
                     {"static_plus", shortest(friction.static_plus)},
                     {"static_minus", shortest(friction.static_minus)}};
  if (friction.stribeck_velocity)
    node.attributes.emplace_back("stribeck_velocity", shortest(*friction.stribeck_velocity));
  for (const auto& point : friction.table)
    node.add({"point", {{"position", shortest(point.position)}, {"effort", shortest(point.effort)}}, {}});
  return node;
}

XmlNode friction_extension(const Friction<double>& friction, std::vector<std::string>& unseen) {
  if (plain_urdf_holds(friction)) return {"friction", {}, {}};
  add_once(unseen, "friction beyond viscous and one Coulomb value");
  return whole_friction("friction", friction);
}

XmlNode transmission_extension(const Transmission<double>& transmission, std::vector<std::string>& unseen) {
  add_once(unseen, "that joints are elastic");
  XmlNode node{"transmission",
               {{"stiffness", shortest(transmission.stiffness)}, {"damping", shortest(transmission.damping)}},
               {}};
  const Friction<double>& friction = transmission.motor_friction;
  if (friction.viscous == 0 && friction.coulomb_plus == 0 && plain_urdf_holds(friction)) return node;
  XmlNode& rubbing = node.add(whole_friction("motor_friction", friction));
  rubbing.attributes.emplace_back("viscous", shortest(friction.viscous));
  return node;
}

XmlNode motor_extension(const Motor<double>& motor, std::vector<std::string>& unseen) {
  add_once(unseen, "the rotors of motors");
  XmlNode node{"motor",
               {{"carrier", motor.carrier},
                {"rotor_inertia", shortest(motor.rotor_inertia)},
                {"gear_ratio", shortest(motor.gear_ratio)},
                {"axis", shortest(motor.axis)}},
               {}};
  // where it is, unless the point mass that stands for it says so
  if (motor.mass == 0 && !same(motor.p, {})) node.attributes.emplace_back("xyz", shortest(motor.p));
  return node;
}

}  // namespace

void read_robot_extension(const XmlFields& sinew, RobotDescription<double>& robot) {
  sinew.warn_of_unknown({"gravity", "source", "parameter"}, {"floating_base"});
  robot.floating_base = sinew.truth_or("floating_base", false) || robot.floating_base;
  if (const auto gravity = sinew.child("gravity")) robot.gravity = gravity->vector("xyz");
  if (const auto source = sinew.child("source")) robot.source = source->word_or("text", "");
  for (const XmlFields& field : sinew.children("parameter"))
    robot.parameters.push_back({field.word("name"), field.number("value"), field.word_or("unit", ""), field.line()});
}

void read_link_extension(const XmlFields& sinew, LinkDescription<double>& link, std::vector<StandIn>& stand_ins) {
  sinew.warn_of_unknown({"inertia"}, {"stands_for", "joint"});
  if (sinew.has("stands_for")) {
    const StandIn stand_in{link.name, sinew.word("stands_for"), sinew.word_or("joint", ""), sinew.line()};
    const std::vector<std::string> known = {"frame", "payload", "motor", "joint_end", "screw"};
    if (std::find(known.begin(), known.end(), stand_in.stands_for) == known.end())
      sinew.warning(link.name + " stands for " + in_quotes(stand_in.stands_for) + ", which is not known",
                    suggestion(stand_in.stands_for, known));
    else
      stand_ins.push_back(stand_in);
  }
  if (const auto field = sinew.child("inertia")) {
    field->warn_of_unknown({}, {"mass", "first_moment", "ixx", "ixy", "ixz", "iyy", "iyz", "izz"});
    link.inertia = Inertia<double>{field->number("mass"),
                                   field->vector("first_moment"),
                                   {field->number("ixx"), field->number("ixy"), field->number("ixz"),
                                    field->number("iyy"), field->number("iyz"), field->number("izz")}};
  }
}

void read_joint_extension(const XmlFields& sinew, JointDescription<double>& joint) {
  sinew.warn_of_unknown({"limit", "friction", "motor", "spring", "transmission"}, {"kind"});
  if (sinew.word_or("kind", "") == "revolute" && joint.kind == JointKind::Continuous) joint.kind = JointKind::Revolute;
  if (const auto field = sinew.child("limit")) read_limit(*field, joint.limits);
  if (const auto field = sinew.child("friction")) read_friction(*field, joint.friction);
  if (const auto field = sinew.child("motor")) read_motor(*field, joint);
  if (const auto field = sinew.child("spring"))
    joint.spring = Spring<double>{field->number("stiffness"), field->number_or("rest", 0.0)};
  if (const auto field = sinew.child("transmission")) {
    joint.transmission = transmission_of(*field);
    joint.transmission_source = field->line();
  }
}

XmlNode robot_extension(const RobotDescription<double>& robot, std::vector<std::string>& unseen) {
  XmlNode node{"sinew", {}, {}};
  if (robot.floating_base) {
    node.attributes.emplace_back("floating_base", "true");
    add_once(unseen, "that the base floats");
  }
  if (!same(robot.gravity, usual_gravity)) {
    node.add({"gravity", {{"xyz", shortest(robot.gravity)}}, {}});
    add_once(unseen, "gravity");
  }
  if (!robot.source.empty()) node.add({"source", {{"text", robot.source}}, {}});
  for (const ParameterDescription& parameter : robot.parameters) {
    XmlNode& field = node.add({"parameter", {{"name", parameter.name}, {"value", shortest(parameter.value)}}, {}});
    if (!parameter.unit.empty()) field.attributes.emplace_back("unit", parameter.unit);
  }
  if (!robot.source.empty()) add_once(unseen, "where the figures come from");
  if (!robot.parameters.empty()) add_once(unseen, "parameters");
  return node;
}

std::vector<std::pair<std::string, std::string>> inertia_attributes(const Symmetric3<double>& I) {
  return {{"ixx", shortest(I.xx)}, {"ixy", shortest(I.xy)}, {"ixz", shortest(I.xz)},
          {"iyy", shortest(I.yy)}, {"iyz", shortest(I.yz)}, {"izz", shortest(I.zz)}};
}

XmlNode inertia_extension(const Inertia<double>& inertia, std::vector<std::string>& unseen) {
  XmlNode node{"sinew", {}, {}};
  if (plain_urdf_holds(inertia)) return node;
  add_once(unseen, "the first moment of links (almost) without mass");
  XmlNode& whole = node.add({"inertia", {{"mass", shortest(inertia.m)}, {"first_moment", shortest(inertia.h)}}, {}});
  for (auto& attribute : inertia_attributes(inertia.I)) whole.attributes.push_back(std::move(attribute));
  return node;
}

XmlNode joint_extension(const JointDescription<double>& joint, std::vector<std::string>& unseen) {
  XmlNode node{"sinew", {}, {}};
  if (joint.kind == JointKind::Revolute && std::isinf(joint.limits.lower) && std::isinf(joint.limits.upper))
    node.attributes.emplace_back("kind", "revolute");
  node.add_if_any(limit_extension(joint, unseen));
  node.add_if_any(friction_extension(joint.friction, unseen));
  if (joint.motor) node.add(motor_extension(*joint.motor, unseen));
  if (joint.spring) {
    node.add(
        {"spring", {{"stiffness", shortest(joint.spring->stiffness)}, {"rest", shortest(joint.spring->rest)}}, {}});
    add_once(unseen, "springs");
  }
  if (joint.transmission) node.add(transmission_extension(*joint.transmission, unseen));
  return node;
}

bool plain_urdf_holds(const Inertia<double>& inertia) {
  if (inertia.m == 0) return same(inertia.h, {});
  const auto back =
      Inertia<double>::about_com(inertia.m, centre_of_mass(inertia), inertia_about_com(inertia)) - inertia;
  constexpr double tolerance = 1e-14;
  return norm(back.h) <= tolerance * norm(inertia.h) && largest(back.I) <= tolerance * largest(inertia.I);
}

bool plain_urdf_holds(const Friction<double>& f) {
  return f.coulomb_plus == f.coulomb_minus && f.static_plus == f.coulomb_plus && f.static_minus == f.coulomb_plus &&
         !f.stribeck_velocity && f.table.empty();
}

}  // namespace sinew
