// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/joint.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <iterator>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/units/number_text.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

std::optional<JointKind> kind_named(const std::string& name) {
  for (const JointKind kind :
       {JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic, JointKind::Helical, JointKind::Fixed})
    if (name == name_of(kind)) return kind;
  return std::nullopt;
}

/// `5 mm/rev` as the double nearest to 0.005/(2π): rounded once, where products and quotients of doubles round at each step.
/// Nothing for what is written in another way.
std::optional<double> length_per_turn(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view per = trimmed(text.substr(slash + 1));
  if (per != "rev" && per != "turn") return std::nullopt;
  const std::string_view length = trimmed(text.substr(0, slash));
  const NumberText number = leading_number(length);
  const auto unit = parse_unit(trimmed(length.substr(number.length)));
  if (number.length == 0 || number.out_of_range || !unit || unit->dimension != dimension::length) return std::nullopt;
  // of the units of length that are parts of a metre, the number of parts is exact
  const double parts = std::round(1.0 / unit->factor);
  if (unit->factor > 1.0 || 1.0 / parts != unit->factor) return std::nullopt;
  const long double metres = static_cast<long double>(number.value) / static_cast<long double>(parts);
  return static_cast<double>(metres / (2 * std::numbers::pi_v<long double>));
}

/// Reads the parts of one joint; dimensions depend on whether it turns or slides.
template <Scalar P>
class JointReader {
 public:
  JointReader(const YamlValues<P>& values, JointDescription<P>& joint)
      : values_(values),
        joint_(joint),
        position_(turns(joint.kind) ? dimension::angle : dimension::length),
        effort_(turns(joint.kind) ? dimension::torque : dimension::force) {}

  void read_limits(const YamlNode& node) {
    YamlFields fields(node, "limits of " + name(), values_.diagnostics());
    joint_.limits_source = node.source;
    for (const char* key : {"lower", "upper"})
      if (const YamlNode* bound = fields.find(key))
        values_.diagnostics().error(bound->source, "the limits of " + name() + " have the entry '" + key + "'",
                                    "write position: [lower, upper]");
    if (joint_.kind == JointKind::Continuous && fields.find("position") != nullptr)
      values_.diagnostics().warning(node.source, name() + " is continuous but has position limits",
                                    "make it revolute, or remove them");
    if (const YamlNode* position = fields.find("position")) {
      const bool two = position->is(YamlNode::Kind::Sequence) && position->items.size() == 2;
      if (!two)
        values_.diagnostics().error(position->source, "the position limits of " + name() + " are not two numbers",
                                    "write [lower, upper]");
      else {
        limit(position->items[0].get(), position_, "lower limit", joint_.limits.lower);
        limit(position->items[1].get(), position_, "upper limit", joint_.limits.upper);
      }
    }
    limit(fields.find("velocity"), position_ / dimension::time, "velocity limit", joint_.limits.velocity);
    limit(fields.find("acceleration"), position_ / dimension::time.to_the(2), "acceleration limit",
          joint_.limits.acceleration);
    limit(fields.find("jerk"), position_ / dimension::time.to_the(3), "jerk limit", joint_.limits.jerk);
    limit(fields.find("effort"), effort_, "effort limit", joint_.limits.effort);
    if (const YamlNode* restitution = fields.find("restitution"))
      joint_.limits.restitution =
          values_.plain_number(*restitution, dimension::none, "restitution of " + name()).value_or(0.0);
    fields.refuse_the_rest();
  }

  void read_friction(const YamlNode& node) {
    joint_.friction_source = node.source;
    read_friction(node, "friction of " + name(), joint_.friction);
  }

  void read_transmission(const YamlNode& node) {
    YamlFields fields(node, "transmission of " + name(), values_.diagnostics());
    joint_.transmission_source = node.source;
    Transmission<P> transmission;
    const YamlNode* stiffness = fields.find("stiffness");
    number(stiffness, effort_ / position_, "transmission stiffness", transmission.stiffness);
    if (!stiffness)
      values_.diagnostics().error(node.source, "the transmission of " + name() + " has no stiffness",
                                  "add `stiffness:`, or remove the transmission, and the joint is rigid");
    number(fields.find("damping"), effort_ * dimension::time / position_, "transmission damping", transmission.damping);
    if (const YamlNode* friction = fields.find("motor_friction"))
      read_friction(*friction, "motor friction of " + name(), transmission.motor_friction);
    fields.refuse_the_rest();
    joint_.transmission = transmission;
  }

