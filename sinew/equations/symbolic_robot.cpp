// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/symbolic_robot.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "sinew/formats/change_robot.h"
#include "sinew/formats/rounded_figures.h"
#include "sinew/formats/yaml/reader.h"
#include "sinew/symbolic/print/print.h"
#include "sinew/units/units.h"

namespace sinew {

namespace {

/// Masses, inertias, first moments and stiffnesses, lengths, the rest, gravity: the order of factors in a product.
int rank_of_unit(const std::string& unit) {
  if (unit == dimension::mass.si_text()) return 0;
  if (unit == dimension::inertia.si_text()) return 1;
  if (unit == dimension::first_moment.si_text()) return 2;
  if (unit == dimension::length.si_text()) return 3;
  if (unit == dimension::acceleration.si_text()) return 5;
  const std::optional<Unit> other = parse_unit(unit);
  return other && other->dimension.mass != 0 ? 2 : 4;
}

/// A product of inertia in the last digits of its moments is what turning them left over.
Inertia<Expr> as_constants(Inertia<double> body) {
  constexpr double last_digits = 1e-15;
  Symmetric3<double>& I = body.I;
  const double largest = std::max({std::abs(I.xx), std::abs(I.yy), std::abs(I.zz)});
  for (double* product : {&I.xy, &I.xz, &I.yz})
    if (std::abs(*product) <= last_digits * largest) *product = 0.0;
  return cast<Expr>(body);
}

Friction<Expr> as_constants(const Friction<double>& from) {
  Friction<Expr> to{Expr(from.viscous),
                    Expr(from.coulomb_plus),
                    Expr(from.coulomb_minus),
                    Expr(from.static_plus),
                    Expr(from.static_minus),
                    {},
                    {}};
  if (from.stribeck_velocity) to.stribeck_velocity = Expr(*from.stribeck_velocity);
  for (const Friction<double>::Point& point : from.table)
    to.table.push_back({Expr(point.position), Expr(point.effort)});
  return to;
}

/// A description's numbers as constants of equations.
JointDescription<Expr> as_constants(const JointDescription<double>& from) {
  JointDescription<Expr> to{.name = from.name,
                            .kind = from.kind,
                            .parent = from.parent,
                            .child = from.child,
                            .X_PJ = exact_pose(from.X_PJ),
                            .axis = from.axis,
                            .X_JC = exact_pose(from.X_JC),
                            .pitch = Expr(from.pitch),
                            .limits = from.limits,
                            .friction = as_constants(from.friction),
                            .source = from.source};
  if (const auto& motor = from.motor)
    to.motor = Motor<Expr>{motor->carrier,          Expr(motor->mass),
                           cast<Expr>(motor->p),    Expr(motor->rotor_inertia),
                           Expr(motor->gear_ratio), unit_vector_along<Expr>(motor->axis)};
  if (from.spring) to.spring = Spring<Expr>{Expr(from.spring->stiffness), Expr(from.spring->rest)};
  if (const auto& transmission = from.transmission)
    to.transmission = Transmission<Expr>{Expr(transmission->stiffness), Expr(transmission->damping),
                                         as_constants(transmission->motor_friction)};
  if (from.mimic) to.mimic = Mimic<Expr>{from.mimic->leader, Expr(from.mimic->multiplier), Expr(from.mimic->offset)};
  return to;
}

/// Is the body that was kept the one that the link has in the end?
bool is_about(const Inertia<Expr>& exact, const Inertia<double>& body) {
  constexpr double rounding = 1e-12;
  const auto is_near = [](const Expr& x, double y, double size) {
    return std::abs(x.constant().to_double() - y) <= rounding * size;
  };
  const double moments = std::abs(body.I.xx) + std::abs(body.I.yy) + std::abs(body.I.zz), moment = norm(body.h);
  return is_near(exact.m, body.m, std::abs(body.m)) && is_near(exact.h.x, body.h.x, moment) &&
         is_near(exact.h.y, body.h.y, moment) && is_near(exact.h.z, body.h.z, moment) &&
         is_near(exact.I.xx, body.I.xx, moments) && is_near(exact.I.xy, body.I.xy, moments) &&
         is_near(exact.I.xz, body.I.xz, moments) && is_near(exact.I.yy, body.I.yy, moments) &&
         is_near(exact.I.yz, body.I.yz, moments) && is_near(exact.I.zz, body.I.zz, moments);
}

RobotDescription<Expr> as_constants(const RobotDescription<double>& from, const RoundedFigures& rounded) {
  RobotDescription<Expr> to;
  to.name = from.name;
  to.file = from.file;
  to.source = from.source;
  to.parameters = from.parameters;
  for (const LinkDescription<double>& link : from.links) {
    to.links.push_back({link.name, {}, link.source, link.inertia_source});
    if (!link.inertia) continue;
    const Inertia<Expr>* exact = rounded.body(link.name);
    const bool is_known = exact != nullptr && is_about(*exact, *link.inertia);
    to.links.back().inertia = is_known ? *exact : as_constants(*link.inertia);
  }
  for (const JointDescription<double>& joint : from.joints) to.joints.push_back(as_constants(joint));
  for (const FrameDescription<double>& frame : from.frames)
    to.frames.push_back({frame.name, frame.link, exact_pose(frame.X_LF), frame.source});
  for (const PayloadDescription<double>& payload : from.payloads)
    to.payloads.push_back({payload.frame, cast<Expr>(payload.inertia), payload.source});
  to.gravity = cast<Expr>(from.gravity);
  return to;
}

/// Puts symbols in place of a description's constants, and leaves alone what is a formula already.
class Symboliser {
 public:
  Symboliser(SymbolicRobot& robot, const SymbolChoice& choice) : robot_(robot), choice_(choice) {}

