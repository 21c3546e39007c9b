// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/robot_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "sinew/errors/visible_text.h"
#include "sinew/formats/dh_table.h"
#include "sinew/print/table.h"
#include "sinew/report/numbers.h"
#include "sinew/report/totals.h"
#include "sinew/spatial/principal_axes.h"

namespace sinew {
namespace {

std::string counted(int count, const char* noun) { return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s"); }

/// Broken between words into lines of at most `width`, those after the first indented.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string out, line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      out += line + "\n" + std::string(indent, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return out + line;
}

constexpr auto left = Table::Align::Left;
constexpr auto right = Table::Align::Right;

/// Puts a robot's card together, section by section.
class Card {
 public:
  explicit Card(const LoadedRobot& robot) : robot_(robot), model_(robot.model) {}

  std::string text() {
    heading();
    tree();
    joints();
    extras();
    dh();
    bodies();
    frames();
    parameters();
    warnings();
    return out_;
  }

 private:
  void section(const char* title) { out_ += fmt::format("\n{}\n", title); }

  void heading() {
    const int independent = model_.position_count() - (model_.floating_base() ? 7 : 0);
    const int followers = model_.link_count() - independent;
    const int elastic = static_cast<int>(model_.couplings().size());
    const MassTotals totals = mass_totals(model_);
    out_ += fmt::format("{}: {}{}{}{}, {} kg moving\n", visible_text(model_.name()),
                        counted(independent - elastic, "joint"),
                        elastic > 0 ? fmt::format(", {} elastic with a motor that moves by itself", elastic) : "",
                        followers > 0 ? fmt::format(" and {} that follow", followers) : "",
                        model_.floating_base() ? " on a floating base" : "",
                        shown(totals.moving + (model_.floating_base() ? totals.base : 0.0)));
    const auto add = [&](const char* name, const std::string& value) {
      out_ += fmt::format("  {:<8}{}\n", name, visible_page(wrapped(value, 90, 10)));
    };
    if (!robot_.description.source.empty()) add("source", robot_.description.source);
    if (!robot_.description.file.empty()) add("file", robot_.description.file);
    add("gravity", shown(model_.gravity()) + " m/s²");
    add("com", shown(totals.com) + " m, of all that moves, at q = 0");
    if (!model_.floating_base() && totals.base > 0) add("base", shown(totals.base) + " kg, fixed");
  }

  /// Every link of the file with the joint that carries it, children below and to the right of their parents.
  void tree() {
    const RobotDescription<double>& robot = robot_.description;
    Diagnostics none(robot.file);
    const std::optional<Tree> found = find_tree(robot, none);
    if (!found) return;
    section("Tree");
    std::vector<std::vector<int>> children(robot.links.size());
    for (const int j : found->joint_order)
      children[static_cast<std::size_t>(found->parent_link[static_cast<std::size_t>(j)])].push_back(j);
    struct Entry {
      int link;
      int joint;
      std::string prefix;  // of the lines below it
      std::string stem;    // before its own name
    };
    std::vector<Entry> waiting = {{found->root, -1, "  ", "  "}};
    while (!waiting.empty()) {
      const Entry entry = waiting.back();
      waiting.pop_back();
      const std::string name = visible_text(robot.links[static_cast<std::size_t>(entry.link)].name);
      if (entry.joint < 0) {
        out_ += entry.stem + name + "\n";
      } else {
        const JointDescription<double>& joint = robot.joints[static_cast<std::size_t>(entry.joint)];
        out_ += fmt::format("{}{}  ({}, {}{})\n", entry.stem, name, visible_text(joint.name), name_of(joint.kind),
                            joint.mimic ? ", follows " + visible_text(joint.mimic->leader) : "");
      }
      const std::vector<int>& below = children[static_cast<std::size_t>(entry.link)];
      for (std::size_t k = below.size(); k-- > 0;) {
        const int link = found->child_link[static_cast<std::size_t>(below[k])];
        const bool last = k + 1 == below.size();
        // past some depth a chain goes straight down: a page has an edge
        const bool deeper = display_width(entry.prefix) < 60;
        waiting.push_back({link, below[k], deeper ? entry.prefix + (last ? "  " : "│ ") : entry.prefix,
                           entry.prefix + (last ? "└ " : "├ ")});
      }
    }
  }

