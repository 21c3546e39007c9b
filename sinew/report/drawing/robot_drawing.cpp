// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/robot_drawing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "sinew/errors/visible_text.h"
#include "sinew/print/drawing/text_width.h"
#include "sinew/report/drawing/picture_footer.h"
#include "sinew/report/drawing/pose_painter.h"

namespace sinew {
namespace {

constexpr double caption_height = 24.0;

/// Room beside the robot's points for its symbols and labels, in pixels.
struct SideRoom {
  double left = 60.0, top = 45.0, right = 60.0, bottom = 45.0;
};

/// What the poses take in the picture's plane, in metres.
PictureBox extent_of(const RobotScene& scene, const DrawingStyle& style) {
  const DrawingPlane in_metres{style.view, 1.0, {}, 0.0};
  PictureBox box;
  for (const DrawnPose& pose : scene.poses)
    for (const Vec3<double>& p : points_of(scene, pose, style)) box.add(in_metres.at(p));
  for (const Vec3<double>& p : scene.trace) box.add(in_metres.at(p));
  return box;
}

/// Distances in metres between joints that follow each other, as they are seen: the lower quartile.
double usual_distance(const RobotScene& scene, const View& view) {
  const DrawingPlane in_metres{view, 1.0, {}, 0.0};
  std::vector<double> distances;
  const PosedRobot& robot = scene.poses.back().robot;
  for (const PosedLink& link : robot.links)
    for (const SpacePath& path : link.paths) {
      const double d = length_of(in_metres.at(path.back()) - in_metres.at(path.front()));
      if (d > 1e-6) distances.push_back(d);
    }
  if (distances.empty()) return 1e300;
  std::sort(distances.begin(), distances.end());
  return distances[distances.size() / 4];
}

/// Finds the scale at which the poses, with their symbols around them, fill the cells of the picture.
class Layout {
 public:
  Layout(const RobotScene& scene, const DrawingStyle& style)
      : scene_(scene), style_(style), extent_(extent_of(scene, style)), apart_(usual_distance(scene, style.view)) {
    const std::size_t n = scene.poses.size();
    if (style.side_by_side) {
      columns_ = n <= 4 ? n : static_cast<std::size_t>(std::ceil(std::sqrt(1.6 * static_cast<double>(n))));
      rows_ = (n + columns_ - 1) / columns_;
    }
    for (int pass = 0; pass < 3; ++pass) {
      set_sizes();
      make_room_for_symbols();
    }
    set_sizes();
  }

  double width() const { return cell_width_ * static_cast<double>(columns_); }
  double height() const { return cell_height_ * static_cast<double>(rows_) + footer_height; }

  PictureBox cell(std::size_t i) const {
    const std::size_t column = i % columns_, row = i / columns_;
    const double left = cell_width_ * static_cast<double>(column), top = cell_height_ * static_cast<double>(row);
    return {left, top, left + cell_width_, top + cell_height_};
  }

  DrawingPlane plane_of_cell(std::size_t i) const {
    const PictureBox box = cell(i);
    const double bottom = box.bottom - (style_.side_by_side ? caption_height : 0.0);
    DrawingPlane plane{style_.view, scale_, {}, symbol_radius()};
    const double middle_x = 0.5 * (extent_.left + extent_.right), middle_y = 0.5 * (extent_.top + extent_.bottom);
    plane.origin = {0.5 * (box.left + room_.left + box.right - room_.right) - middle_x * scale_,
                    0.5 * (box.top + room_.top + bottom - room_.bottom) - middle_y * scale_};
    return plane;
  }

 private:
  double symbol_radius() const {
    const double by_size = std::clamp(0.021 * std::min(cell_width_, 1.4 * cell_height_), 5.0, 11.0);
    return std::clamp(0.42 * apart_ * scale_, std::min(by_size, 4.5), by_size);
  }

  /// The cells as large as asked for, or as the robot needs them.
  void set_sizes() {
    const double caption = style_.side_by_side ? caption_height : 0.0;
    const double w = std::max(extent_.width(), 1e-9), h = std::max(extent_.height(), 1e-9);
    const double beside_x = room_.left + room_.right, beside_y = room_.top + room_.bottom + caption;
    const double wished = style_.side_by_side ? 190.0 : 440.0, widest = style_.side_by_side ? 1.0 : 1.25;
    if (style_.width > 0.0) {
      cell_width_ = style_.width / static_cast<double>(columns_);
      cell_height_ = (style_.height - footer_height) / static_cast<double>(rows_);
    } else {
      const double natural = std::min(wished * widest / w, wished / h);
      cell_width_ = std::max(w * natural + beside_x, style_.side_by_side ? 200.0 : 340.0);
      cell_height_ = std::max(h * natural + beside_y, style_.side_by_side ? 150.0 : 190.0);
    }
    scale_ = std::min(std::max(20.0, cell_width_ - beside_x) / w, std::max(20.0, cell_height_ - beside_y) / h);
    if (extent_.width() < 1e-9 && extent_.height() < 1e-9) scale_ = 100.0;
  }

