// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/stand_ins.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace sinew {
namespace {

bool weighs_nothing(const LinkDescription<double>& link) { return !link.inertia.has_value(); }

bool is_point_mass(const Inertia<double>& body) {
  if (body.m == 0) return false;
  const Symmetric3<double> rest = inertia_about_com(body);
  const double largest = std::max({std::abs(rest.xx), std::abs(rest.xy), std::abs(rest.xz), std::abs(rest.yy),
                                   std::abs(rest.yz), std::abs(rest.zz)});
  return largest <= 1e-14 * std::abs(body.I.trace());
}

class Replacement {
 public:
  explicit Replacement(RobotDescription<double>& robot) : robot_(robot) {
    for (std::size_t l = 0; l < robot.links.size(); ++l) link_named_.emplace(robot.links[l].name, l);
    for (std::size_t j = 0; j < robot.joints.size(); ++j) {
      joint_named_.emplace(robot.joints[j].name, j);
      carrier_of_.emplace(robot.joints[j].child, j);
      carried_by_[robot.joints[j].parent].push_back(j);
    }
    tried_.assign(robot.links.size(), false);
    link_gone_.assign(robot.links.size(), false);
    joint_gone_.assign(robot.joints.size(), false);
  }

  /// False if the link is not what it says it stands for.
  bool replace(const StandIn& stand_in) {
    const auto link = link_named_.find(stand_in.link);
    const auto carrier = carrier_of_.find(stand_in.link);
    if (link == link_named_.end() || carrier == carrier_of_.end() || tried_[link->second]) return false;
    tried_[link->second] = true;
    std::vector<std::size_t> carried;
    for (const std::size_t j : carried_by_[stand_in.link])
      if (!joint_gone_[j]) carried.push_back(j);
    Part part{robot_.links[link->second], robot_.joints[carrier->second], nullptr};
    if (carried.size() == 1) part.next = &robot_.joints[carried.front()];
    const std::string& what = stand_in.stands_for;
    const bool at_an_end = part.joint.kind == JointKind::Fixed && carried.empty();
    const bool done = what == "payload"     ? at_an_end && replace_payload(part)
                      : what == "motor"     ? at_an_end && replace_motor(part, stand_in.joint)
                      : what == "frame"     ? at_an_end && replace_frame(part)
                      : what == "joint_end" ? replace_joint_end(part)
                                            : what == "screw" && replace_screw(part);
    if (!done) return false;
    link_gone_[link->second] = true;
    // an end goes with the joint that carries it, a link between two joints with the second of them
    joint_gone_[at_an_end ? carrier->second : carried.front()] = true;
    return true;
  }

  void clear_away() {
    erase_where(robot_.links, link_gone_);
    erase_where(robot_.joints, joint_gone_);
  }

 private:
  struct Part {
    LinkDescription<double>& link;
    JointDescription<double>& joint;  ///< that carries the link
    JointDescription<double>* next;   ///< the only one that the link carries, if there is just one
  };

  bool replace_payload(const Part& part) {
    if (weighs_nothing(part.link)) return false;
    robot_.payloads.push_back({part.joint.parent, part.joint.X_PJ * *part.link.inertia, part.link.source});
    return true;
  }

  bool replace_motor(const Part& part, const std::string& driven) {
    const auto joint = joint_named_.find(driven);
    if (joint == joint_named_.end() || weighs_nothing(part.link) || !is_point_mass(*part.link.inertia)) return false;
    std::optional<Motor<double>>& motor = robot_.joints[joint->second].motor;
    if (!motor || motor->carrier != part.joint.parent) return false;
    const Inertia<double> body = part.joint.X_PJ * *part.link.inertia;
    motor->mass = body.m;
    motor->p = centre_of_mass(body);
    return true;
  }

  bool replace_frame(const Part& part) {
    if (!weighs_nothing(part.link)) return false;
    robot_.frames.push_back({part.link.name, part.joint.parent, part.joint.X_PJ, part.link.source});
    return true;
  }

  bool replace_joint_end(const Part& part) {
    if (!weighs_nothing(part.link) || part.next == nullptr || part.next->kind != JointKind::Fixed) return false;
    if (part.joint.kind == JointKind::Fixed || carrier_of_.at(part.next->child) != index_of(*part.next)) return false;
    part.joint.X_JC = part.joint.X_JC * part.next->X_PJ;
    take_over_child(part);
    return true;
  }

  bool replace_screw(const Part& part) {
    if (!weighs_nothing(part.link) || part.next == nullptr) return false;
    const JointDescription<double>& slide = *part.next;
    const bool is_screw = turns(part.joint.kind) && slide.kind == JointKind::Prismatic && slide.mimic &&
                          slide.mimic->leader == part.joint.name && slide.mimic->offset == 0 &&
                          norm(slide.X_PJ.R * slide.axis - part.joint.axis) < 1e-9;
    const bool is_loaded = slide.friction.viscous != 0 || slide.friction.coulomb_plus != 0 || slide.motor ||
                           slide.spring || slide.transmission;
    if (!is_screw || is_loaded || carrier_of_.at(slide.child) != index_of(slide)) return false;
    part.joint.kind = JointKind::Helical;
    part.joint.pitch = slide.mimic->multiplier;
    part.joint.X_JC = slide.X_PJ * slide.X_JC;
    take_over_child(part);
    return true;
  }

  void take_over_child(const Part& part) {
    part.joint.child = part.next->child;
    carrier_of_[part.joint.child] = index_of(part.joint);
  }

  std::size_t index_of(const JointDescription<double>& joint) const {
    return static_cast<std::size_t>(&joint - robot_.joints.data());
  }

  template <class Item>
  static void erase_where(std::vector<Item>& items, const std::vector<bool>& gone) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (gone[i]) continue;
      if (kept != i) items[kept] = std::move(items[i]);
      ++kept;
    }
    items.resize(kept);
  }

  RobotDescription<double>& robot_;
  std::unordered_map<std::string, std::size_t> link_named_, joint_named_, carrier_of_;
  std::unordered_map<std::string, std::vector<std::size_t>> carried_by_;
  std::vector<bool> tried_, link_gone_, joint_gone_;
};

}  // namespace

void replace_stand_ins(RobotDescription<double>& robot, const std::vector<StandIn>& stand_ins,
                       Diagnostics& diagnostics) {
  Replacement replacement(robot);
  // payloads and motors before the frames that they may hang on
  for (const bool frames : {false, true})
    for (const StandIn& stand_in : stand_ins)
      if ((stand_in.stands_for == "frame") == frames && !replacement.replace(stand_in))
        diagnostics.warning(stand_in.source,
                            "link " + in_quotes(stand_in.link) + " is marked to stand for something (" +
                                in_quotes(stand_in.stands_for) + "), but does not look like it: it is taken as a link",
                            "remove its <sinew stands_for> mark, or undo what was changed around it");
  replacement.clear_away();
}

}  // namespace sinew
