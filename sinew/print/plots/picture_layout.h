// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/print/plots/figure.h"

namespace sinew {

/// Where everything of a picture stands, in pixels from its top left corner. Legends stand to the right of the panels,
/// so that they cover no curve, and the panels of one picture share their left and right sides, so that times stand
/// below each other.
struct PictureLayout {
  struct Box {
    double top = 0.0, bottom = 0.0;
  };
  static constexpr double width = 800.0;
  static constexpr double large_font = 19.0, font = 14.0,
                          line = 20.0;  ///< heights of texts and of a line of the legend

  double height = 0.0, left = 0.0, right = 0.0;  ///< of the panels; `right` from the left side, too
  double legend = 0.0;                           ///< left side of the legends
  std::vector<std::string> title;                ///< lines
  std::string subtitle;
  std::vector<Box> panels;
};

/// As high as the panels need.
PictureLayout layout_of(const Figure& figure);

/// A page of a document: width to height as A4 has it.
constexpr double page_height = PictureLayout::width * 210.0 / 297.0;
/// The panels fill the page.
PictureLayout page_layout_of(const Figure& figure);
/// One figure per page: panels that do not fit on one go on to the next.
std::vector<Figure> on_pages(const Figure& figure);

/// Cut in the middle to so many columns, with … where something is left out.
std::string shortened(const std::string& text, std::size_t columns);
/// Lines of at most so many columns, broken between words.
std::vector<std::string> wrapped_lines(const std::string& text, std::size_t columns);

/// A name below the axis, and the height of its letters: as many stand side by side as there are.
std::string name_text(const std::string& name);
double name_font(const Figure& figure);

/// A curve's name as the legend has it.
std::string legend_text(const std::string& name);

}  // namespace sinew