  /// Symbols and arrows reach beyond the points of the robot, and labels stand beside them.
  void make_room_for_symbols() {
    DrawingPlane plane{style_.view, scale_, {}, symbol_radius()};
    PictureBox drawn;
    const auto add = [&](const PaintedPoses& painted) {
      for (const PictureOutline& outline : painted.outlines)
        for (const PicturePoint& p : outline.points) drawn.add(p);
    };
    if (style_.side_by_side)
      for (std::size_t i = 0; i < scene_.poses.size(); ++i) add(painted_poses(scene_, i, i, style_, plane));
    else
      add(painted_poses(scene_, 0, scene_.poses.size() - 1, style_, plane));
    const double label_x = style_.side_by_side ? 22.0 : 46.0, label_y = style_.side_by_side ? 10.0 : 24.0;
    room_ = {extent_.left * scale_ - drawn.left + label_x, extent_.top * scale_ - drawn.top + label_y,
             drawn.right - extent_.right * scale_ + label_x, drawn.bottom - extent_.bottom * scale_ + label_y};
    if (style_.width == 0.0) return;
    // a small picture gives its room to the robot, and labels find their place over it
    const double w = style_.width / static_cast<double>(columns_), h = style_.height / static_cast<double>(rows_);
    const double fewer = std::min({1.0, 0.5 * w / (room_.left + room_.right), 0.5 * h / (room_.top + room_.bottom)});
    room_ = {room_.left * fewer, room_.top * fewer, room_.right * fewer, room_.bottom * fewer};
  }

  const RobotScene& scene_;
  const DrawingStyle& style_;
  PictureBox extent_;
  double apart_;
  SideRoom room_;
  std::size_t columns_ = 1, rows_ = 1;
  double cell_width_ = 0.0, cell_height_ = 0.0, scale_ = 1.0;
};

/// The labels find their places around what is there; outlines and texts of the footer are obstacles of every cell.
std::size_t add_cell(const PaintedPoses& painted, const PictureBox& room, const Picture& footer, Picture& picture) {
  Picture of_cell{picture.width, picture.height, {}, footer.outlines, footer.texts};
  of_cell.outlines.insert(of_cell.outlines.end(), painted.outlines.begin(), painted.outlines.end());
  const std::size_t left_out = place_labels(painted.labels, room, of_cell);
  const auto add_those_behind = [](const auto& from, std::size_t first, auto& to) {
    to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(first), from.end());
  };
  add_those_behind(of_cell.outlines, footer.outlines.size(), picture.outlines);
  add_those_behind(of_cell.texts, footer.texts.size(), picture.texts);
  return left_out;
}

}  // namespace

RobotDrawing robot_drawing(const RobotScene& scene, const DrawingStyle& style) {
  const Layout layout(scene, style);
  RobotDrawing drawing;
  Picture& picture = drawing.picture;
  picture.width = std::ceil(style.width > 0.0 ? style.width : layout.width());
  picture.height = std::ceil(style.width > 0.0 ? style.height : layout.height());
  picture.title = scene.title;
  Picture footer{picture.width, picture.height, {}, {}, {}};
  add_footer(layout.plane_of_cell(0), footer);
  const std::size_t cells = style.side_by_side ? scene.poses.size() : 1;
  for (std::size_t i = 0; i < cells; ++i) {
    const std::size_t first = style.side_by_side ? i : 0, last = style.side_by_side ? i : scene.poses.size() - 1;
    PictureBox room = layout.cell(i);
    if (style.side_by_side) {
      room.bottom -= caption_height;
      const std::string caption = shortened(visible_text(scene.poses[i].caption), 12.0, room.width() - 8.0);
      picture.texts.push_back(
          {{0.5 * (room.left + room.right), room.bottom + 0.4 * caption_height}, caption, 12.0, "#000000", "caption"});
    }
    constexpr double edge = 3.0;
    drawing.labels_left_out +=
        add_cell(painted_poses(scene, first, last, style, layout.plane_of_cell(i)),
                 {room.left + edge, room.top + edge, room.right - edge, room.bottom - edge}, footer, picture);
  }
  picture.outlines.insert(picture.outlines.end(), footer.outlines.begin(), footer.outlines.end());
  picture.texts.insert(picture.texts.end(), footer.texts.begin(), footer.texts.end());
  return drawing;
}

}  // namespace sinew
