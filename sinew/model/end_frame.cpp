// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/end_frame.h"

#include <algorithm>
#include <vector>

namespace sinew {

std::string end_frame(const Model<double>& model) {
  const int count = model.link_count();
  std::vector<int> depth(static_cast<std::size_t>(count), 1);
  int longest = 0, end = base_link;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (const int parent = model.link(i).parent; parent >= 0) depth[at] += depth[static_cast<std::size_t>(parent)];
    longest = std::max(longest, depth[at]);
  }
  // where the longest chains part
  bool first = true;
  for (int i = 0; i < count; ++i) {
    if (depth[static_cast<std::size_t>(i)] < longest) continue;
    int other = i;
    if (first) end = i;
    first = false;
    while (end != other) (end > other ? end : other) = model.link(std::max(end, other)).parent;
  }
  if (end < 0 || 2 * depth[static_cast<std::size_t>(end)] < longest) end = count - 1;
  std::string name;
  for (const Frame<double>& frame : model.frames())
    if (frame.link == end) name = frame.name;
  return name;
}

}  // namespace sinew
