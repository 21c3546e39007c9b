// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/thin_curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew {
namespace {

constexpr std::size_t time_pieces = 1000, few_points = 5 * time_pieces;

}  // namespace

void thin(std::vector<double>& t, std::vector<double>& values) {
  if (t.size() <= few_points) return;
  const double begin = t.front(), width = (t.back() - t.front()) / static_cast<double>(time_pieces);
  std::vector<std::size_t> kept;
  std::size_t first = 0;
  while (first < t.size()) {
    const double piece = std::floor((t[first] - begin) / width);
    std::size_t end = first + 1;
    while (end < t.size() && std::floor((t[end] - begin) / width) == piece) ++end;
    std::vector<std::size_t> stay = {first, end - 1};
    std::size_t lowest = end, highest = end, gap = end;
    for (std::size_t k = first; k < end; ++k) {
      if (std::isnan(values[k])) {
        gap = k;
        continue;
      }
      if (lowest == end || values[k] < values[lowest]) lowest = k;
      if (highest == end || values[k] > values[highest]) highest = k;
    }
    for (const std::size_t k : {lowest, highest, gap})
      if (k < end) stay.push_back(k);
    std::sort(stay.begin(), stay.end());
    stay.erase(std::unique(stay.begin(), stay.end()), stay.end());
    kept.insert(kept.end(), stay.begin(), stay.end());
    first = end;
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    t[i] = t[kept[i]];
    values[i] = values[kept[i]];
  }
  t.resize(kept.size());
  values.resize(kept.size());
}

}  // namespace sinew
