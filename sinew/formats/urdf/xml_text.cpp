// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/xml_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\t':
      case '\n':
      case '\r':
        out += fmt::format("&#{};", static_cast<int>(c));  // a reader turns bare ones into spaces
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace

std::string xml_text(const XmlNode& node, int level) {
  const std::string indent(2 * static_cast<std::size_t>(level), ' ');
  std::string text = indent + "<" + node.name;
  for (const auto& [name, value] : node.attributes) text += " " + name + "=\"" + escaped(value) + "\"";
  if (node.children.empty()) return text + "/>\n";
  text += ">\n";
  for (const XmlNode& child : node.children) text += xml_text(child, level + 1);
  return text + indent + "</" + node.name + ">\n";
}

bool xml_can_hold(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
  });
}

std::string shortest(double value) { return fmt::format("{}", value + 0.0); }  // −0 is written 0

std::string shortest(const Vec3<double>& v) { return shortest(v.x) + " " + shortest(v.y) + " " + shortest(v.z); }

}  // namespace sinew