  void work() {
    for (LinkDescription<Expr>& link : robot_.description.links) symbolise(link);
    if (choice_.lengths)
      for (JointDescription<Expr>& joint : robot_.description.joints) symbolise(joint);
    if (choice_.gravity) symbolise_gravity(robot_.description.gravity);
  }

 private:
  void name(Expr& x, const std::string& name, const Dimension& dimension, bool zeros_too = false) {
    if (!x.is_constant() || (x.is_zero() && !zeros_too)) return;
    const std::string unit = dimension.si_text();
    for (const ParameterDescription& parameter : robot_.description.parameters)
      if (parameter.name == name && robot_.values.contains(name))
        throw InputError({{Severity::Error, robot_.description.file, parameter.source.line,
                           "the parameter " + in_quotes(name) + " has the name that --symbols gives to another figure",
                           "give it another name, or ask for fewer --symbols"}});
    robot_.values.emplace(name, x.constant().to_double());
    robot_.units.emplace(name, unit);
    x = robot_.graph->symbol(name, SymbolKind::Parameter, rank_of_unit(unit));
  }

  void name(Vec3<Expr>& v, const std::string& stem, const Dimension& dimension) {
    name(v.x, stem + "x", dimension, choice_.zeros_too);
    name(v.y, stem + "y", dimension, choice_.zeros_too);
    name(v.z, stem + "z", dimension, choice_.zeros_too);
  }

  void name(Symmetric3<Expr>& I, const std::string& stem) {
    const std::pair<Expr*, const char*> entries[] = {{&I.xx, "xx"}, {&I.xy, "xy"}, {&I.xz, "xz"},
                                                     {&I.yy, "yy"}, {&I.yz, "yz"}, {&I.zz, "zz"}};
    for (const auto& [entry, axes] : entries) name(*entry, stem + axes, dimension::inertia, choice_.zeros_too);
  }

