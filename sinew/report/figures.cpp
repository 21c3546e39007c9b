// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/report/table.h"

namespace sinew {
namespace {

/// One per code point but for combining marks, U+0300 to U+036F: ω̇ takes one place.
std::size_t seen_width(std::string_view text) {
  std::size_t marks = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]), next = static_cast<unsigned char>(text[i + 1]);
    if (lead == 0xCC || (lead == 0xCD && next < 0xB0)) ++marks;
  }
  return display_width(text) - marks;
}

/// How a group of numbers is written: decimals enough for the largest to show its digits.
struct Style {
  int decimals = 4;
  bool scientific = false;
};

Style style_of(const std::vector<double>& values, int digits) {
  double largest = 0.0;
  for (const double x : values)
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  // below this it is what rounding leaves of zero
  constexpr double nothing = 1e-12;
  if (largest < nothing) return {digits, false};
  const int zeros = std::max(0, -2 - static_cast<int>(std::floor(std::log10(largest))));
  constexpr int most_zeros = 4;
  constexpr double most = 1e9;
  return {digits + (zeros > most_zeros ? 0 : zeros), zeros > most_zeros || largest >= most};
}

std::string written(double x, const Style& style) {
  if (std::isnan(x)) return "–";
  if (std::isinf(x)) return x < 0 ? "−∞" : "∞";
  std::string text = style.scientific ? fmt::format("{:.{}e}", x == 0.0 ? 0.0 : x, style.decimals)
                                      : fmt::format("{:.{}f}", x, style.decimals);
  if (text.starts_with('-') && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);  // no −0.0000
  return text;
}

const Measure& nth(const std::vector<Measure>& measures, Eigen::Index i) {
  return measures[measures.size() == 1 ? 0 : static_cast<std::size_t>(i)];
}
Dimension nth(const std::vector<Dimension>& dimensions, Eigen::Index i) {
  if (dimensions.empty()) return {};
  return dimensions[dimensions.size() == 1 ? 0 : static_cast<std::size_t>(i)];
}

/// Where the units of a table stand: best in one place, else with every row, else with every column or number.
enum class UnitsIn { Title, Rows, Columns, Numbers };

/// A column in the units that it is printed in.
struct PrintedColumn {
  std::string title;
  std::vector<double> values;
  std::vector<std::string> units;

  bool has_one_unit() const {
    return std::all_of(units.begin(), units.end(), [&](const std::string& u) { return u == units.front(); });
  }
};

PrintedColumn printed(const FigureColumn& column, const UnitChoice& choice) {
  PrintedColumn out{column.title, {}, {}};
  for (Eigen::Index i = 0; i < column.values.size(); ++i) {
    const PrintedUnit unit = choice.unit_of(nth(column.measures, i));
    out.values.push_back(column.values[i] / unit.factor);
    out.units.push_back(unit.text);
  }
  return out;
}

bool rows_have_one_unit(const std::vector<PrintedColumn>& columns) {
  return std::all_of(columns.begin(), columns.end(),
                     [&](const PrintedColumn& column) { return column.units == columns.front().units; });
}

/// Its title and one cell per value, numbers right and units left aligned.
std::vector<std::string> texts_of(const PrintedColumn& column, const Style& style, UnitsIn units) {
  std::vector<std::string> numbers;
  std::size_t width = 0, unit_width = 0;
  for (const double x : column.values) {
    numbers.push_back(written(x, style));
    width = std::max(width, seen_width(numbers.back()));
  }
  for (const std::string& unit : column.units) unit_width = std::max(unit_width, seen_width(unit));
  const bool in_title = units == UnitsIn::Columns && column.has_one_unit();
  const bool in_cells = unit_width > 0 && (units == UnitsIn::Numbers || (units == UnitsIn::Columns && !in_title));
  std::vector<std::string> texts = {column.title +
                                    (in_title && unit_width > 0 ? " [" + column.units.front() + "]" : "")};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::string text = std::string(width - seen_width(numbers[i]), ' ') + numbers[i];
    // every cell as wide as the others, so that aligning to the right keeps the points below each other
    if (in_cells) text += " " + column.units[i] + std::string(unit_width - seen_width(column.units[i]), ' ');
    texts.push_back(text);
  }
  return texts;
}

std::string side_by_side(const std::vector<std::vector<std::string>>& columns, const std::vector<bool>& right,
                         int indent) {
  std::vector<std::vector<std::string>> rows(columns.front().size());
  for (const auto& column : columns)
    for (std::size_t i = 0; i < column.size(); ++i) rows[i].push_back(column[i]);
  return aligned(rows, right, indent);
}

}  // namespace

