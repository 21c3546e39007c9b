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
  // where the longest chains part: links are numbered depth first, so that the first and the last of them decide
  const auto deepest = [&](int i) { return depth[static_cast<std::size_t>(i)] == longest; };
  int first = 0, last = count - 1;
  while (first < count && !deepest(first)) ++first;
  while (last > first && !deepest(last)) --last;
  if (count > 0) end = first;
  while (end != last && count > 0) (end > last ? end : last) = model.link(std::max(end, last)).parent;
  if (end < 0 || 2 * depth[static_cast<std::size_t>(end)] < longest) end = count - 1;
  std::string name;
  for (const Frame<double>& frame : model.frames())
    if (frame.link == end) name = frame.name;
  return name;
}

}  // namespace sinew
