// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/robot_changes_text.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "sinew/formats/quantity_text.h"
#include "sinew/formats/yaml/pose.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

using Sections = std::map<std::string, std::string, std::less<>>;

void add_section(Sections& sections, const std::string& name, const std::string& value,
                 const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw FormulaError("there is no " + in_quotes(name) + " here", suggestion(name, known));
  if (!sections.emplace(name, value).second) throw FormulaError("gives " + name + " twice", "keep one");
}

/// The values by name of "2.5 kg at 0,0,80mm on hand", where the first of `known` needs no name, or of
/// "mass=2.5 kg, at=[0,0,80mm], on=hand".
Sections sections_of(std::string_view text, const std::vector<std::string>& known) {
  Sections sections;
  if (text.find('=') != std::string_view::npos) {
    for (const auto& [name, value] : parse_pairs(text)) add_section(sections, name, value, known);
    return sections;
  }
  std::istringstream words{std::string(text)};
  std::string name = known.front(), value;
  for (std::string word; words >> word;) {
    const bool is_name = std::find(known.begin() + 1, known.end(), word) != known.end();
    if (is_name) add_section(sections, std::exchange(name, word), std::exchange(value, {}), known);
    if (!is_name) value += (value.empty() ? "" : " ") + word;
  }
  add_section(sections, name, value, known);
  for (const auto& [given, content] : sections)
    if (content.empty()) throw FormulaError("says nothing of " + given, "give it, or leave the word out");
  return sections;
}

Symmetric3<double> parse_inertia(std::string_view text) {
  std::vector<double> I;
  for (const std::string& part : list_parts(text)) I.push_back(quantity(part, dimension::inertia));
  if (I.size() == 3) return Symmetric3<double>::diagonal(I[0], I[1], I[2]);
  if (I.size() != 6)
    throw FormulaError("has an inertia of " + std::to_string(I.size()) + " numbers",
                       "give Ixx,Iyy,Izz or Ixx,Iyy,Izz,Ixy,Ixz,Iyz about the centre of mass");
  return {I[0], I[3], I[4], I[1], I[5], I[2]};
}

/// "[a, b, c]" of some parts of a list.
std::string bracketed(const std::vector<std::string>& parts, std::size_t first, std::size_t count) {
  std::string text;
  for (std::size_t i = first; i < first + count; ++i) text += (i == first ? "[" : ", ") + parts[i];
  return text + "]";
}

/// Any way of writing a pose as robot files write it.
std::string pose_as_in_files(std::string_view text) {
  const std::string_view pose = trimmed(text);
  if (pose.starts_with('{')) return std::string(pose);
  if (pose.find('=') != std::string_view::npos) {
    std::string map;
    for (const auto& [name, value] : parse_pairs(pose)) map += (map.empty() ? "{" : ", ") + name + ": " + value;
    return map + "}";
  }
  const std::vector<std::string> parts = list_parts(pose);
  if (parts.size() == 1) return std::string(pose);
  if (parts.size() == 3) return "{xyz: " + bracketed(parts, 0, 3) + "}";
  if (parts.size() == 6) return "{xyz: " + bracketed(parts, 0, 3) + ", rpy: " + bracketed(parts, 3, 3) + "}";
  if (parts.size() == 7) return "{xyz: " + bracketed(parts, 0, 3) + ", quaternion: " + bracketed(parts, 3, 4) + "}";
  throw FormulaError("has " + std::to_string(parts.size()) + " numbers",
                     "give x,y,z alone, or with roll,pitch,yaw or a quaternion qx,qy,qz,qw behind");
}

}  // namespace

std::vector<std::pair<std::string, std::string>> parse_pairs(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& part : list_parts(text)) {
    const std::size_t equals = part.find('=');
    const std::string_view whole = part;
    if (equals == std::string::npos) throw FormulaError(in_quotes(part) + " has no value", "write NAME=VALUE");
    pairs.emplace_back(trimmed(whole.substr(0, equals)), trimmed(whole.substr(equals + 1)));
    if (pairs.back().first.empty() || pairs.back().second.empty())
      throw FormulaError(in_quotes(part) + " lacks a name or a value", "write NAME=VALUE");
  }
  return pairs;
}

std::vector<LockedJoint> parse_locked_joints(std::string_view text) {
  std::vector<LockedJoint> locked;
  for (const auto& [name, value] : parse_pairs(text)) {
    const Quantity<double> position = quantity_of_any_kind(value);
    locked.push_back({name, position.value, position.dimension});
  }
  return locked;
}

Payload parse_payload(std::string_view text) {
  const Sections sections = sections_of(text, {"mass", "at", "inertia", "on"});
  if (!sections.contains("mass")) throw FormulaError("has no mass", "give one such as 2.5 kg");
  Payload payload{.mass = quantity(sections.at("mass"), dimension::mass)};
  if (!(payload.mass >= 0.0)) throw FormulaError("has a negative mass", "give zero or more");
  if (const auto at = sections.find("at"); at != sections.end())
    payload.com = vector_quantity(at->second, dimension::length);
  if (const auto inertia = sections.find("inertia"); inertia != sections.end())
    payload.inertia = parse_inertia(inertia->second);
  if (const auto on = sections.find("on"); on != sections.end()) payload.frame = on->second;
  return payload;
}

Pose<double> parse_pose(std::string_view text) {
  Diagnostics diagnostics("pose");
  const Symbols<double> no_symbols;
  const YamlValues<double> values(no_symbols, diagnostics);
  std::optional<Pose<double>> pose;
  if (const YamlNode::Pointer node = read_yaml_document({"pose", pose_as_in_files(text)}, diagnostics))
    pose = read_pose(*node, "pose", values);
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::Error) throw FormulaError(diagnostic.what, diagnostic.remedy);
  if (!pose) throw FormulaError(in_quotes(text) + " is no pose", "give one such as 0,0,100mm");
  return *pose;
}

Tool parse_tool(std::string_view text) {
  Tool tool;
  if (text.find('=') != std::string_view::npos) {
    std::string pose;
    for (const auto& [name, value] : parse_pairs(text))
      if (name == "on")
        tool.frame = value;
      else
        pose += (pose.empty() ? "" : ",") + name + "=" + value;
    tool.X_FT = parse_pose(pose);
    return tool;
  }
  constexpr std::string_view before_frame = " on ";
  const std::size_t on = text.rfind(before_frame);
  tool.X_FT = parse_pose(text.substr(0, on));
  if (on != std::string_view::npos) tool.frame = trimmed(text.substr(on + before_frame.size()));
  return tool;
}

}  // namespace sinew
