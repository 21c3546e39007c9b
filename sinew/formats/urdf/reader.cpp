// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/reader.h"

#include <tinyxml2.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sinew/formats/rounded_figures.h"
#include "sinew/formats/urdf/extension.h"
#include "sinew/formats/urdf/meshes.h"
#include "sinew/formats/urdf/stand_ins.h"
#include "sinew/formats/urdf/visuals.h"
#include "sinew/formats/urdf/xml_document.h"
#include "sinew/formats/urdf/xml_fields.h"

namespace sinew {
namespace {

using tinyxml2::XMLElement;

Pose<double> origin_of(const XmlFields& fields) {
  const auto origin = fields.child("origin");
  if (!origin) return {};
  origin->warn_of_misspelt_attributes({"xyz", "rpy", "quat_xyzw"});
  origin->warn_of_degrees("rpy");
  return origin->pose();
}

/// A body as <inertial> gives it: about its centre of mass, in axes of its own.
struct CentralBody {
  double m = 0.0;
  Pose<double> X_LM;
  Symmetric3<double> I;
};

Inertia<double> inertia_of(const CentralBody& body) {
  return Inertia<double>::about_com(body.m, body.X_LM.p, rotated(body.X_LM.R, body.I));
}
Inertia<Expr> exact_inertia_of(const CentralBody& body) {
  const Pose<Expr> X_LM = exact_pose(body.X_LM);
  const auto central = cast<Expr>(Inertia<double>{body.m, {}, body.I});
  return Inertia<Expr>::about_com(central.m, X_LM.p, rotated(X_LM.R, central.I));
}

CentralBody central_body_of(const XmlFields& inertial) {
  inertial.warn_of_unknown_children({"origin", "mass", "inertia"});
  CentralBody body{0.0, origin_of(inertial), {}};
  if (const auto mass = inertial.child("mass"))
    body.m = mass->number("value");
  else
    inertial.error(inertial.owner() + ": <inertial> has no <mass>", "add <mass value=\"…\"/>");
  if (const auto field = inertial.child("inertia"))
    body.I = {field->number("ixx"), field->number("ixy"), field->number("ixz"),
              field->number("iyy"), field->number("iyz"), field->number("izz")};
  else
    inertial.error(inertial.owner() + ": <inertial> has no <inertia>",
                   "add <inertia ixx=\"…\" ixy=\"…\" ixz=\"…\" iyy=\"…\" iyz=\"…\" izz=\"…\"/>");
  return body;
}

class UrdfReader {
 public:
  UrdfReader(RobotDescription<double>& robot, Diagnostics& diagnostics, RoundedFigures* rounded)
      : robot_(robot), diagnostics_(diagnostics), notes_(diagnostics, rounded), meshes_(robot.file) {}

  void read(const XMLElement& root) {
    const XmlFields robot(root, "the robot", notes_);
    robot_.name = robot.word("name");
    robot.warn_of_misspelt_children({"link", "joint", "material", "gazebo", "transmission", "sensor", "sinew"});
    count_xacro(root);
    robot_.links.reserve(count(root, "link"));
    robot_.joints.reserve(count(root, "joint"));
    for (const auto* e = root.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      const std::string_view name = e->Name();
      if (name == "link") read_link(*e);
      if (name == "joint") read_joint(*e);
      if (name == "sinew") read_robot_extension(XmlFields(*e, "the robot", notes_), robot_);
    }
    free_the_base();
    replace_stand_ins(robot_, stand_ins_, diagnostics_);
    notes_.tell_unexpanded();
    meshes_.tell_missing(diagnostics_);
  }

 private:
  /// Elements that xacro was to replace, wherever they are; the parser bounds the depth.
  void count_xacro(const XMLElement& element) {
    for (const auto* e = element.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      if (std::string_view(e->Name()).starts_with("xacro:"))
        notes_.count_unexpanded({e->GetLineNum()}, "the element " + in_quotes(e->Name()));
      count_xacro(*e);
    }
  }

  static std::size_t count(const XMLElement& root, const char* name) {
    std::size_t count = 0;
    for (const auto* e = root.FirstChildElement(name); e != nullptr; e = e->NextSiblingElement(name)) ++count;
    return count;
  }

  /// "joint 'elbow'", for messages.
  static std::string owner_of(const char* kind, const XMLElement& element) {
    const char* name = element.Attribute("name");
    return std::string(kind) + " " + in_quotes(name == nullptr ? "" : name);
  }

  void read_link(const XMLElement& element) {
    const XmlFields fields(element, owner_of("link", element), notes_);
    fields.warn_of_misspelt_children({"inertial", "visual", "collision", "contact", "sensor", "sinew"});
    LinkDescription<double> link;
    link.name = fields.word("name");
    link.source = fields.line();
    if (const auto inertial = fields.child("inertial")) {
      const CentralBody body = central_body_of(*inertial);
      link.inertia = inertia_of(body);
      link.inertia_source = inertial->line();
      if (notes_.rounded() != nullptr) notes_.rounded()->keep_body(link.name, exact_inertia_of(body));
    }
    robot_.shapes_left_out += fields.children("visual").size() + fields.children("collision").size();
    if (const auto sinew = fields.child("sinew")) read_link_extension(*sinew, link, stand_ins_);
    meshes_.collect(element);
    read_visuals(element, link.name, robot_, diagnostics_);
    robot_.links.push_back(std::move(link));
  }

