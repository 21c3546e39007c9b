// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace sinew {

/// A place in a picture, in its units (pixels on a screen): x to the right, y downwards from the upper left corner.
struct PicturePoint {
  double x = 0.0, y = 0.0;

  PicturePoint operator+(const PicturePoint& b) const { return {x + b.x, y + b.y}; }
  PicturePoint operator-(const PicturePoint& b) const { return {x - b.x, y - b.y}; }
  PicturePoint operator*(double s) const { return {s * x, s * y}; }
  bool operator==(const PicturePoint&) const = default;
};

/// A rectangle; one that holds nothing until points are added.
struct PictureBox {
  double left = 1e300, top = 1e300, right = -1e300, bottom = -1e300;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
  bool is_empty() const { return right < left; }
  void add(const PicturePoint& p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  bool overlaps(const PictureBox& b) const {
    return left < b.right && b.left < right && top < b.bottom && b.top < bottom;
  }
  bool holds(const PictureBox& b) const {
    return left <= b.left && b.right <= right && top <= b.top && b.bottom <= bottom;
  }
};

/// How an outline is painted. Colours are "#rrggbb"; where one is empty, nothing is painted.
struct Paint {
  std::string stroke = {}, fill = {};
  double width = 1.0;
  std::vector<double> dashes = {};  ///< lengths of strokes and gaps in turn; empty: solid
};

/// Straight pieces from point to point, and back to the first where the outline is closed. Circles are polygons, too.
struct PictureOutline {
  std::vector<PicturePoint> points;
  bool closed = false;
  Paint paint;
  std::string part;  ///< what it belongs to, as one word such as "link"
};

/// A line of text. Nothing in it is markup, and a writer shows it as it is.
struct PictureText {
  PicturePoint centre;
  std::string text;
  double size = 13.0;
  std::string colour = "#000000";
  std::string part;
};

/// What a writer paints, first things first and texts on top of everything. It knows no robot, and no file format.
struct Picture {
  double width = 0.0, height = 0.0;
  std::string title;
  std::vector<PictureOutline> outlines;
  std::vector<PictureText> texts;
};

}  // namespace sinew
