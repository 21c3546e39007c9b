// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/drawing/convex_hull.h"

#include <cstddef>

namespace sinew {
namespace {

/// Above zero where a, b, c turn one way, below zero for the other way.
double turning_sense(const PicturePoint& a, const PicturePoint& b, const PicturePoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

}  // namespace

// Andrew's monotone chain: the lower side from left to right, then the upper one back
std::vector<PicturePoint> convex_hull(std::vector<PicturePoint> points) {
  std::sort(points.begin(), points.end(),
            [](const PicturePoint& a, const PicturePoint& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<PicturePoint> hull;
  const auto add = [&](const PicturePoint& p, std::size_t first) {
    while (hull.size() >= first + 2 && turning_sense(hull[hull.size() - 2], hull.back(), p) <= 0.0) hull.pop_back();
    hull.push_back(p);
  };
  for (const PicturePoint& p : points) add(p, 0);
  const std::size_t side = hull.size() - 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], side);
  hull.pop_back();  // the first one again
  return hull;
}

}  // namespace sinew
