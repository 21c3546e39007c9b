// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/writer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "sinew/formats/urdf/extension.h"
#include "sinew/formats/urdf/xml_text.h"

namespace sinew {
namespace {

/// What other programs are told where there is no limit; urdfdom wants a number.
constexpr double no_limit = 1e9;

/// <origin>, with nothing in it for the identity.
XmlNode origin(const Pose<double>& X) {
  XmlNode node{"origin", {}, {}};
  if (is_identity(X)) return node;
  node.attributes.emplace_back("xyz", shortest(X.p));
  if (is_identity(X.R)) return node;
  const RollPitchYaw<double> rpy = roll_pitch_yaw(X.R);
  node.attributes.emplace_back("rpy", shortest({rpy.roll, rpy.pitch, rpy.yaw}));
  return node;
}

XmlNode inertial(const Inertia<double>& inertia) {
  const bool has_com = inertia.m != 0 && plain_urdf_holds(inertia);
  const Symmetric3<double> I = has_com ? inertia_about_com(inertia) : inertia.I;
  XmlNode node{"inertial", {}, {}};
  if (has_com) node.add_if_any(origin(translation(centre_of_mass(inertia))));
  node.add({"mass", {{"value", shortest(inertia.m)}}, {}});
  node.add({"inertia", inertia_attributes(I), {}});
  return node;
}

/// The same joint with its child's frame on it: X_PJ·J(q)·X_JC = X_PJ'·J'(q), if it can be had.
///
/// It can where X_JC moves the child's origin along the axis only, or where the joint only slides:
/// X_JC⁻¹·J(q)·X_JC is then again a turn about, or a slide along, an axis through the origin.
std::optional<JointDescription<double>> with_child_on_joint(JointDescription<double> joint) {
  const Vec3<double>& p = joint.X_JC.p;
  const Vec3<double> off_axis = p - dot(p, joint.axis) * joint.axis;
  if (turns(joint.kind) && !(norm(off_axis) <= 1e-15)) return std::nullopt;
  joint.X_PJ = joint.X_PJ * joint.X_JC;
  joint.axis = joint.X_JC.R.inverse() * joint.axis;
  joint.X_JC = {};
  return joint;
}

class UrdfWriter {
 public:
  UrdfWriter(const RobotDescription<double>& robot, Diagnostics& notes) : robot_(robot), notes_(notes) {
    for (const auto& link : robot.links) names_.insert(link.name);
    for (const auto& joint : robot.joints) names_.insert(joint.name);
    for (const auto& frame : robot.frames) names_.insert(frame.name);
  }

  std::string text() {
    root_ = {"robot", {{"name", robot_.name}}, {}};
    root_.add_if_any(robot_extension(robot_, unseen_));
    for (const LinkDescription<double>& link : robot_.links) add_link(link.name, link.inertia);
    for (const JointDescription<double>& joint : robot_.joints) add_joint(joint);
    for (const FrameDescription<double>& frame : robot_.frames) {
      add_link(frame.name, std::nullopt, {{"stands_for", "frame"}});
      add_fixed_joint(frame.name + "_fixed", frame.link, frame.name, frame.X_LF);
    }
    for (const PayloadDescription<double>& payload : robot_.payloads) {
      const std::string body = fresh_name(payload.frame + "_payload");
      add_link(body, payload.inertia, {{"stands_for", "payload"}});
      add_fixed_joint(body + "_fixed", payload.frame, body, {});
    }
    tell_unseen();
    check(root_);
    return "<?xml version=\"1.0\"?>\n"
           "<!-- Written by sinew. What stands in <sinew> elements, other programs pass over. -->\n" +
           xml_text(root_);
  }

 private:
  using Attributes = decltype(XmlNode::attributes);

  /// `name`, or with a number behind it if that is taken.
  std::string fresh_name(const std::string& name) {
    std::string fresh = name;
    for (int i = 2; !names_.insert(fresh).second; ++i) fresh = name + "_" + std::to_string(i);
    return fresh;
  }

  void add_link(const std::string& name, const std::optional<Inertia<double>>& inertia,
                const Attributes& stands_for = {}) {
    XmlNode& node = root_.add({"link", {{"name", name}}, {}});
    XmlNode extension{"sinew", {}, {}};
    if (inertia) {
      node.add(inertial(*inertia));
      extension = inertia_extension(*inertia, unseen_);
    }
    extension.attributes = stands_for;
    node.add_if_any(std::move(extension));
  }

  void add_fixed_joint(const std::string& name, const std::string& parent, const std::string& child,
                       const Pose<double>& X_PC) {
    JointDescription<double> joint;
    joint.name = fresh_name(name);
    joint.parent = parent;
    joint.child = child;
    joint.X_PJ = X_PC;
    add_plain_joint(joint);
  }

  void add_joint(const JointDescription<double>& joint) {
    if (joint.kind == JointKind::Fixed)
      add_plain_joint(*with_child_on_joint(joint));
    else if (joint.kind == JointKind::Helical)
      add_screw(joint);
    else if (is_identity(joint.X_JC))
      add_moving_joint(joint);
    else if (const auto folded = with_child_on_joint(joint))
      add_moving_joint(*folded);
    else
      add_joint_with_end(joint);
    if (joint.motor && joint.motor->mass != 0) add_motor_mass(joint);
  }

  /// The link's frame is off the axis: a massless link on the joint, and the real one fixed to that.
  void add_joint_with_end(JointDescription<double> joint) {
    const std::string child = joint.child;
    joint.child = fresh_name(joint.name + "_axis");
    add_link(joint.child, std::nullopt, {{"stands_for", "joint_end"}});
    add_moving_joint(joint);
    add_fixed_joint(child + "_fixed", joint.child, child, joint.X_JC);
  }