  void read_joint(const XMLElement& element) {
    const XmlFields fields(element, owner_of("joint", element), notes_);
    fields.warn_of_unknown_children({"origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "calibration",
                                     "safety_controller", "hardwareInterface", "sinew"});
    JointDescription<double> joint;
    joint.name = fields.word("name");
    joint.source = fields.line();
    joint.parent = link_named_by(fields, "parent");
    joint.child = link_named_by(fields, "child");
    joint.X_PJ = origin_of(fields);
    const std::string type = fields.word("type");
    if (type == "fixed")
      robot_.joints.push_back(std::move(joint));
    else if (type == "floating")
      floating_.push_back(std::move(joint));
    else if (type == "planar")
      read_planar(fields, joint);
    else
      read_moving(fields, type, joint);
  }

  static std::string link_named_by(const XmlFields& joint, const char* end) {
    const auto field = joint.child(end);
    if (field) return field->word("link");
    joint.error(joint.owner() + " has no <" + end + ">", std::string("add <") + end + " link=\"…\"/>");
    return {};
  }

  static Vec3<double> axis_of(const XmlFields& joint) {
    const auto axis = joint.child("axis");
    if (!axis || !axis->has("xyz"))
      (axis ? *axis : joint)
          .warning(joint.owner() + " has no <axis xyz=\"…\">, so it moves about x, as URDF has it",
                   "add <axis xyz=\"1 0 0\"/> if that is meant, or the axis that is");
    if (!axis) return unit_x<double>();
    axis->warn_of_misspelt_attributes({"xyz"});
    return axis->direction_or("xyz", unit_x<double>());
  }

  void read_moving(const XmlFields& fields, const std::string& type, JointDescription<double>& joint) {
    if (type == "revolute")
      joint.kind = JointKind::Revolute;
    else if (type == "continuous")
      joint.kind = JointKind::Continuous;
    else if (type == "prismatic")
      joint.kind = JointKind::Prismatic;
    else if (!type.empty())
      fields.error(fields.owner() + " has the unknown type " + in_quotes(type),
                   suggestion(type, {"revolute", "continuous", "prismatic", "fixed", "planar", "floating"}));
    if (joint.kind != JointKind::Fixed) {
      joint.axis = axis_of(fields);
      read_limits(fields, joint);
      read_dynamics(fields, joint);
      if (const auto mimic = fields.child("mimic")) {
        mimic->warn_of_misspelt_attributes({"joint", "multiplier", "offset"});
        joint.mimic =
            Mimic<double>{mimic->word("joint"), mimic->number_or("multiplier", 1.0), mimic->number_or("offset", 0.0)};
      }
      if (const auto sinew = fields.child("sinew")) read_joint_extension(*sinew, joint);
    }
    robot_.joints.push_back(std::move(joint));
  }

  static void read_limits(const XmlFields& fields, JointDescription<double>& joint) {
    const auto limit = fields.child("limit");
    const bool endless = joint.kind == JointKind::Continuous;
    const char* or_continuous = joint.kind == JointKind::Revolute ? ", or make it continuous" : "";
    if (!limit) {
      if (!endless)
        fields.warning(fields.owner() + " has no <limit>, so its motion and effort are taken as unlimited",
                       std::string("add <limit lower=\"…\" upper=\"…\" effort=\"…\" velocity=\"…\"/>") + or_continuous);
      return;
    }
    limit->warn_of_misspelt_attributes({"lower", "upper", "effort", "velocity"});
    joint.limits_source = limit->line();
    joint.limits.effort = limit->number_or("effort", Limits::none);
    joint.limits.velocity = limit->number_or("velocity", Limits::none);
    if (endless) return;
    joint.limits.lower = limit->number_or("lower", 0.0);
    joint.limits.upper = limit->number_or("upper", 0.0);
    if (!limit->has("lower") && !limit->has("upper"))
      limit->warning(fields.owner() + ": <limit> has neither 'lower' nor 'upper', so the joint is held at 0",
                     std::string("add lower=\"…\" and upper=\"…\"") + or_continuous);
    for (const char* bound : {"effort", "velocity"})
      if (!limit->has(bound))
        limit->warning(fields.owner() + ": <limit> has no '" + bound + "', which is taken as unlimited",
                       std::string("add ") + bound + "=\"…\"");
  }

  static void read_dynamics(const XmlFields& fields, JointDescription<double>& joint) {
    const auto dynamics = fields.child("dynamics");
    if (!dynamics) return;
    dynamics->warn_of_misspelt_attributes({"damping", "friction"});
    joint.friction_source = dynamics->line();
    Friction<double>& friction = joint.friction;
    friction.viscous = dynamics->number_or("damping", 0.0);
    const double coulomb = dynamics->number_or("friction", 0.0);
    friction.coulomb_plus = friction.coulomb_minus = coulomb;
    friction.static_plus = friction.static_minus = coulomb;
  }

