// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/model/structure.h"

namespace sinew {

/// Turns a description into a model: merges what is fixed together, puts each moving link's frame on its joint.
template <Scalar P>
class ModelBuilder {
 public:
  ModelBuilder(const RobotDescription<P>& description, const Tree& tree) : robot_(description), tree_(tree) {
    for (std::size_t l = 0; l < robot_.links.size(); ++l) link_index_.emplace(robot_.links[l].name, l);
    for (const JointDescription<P>& joint : robot_.joints) joint_index_.emplace(joint.name, &joint);
    for (const FrameDescription<P>& frame : robot_.frames) frame_index_.emplace(frame.name, &frame);
  }

  Model<P> build() {
    parts_.name = robot_.name;
    parts_.gravity = robot_.gravity;
    parts_.floating_base = robot_.floating_base;
    parts_.end_frame = robot_.end_frame;
    find_motors();
    place_links();
    place_motors();
    if constexpr (std::floating_point<P>) turn_x_axes();
    number_positions();
    add_frames();
    add_bodies();
    return Model<P>(std::move(parts_));
  }

 private:
  /// Where a link of the description ended up: on a moving link, in whose canonical frame it has a fixed pose.
  struct Place {
    int link = base_link;
    Pose<P> X_LF;
  };

  /// The elastic joints by the body that carries their motors: the place of the link that stands for it.
  void find_motors() {
    motors_on_.resize(robot_.links.size());
    std::vector<int> body(robot_.links.size(), tree_.root);
    for (const int j : tree_.joint_order) {
      const int child = tree_.child_link[at(j)];
      body[at(child)] = robot_.joints[at(j)].kind == JointKind::Fixed ? body[at(tree_.parent_link[at(j)])] : child;
    }
    for (const int j : tree_.joint_order)
      if (const JointDescription<P>& joint = robot_.joints[at(j)]; joint.is_elastic())
        motors_on_[at(body[link_named(joint.motor->carrier)])].push_back(j);
  }

  /// Adds the motors that a body carries, right behind it. Where on it they are is told by `place_motors`.
  void add_motors(int body, int carrier) {
    for (const int j : motors_on_[at(body)]) {
      const JointDescription<P>& joint = robot_.joints[at(j)];
      Link<P> link;
      link.name = link.joint_name = motor_name(joint.name);
      link.is_motor = true;
      link.parent = carrier;
      link.kind = joint.kind == JointKind::Helical ? JointKind::Revolute : joint.kind;
      link.limits.velocity = joint.limits.velocity;
      link.limits.effort = joint.limits.effort;
      link.friction = joint.transmission->motor_friction;
      parts_.links.push_back(std::move(link));
      joint_of_link_.push_back(j);
    }
  }

  void place_motors() {
    for (std::size_t i = 0; i < parts_.links.size(); ++i) {
      if (!parts_.links[i].is_motor) continue;
      const Motor<P>& motor = *robot_.joints[at(joint_of_link_[i])].motor;
      parts_.links[i].X_PJ =
          places_[link_named(motor.carrier)].X_LF * Pose<P>{rotation_with_z_along(motor.axis), motor.p};
    }
  }

  /// Any turn that takes z to the unit vector u. It turns no body, so that it need not be the smallest one.
  static Rotation<P> rotation_with_z_along(const Vec3<P>& u) {
    if constexpr (std::floating_point<P>) {
      return rotation_taking_z_along<P>({static_cast<double>(u.x), static_cast<double>(u.y), static_cast<double>(u.z)});
    } else {
      const P one(1.0), zero(0.0);
      if (is_structural_zero(u.x) && is_structural_zero(u.y))
        return is_structural_zero(u.z - one) ? Rotation<P>{} : Rotation<P>::about_x({zero, -one});
      const P k = one / (one + u.z);
      return Rotation<P>::from_rows({one - k * u.x * u.x, -(k * u.x * u.y), u.x},
                                    {-(k * u.x * u.y), one - k * u.y * u.y, u.y}, {-u.x, -u.y, u.z});
    }
  }

  void place_links() {
    places_.assign(robot_.links.size(), {});
    add_motors(tree_.root, base_link);
    for (const int j : tree_.joint_order) {
      const JointDescription<P>& joint = robot_.joints[at(j)];
      const Place& parent = places_[at(tree_.parent_link[at(j)])];
      Place& child = places_[at(tree_.child_link[at(j)])];
      const Pose<P> X_LJ = parent.X_LF * joint.X_PJ;
      if (joint.kind == JointKind::Fixed) {
        child = {parent.link, X_LJ * joint.X_JC};
        continue;
      }
      // the canonical frame: the joint's, turned the shortest way so that z is the axis
      const Pose<P> X_JL{rotation_taking_z_along<P>(joint.axis), {}};
      Link<P> link;
      link.name = joint.child;
      link.joint_name = joint.name;
      link.parent = parent.link;
      link.kind = joint.kind;
      link.X_PJ = X_LJ * X_JL;
      link.pitch = joint.pitch;
      link.limits = joint.limits;
      link.friction = joint.friction;
      link.spring = joint.spring;
      if (joint.is_elastic()) link.limits.effort = Limits::none;  // that is the motor's
      parts_.links.push_back(std::move(link));
      joint_of_link_.push_back(j);
      child = {static_cast<int>(parts_.links.size()) - 1, X_JL.inverse() * joint.X_JC};
      add_motors(tree_.child_link[at(j)], child.link);
    }
  }

