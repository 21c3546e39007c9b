// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/spatial/vec3.h"

namespace sinew {

/// An XML element to be written.
struct XmlNode {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlNode> children;

  bool is_empty() const { return attributes.empty() && children.empty(); }
  XmlNode& add(XmlNode child) {
    children.push_back(std::move(child));
    return children.back();
  }
  /// Adds it unless there is nothing in it.
  void add_if_any(XmlNode child) {
    if (!child.is_empty()) children.push_back(std::move(child));
  }
};

/// The element as text for people: two spaces a level, one element a line.
std::string xml_text(const XmlNode& node, int level = 0);

/// Can XML hold this text? Not if it has control characters other than tab and line ends.
bool xml_can_hold(std::string_view text);

/// The shortest decimal that reads back as the same double.
std::string shortest(double value);
std::string shortest(const Vec3<double>& v);

}  // namespace sinew