  /// A link's symbols carry the number of the joint that moves it. Parts that are fixed to it keep their numbers.
  void symbolise(LinkDescription<Expr>& link) {
    if (!choice_.inertial && !choice_.central) return;
    for (int i = 0; i < robot_.numbers.link_count(); ++i) {
      if (robot_.numbers.link(i).name != link.name) continue;
      if (!link.inertia && !choice_.zeros_too) return;
      const std::string k = std::to_string(i + 1);
      Inertia<Expr> body = link.inertia.value_or(Inertia<Expr>{});
      if (choice_.central && !body.m.is_zero()) {
        Vec3<Expr> c = centre_of_mass(body);
        Symmetric3<Expr> I = body.I - Inertia<Expr>::about_com(body.m, c, {}).I;
        name(body.m, "m" + k, dimension::mass);
        name(c, "r" + k, dimension::length);  // c2 is a cosine
        name(I, "I" + k);
        link.inertia = Inertia<Expr>::about_com(body.m, c, I);
        return;
      }
      name(body.m, "m" + k, dimension::mass, choice_.zeros_too);
      name(body.h, "h" + k, dimension::first_moment);
      name(body.I, "I" + k);
      link.inertia = body;
      return;
    }
  }

  /// a along x, b along y, d along z, as in a DH table.
  void symbolise(JointDescription<Expr>& joint) {
    const std::optional<int> link = robot_.numbers.find_joint(joint.name);
    const std::string k = link ? std::to_string(*link + 1) : "_" + joint.name;
    const auto is_zero = [](const Vec3<Expr>& p) { return p.x.is_zero() && p.y.is_zero() && p.z.is_zero(); };
    const std::string mark = is_zero(joint.X_PJ.p) ? "" : "e";  // beyond the joint, where both sides have some
    const auto symbolise_distance = [&](Vec3<Expr>& p, const std::string& end) {
      name(p.x, "a" + k + end, dimension::length);
      name(p.y, "b" + k + end, dimension::length);
      name(p.z, "d" + k + end, dimension::length);
    };
    symbolise_distance(joint.X_PJ.p, "");
    symbolise_distance(joint.X_JC.p, mark);
  }

  /// Straight along an axis it is g, up or down; askew it has a symbol per component.
  void symbolise_gravity(Vec3<Expr>& g) {
    const int along = !g.x.is_zero() + !g.y.is_zero() + !g.z.is_zero();
    const std::pair<Expr*, const char*> components[] = {{&g.x, "gx"}, {&g.y, "gy"}, {&g.z, "gz"}};
    for (const auto& [component, askew] : components) {
      if (!component->is_constant() || component->is_zero()) continue;
      const bool down = along == 1 && component->constant().sign() < 0;
      if (down) *component = -*component;
      name(*component, along == 1 ? "g" : askew, dimension::acceleration);
      if (down) *component = -*component;
    }
  }

  SymbolicRobot& robot_;
  const SymbolChoice& choice_;
};

/// q1, qd1 and qdd1 are the first joint's, and so is q₁, which would be printed like it.
void refuse_names_of_joints(const RobotDescription<double>& robot, int joint_count) {
  Diagnostics diagnostics(robot.file);
  for (const ParameterDescription& parameter : robot.parameters)
    for (int k = 1; k <= joint_count; ++k)
      for (const char* letter : {"q", "qd", "qdd"})
        if (const std::string variable = letter + std::to_string(k);
            printed_name(parameter.name, Language::Unicode) == printed_name(variable, Language::Unicode))
          diagnostics.error(parameter.source,
                            "the parameter " + in_quotes(parameter.name) + " has the name of a joint variable: " +
                                variable + " belongs to joint " + std::to_string(k),
                            "give it another name");
  diagnostics.throw_if_errors();
}

/// What is wrong with the changes was told when they were made to the numbers.
void change_exactly(RobotDescription<Expr>& robot, const RobotChanges& changes) {
  Diagnostics told(robot.file);
  if (const std::optional<Tree> tree = find_tree(robot, told)) apply(changes, robot, *tree, told);
}

/// Two axes in the same direction, or opposite ones.
int parallel_sign(const Expr& cosine) {
  if (!cosine.is_constant()) return 0;
  if (cosine.constant().is_one()) return 1;
  return cosine.constant().is_minus_one() ? -1 : 0;
}

}  // namespace

std::vector<ParallelAngles> parallel_angles(const Model<Expr>& model, const std::vector<Expr>& q) {
  std::vector<ParallelAngles> groups;
  std::vector<int> group_of(static_cast<std::size_t>(model.link_count()), -1);  // where a link ends a group
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<Expr>& link = model.link(i);
    if (!turns(link.kind) || link.follows) continue;
    const Symbol* symbol = &q[static_cast<std::size_t>(link.position_index)].symbol();
    if (link.is_motor) {  // it carries nothing that could be parallel to it
      groups.push_back({{{symbol, 1}}});
      continue;
    }
    // back over slides to the turning joint before
    Rotation<Expr> R = link.X_PJ.R;
    int before = link.parent;
    while (before != base_link && !turns(model.link(before).kind)) {
      R = model.link(before).X_PJ.R * R;
      before = model.link(before).parent;
    }
    const int sign = before == base_link ? 0 : parallel_sign(R(2, 2));
    int& own = group_of[static_cast<std::size_t>(i)];
    if (sign != 0 && group_of[static_cast<std::size_t>(before)] >= 0) {
      own = std::exchange(group_of[static_cast<std::size_t>(before)], -1);
      auto& members = groups[static_cast<std::size_t>(own)].members;
      members.push_back({symbol, sign * members.back().sign});
    } else {
      own = static_cast<int>(groups.size());
      groups.push_back({{{symbol, 1}}});
    }
  }
  return groups;
}

