// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/model/model.h"
#include "sinew/model/structure.h"

namespace sinew {

/// The frame that is meant where none is named: the last one on the link where the arm ends. That is the end of its longest
/// chain; where several are as long, as fingers are, the link that carries them. Where that is nearer to the base than to
/// their ends, as with two arms, it is the last frame of the last link.
std::string end_frame(const Model<double>& model);

/// A moving link's parent, and a frame with the moving link that carries it: all that `end_frame` looks at.
struct MovingTree {
  struct PlacedName {
    std::string name;
    int link = base_link;
  };
  std::vector<int> parents;  ///< of each moving link; links follow their parents, depth first
  std::vector<PlacedName> frames;
};
std::string end_frame(const MovingTree& tree);

/// The same of a description, whose model has the same moving links in the same order.
template <Scalar P>
std::string end_frame(const RobotDescription<P>& description, const Tree& tree) {
  if (!description.end_frame.empty()) return description.end_frame;
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  MovingTree moving;
  std::vector<int> place(description.links.size(), base_link);  // the moving link that each link belongs to
  for (const int j : tree.joint_order) {
    const int parent = place[at(tree.parent_link[at(j)])];
    int& child = place[at(tree.child_link[at(j)])];
    child = parent;
    if (description.joints[at(j)].kind == JointKind::Fixed) continue;
    child = static_cast<int>(moving.parents.size());
    moving.parents.push_back(parent);
  }
  for (std::size_t l = 0; l < place.size(); ++l) moving.frames.push_back({description.links[l].name, place[l]});
  for (const FrameDescription<P>& frame : description.frames)
    for (std::size_t l = 0; l < place.size(); ++l)
      if (description.links[l].name == frame.link) moving.frames.push_back({frame.name, place[l]});
  return end_frame(moving);
}

}  // namespace sinew