  /// R_PJ = Rz(a)·Rx(α)·Rz(b) for every joint. Turning the parent's frame by a, for its first child, leaves Rx(α) and
  /// an angle to add to q.
  void turn_x_axes() {
    const std::size_t count = parts_.links.size();
    std::vector<EulerZxz<P>> angles(count);
    std::vector<SinCos<P>> turn(count, SinCos<P>{P(0), P(1)});  // of each frame, about its own z
    std::vector<bool> chosen(count, false);
    const auto back = [](const SinCos<P>& a) { return SinCos<P>{-a.sin, a.cos}; };
    for (std::size_t i = 0; i < count; ++i) {
      const Link<P>& link = parts_.links[i];
      angles[i] = euler_zxz(link.X_PJ.R);
      const bool parallel = angles[i].alpha.sin == 0 && angles[i].alpha.cos > 0;
      if (link.parent == base_link || parallel || chosen[at(link.parent)] || link.is_motor) continue;
      turn[at(link.parent)] = angles[i].a;
      chosen[at(link.parent)] = true;
    }
    // a frame that no child asks anything of is turned so that its own angle is zero
    for (std::size_t i = 0; i < count; ++i) {
      Link<P>& link = parts_.links[i];
      const SinCos<P> parent = link.parent == base_link ? SinCos<P>{P(0), P(1)} : turn[at(link.parent)];
      const SinCos<P> first = angles[i].a + back(parent);
      const bool parallel = angles[i].alpha.sin == 0 && angles[i].alpha.cos > 0;
      const SinCos<P> last = parallel ? angles[i].b + first : angles[i].b;
      if (!chosen[i]) turn[i] = back(last);
      const Rotation<P> before = Rotation<P>::about_z(back(parent));
      link.at_zero = last + turn[i];
      link.X_PJ.p = before * link.X_PJ.p;
      link.X_PJ.R = Rotation<P>::about_x(angles[i].alpha);
      if (!parallel && !(first.sin == 0 && first.cos > 0)) link.X_PJ.R = Rotation<P>::about_z(first) * link.X_PJ.R;
    }
    for (Place& place : places_)
      if (place.link != base_link)
        place.X_LF = Pose<P>{Rotation<P>::about_z(back(turn[at(place.link)])), {}} * place.X_LF;
  }

  /// Independent joints are numbered in link order; a mimic joint takes its leader's numbers.
  void number_positions() {
    std::unordered_map<const JointDescription<P>*, std::size_t> link_of_joint;
    for (std::size_t i = 0; i < parts_.links.size(); ++i)
      if (!parts_.links[i].is_motor) link_of_joint.emplace(&robot_.joints[at(joint_of_link_[i])], i);
    for (std::size_t i = 0; i < parts_.links.size(); ++i) {
      if (!parts_.links[i].is_motor) continue;
      const JointDescription<P>& joint = robot_.joints[at(joint_of_link_[i])];
      parts_.couplings.push_back({static_cast<int>(i), static_cast<int>(link_of_joint.at(&joint)),
                                  joint.transmission->stiffness, joint.transmission->damping});
    }
    int position = robot_.floating_base ? 7 : 0;
    int velocity = robot_.floating_base ? 6 : 0;
    for (std::size_t i = 0; i < parts_.links.size(); ++i) {
      if (robot_.joints[at(joint_of_link_[i])].mimic) continue;
      parts_.links[i].position_index = position++;
      parts_.links[i].velocity_index = velocity++;
    }
    // leaders before followers, whatever their order: each chain of them is walked up once and down once
    std::vector<std::size_t> chain;
    for (std::size_t first = 0; first < parts_.links.size(); ++first) {
      for (std::size_t i = first; mimic_of(i) && !parts_.links[i].follows;) {
        parts_.links[i].follows = true;
        chain.push_back(i);
        i = link_of_joint.at(find_joint(mimic_of(i)->leader));
      }
      for (; !chain.empty(); chain.pop_back()) follow(chain.back(), link_of_joint);
    }
  }

  /// A motor belongs to an elastic joint, which follows none.
  const std::optional<Mimic<P>>& mimic_of(std::size_t link) const {
    return robot_.joints[at(joint_of_link_[link])].mimic;
  }

