// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/drawing/label_placement.h"

#include <cmath>
#include <numbers>
#include <optional>

#include "sinew/errors/visible_text.h"
#include "sinew/print/drawing/text_width.h"

namespace sinew {
namespace {

/// How much of the line from a to b is in the box: clipped side by side (Liang and Barsky).
double length_within(const PictureBox& box, const PicturePoint& a, const PicturePoint& b) {
  if (std::max(a.x, b.x) < box.left || std::min(a.x, b.x) > box.right || std::max(a.y, b.y) < box.top ||
      std::min(a.y, b.y) > box.bottom)
    return 0.0;
  double from = 0.0, to = 1.0;
  const double dx = b.x - a.x, dy = b.y - a.y;
  const auto clip = [&](double rate, double room) {
    if (rate == 0.0) return room >= 0.0;
    const double at = room / rate;
    if (rate < 0.0)
      from = std::max(from, at);
    else
      to = std::min(to, at);
    return from < to;
  };
  if (!clip(-dx, a.x - box.left) || !clip(dx, box.right - a.x) || !clip(-dy, a.y - box.top) ||
      !clip(dy, box.bottom - a.y))
    return 0.0;
  return (to - from) * std::hypot(dx, dy);
}

PictureBox grown(const PictureBox& box, double by) {
  return {box.left - by, box.top - by, box.right + by, box.bottom + by};
}

/// Pixels between two texts, at least.
constexpr double space_between = 1.0;

/// Places one label after the other.
class LabelSearch {
 public:
  LabelSearch(const PictureBox& room, Picture& picture) : room_(room), picture_(picture) {
    for (const PictureText& text : picture.texts) taken_.push_back(text_box(text));
    for (const PictureOutline& outline : picture.outlines) collect_lines(outline);
  }

  bool place(const WantedLabel& label) {
    PictureText text{label.anchor, shortened(visible_text(label.text), label.size, 0.6 * room_.width()), label.size,
                     label.colour, label.part};
    std::optional<PicturePoint> best = best_place(label, text);
    if (!best) best = place_left_over(label, text);
    if (!best) return false;
    text.centre = *best;
    const PictureBox box = text_box(text);
    taken_.push_back(box);
    if (label.leads_back) lead_back(label, box);
    picture_.texts.push_back(std::move(text));
    return true;
  }

 private:
  struct Line {
    PicturePoint a, b;
    double weight;
  };

  void collect_lines(const PictureOutline& outline) {
    const std::size_t n = outline.points.size();
    const double weight = outline.part == "shape"                             ? 0.15
                          : outline.part == "hatch" || outline.part == "axis" ? 0.5
                                                                              : 1.0;
    for (std::size_t i = 0; i + 1 < n + (outline.closed ? 1 : 0); ++i)
      lines_.push_back({outline.points[i], outline.points[(i + 1) % n], weight});
  }

  std::optional<PicturePoint> best_place(const WantedLabel& label, const PictureText& text) const {
    const PictureBox at_anchor = text_box(text);
    const double half_width = 0.5 * at_anchor.width(), half_height = 0.5 * at_anchor.height();
    const double farthest = std::hypot(room_.width(), room_.height());
    std::optional<PicturePoint> best;
    double least = 1e300;
    for (double distance = 0.0; distance < farthest && distance < least; distance += distance < 40.0 ? 5.0 : 12.0) {
      const int directions = distance < 60.0 ? 16 : 32;
      for (int k = 0; k < directions; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / directions;
        const PicturePoint u{std::cos(angle), std::sin(angle)};
        // the text begins where the ray leaves a box around the anchor
        const double reach = label.clearance + distance;
        const PicturePoint centre =
            label.anchor + PicturePoint{u.x * (reach + half_width), u.y * (reach + half_height)};
        const PictureBox box{centre.x - half_width, centre.y - half_height, centre.x + half_width,
                             centre.y + half_height};
        if (!is_free(box)) continue;
        const double cost = distance + crossing(grown(box, 2.0)) + turning_away(label.towards, u);
        if (cost >= least) continue;
        least = cost;
        best = centre;
      }
    }
    return best;
  }

  /// The rings leave gaps. A box that fits anywhere can be pushed in both directions until it touches an edge of the
  /// room or of another text, so the nearest of the places where it touches is looked for.
  std::optional<PicturePoint> place_left_over(const WantedLabel& label, const PictureText& text) const {
    const PictureBox at_anchor = text_box(text);
    const double half_width = 0.5 * at_anchor.width(), half_height = 0.5 * at_anchor.height();
    constexpr double apart = space_between + 1e-9;
    std::vector<double> xs{room_.left + half_width, room_.right - half_width},
        ys{room_.top + half_height, room_.bottom - half_height};
    for (const PictureBox& other : taken_) {
      xs.insert(xs.end(), {other.left - apart - half_width, other.right + apart + half_width});
      ys.insert(ys.end(), {other.top - apart - half_height, other.bottom + apart + half_height});
    }
    std::optional<PicturePoint> best;
    double least = 1e300;
    for (const double x : xs)
      for (const double y : ys) {
        const double distance = std::hypot(x - label.anchor.x, y - label.anchor.y);
        if (distance >= least || !is_free({x - half_width, y - half_height, x + half_width, y + half_height})) continue;
        least = distance;
        best = {x, y};
      }
    return best;
  }

  bool is_free(const PictureBox& box) const {
    if (!room_.holds(box)) return false;
    const PictureBox with_space = grown(box, space_between);
    return std::none_of(taken_.begin(), taken_.end(),
                        [&](const PictureBox& other) { return other.overlaps(with_space); });
  }

  /// Lines under a text make it hard to read.
  double crossing(const PictureBox& box) const {
    double sum = 0.0;
    for (const Line& line : lines_) sum += line.weight * length_within(box, line.a, line.b);
    return 2.0 * sum;
  }

  static double turning_away(const PicturePoint& towards, const PicturePoint& u) {
    const double length = std::hypot(towards.x, towards.y);
    return length == 0.0 ? 0.0 : 8.0 * (1.0 - (towards.x * u.x + towards.y * u.y) / length);
  }

  void lead_back(const WantedLabel& label, const PictureBox& box) {
    const PicturePoint edge{std::clamp(label.anchor.x, box.left, box.right),
                            std::clamp(label.anchor.y, box.top, box.bottom)};
    constexpr double far = 26.0;
    if (std::hypot(edge.x - label.anchor.x, edge.y - label.anchor.y) < label.clearance + far) return;
    picture_.outlines.push_back({{label.anchor, edge}, false, {"#777777", {}, 0.7}, "leader"});
    collect_lines(picture_.outlines.back());
  }

  PictureBox room_;
  Picture& picture_;
  std::vector<PictureBox> taken_;
  std::vector<Line> lines_;
};

}  // namespace

std::size_t place_labels(const std::vector<WantedLabel>& labels, const PictureBox& room, Picture& picture) {
  LabelSearch search(room, picture);
  std::size_t left_out = 0;
  for (const WantedLabel& label : labels)
    if (!label.text.empty() && !search.place(label)) ++left_out;
  return left_out;
}

}  // namespace sinew
