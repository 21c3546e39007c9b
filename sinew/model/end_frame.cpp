// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/end_frame.h"

#include <algorithm>
#include <vector>

namespace sinew {

std::string end_frame(const MovingTree& tree) {
  const int count = static_cast<int>(tree.parents.size());
  const auto parent_of = [&](int i) { return tree.parents[static_cast<std::size_t>(i)]; };
  std::vector<int> depth(tree.parents.size(), 1);
  int longest = 0, end = base_link;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (const int parent = parent_of(i); parent >= 0) depth[at] += depth[static_cast<std::size_t>(parent)];
    longest = std::max(longest, depth[at]);
  }
  // where the longest chains part: links are numbered depth first, so that the first and the last of them decide
  const auto deepest = [&](int i) { return depth[static_cast<std::size_t>(i)] == longest; };
  int first = 0, last = count - 1;
  while (first < count && !deepest(first)) ++first;
  while (last > first && !deepest(last)) --last;
  if (count > 0) end = first;
  while (end != last && count > 0) (end > last ? end : last) = parent_of(std::max(end, last));
  if (end < 0 || 2 * depth[static_cast<std::size_t>(end)] < longest) end = count - 1;
  std::string name;
  for (const MovingTree::PlacedName& frame : tree.frames)
    if (frame.link == end) name = frame.name;
  return name;
}

std::string end_frame(const Model<double>& model) {
  if (const std::string& told = model.parts().end_frame; !told.empty()) return told;
  MovingTree tree;
  // motors are no part of the arm
  std::vector<int> place;
  for (const Link<double>& link : model.links()) {
    place.push_back(link.is_motor ? base_link : static_cast<int>(tree.parents.size()));
    if (link.is_motor) continue;
    tree.parents.push_back(link.parent == base_link ? base_link : place[static_cast<std::size_t>(link.parent)]);
  }
  for (const Frame<double>& frame : model.frames()) {
    const bool on_base = frame.link == base_link;
    if (!on_base && model.link(frame.link).is_motor) continue;
    tree.frames.push_back({frame.name, on_base ? base_link : place[static_cast<std::size_t>(frame.link)]});
  }
  return end_frame(tree);
}

}  // namespace sinew