SymbolicRobot symbolic_robot(const SourceText& source, const SymbolChoice& choice, const ReadOptions& options) {
  LoadedRobot loaded = load_robot(source, options);
  if (loaded.model.floating_base())
    refuse(loaded.description.file, "equations are derived for robots on a fixed base, and this one floats",
           "take `floating_base: true` out of the file, or name one whose base is fixed");
  SymbolicRobot robot{
      std::make_unique<ExprGraph>(), {}, Model<Expr>({}), std::move(loaded.model), {}, {}, {}, {}, {}, {}, {}};
  RoundedFigures rounded;
  ReadOptions exactly = options;
  exactly.rounded = &rounded;
  exactly.changes = {};
  ExprGraph& graph = *robot.graph;
  if (format_of(source) == RobotFormat::Yaml) {
    if (choice.parameters) refuse_names_of_joints(loaded.description, robot.numbers.velocity_count());
    std::map<std::string, std::string> unit_of;
    for (const ParameterDescription& p : loaded.description.parameters) unit_of[p.name] = p.unit;
    Diagnostics diagnostics(source.file);
    robot.description = read_sinew_yaml<Expr>(
        source, exactly,
        [&](const std::string& name, double value) {
          if (!choice.parameters) return Expr(value);  // formulas of it stay exact
          robot.values.emplace(name, value);
          robot.units.emplace(name, unit_of[name]);
          return graph.symbol(name, SymbolKind::Parameter, rank_of_unit(unit_of[name]));
        },
        diagnostics);
  } else {
    const RobotDescription<double> numbers = load_robot(source, exactly).description;
    robot.description = as_constants(numbers, rounded);
  }
  if (options.changes.any()) change_exactly(robot.description, options.changes);
  robot.note = rounded.note();
  Symboliser(robot, choice).work();
  if (robot.values.empty() && !choice.numbers_will_do)
    refuse(loaded.description.file, "the robot has only numbers, and so would its equations",
           "name some under `parameters:`, ask for symbols by --symbols inertial,lengths,gravity, or have "
           "the equations in numbers by --numbers");
  robot.model = build_model(robot.description);
  const int n = robot.model.velocity_count();
  robot.q.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < robot.model.link_count(); ++i) {
    const Link<Expr>& link = robot.model.link(i);
    if (!link.follows)
      robot.q[static_cast<std::size_t>(link.velocity_index)] = graph.position(link.velocity_index, turns(link.kind));
  }
  for (int k = 0; k < n; ++k) {
    robot.qd.push_back(graph.velocity(k));
    robot.qdd.push_back(graph.acceleration(k));
  }
  robot.ring = std::make_unique<Ring>(graph, parallel_angles(robot.model, robot.q));
  return robot;
}

SymbolicRobot symbolic_robot(const std::string& path, const SymbolChoice& choice, const ReadOptions& options) {
  return symbolic_robot(read_source_text(path), choice, options);
}

}  // namespace sinew