std::string aligned(const std::vector<std::vector<std::string>>& rows, const std::vector<bool>& right, int indent) {
  std::vector<std::size_t> width;
  for (const auto& row : rows) {
    width.resize(std::max(width.size(), row.size()), 0);
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], seen_width(row[c]));
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line(static_cast<std::size_t>(indent), ' ');
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (width[c] == 0) continue;
      const std::string gap(width[c] - seen_width(row[c]), ' ');
      line += (c < right.size() && right[c] ? gap + row[c] : row[c] + gap) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string figure_table(const std::string& heading, const std::vector<std::string>& labels,
                         const std::vector<FigureColumn>& columns, const Showing& showing, int indent) {
  std::vector<std::vector<std::string>> texts = {{heading}};
  texts[0].insert(texts[0].end(), labels.begin(), labels.end());
  std::vector<PrintedColumn> shown;
  shown.reserve(columns.size());
  for (const FigureColumn& column : columns) shown.push_back(printed(column, showing.units));
  const bool single = columns.size() == 1;
  // at the rows' ends where titles could not tell, or would all say the same
  const bool titles_tell = std::all_of(shown.begin(), shown.end(), [](const auto& c) { return c.has_one_unit(); });
  constexpr std::size_t many = 4;
  const UnitsIn units = single                                                                  ? UnitsIn::Numbers
                        : rows_have_one_unit(shown) && (!titles_tell || columns.size() >= many) ? UnitsIn::Rows
                                                                                                : UnitsIn::Columns;
  std::vector<bool> right = {false};
  for (const PrintedColumn& column : shown) {
    texts.push_back(texts_of(column, style_of(column.values, showing.digits), units));
    right.push_back(!single);
  }
  if (units == UnitsIn::Rows) {
    texts.push_back({""});
    texts.back().insert(texts.back().end(), shown.front().units.begin(), shown.front().units.end());
  }
  return side_by_side(texts, right, indent);
}

std::string figure_matrix(const FigureMatrix& matrix, const Showing& showing) {
  std::vector<PrintedColumn> columns;
  std::vector<double> all;
  for (Eigen::Index j = 0; j < matrix.values.cols(); ++j) {
    FigureColumn column{matrix.column_labels[static_cast<std::size_t>(j)], matrix.values.col(j), {}};
    for (Eigen::Index i = 0; i < matrix.values.rows(); ++i)
      column.measures.emplace_back(nth(matrix.row_dimensions, i) * nth(matrix.column_dimensions, j));
    columns.push_back(printed(column, showing.units));
    all.insert(all.end(), columns.back().values.begin(), columns.back().values.end());
  }
  const bool something = !all.empty();
  const UnitsIn units = something && !rows_have_one_unit(columns)     ? UnitsIn::Columns
                        : something && columns.front().has_one_unit() ? UnitsIn::Title
                                                                      : UnitsIn::Rows;
  const Style style = style_of(all, showing.digits);
  std::vector<std::vector<std::string>> texts = {{""}};
  texts[0].insert(texts[0].end(), matrix.row_labels.begin(), matrix.row_labels.end());
  std::vector<bool> right = {false};
  for (const PrintedColumn& column : columns) {
    texts.push_back(texts_of(column, style, units));
    right.push_back(true);
  }
  if (something && units == UnitsIn::Rows) {
    texts.push_back({""});
    texts.back().insert(texts.back().end(), columns.front().units.begin(), columns.front().units.end());
  }
  const std::string unit = something && units == UnitsIn::Title ? columns.front().units.front() : "";
  return matrix.title + (unit.empty() ? "" : " [" + unit + "]") + "\n" + side_by_side(texts, right, 2);
}

std::string figure_lines(const std::vector<FigureLine>& lines, const Showing& showing, int indent) {
  std::vector<std::vector<std::string>> rows;
  std::size_t most = 0;
  for (const FigureLine& line : lines) most = std::max(most, static_cast<std::size_t>(line.values.size()));
  for (const FigureLine& line : lines) {
    const PrintedUnit unit = (line.in_degrees ? showing.units.with_degrees() : showing.units).unit_of(line.measure);
    std::vector<double> values;
    for (const double x : line.values) values.push_back(x / unit.factor);
    // of a line of small numbers the points leave the column, but none of the digits goes
    const Style style = style_of(values, showing.digits);
    std::vector<std::string> row = {line.symbol};
    for (const double x : values) row.push_back(written(x, style));
    row.resize(1 + most);
    row.push_back(unit.text);
    row.push_back(line.meaning);
    rows.push_back(std::move(row));
  }
  std::vector<bool> right(1 + most, true);
  right[0] = false;
  return aligned(rows, right, indent);
}

std::string figure(double value, const Measure& measure, const Showing& showing) {
  const PrintedUnit unit = showing.units.unit_of(measure);
  const double shown = value / unit.factor;
  return written(shown, style_of({shown}, showing.digits)) + (unit.text.empty() ? "" : " " + unit.text);
}

}  // namespace sinew