  void read_friction(const YamlNode& node, const std::string& what, Friction<P>& friction) {
    YamlFields fields(node, what, values_.diagnostics());
    number(fields.find("viscous"), effort_ * dimension::time / position_, "viscous friction", friction.viscous);
    both_ways(fields.find("coulomb"), "Coulomb friction", friction.coulomb_plus, friction.coulomb_minus);
    friction.static_plus = friction.coulomb_plus;
    friction.static_minus = friction.coulomb_minus;
    both_ways(fields.find("static"), "static friction", friction.static_plus, friction.static_minus);
    if (const YamlNode* stribeck = fields.find("stribeck_velocity"))
      friction.stribeck_velocity =
          values_.number(*stribeck, position_ / dimension::time, "Stribeck velocity of " + name());
    if (const YamlNode* table = fields.find("table")) read_table(*table, friction);
    fields.refuse_the_rest();
  }

  void read_motor(const YamlNode& node) {
    YamlFields fields(node, "motor of " + name(), values_.diagnostics());
    joint_.motor_source = node.source;
    Motor<P> motor;
    const YamlNode* carrier = fields.find("carrier");
    const YamlNode* at = fields.find("at");
    const YamlNode* axis = fields.find("axis");
    motor.carrier = joint_.parent;
    if (carrier) motor.carrier = values_.text(*carrier, "carrier of the motor of " + name()).value_or(joint_.parent);
    // on the link before the joint a motor sits at the joint, in line with it, unless the file says otherwise
    const bool on_parent = motor.carrier == joint_.parent;
    if (on_parent) {
      motor.p = joint_.X_PJ.p;
      motor.axis = joint_.X_PJ.R * unit_vector_along<P>(joint_.axis);
    }
    number(fields.find("mass"), dimension::mass, "motor mass", motor.mass);
    number(fields.find("rotor_inertia"), dimension::inertia, "rotor inertia", motor.rotor_inertia);
    number(fields.find("gear_ratio"), turns(joint_.kind) ? dimension::none : dimension::angle / dimension::length,
           "gear ratio", motor.gear_ratio);
    if (at) motor.p = values_.vec3(*at, dimension::length, "place of the motor of " + name()).value_or(motor.p);
    if (axis)
      if (const auto u = values_.direction(*axis, "spin axis of the motor of " + name()))
        motor.axis = unit_vector_along<P>(*u);
    if (!on_parent && (!at || !axis))
      values_.diagnostics().error(
          node.source,
          "the motor of " + name() + " is carried by " + in_quotes(motor.carrier) + ", and the file does not say where",
          "add `at: [x, y, z]` and `axis:`, in that link's frame");
    fields.refuse_the_rest();
    joint_.motor = motor;
  }

  void read_spring(const YamlNode& node) {
    YamlFields fields(node, "spring of " + name(), values_.diagnostics());
    Spring<P> spring;
    number(fields.find("stiffness"), effort_ / position_, "spring stiffness", spring.stiffness);
    number(fields.find("rest"), position_, "spring's rest position", spring.rest);
    fields.refuse_the_rest();
    joint_.spring = spring;
  }

