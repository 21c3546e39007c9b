// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/model/description.h"
#include "tests/support/random.h"

/// Robots described in code.
namespace sinew_test {

inline sinew::LinkDescription<double> a_link(std::string name, int line = 0) {
  return {std::move(name), std::nullopt, {line}};
}

inline sinew::LinkDescription<double> a_link(std::string name, const sinew::Inertia<double>& inertia, int line = 0) {
  return {std::move(name), inertia, {line}};
}

inline sinew::JointDescription<double> a_joint(std::string name, sinew::JointKind kind, std::string parent,
                                               std::string child, int line = 0) {
  sinew::JointDescription<double> joint;
  joint.name = std::move(name);
  joint.kind = kind;
  joint.parent = std::move(parent);
  joint.child = std::move(child);
  joint.source = {line};
  return joint;
}

/// A kilogram somewhat off the link's origin.
inline sinew::Inertia<double> some_inertia() {
  return sinew::Inertia<double>::about_com(1.0, {0.2, 0.0, 0.0}, sinew::Symmetric3<double>::diagonal(0.01, 0.02, 0.02));
}

/// base –shoulder→ upper –elbow→ lower, with nothing wrong about it; links on lines 1–3, joints on 4 and 5.
inline sinew::RobotDescription<double> a_sound_arm() {
  sinew::RobotDescription<double> arm;
  arm.name = "arm";
  arm.file = "arm.yaml";
  arm.links = {a_link("base", 1), a_link("upper", some_inertia(), 2), a_link("lower", some_inertia(), 3)};
  arm.joints = {a_joint("shoulder", sinew::JointKind::Revolute, "base", "upper", 4),
                a_joint("elbow", sinew::JointKind::Revolute, "upper", "lower", 5)};
  arm.joints[1].X_PJ.p = {0.5, 0.0, 0.0};
  return arm;
}

/// A tree of `link_count` links and every feature a description has: all joint kinds about any axis, fixed
/// parts, frames, motors on any link, payloads, mimic joints that follow followers.
inline sinew::RobotDescription<double> a_random_tree(std::uint64_t seed, int link_count, bool floating_base) {
  using sinew::JointKind;
  Random random(seed);
  sinew::RobotDescription<double> robot;
  robot.name = "tree" + std::to_string(seed);
  robot.file = robot.name + ".yaml";
  robot.floating_base = floating_base;
  const auto link_name = [](int i) { return "link" + std::to_string(i); };
  for (int i = 0; i < link_count; ++i) {
    robot.links.push_back(a_link(link_name(i)));
    if (random.below(5) > 0) robot.links.back().inertia = random.inertia();
  }
  std::string leader;
  for (int i = 1; i < link_count; ++i) {
    const JointKind kinds[] = {JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic, JointKind::Helical,
                               JointKind::Fixed};
    auto joint = a_joint("joint" + std::to_string(i), kinds[random.below(5)], link_name(random.below(i)), link_name(i));
    joint.X_PJ = random.pose();
    joint.X_JC = random.pose();
    joint.axis = random.direction();
    if (joint.kind == JointKind::Helical) joint.pitch = random.uniform(-0.1, 0.1);
    if (random.below(3) == 0)
      joint.motor = sinew::Motor<double>{.carrier = link_name(random.below(link_count)),
                                         .mass = random.uniform(0.0, 1.0),
                                         .p = random.vector(),
                                         .rotor_inertia = 1e-4,
                                         .gear_ratio = random.uniform(-100.0, 100.0),
                                         .axis = random.direction()};
    if (joint.kind != JointKind::Fixed) {
      if (!leader.empty() && random.below(4) == 0)
        joint.mimic = sinew::Mimic<double>{leader, random.uniform(-2.0, 2.0), random.uniform(-1.0, 1.0)};
      leader = joint.name;
    }
    robot.joints.push_back(joint);
    if (random.below(3) == 0)
      robot.frames.push_back({"frame" + std::to_string(i), link_name(random.below(link_count)), random.pose(), {}});
  }
  // parents need not come first in a file
  for (std::size_t i = robot.joints.size(); i > 1; --i)
    std::swap(robot.joints[i - 1], robot.joints[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
  robot.payloads.push_back({link_name(link_count - 1), random.inertia(), {}});
  if (!robot.frames.empty()) robot.payloads.push_back({robot.frames.front().name, random.inertia(), {}});
  return robot;
}

/// An arm: joints of all kinds one after the other, half of them set as those of real arms are, a quarter turn and a
/// shift along some of the axes away.
inline sinew::RobotDescription<double> a_random_chain(std::uint64_t seed, int joint_count) {
  using sinew::JointKind;
  Random random(seed);
  sinew::RobotDescription<double> robot;
  robot.name = "chain" + std::to_string(seed);
  robot.file = robot.name + ".yaml";
  const auto link_name = [](int i) { return "link" + std::to_string(i); };
  robot.links.push_back(a_link(link_name(0)));
  for (int i = 1; i <= joint_count; ++i) {
    robot.links.push_back(a_link(link_name(i)));
    robot.links.back().inertia = random.inertia();
    const JointKind kinds[] = {JointKind::Revolute, JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic,
                               JointKind::Helical};
    auto joint = a_joint("joint" + std::to_string(i), kinds[random.below(5)], link_name(i - 1), link_name(i));
    if (random.below(2) == 0) {
      joint.X_PJ = random.pose();
      joint.axis = random.direction();
    } else {
      joint.X_PJ.R = sinew::Rotation<double>::about_x({random.below(2) == 0 ? 1.0 : -1.0, 0.0});
      for (int k = 0; k < 3; ++k)
        if (random.below(2) == 0) joint.X_PJ.p[k] = random.uniform(-1.0, 1.0);
    }
    if (joint.kind == JointKind::Helical) joint.pitch = random.uniform(-0.1, 0.1);
    robot.joints.push_back(joint);
  }
  return robot;
}

/// What `a_random_tree` leaves out: joints that rub in every way that there is, and springs.
inline void add_joint_forces(sinew::RobotDescription<double>& robot, std::uint64_t seed) {
  Random random(seed);
  for (auto& joint : robot.joints) {
    if (joint.kind == sinew::JointKind::Fixed) continue;
    if (random.below(2) == 0)
      joint.spring = sinew::Spring<double>{random.uniform(0.0, 20.0), random.uniform(-1.0, 1.0)};
    if (random.below(3) == 0) continue;
    joint.friction.viscous = random.uniform(0.0, 2.0);
    joint.friction.coulomb_plus = random.uniform(0.0, 3.0);
    joint.friction.coulomb_minus = random.uniform(0.0, 3.0);
    joint.friction.static_plus = joint.friction.coulomb_plus + random.uniform(0.0, 1.0);
    joint.friction.static_minus = joint.friction.coulomb_minus + random.uniform(0.0, 1.0);
    if (random.below(2) == 0) joint.friction.stribeck_velocity = random.uniform(0.1, 1.0);
    if (random.below(2) == 0) joint.friction.table = {{-1.0, 0.2}, {0.1, 0.7}, {2.0, 0.4}};
  }
}

/// Makes every joint elastic that has a motor and may be so, and gives motors to most of the others.
inline void add_transmissions(sinew::RobotDescription<double>& robot, std::uint64_t seed) {
  Random random(seed);
  for (auto& joint : robot.joints) {
    if (joint.kind == sinew::JointKind::Fixed || joint.mimic || random.below(4) == 0) continue;
    if (!joint.motor)
      joint.motor = sinew::Motor<double>{.carrier = joint.parent,
                                         .mass = random.uniform(0.0, 1.0),
                                         .p = random.vector(),
                                         .rotor_inertia = 1e-4,
                                         .gear_ratio = random.uniform(20.0, 100.0),
                                         .axis = random.direction()};
    joint.transmission = sinew::Transmission<double>{random.uniform(10.0, 200.0), random.uniform(0.0, 2.0), {}};
    if (random.below(2) == 0)
      joint.transmission->motor_friction = {.viscous = random.uniform(0.0, 2.0),
                                            .coulomb_plus = 0.4,
                                            .coulomb_minus = 0.3,
                                            .static_plus = 0.5,
                                            .static_minus = 0.3};
  }
}

/// Gives every link a body that has none, so that no joint moves nothing.
inline void add_missing_bodies(sinew::RobotDescription<double>& robot, std::uint64_t seed) {
  Random random(seed);
  for (auto& link : robot.links)
    if (!link.inertia) link.inertia = random.inertia();
}

template <class Q>
sinew::Vec3<Q> numbers_as(const sinew::Vec3<double>& v) {
  return sinew::cast<Q>(v);
}
template <class Q>
sinew::Pose<Q> numbers_as(const sinew::Pose<double>& X) {
  return {sinew::cast<Q>(X.R), sinew::cast<Q>(X.p)};
}
template <class Q>
sinew::Inertia<Q> numbers_as(const sinew::Inertia<double>& a) {
  return {Q(a.m), sinew::cast<Q>(a.h), {Q(a.I.xx), Q(a.I.xy), Q(a.I.xz), Q(a.I.yy), Q(a.I.yz), Q(a.I.zz)}};
}

template <class Q>
sinew::Friction<Q> numbers_as(const sinew::Friction<double>& a) {
  sinew::Friction<Q> out;
  out.viscous = Q(a.viscous);
  out.coulomb_plus = Q(a.coulomb_plus);
  out.coulomb_minus = Q(a.coulomb_minus);
  out.static_plus = Q(a.static_plus);
  out.static_minus = Q(a.static_minus);
  if (a.stribeck_velocity) out.stribeck_velocity = Q(*a.stribeck_velocity);
  for (const auto& point : a.table) out.table.push_back({Q(point.position), Q(point.effort)});
  return out;
}

/// The same robot in numbers of another type.
template <class Q>
sinew::RobotDescription<Q> numbers_as(const sinew::RobotDescription<double>& robot) {
  sinew::RobotDescription<Q> out;
  out.name = robot.name;
  out.file = robot.file;
  out.floating_base = robot.floating_base;
  out.gravity = numbers_as<Q>(robot.gravity);
  for (const auto& link : robot.links) {
    out.links.push_back({link.name, std::nullopt, link.source});
    if (link.inertia) out.links.back().inertia = numbers_as<Q>(*link.inertia);
  }
  for (const auto& joint : robot.joints) {
    sinew::JointDescription<Q> copy;
    copy.name = joint.name;
    copy.kind = joint.kind;
    copy.parent = joint.parent;
    copy.child = joint.child;
    copy.X_PJ = numbers_as<Q>(joint.X_PJ);
    copy.axis = joint.axis;
    copy.X_JC = numbers_as<Q>(joint.X_JC);
    copy.pitch = Q(joint.pitch);
    copy.limits = joint.limits;
    copy.friction = numbers_as<Q>(joint.friction);
    if (joint.motor)
      copy.motor =
          sinew::Motor<Q>{joint.motor->carrier,          Q(joint.motor->mass),       numbers_as<Q>(joint.motor->p),
                          Q(joint.motor->rotor_inertia), Q(joint.motor->gear_ratio), numbers_as<Q>(joint.motor->axis)};
    if (joint.mimic)
      copy.mimic = sinew::Mimic<Q>{joint.mimic->leader, Q(joint.mimic->multiplier), Q(joint.mimic->offset)};
    if (joint.spring) copy.spring = sinew::Spring<Q>{Q(joint.spring->stiffness), Q(joint.spring->rest)};
    if (joint.transmission)
      copy.transmission = sinew::Transmission<Q>{Q(joint.transmission->stiffness), Q(joint.transmission->damping),
                                                 numbers_as<Q>(joint.transmission->motor_friction)};
    copy.source = joint.source;
    out.joints.push_back(copy);
  }
  for (const auto& frame : robot.frames)
    out.frames.push_back({frame.name, frame.link, numbers_as<Q>(frame.X_LF), frame.source});
  for (const auto& payload : robot.payloads)
    out.payloads.push_back({payload.frame, numbers_as<Q>(payload.inertia), payload.source});
  return out;
}

}  // namespace sinew_test