  void joints() {
    if (model_.link_count() == 0) return;
    section("Joints");
    Table table({{"#", right},
                 {"joint", left},
                 {"kind", left},
                 {"from", right},
                 {"to", right},
                 {"velocity", right},
                 {"acceleration", right},
                 {"jerk", right},
                 {"effort", right},
                 {"friction", left}});
    for (const Link<double>& link : model_.links()) {
      const JointUnits& units = units_of(link.kind);
      const auto bound = [](double value, const char* unit) {
        return std::isinf(value) ? std::string() : fmt::format("{} {}", shown(value), unit);
      };
      const bool limited = std::isfinite(link.limits.lower) || std::isfinite(link.limits.upper);
      table.add({link.follows ? "" : std::to_string(link.position_index + 1), link.joint_name, name_of(link.kind),
                 limited ? shown_position(link.limits.lower, link.kind) : "",
                 limited ? shown_position(link.limits.upper, link.kind) : "",
                 bound(link.limits.velocity, units.velocity), bound(link.limits.acceleration, units.acceleration),
                 bound(link.limits.jerk, units.jerk), bound(link.limits.effort, units.effort), friction(link)});
    }
    out_ += table.text(2);
  }

  static std::string friction(const Link<double>& link) {
    const Friction<double>& f = link.friction;
    const JointUnits& units = units_of(link.kind);
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    const auto both = [](double plus, double minus) {
      return plus == minus ? shown(plus) : fmt::format("+{}/−{}", shown(plus), shown(minus));
    };
    if (f.viscous != 0) add(fmt::format("viscous {} {}", shown(f.viscous), units.viscous));
    if (f.coulomb_plus != 0 || f.coulomb_minus != 0)
      add(fmt::format("Coulomb {} {}", both(f.coulomb_plus, f.coulomb_minus), units.effort));
    if (f.static_plus != f.coulomb_plus || f.static_minus != f.coulomb_minus)
      add(fmt::format("static {} {}", both(f.static_plus, f.static_minus), units.effort));
    if (f.stribeck_velocity) add(fmt::format("Stribeck {} {}", shown(*f.stribeck_velocity), units.velocity));
    if (!f.table.empty()) add(fmt::format("table of {} points", f.table.size()));
    return text;
  }

  /// What few robots have: motors, springs, screws, followers, stops that throw back.
  void extras() {
    Table table({{"joint", left}, {"has", left}});
    for (const Link<double>& link : model_.links()) {
      const JointUnits& units = units_of(link.kind);
      if (link.kind == JointKind::Helical)
        table.add({link.joint_name, fmt::format("pitch {} mm/rad", shown(link.pitch * 1e3))});
      if (link.motor)
        table.add(
            {link.joint_name, fmt::format("motor: rotor {} kg·m², gear {}, carried by {}",
                                          shown(link.motor->rotor_inertia), shown(link.motor->gear_ratio),
                                          link.motor->carrier == base_link ? std::string("the base")
                                                                           : model_.link(link.motor->carrier).name)});
      if (link.spring)
        table.add({link.joint_name, fmt::format("spring: {} {}, at rest at {}", shown(link.spring->stiffness),
                                                units.stiffness, shown_position(link.spring->rest, link.kind))});
      if (link.limits.restitution != 0)
        table.add({link.joint_name,
                   fmt::format("bounces off its limits with {} of its speed", shown(link.limits.restitution))});
      if (link.follows)
        table.add({link.joint_name, fmt::format("follows {}: q = {}·q + {}", leader_of(model_, link),
                                                shown(link.multiplier), shown(link.offset))});
    }
    for (const Coupling<double>& coupling : model_.couplings()) {
      const Link<double>& joint = model_.link(coupling.joint);
      table.add({joint.joint_name, fmt::format("transmission: {} {} and {} {} to {}", shown(coupling.stiffness),
                                               units_of(joint.kind).stiffness, shown(coupling.damping),
                                               units_of(joint.kind).viscous, model_.link(coupling.motor).joint_name)});
    }
    if (table.empty()) return;
    section("Drives");
    out_ += table.text(2);
  }