  /// A turn, and a slide that follows it: q_slide = pitch·q.
  void add_screw(const JointDescription<double>& joint) {
    JointDescription<double> turn = joint;
    turn.child = fresh_name(joint.name + "_screw");
    turn.kind = JointKind::Revolute;
    turn.X_JC = {};
    add_link(turn.child, std::nullopt, {{"stands_for", "screw"}});
    add_moving_joint(turn);

    JointDescription<double> slide;
    slide.name = fresh_name(joint.name + "_slide");
    slide.kind = JointKind::Prismatic;
    slide.parent = turn.child;
    slide.child = joint.child;
    slide.axis = joint.axis;
    slide.X_JC = joint.X_JC;
    slide.mimic = Mimic<double>{joint.name, joint.pitch, 0.0};
    if (joint.pitch != 0) {
      std::tie(slide.limits.lower, slide.limits.upper) =
          std::minmax({joint.pitch * joint.limits.lower, joint.pitch * joint.limits.upper});
      slide.limits.velocity = std::abs(joint.pitch) * joint.limits.velocity;
    }
    add_plain_joint(*with_child_on_joint(slide));
  }

  void add_motor_mass(const JointDescription<double>& joint) {
    const Motor<double>& motor = *joint.motor;
    const std::string body = fresh_name(joint.name + "_motor");
    // on a joint that does not move it drives nothing, and is a weight like any other
    const Attributes stands_for =
        joint.kind == JointKind::Fixed ? Attributes{} : Attributes{{"stands_for", "motor"}, {"joint", joint.name}};
    add_link(body, Inertia<double>::about_com(motor.mass, {}, {}), stands_for);
    add_fixed_joint(body + "_fixed", motor.carrier, body, translation(motor.p));
  }

  void add_moving_joint(const JointDescription<double>& joint) {
    add_plain_joint(joint).add_if_any(joint_extension(joint, unseen_));
  }

  /// A joint with the child's frame on it, as far as URDF can say it.
  XmlNode& add_plain_joint(const JointDescription<double>& joint) {
    const bool endless = turns(joint.kind) && (joint.kind == JointKind::Continuous ||
                                               (std::isinf(joint.limits.lower) && std::isinf(joint.limits.upper)));
    XmlNode& node =
        root_.add({"joint", {{"name", joint.name}, {"type", endless ? "continuous" : name_of(joint.kind)}}, {}});
    node.add({"parent", {{"link", joint.parent}}, {}});
    node.add({"child", {{"link", joint.child}}, {}});
    node.add_if_any(origin(joint.X_PJ));
    if (joint.kind == JointKind::Fixed) return node;
    node.add({"axis", {{"xyz", shortest(joint.axis)}}, {}});
    node.add_if_any(limit(joint.limits, endless));
    node.add_if_any(dynamics(joint.friction));
    if (joint.mimic)
      node.add({"mimic",
                {{"joint", joint.mimic->leader},
                 {"multiplier", shortest(joint.mimic->multiplier)},
                 {"offset", shortest(joint.mimic->offset)}},
                {}});
    return node;
  }

  static XmlNode limit(const Limits& limits, bool endless) {
    const auto bounded = [](double value) {
      return shortest(std::isinf(value) ? std::copysign(no_limit, value) : value);
    };
    XmlNode node{"limit", {}, {}};
    if (endless && std::isinf(limits.effort) && std::isinf(limits.velocity)) return node;
    if (!endless) node.attributes = {{"lower", bounded(limits.lower)}, {"upper", bounded(limits.upper)}};
    node.attributes.emplace_back("effort", bounded(limits.effort));
    node.attributes.emplace_back("velocity", bounded(limits.velocity));
    return node;
  }

  static XmlNode dynamics(const Friction<double>& friction) {
    XmlNode node{"dynamics", {}, {}};
    const double coulomb =
        plain_urdf_holds(friction) ? friction.coulomb_plus : (friction.coulomb_plus + friction.coulomb_minus) / 2;
    if (friction.viscous == 0 && coulomb == 0) return node;
    node.attributes = {{"damping", shortest(friction.viscous)}, {"friction", shortest(coulomb)}};
    return node;
  }

  void tell_unseen() {
    if (unseen_.empty()) return;
    std::string list;
    for (const std::string& word : unseen_) list += (list.empty() ? "" : ", ") + word;
    notes_.warning({}, "other programs will not see " + list,
                   "nothing is lost for sinew, which reads it back from the <sinew> elements");
  }

  /// Every number must be finite, but for the bounds of a joint, and every word fit for XML.
  void check(const XmlNode& node) {
    static const std::vector<std::string> words = {"name", "link", "joint", "carrier", "text", "unit"};
    for (const auto& [name, value] : node.attributes) {
      const bool is_word = std::find(words.begin(), words.end(), name) != words.end();
      if (is_word && !xml_can_hold(value))
        notes_.error({}, "XML cannot hold the control characters of " + in_quotes(value), "rename it");
      if (is_word || (node.name == "limit" && value.find("nan") == std::string::npos)) continue;
      if (value.find("nan") != std::string::npos || value.find("inf") != std::string::npos)
        notes_.error({}, "<" + node.name + "> would have " + name + "=" + in_quotes(value) + ", which is not finite",
                     "correct the number that it comes from");
    }
    for (const XmlNode& child : node.children) check(child);
  }

  const RobotDescription<double>& robot_;
  Diagnostics& notes_;
  XmlNode root_;
  std::unordered_set<std::string> names_;
  std::vector<std::string> unseen_;
};

}  // namespace

std::string write_urdf(const RobotDescription<double>& robot, Diagnostics& notes) {
  return UrdfWriter(robot, notes).text();
}

}  // namespace sinew
