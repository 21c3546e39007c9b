// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/model/description.h"

namespace sinew {

/// How the links of a description hang together; links and joints by their place in the description.
struct Tree {
  int root = 0;
  std::vector<int> joint_order;    ///< every joint, each followed by all that it carries, else in file order
  std::vector<int> parent_link;    ///< of each joint
  std::vector<int> child_link;     ///< of each joint
  std::vector<int> joint_of_link;  ///< the joint that carries each link, −1 for the root
};

/// A link, joint, frame or payload reduced to what ties it to the others.
struct NamedPart {
  std::string_view name;
  std::string_view parent;                  ///< joint: parent link; frame: its link; payload: its frame
  std::string_view child;                   ///< joint: child link
  std::optional<std::string_view> leader;   ///< joint: whom it mimics, if anyone
  std::optional<std::string_view> carrier;  ///< joint: the link that carries its motor, if it has one
  bool moves = false;                       ///< joint: not fixed
  bool elastic = false;                     ///< joint: its motor is a link of its own
  SourceLine source;
};

struct NamedParts {
  std::vector<NamedPart> links, joints, frames, payloads;
};

/// The tree of these parts, or nothing and every reason why there is none: a name missing or used twice, a
/// loop, several roots, a frame on no link, a mimic joint that follows nothing.
std::optional<Tree> find_tree(const NamedParts& parts, Diagnostics& diagnostics);

template <Scalar P>
std::optional<Tree> find_tree(const RobotDescription<P>& description, Diagnostics& diagnostics) {
  NamedParts parts;
  parts.links.reserve(description.links.size());
  parts.joints.reserve(description.joints.size());
  for (const auto& link : description.links) parts.links.push_back({.name = link.name, .source = link.source});
  for (const auto& joint : description.joints)
    parts.joints.push_back(
        {.name = joint.name,
         .parent = joint.parent,
         .child = joint.child,
         .leader = joint.mimic ? std::optional<std::string_view>(joint.mimic->leader) : std::nullopt,
         .carrier = joint.motor ? std::optional<std::string_view>(joint.motor->carrier) : std::nullopt,
         .moves = joint.kind != JointKind::Fixed,
         .elastic = joint.is_elastic(),
         .source = joint.source});
  for (const auto& frame : description.frames)
    parts.frames.push_back({.name = frame.name, .parent = frame.link, .source = frame.source});
  for (const auto& payload : description.payloads)
    parts.payloads.push_back({.name = {}, .parent = payload.frame, .source = payload.source});
  return find_tree(parts, diagnostics);
}

}  // namespace sinew