  void dh() {
    if (model_.link_count() == 0) return;
    Diagnostics diagnostics(robot_.description.file);
    const std::optional<DhTable> dh = dh_table(robot_.description, DhConvention::Standard, diagnostics);
    if (!dh) {
      section("Denavit-Hartenberg");
      for (const Diagnostic& p : diagnostics.all()) out_ += "  " + visible_text(p.what) + "\n";
      return;
    }
    section("Denavit-Hartenberg, standard (the joint's variable is added where it says q)");
    Table table({{"joint", left}, {"θ", right}, {"d [m]", right}, {"a [m]", right}, {"α", right}});
    for (const DhTableRow& row : dh->rows) {
      const bool turning = turns(row.kind);
      const std::string theta = shown_position(row.row.theta, JointKind::Revolute);
      const std::string with_q = "q" + (row.row.theta == 0 ? "" : (row.row.theta > 0 ? "+" : "") + theta);
      const std::string d_with_q = "q" + (row.row.d == 0 ? "" : (row.row.d > 0 ? "+" : "") + shown(row.row.d));
      table.add({row.joint, turning ? with_q : theta, turning ? shown(row.row.d) : d_with_q, shown(row.row.a),
                 shown_position(row.row.alpha, JointKind::Revolute)});
    }
    out_ += table.text(2);
    if (!is_identity(dh->base)) out_ += "  It begins at " + shown(dh->base) + " in the base's frame.\n";
    const bool elsewhere =
        std::any_of(dh->rows.begin(), dh->rows.end(), [](const DhTableRow& row) { return !is_identity(row.after); });
    if (elsewhere) out_ += "  The links' own frames are not at the ends of its rows.\n";
  }

  void bodies() {
    section("Bodies (what moves together is one; in the link's frame)");
    Table table({{"link", left},
                 {"mass [kg]", right},
                 {"centre of mass [m]", left},
                 {"principal moments about it [kg·m²]", left}});
    const auto add = [&](const std::string& name, const Inertia<double>& body) {
      if (body.m == 0.0) {
        const Vec3<double> about_origin = principal_axes(body.I).moment;
        table.add({name, "0", "", norm(about_origin) == 0 ? "" : shown(about_origin) + " about the origin"});
        return;
      }
      // round-off of a subtraction is not a moment
      Vec3<double> moment = principal_axes(inertia_about_com(body)).moment;
      for (int i = 0; i < 3; ++i)
        if (std::abs(moment[i]) < 1e-14 * body.I.trace()) moment[i] = 0.0;
      table.add({name, shown(body.m), shown(centre_of_mass(body)), shown(moment)});
    };
    if (model_.floating_base()) add("the floating base", model_.base_inertia());
    for (int i = 0; i < model_.link_count(); ++i)
      if (!model_.link(i).is_motor) add(model_.link(i).name, body_in_link_frame(model_, i));
    out_ += table.text(2);
    for (const PayloadDescription<double>& payload : robot_.description.payloads)
      out_ += fmt::format("  with a payload of {} kg at {}\n", shown(payload.inertia.m), visible_text(payload.frame));
  }

  void frames() {
    if (robot_.description.frames.empty()) return;
    section("Frames");
    Table table({{"frame", left}, {"on", left}, {"origin [m]", left}});
    for (const FrameDescription<double>& frame : robot_.description.frames)
      table.add({frame.name, frame.link, shown(frame.X_LF.p)});
    out_ += table.text(2);
  }

  void parameters() {
    if (robot_.description.parameters.empty()) return;
    section("Parameters");
    Table table({{"name", left}, {"value", right}, {"unit", left}});
    for (const ParameterDescription& p : robot_.description.parameters) table.add({p.name, shown(p.value), p.unit});
    out_ += table.text(2);
  }

  void warnings() {
    if (robot_.warnings.empty()) return;
    section("Warnings");
    for (const Diagnostic& p : robot_.warnings)
      out_ += fmt::format("  {}{}; {}\n", p.line > 0 ? fmt::format("line {}: ", p.line) : "", visible_text(p.what),
                          visible_text(p.remedy));
  }

  const LoadedRobot& robot_;
  const Model<double>& model_;
  std::string out_;
};

}  // namespace

std::string robot_card(const LoadedRobot& robot) { return Card(robot).text(); }

}  // namespace sinew
