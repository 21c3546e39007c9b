// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/braille_canvas.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

/// U+2800 and its dots, in UTF-8.
std::string braille(std::uint8_t dots) {
  return {'\xE2', static_cast<char>(0xA0U + (dots >> 6U)), static_cast<char>(0x80U + (dots & 0x3FU))};
}

}  // namespace

BrailleCanvas::BrailleCanvas(int columns, int rows)
    : columns_(columns), rows_(rows), cells_(static_cast<std::size_t>(columns * rows)) {}

void BrailleCanvas::dot(int x, int y, std::size_t color) {
  if (x < 0 || y < 0 || x >= 2 * columns_ || y >= 4 * rows_) return;
  static constexpr std::uint8_t bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  Cell& at = cell(x / 2, y / 4);
  at.dots |= bits[y % 4][x % 2];
  at.color = color;
}

void BrailleCanvas::line(double x0, double y0, double x1, double y1, std::size_t color) {
  const double longest = std::max(std::abs(x1 - x0), std::abs(y1 - y0));
  const int steps = std::clamp(static_cast<int>(std::ceil(longest)), 1, 8 * (columns_ + 2 * rows_));
  for (int i = 0; i <= steps; ++i) {
    const double part = static_cast<double>(i) / steps;
    dot(static_cast<int>(std::lround(x0 + part * (x1 - x0))), static_cast<int>(std::lround(y0 + part * (y1 - y0))),
        color);
  }
}

void BrailleCanvas::rule(int row, const std::string& character) {
  for (int column = 0; column < columns_; ++column) cell(column, row).character = character;
}

void BrailleCanvas::put(int column, int row, const std::string& character, std::size_t color) {
  if (column < 0 || row < 0 || column >= columns_ || row >= rows_) return;
  Cell& at = cell(column, row);
  at.character = character;
  at.covers = true;
  at.color = color;
}

void BrailleCanvas::add_row(int row, ColoredPage& page) const {
  for (int column = 0; column < columns_; ++column) {
    const Cell& at = cell(column, row);
    const bool is_character = at.covers || (at.dots == 0 && !at.character.empty());
    const std::string text = is_character ? at.character : at.dots == 0 ? " " : braille(at.dots);
    if (!page.empty() && page.back().color == at.color && column > 0)
      page.back().text += text;
    else
      page.push_back({text, at.color});
  }
  // nothing ends in spaces
  while (!page.empty() && page.back().text.ends_with(' ')) page.back().text.pop_back();
}

}  // namespace sinew