  /// q = m·q_leader + o, and q_leader itself may be m′·q + o′.
  void follow(std::size_t follower, const std::unordered_map<const JointDescription<P>*, std::size_t>& link_of_joint) {
    const Mimic<P>& mimic = *mimic_of(follower);
    const Link<P>& leader = parts_.links[link_of_joint.at(find_joint(mimic.leader))];
    Link<P>& link = parts_.links[follower];
    link.multiplier = mimic.multiplier * leader.multiplier;
    link.offset = mimic.multiplier * leader.offset + mimic.offset;
    link.position_index = leader.position_index;
    link.velocity_index = leader.velocity_index;
  }

  void add_frames() {
    for (std::size_t l = 0; l < robot_.links.size(); ++l)
      parts_.frames.push_back({robot_.links[l].name, places_[l].link, places_[l].X_LF});
    for (const FrameDescription<P>& frame : robot_.frames) {
      const Place& place = places_[link_named(frame.link)];
      parts_.frames.push_back({frame.name, place.link, place.X_LF * frame.X_LF});
    }
    for (std::size_t i = 0; i < parts_.links.size(); ++i)
      if (parts_.links[i].is_motor) parts_.frames.push_back({parts_.links[i].name, static_cast<int>(i), {}});
  }

  void add_bodies() {
    for (std::size_t l = 0; l < robot_.links.size(); ++l)
      if (robot_.links[l].inertia)
        inertia_of(places_[l].link) = inertia_of(places_[l].link) + places_[l].X_LF * *robot_.links[l].inertia;
    for (const PayloadDescription<P>& payload : robot_.payloads) {
      const Place place = place_named(payload.frame);
      inertia_of(place.link) = inertia_of(place.link) + place.X_LF * payload.inertia;
    }
    // a motor weighs as much on a joint that has been fixed
    for (const JointDescription<P>& joint : robot_.joints) {
      if (!joint.motor) continue;
      const Place& carrier = places_[link_named(joint.motor->carrier)];
      inertia_of(carrier.link) =
          inertia_of(carrier.link) + Inertia<P>::about_com(joint.motor->mass, carrier.X_LF * joint.motor->p, {});
    }
    for (std::size_t i = 0; i < parts_.links.size(); ++i) {
      const JointDescription<P>& joint = robot_.joints[at(joint_of_link_[i])];
      const auto& motor = joint.motor;
      if (!motor || joint.is_elastic() != parts_.links[i].is_motor) continue;
      const Place& carrier = places_[link_named(motor->carrier)];
      Vec3<P> axis = carrier.X_LF.R * motor->axis;
      // a rotor's energy takes it to be a unit vector; to the last digit, where a number can be divided by its root
      if constexpr (std::floating_point<P>) axis = axis / norm(axis);
      parts_.links[i].motor = ModelMotor<P>{carrier.link, motor->rotor_inertia, motor->gear_ratio, axis};
    }
  }

  /// Of a link or a frame.
  Place place_named(const std::string& name) const {
    if (const auto link = link_index_.find(name); link != link_index_.end()) return places_[link->second];
    const auto found = frame_index_.find(name);
    if (found == frame_index_.end()) return {};
    const Place& place = places_[link_named(found->second->link)];
    return {place.link, place.X_LF * found->second->X_LF};
  }

  Inertia<P>& inertia_of(int link) { return link == base_link ? parts_.base_inertia : parts_.links[at(link)].inertia; }

  std::size_t link_named(const std::string& name) const { return link_index_.at(name); }
  const JointDescription<P>* find_joint(const std::string& name) const { return joint_index_.at(name); }

  const RobotDescription<P>& robot_;
  const Tree& tree_;
  typename Model<P>::Parts parts_;
  std::vector<Place> places_;                // by link of the description
  std::vector<std::vector<int>> motors_on_;  // by link of the description: joints
  std::vector<int> joint_of_link_;           // by link of the model; a motor has that of the joint which it drives
  std::unordered_map<std::string_view, std::size_t> link_index_;
  std::unordered_map<std::string_view, const JointDescription<P>*> joint_index_;
  std::unordered_map<std::string_view, const FrameDescription<P>*> frame_index_;
};

/// The model of a robot as described, whose tree is known. Throws InputError where a joint has no axis.
template <Scalar P>
Model<P> build_model(const RobotDescription<P>& description, const Tree& tree) {
  Diagnostics diagnostics(description.file);
  for (const JointDescription<P>& joint : description.joints)
    if (joint.kind != JointKind::Fixed && !(norm(joint.axis) > 0.0))
      diagnostics.error(joint.source, "joint " + in_quotes(joint.name) + " has a zero axis",
                        "give it a direction such as \"0 0 1\"");
  diagnostics.throw_if_errors();
  return ModelBuilder<P>(description, tree).build();
}

/// The same, which throws InputError also if the links do not form a tree.
template <Scalar P>
Model<P> build_model(const RobotDescription<P>& description) {
  Diagnostics diagnostics(description.file);
  const std::optional<Tree> tree = find_tree(description, diagnostics);
  diagnostics.throw_if_errors();
  return build_model(description, *tree);
}

extern template Model<double> build_model(const RobotDescription<double>&);
extern template Model<double> build_model(const RobotDescription<double>&, const Tree&);

}  // namespace sinew