  void read_mimic(const YamlNode& node) {
    YamlFields fields(node, "mimic of " + name(), values_.diagnostics());
    Mimic<P> mimic;
    const YamlNode* leader = fields.find("joint");
    if (!leader)
      values_.diagnostics().error(node.source, "the mimic of " + name() + " names no joint", "add `joint:`");
    else
      mimic.leader = values_.text(*leader, "joint that " + name() + " mimics").value_or("");
    if (const YamlNode* multiplier = fields.find("multiplier")) {
      // from turns to slides or back, it has a unit
      const Dimension per[] = {dimension::none, dimension::length / dimension::angle,
                               dimension::angle / dimension::length};
      Dimension given;
      try {
        given = Formula(multiplier->text).value(values_.symbols().numbers).dimension;
      } catch (const FormulaError&) {
        given = {};  // noted when it is read below
      }
      const auto fitting = std::find(std::begin(per), std::end(per), given);
      number(multiplier, fitting == std::end(per) ? dimension::none : *fitting, "multiplier", mimic.multiplier);
    }
    number(fields.find("offset"), position_, "offset", mimic.offset);
    if (const YamlNode* offset = fields.find("offset"); offset && turns(joint_.kind))
      mimic.offset = taken_for_multiple_of_15_degrees(mimic.offset, values_.rounded(), offset->source);
    fields.refuse_the_rest();
    joint_.mimic = mimic;
  }

  void read_pitch(const YamlNode* node) {
    if (joint_.kind != JointKind::Helical) {
      if (node)
        values_.diagnostics().error(node->source, name() + " is " + name_of(joint_.kind) + " but has a pitch",
                                    "make it helical, or remove the pitch");
      return;
    }
    if (!node) {
      values_.diagnostics().error(joint_.source, name() + " is helical but has no pitch",
                                  "add `pitch:` such as 5 mm/rev");
      return;
    }
    number(node, dimension::length / dimension::angle, "pitch", joint_.pitch);
    if constexpr (std::floating_point<P>)
      if (const auto exact = length_per_turn(node->text)) joint_.pitch = *exact;
    try {
      // a bare length leaves open whether it is per turn or per radian
      if (Formula(node->text).value(values_.symbols().numbers).dimension == dimension::length)
        values_.diagnostics().error(node->source, "the pitch of " + name() + " is a length",
                                    "say per what: 5 mm/rev or 0.8 mm/rad");
    } catch (const FormulaError&) {
      return;  // already noted above
    }
  }

 private:
  std::string name() const { return "joint " + in_quotes(joint_.name); }

  void number(const YamlNode* node, const Dimension& wanted, const char* what, P& into) {
    if (node) into = values_.number(*node, wanted, std::string(what) + " of " + name()).value_or(into);
  }
  void limit(const YamlNode* node, const Dimension& wanted, const char* what, double& into) {
    const char* none = into < 0 ? "-.inf" : ".inf";  // where it stands before anything is read
    if (!node || node->text == "none" || node->text == none) return;
    into = values_.plain_number(*node, wanted, std::string(what) + " of " + name()).value_or(into);
  }
  /// One value for both directions, or [forwards, backwards].
  void both_ways(const YamlNode* node, const char* what, P& plus, P& minus) {
    if (!node) return;
    if (node->is(YamlNode::Kind::Sequence)) {
      if (const auto two = values_.numbers(*node, 2, effort_, std::string(what) + " of " + name())) {
        plus = (*two)[0];
        minus = (*two)[1];
      }
    } else {
      number(node, effort_, what, plus);
      minus = plus;
    }
  }
  void read_table(const YamlNode& node, Friction<P>& friction) {
    if (!node.is(YamlNode::Kind::Sequence) || node.items.empty()) {
      values_.diagnostics().error(node.source, "the friction table of " + name() + " is not a list",
                                  "write [[position, effort], …]");
      return;
    }
    for (const auto& row : node.items) {
      if (!row->is(YamlNode::Kind::Sequence) || row->items.size() != 2) {
        values_.diagnostics().error(row->source, "a row of the friction table of " + name() + " is not two numbers",
                                    "write [position, effort]");
        continue;
      }
      typename Friction<P>::Point point;
      number(row->items[0].get(), position_, "friction table position", point.position);
      number(row->items[1].get(), effort_, "friction table effort", point.effort);
      friction.table.push_back(point);
    }
  }

  const YamlValues<P>& values_;
  JointDescription<P>& joint_;
  Dimension position_;
  Dimension effort_;
};

}  // namespace