  void read_planar(const XmlFields& fields, const JointDescription<double>& joint) {
    for (const char* unused : {"limit", "dynamics", "mimic"})
      if (const auto field = fields.child(unused))
        field->warning(fields.owner() + ": the <" + unused +
                           "> of a planar joint is passed over, as it does not say in which direction it counts",
                       "use two prismatic joints and a continuous one in its place");
    const Vec3<double> normal = axis_of(fields);
    const Rotation<double> R_JN = rotation_taking_z_to(normal);
    std::string parent = joint.parent;
    Pose<double> X_PJ = joint.X_PJ;
    const auto add = [&](const std::string& suffix, JointKind kind, const Vec3<double>& axis) {
      JointDescription<double> part;
      part.name = joint.name + suffix;
      part.kind = kind;
      part.child = joint.child + suffix;
      part.parent = std::exchange(parent, part.child);
      part.X_PJ = std::exchange(X_PJ, {});
      part.axis = axis;
      part.source = joint.source;
      if (!suffix.empty()) robot_.links.push_back({part.child, std::nullopt, joint.source});
      robot_.joints.push_back(std::move(part));
    };
    add("_x", JointKind::Prismatic, R_JN.column(0));
    add("_y", JointKind::Prismatic, R_JN.column(1));
    add("", JointKind::Continuous, normal);
  }

  /// A floating joint frees the base if its parent is nothing but a name for the world.
  void free_the_base() {
    if (floating_.empty()) return;
    std::unordered_map<std::string, int> carried, carriers;  // by link
    for (const auto* joints : {&robot_.joints, &floating_})
      for (const JointDescription<double>& joint : *joints) {
        ++carried[joint.parent];
        ++carriers[joint.child];
      }
    std::unordered_map<std::string, std::size_t> links;
    for (std::size_t l = 0; l < robot_.links.size(); ++l) links.emplace(robot_.links[l].name, l);
    bool freed = false;
    for (JointDescription<double>& joint : floating_) {
      const auto world = links.find(joint.parent);
      const bool frees_the_base = !freed && world != links.end() && !robot_.links[world->second].inertia &&
                                  carriers[joint.parent] == 0 && carried[joint.parent] == 1 &&
                                  links.contains(joint.child) && carriers[joint.child] == 1;
      if (!frees_the_base) {
        diagnostics_.error(
            joint.source,
            "joint " + in_quotes(joint.name) + " is floating, but not between an empty root link and the base",
            "only the base can float: make the joint fixed, or its parent a root link without inertia "
            "and without other children");
        robot_.joints.push_back(std::move(joint));  // as fixed, so that the tree stays whole
        continue;
      }
      if (!is_identity(joint.X_PJ))
        diagnostics_.warning(joint.source,
                             "the origin of floating joint " + in_quotes(joint.name) +
                                 " is passed over: where a floating base is belongs to its state",
                             "set the base's position where the robot is used");
      robot_.links.erase(robot_.links.begin() + static_cast<std::ptrdiff_t>(world->second));
      freed = true;
      robot_.floating_base = true;
    }
  }

  RobotDescription<double>& robot_;
  Diagnostics& diagnostics_;
  XmlNotes notes_;
  UrdfMeshes meshes_;
  std::vector<StandIn> stand_ins_;
  std::vector<JointDescription<double>> floating_;
};

/// What else people take for URDF.
void refuse_root(const XMLElement& root, Diagnostics& diagnostics) {
  const std::string_view name = root.Name();
  const SourceLine line{root.GetLineNum()};
  if (name == "sdf")
    diagnostics.error(line, "this is an SDF file, not URDF", "give the robot's URDF instead");
  else if (name == "mujoco" || name == "mujocoinclude")
    diagnostics.error(line, "this is a MuJoCo model (MJCF), not URDF", "give the robot's URDF instead");
  else if (name.starts_with("xacro:"))
    diagnostics.error(line, "this is a xacro file, not URDF",
                      "expand with xacro first: xacro robot.urdf.xacro > robot.urdf");
  else
    diagnostics.error(line, "the root element is " + in_quotes(name) + ", not 'robot'",
                      "a URDF file starts with <robot name=\"…\">; is this the right one?");
}

}  // namespace

RobotDescription<double> read_urdf(SourceText source, const ReadOptions& options, Diagnostics& diagnostics) {
  RobotDescription<double> robot;
  robot.file = source.file;
  robot.floating_base = options.floating_base;
  tinyxml2::XMLDocument document;
  const XMLElement* root = parse_xml(source, document, diagnostics);
  std::string().swap(source.text);  // frees it: the document has a copy of its own
  if (root == nullptr) return robot;
  if (std::string_view(root->Name()) == "robot")
    UrdfReader(robot, diagnostics, options.rounded).read(*root);
  else
    refuse_root(*root, diagnostics);
  return robot;
}

}  // namespace sinew
