// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/latex_matrix.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "sinew/print/latex_width.h"

namespace sinew {

namespace {

constexpr double width_of_brackets = 12, width_between_columns = 10;

}  // namespace

std::string latex_matrix(int columns, const std::vector<std::string>& entries) {
  std::string result = "\\left[\\begin{array}{@{}" + std::string(static_cast<std::size_t>(columns), 'c') + "@{}}\n   ";
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool ends_row = (i + 1) % static_cast<std::size_t>(columns) == 0;
    result += " " + entries[i] + (!ends_row ? " &" : i + 1 < entries.size() ? " \\\\\n   " : "\n");
  }
  return result + "  \\end{array}\\right]";
}

double latex_matrix_width(int columns, const std::vector<std::string>& entries) {
  std::vector<double> widths(static_cast<std::size_t>(columns), 0.0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    double& width = widths[i % widths.size()];
    width = std::max(width, latex_width(entries[i]));
  }
  return std::accumulate(widths.begin(), widths.end(), width_of_brackets + width_between_columns * (columns - 1));
}

std::string latex_matrix(int columns, const std::vector<std::string>& entries, const LatexBorders& borders) {
  if (borders.rows.empty() && borders.columns.empty()) return latex_matrix(columns, entries);
  std::string result = "\\bordermatrix{\n   ";
  for (std::size_t c = 0; c < static_cast<std::size_t>(columns); ++c)
    result += " & " + (borders.columns.empty() ? std::string() : borders.columns[c]);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t row = i / static_cast<std::size_t>(columns);
    if (i % static_cast<std::size_t>(columns) == 0)
      result += " \\cr\n    " + (borders.rows.empty() ? std::string() : borders.rows[row]);
    result += " & " + entries[i];
  }
  return result + " \\cr\n  }";
}

double latex_matrix_width(int columns, const std::vector<std::string>& entries, const LatexBorders& borders) {
  if (borders.rows.empty() && borders.columns.empty()) return latex_matrix_width(columns, entries);
  std::vector<std::string> cells = borders.columns;
  cells.insert(cells.end(), entries.begin(), entries.end());
  double widest = 0;
  for (const std::string& row : borders.rows) widest = std::max(widest, latex_width(row));
  return widest + width_between_columns + latex_matrix_width(columns, cells);
}

}  // namespace sinew