namespace {

/// Kinds that go by another name here, or are made of several joints.
std::string remedy_for_kind(const std::string& kind) {
  struct Hint {
    std::vector<std::string_view> names;
    const char* remedy;
  };
  static const std::vector<Hint> hints{
      {{"spherical", "ball"}, "make it of three revolute joints, with links without mass between them"},
      {{"universal", "cardan"}, "make it of two revolute joints, with a link without mass between them"},
      {{"cylindrical"}, "make it of a revolute and a prismatic joint, with a link without mass between them"},
      {{"planar"}, "make it of two prismatic joints and a revolute one, with links without mass between them"},
      {{"floating", "free"}, "write `floating_base: true` at the top of the file, which frees the base"},
      {{"screw"}, "write helical, and its pitch"},
      {{"rotational", "rotary", "hinge", "R"}, "write revolute"},
      {{"linear", "sliding", "slider", "translational", "P"}, "write prismatic"},
      {{"rigid", "weld", "welded"}, "write fixed"},
  };
  for (const Hint& hint : hints)
    if (std::find(hint.names.begin(), hint.names.end(), kind) != hint.names.end()) return hint.remedy;
  return suggestion(kind, {"revolute", "continuous", "prismatic", "helical", "fixed"});
}

}  // namespace

std::optional<JointKind> joint_kind_of(const YamlNode& node) {
  const YamlNode* kind = node.is(YamlNode::Kind::Map) ? node.find("kind") : &node;
  return kind ? kind_named(kind->text) : std::nullopt;
}

template <Scalar P>
void read_joint(const YamlNode& node, const YamlValues<P>& values, JointDescription<P>& joint) {
  Diagnostics& diagnostics = values.diagnostics();
  joint.source = node.source;
  const auto refuse_kind = [&](const YamlNode& kind) {
    diagnostics.error(kind.source, "joint " + in_quotes(joint.name) + " has the unknown kind " + in_quotes(kind.text),
                      remedy_for_kind(kind.text));
  };
  if (node.is(YamlNode::Kind::Scalar)) {
    if (const auto kind = kind_named(node.text))
      joint.kind = *kind;
    else
      refuse_kind(node);
    if (joint.kind == JointKind::Helical) JointReader<P>(values, joint).read_pitch(nullptr);
    return;
  }
  YamlFields fields(node, "joint " + in_quotes(joint.name), diagnostics);
  if (const YamlNode* name = fields.find("name"))
    joint.name = values.text(*name, "name of a joint").value_or(joint.name);
  if (const YamlNode* kind = fields.find("kind")) {
    if (const auto known = kind_named(kind->text))
      joint.kind = *known;
    else
      refuse_kind(*kind);
  }
  if (joint.kind == JointKind::Fixed)
    for (const char* key : {"limits", "friction", "spring", "mimic"})
      if (const YamlNode* entry = fields.find(key))
        diagnostics.error(entry->source, "joint " + in_quotes(joint.name) + " is fixed but has an entry '" + key + "'",
                          "remove it, or let the joint move");
  if (const YamlNode* motor = fields.find("motor"); motor && joint.kind == JointKind::Fixed)
    diagnostics.warning(motor->source,
                        "joint " + in_quotes(joint.name) + " is fixed, so that its motor is only a weight",
                        "let the joint move, or make the motor one of the link's bodies");
  JointReader<P> reader(values, joint);
  reader.read_pitch(fields.find("pitch"));
  if (const YamlNode* limits = fields.find("limits")) reader.read_limits(*limits);
  if (const YamlNode* friction = fields.find("friction")) reader.read_friction(*friction);
  if (const YamlNode* motor = fields.find("motor")) reader.read_motor(*motor);
  if (const YamlNode* spring = fields.find("spring")) reader.read_spring(*spring);
  if (const YamlNode* transmission = fields.find("transmission")) reader.read_transmission(*transmission);
  if (const YamlNode* mimic = fields.find("mimic")) reader.read_mimic(*mimic);
  fields.refuse_the_rest();
}

template void read_joint(const YamlNode&, const YamlValues<double>&, JointDescription<double>&);
template void read_joint(const YamlNode&, const YamlValues<Expr>&, JointDescription<Expr>&);

}  // namespace sinew
