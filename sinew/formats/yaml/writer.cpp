// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/writer.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <vector>

#include "sinew/model/structure.h"
#include "sinew/units/number_text.h"

namespace sinew {
namespace {

/// A word as YAML must have it: plain where it is one, else in double quotes.
std::string yaml_text(const std::string& text) {
  bool plain = !text.empty() && text != "null" && text != "true" && text != "false" && text != "Null" && text != "NULL";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool more = (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '/';
    plain = plain && (letter || (i > 0 && more));
  }
  if (plain) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      out += c;
  }
  return out + "\"";
}

std::string number(double value) { return fmt::format("{}", value == 0.0 ? 0.0 : value); }

/// The shortest number within round-off of `value`, where it was computed by subtracting things as large as
/// `scale`: 0.4 again, not 0.40000000000000036.
std::string number(double value, double scale) {
  if (std::abs(value) <= 4e-16 * scale) return "0";
  for (int digits = 1; digits < 17; ++digits) {
    const std::string text = fmt::format("{:.{}g}", value, digits);
    const double read_back = leading_number(text).value;
    if (std::abs(read_back - value) <= 4e-16 * scale) return text;
  }
  return number(value);
}

/// In degrees where that is a round number and reads back to the same bits.
std::string angle(double value) {
  const double degrees = std::round(value * 180 / std::numbers::pi * 2) / 2;
  const bool round = std::fmod(degrees, 7.5) == 0.0 && degrees * (std::numbers::pi / 180) == value && degrees != 0.0;
  return round ? number(degrees) + "deg" : number(value);
}

std::string list(const Vec3<double>& v) { return fmt::format("[{}, {}, {}]", number(v.x), number(v.y), number(v.z)); }

bool is_zero(const Vec3<double>& v) { return v.x == 0 && v.y == 0 && v.z == 0; }
std::string pose(const Pose<double>& X) {
  std::string out;
  if (!is_zero(X.p)) out = "xyz: " + list(X.p);
  if (!is_identity(X.R)) {
    const RollPitchYaw<double> a = roll_pitch_yaw(X.R);
    out += fmt::format("{}rpy: [{}, {}, {}]", out.empty() ? "" : ", ", angle(a.roll), angle(a.pitch), angle(a.yaw));
  }
  return "{" + out + "}";
}

std::string direction(const Vec3<double>& v) {
  for (const auto& [name, u] :
       {std::pair{"x", unit_x<double>()}, std::pair{"y", unit_y<double>()}, std::pair{"z", unit_z<double>()}}) {
    if (is_zero(v - u)) return name;
    if (is_zero(v + u)) return fmt::format("-{}", name);
  }
  return list(v);
}

std::string tensor(const Symmetric3<double>& S, double scale) {
  const auto element = [&](double value) { return number(value, scale); };
  if (element(S.xy) == "0" && element(S.xz) == "0" && element(S.yz) == "0")
    return fmt::format("[{}, {}, {}]", element(S.xx), element(S.yy), element(S.zz));
  return fmt::format("{{xx: {}, yy: {}, zz: {}, xy: {}, xz: {}, yz: {}}}", element(S.xx), element(S.yy), element(S.zz),
                     element(S.xy), element(S.xz), element(S.yz));
}

/// One entry per line, indented; a value is written as it comes.
class Lines {
 public:
  void add(int indent, const std::string& key, const std::string& value) {
    text_ += std::string(static_cast<std::size_t>(indent), ' ') + key + (value.empty() ? ":" : ": " + value) + "\n";
  }
  void raw(const std::string& line) { text_ += line + "\n"; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

class SinewYamlWriter {
 public:
  SinewYamlWriter(const RobotDescription<double>& robot, const DhTable* table) : robot_(robot), table_(table) {}

  std::string write() {
    Diagnostics none(robot_.file);
    const std::optional<Tree> tree = find_tree(robot_, none);
    none.throw_if_errors();
    lines_.add(0, "sinew", "1");
    if (!robot_.name.empty()) lines_.add(0, "name", yaml_text(robot_.name));
    if (!robot_.source.empty()) lines_.add(0, "source", yaml_text(robot_.source));
    lines_.add(0, "gravity", list(robot_.gravity));
    if (robot_.floating_base) lines_.add(0, "floating_base", "true");
    if (table_) lines_.add(0, "dh", table_->convention == DhConvention::Standard ? "standard" : "modified");
    write_base(robot_.links[static_cast<std::size_t>(tree->root)]);
    if (!tree->joint_order.empty()) lines_.add(0, "links", "");
    for (const int j : tree->joint_order)
      write_link(robot_.joints[static_cast<std::size_t>(j)],
                 robot_.links[static_cast<std::size_t>(tree->child_link[static_cast<std::size_t>(j)])]);
    write_frames();
    write_payloads();
    return lines_.take();
  }

 private:
  void write_base(const LinkDescription<double>& base) {
    lines_.add(0, "base", "");
    lines_.add(2, "name", yaml_text(base.name));
    if (base.inertia) write_inertia(2, *base.inertia);
    above_ = base.name;
  }

  void write_link(const JointDescription<double>& joint, const LinkDescription<double>& link) {
    lines_.raw("  - name: " + yaml_text(link.name));
    const DhTableRow* row = row_of(joint);
    const std::string parent = row ? start_of(*row) : joint.parent;
    if (parent != above_) lines_.add(4, "parent", yaml_text(parent));
    above_ = link.name;
    write_joint(joint);
    if (row) {
      lines_.add(4, "dh",
                 fmt::format("{{theta: {}, d: {}, a: {}, alpha: {}}}", angle(row->row.theta), number(row->row.d),
                             number(row->row.a), angle(row->row.alpha)));
      if (row == table_->rows.data() && !is_identity(table_->base)) lines_.add(4, "before", pose(table_->base));
      if (!is_identity(row->after)) lines_.add(4, "after", pose(row->after));
    } else {
      if (!is_identity(joint.X_PJ)) lines_.add(4, "pose", pose(joint.X_PJ));
      if (joint.kind != JointKind::Fixed && !is_zero(joint.axis - unit_z<double>()))
        lines_.add(4, "axis", direction(joint.axis));
      if (!is_identity(joint.X_JC)) lines_.add(4, "after", pose(joint.X_JC));
    }
    if (link.inertia) write_inertia(4, *link.inertia);
  }

  const DhTableRow* row_of(const JointDescription<double>& joint) const {
    if (table_)
      for (const DhTableRow& row : table_->rows)
        if (row.joint == joint.name) return &row;
    return nullptr;
  }
  /// A row begins at the link of the row before it, not at what is fixed to that.
  std::string start_of(const DhTableRow& row) const {
    if (&row != table_->rows.data()) return (&row - 1)->link;
    Diagnostics none(robot_.file);
    return robot_.links[static_cast<std::size_t>(find_tree(robot_, none)->root)].name;
  }

  void write_joint(const JointDescription<double>& joint) {
    lines_.add(4, "joint", "");
    lines_.add(6, "name", yaml_text(joint.name));
    lines_.add(6, "kind", name_of(joint.kind));
    if (joint.kind == JointKind::Helical) lines_.add(6, "pitch", number(joint.pitch) + " m/rad");
    write_limits(joint);
    if (const std::string friction = friction_text(joint.friction); !friction.empty())
      lines_.add(6, "friction", friction);
    if (const auto& motor = joint.motor)
      lines_.add(6, "motor",
                 fmt::format("{{carrier: {}, mass: {}, at: {}, rotor_inertia: {}, gear_ratio: {}, axis: {}}}",
                             yaml_text(motor->carrier), number(motor->mass), list(motor->p),
                             number(motor->rotor_inertia), number(motor->gear_ratio), direction(motor->axis)));
    if (const auto& spring = joint.spring)
      lines_.add(6, "spring",
                 fmt::format("{{stiffness: {}, rest: {}}}", number(spring->stiffness), number(spring->rest)));
    if (const auto& transmission = joint.transmission) {
      const std::string friction = friction_text(transmission->motor_friction);
      lines_.add(6, "transmission",
                 fmt::format("{{stiffness: {}, damping: {}{}}}", number(transmission->stiffness),
                             number(transmission->damping), friction.empty() ? "" : ", motor_friction: " + friction));
    }
    if (const auto& mimic = joint.mimic)
      lines_.add(6, "mimic",
                 fmt::format("{{joint: {}, multiplier: {}, offset: {}}}", yaml_text(mimic->leader),
                             number(mimic->multiplier), number(mimic->offset)));
  }

  void write_limits(const JointDescription<double>& joint) {
    const Limits& limits = joint.limits;
    std::string out;
    const auto add = [&](const char* key, const std::string& value) {
      out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", key, value);
    };
    const auto bound = [](double value) { return std::isfinite(value) ? number(value) : std::string("none"); };
    if (std::isfinite(limits.lower) || std::isfinite(limits.upper))
      add("position", "[" + bound(limits.lower) + ", " + bound(limits.upper) + "]");
    if (std::isfinite(limits.velocity)) add("velocity", number(limits.velocity));
    if (std::isfinite(limits.acceleration)) add("acceleration", number(limits.acceleration));
    if (std::isfinite(limits.jerk)) add("jerk", number(limits.jerk));
    if (std::isfinite(limits.effort)) add("effort", number(limits.effort));
    if (limits.restitution != 0) add("restitution", number(limits.restitution));
    if (!out.empty()) lines_.add(6, "limits", "{" + out + "}");
  }

  /// In braces; empty where nothing rubs.
  static std::string friction_text(const Friction<double>& friction) {
    std::string out;
    const auto add = [&](const char* key, const std::string& value) {
      out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", key, value);
    };
    const auto both = [](double plus, double minus) {
      return plus == minus ? number(plus) : "[" + number(plus) + ", " + number(minus) + "]";
    };
    if (friction.viscous != 0) add("viscous", number(friction.viscous));
    if (friction.coulomb_plus != 0 || friction.coulomb_minus != 0)
      add("coulomb", both(friction.coulomb_plus, friction.coulomb_minus));
    if (friction.static_plus != friction.coulomb_plus || friction.static_minus != friction.coulomb_minus)
      add("static", both(friction.static_plus, friction.static_minus));
    if (friction.stribeck_velocity) add("stribeck_velocity", number(*friction.stribeck_velocity));
    if (!friction.table.empty()) {
      std::string rows;
      for (const auto& point : friction.table)
        rows += fmt::format("{}[{}, {}]", rows.empty() ? "" : ", ", number(point.position), number(point.effort));
      add("table", "[" + rows + "]");
    }
    return out.empty() ? out : "{" + out + "}";
  }

  void write_inertia(int indent, const Inertia<double>& body) {
    lines_.add(indent, "mass", number(body.m));
    if (body.m != 0.0) {
      const Vec3<double> com = centre_of_mass(body);
      const double reach = norm(com);
      lines_.add(indent, "com",
                 fmt::format("[{}, {}, {}]", number(com.x, reach), number(com.y, reach), number(com.z, reach)));
      lines_.add(indent, "inertia", tensor(inertia_about_com(body), body.I.trace()));
      return;
    }
    // without mass there is no centre to refer to
    if (!is_zero(body.h)) lines_.add(indent, "first_moment", list(body.h));
    lines_.add(indent, "inertia", tensor(body.I, 0.0));
    lines_.add(indent, "inertia_about", "origin");
  }

  void write_frames() {
    if (!robot_.frames.empty()) lines_.add(0, "frames", "");
    for (const FrameDescription<double>& frame : robot_.frames)
      lines_.raw(fmt::format("  - {{name: {}, link: {}, pose: {}}}", yaml_text(frame.name), yaml_text(frame.link),
                             pose(frame.X_LF)));
  }

  void write_payloads() {
    if (!robot_.payloads.empty()) lines_.add(0, "payload", "");
    for (const PayloadDescription<double>& payload : robot_.payloads) {
      lines_.raw("  - frame: " + yaml_text(payload.frame));
      write_inertia(4, payload.inertia);
    }
  }

  const RobotDescription<double>& robot_;
  const DhTable* table_;
  Lines lines_;
  std::string above_;  // the link written last: a link's parent unless it says otherwise
};

}  // namespace

std::string write_sinew_yaml(const RobotDescription<double>& description) {
  return SinewYamlWriter(description, nullptr).write();
}

std::string write_sinew_yaml(const RobotDescription<double>& description, const DhTable& table) {
  return SinewYamlWriter(description, &table).write();
}

}  // namespace sinew
