// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sinew/print/plots/colored_text.h"

namespace sinew {

/// A drawing of braille characters, each with two by four dots. Dots are counted from the top left corner.
class BrailleCanvas {
 public:
  BrailleCanvas(int columns, int rows);

  /// Dots along a straight line; those outside are left out.
  void line(double x0, double y0, double x1, double y1, std::size_t color);
  /// A character along a whole row, where there are no dots.
  void rule(int row, const std::string& character);
  /// A character in place of the dots.
  void put(int column, int row, const std::string& character, std::size_t color);

  void add_row(int row, ColoredPage& page) const;

 private:
  struct Cell {
    std::uint8_t dots = 0;
    std::string character;  ///< in place of dots, or behind them
    bool covers = false;    ///< the character counts where there are dots, too
    std::optional<std::size_t> color;
  };
  void dot(int x, int y, std::size_t color);
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }
  Cell& cell(int column, int row) { return cells_[index(column, row)]; }
  const Cell& cell(int column, int row) const { return cells_[index(column, row)]; }

  int columns_, rows_;
  std::vector<Cell> cells_;
};

}  // namespace sinew
