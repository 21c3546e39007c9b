// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "sinew/errors/visible_text.h"
#include "sinew/print/table.h"

namespace sinew {

double round_off(double size) { return 1e-15 * size; }

namespace {

/// How a group of numbers is written: decimals enough for the largest to show its digits.
struct Style {
  int decimals = 4;
  bool scientific = false;
  double nothing = 0.0;  ///< numbers below this are what rounding leaves of zero
};

constexpr double too_large = 1e9;  ///< to be read digit by digit

/// Of those that are finite.
double larger_magnitude(double largest, double x) {
  return std::isfinite(x) ? std::max(largest, std::abs(x)) : largest;
}

Style style_of(double largest, int digits, double terms = 0.0) {
  constexpr double least = 1e-12;
  const double nothing = round_off(std::max(largest, terms));
  if (largest < std::max(least, nothing)) return {digits, false, nothing};
  const int zeros = std::max(0, -2 - static_cast<int>(std::floor(std::log10(largest))));
  constexpr int most_zeros = 4;
  return {digits + (zeros > most_zeros ? 0 : zeros), zeros > most_zeros || largest >= too_large, nothing};
}

/// A column in the units that it is printed in.
struct PrintedColumn {
  std::string title;
  std::vector<double> values;
  std::vector<std::string> units;
  std::vector<double> factors;  ///< of the units, in SI

  bool has_one_unit() const {
    return std::all_of(units.begin(), units.end(), [&](const std::string& u) { return u == units.front(); });
  }
};

/// Numbers of one unit that stand together are written alike.
class Styles {
 public:
  explicit Styles(int digits) : digits_(digits) {}

  /// `terms` in SI.
  void see(const PrintedColumn& column, double terms = 0.0) {
    for (std::size_t i = 0; i < column.values.size(); ++i) {
      const std::string& unit = column.units[i];
      Sizes& sizes = sizes_[unit];
      sizes.largest = larger_magnitude(sizes.largest, column.values[i]);
      sizes.terms = std::max(sizes.terms, terms / column.factors[i]);
    }
  }
  Style of(const std::string& unit) const {
    const Sizes& sizes = sizes_.at(unit);
    return style_of(sizes.largest, digits_, sizes.terms);
  }

 private:
  struct Sizes {
    double largest = 0.0;  ///< of the numbers
    double terms = 0.0;    ///< of the terms that they are sums of
  };
  int digits_;
  std::map<std::string, Sizes> sizes_;
};

std::string written(double x, const Style& style) {
  if (std::isnan(x)) return "–";
  if (std::isinf(x)) return x < 0 ? "−∞" : "∞";
  if (std::abs(x) < style.nothing) x = 0.0;
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

PrintedColumn printed(const FigureColumn& column, const UnitChoice& choice) {
  PrintedColumn out{column.title, {}, {}, {}};
  for (Eigen::Index i = 0; i < column.values.size(); ++i) {
    const PrintedUnit unit = choice.unit_of(nth(column.measures, i));
    out.values.push_back(column.values[i] / unit.factor);
    out.units.push_back(unit.text);
    out.factors.push_back(unit.factor);
  }
  return out;
}

bool rows_have_one_unit(const std::vector<PrintedColumn>& columns) {
  return std::all_of(columns.begin(), columns.end(),
                     [&](const PrintedColumn& column) { return column.units == columns.front().units; });
}

/// Its title and one cell per value, numbers right and units left aligned.
std::vector<std::string> texts_of(const PrintedColumn& column, const Styles& styles, UnitsIn units) {
  std::vector<std::string> numbers;
  std::size_t width = 0, unit_width = 0;
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    numbers.push_back(written(column.values[i], styles.of(column.units[i])));
    width = std::max(width, display_width(numbers.back()));
  }
  for (const std::string& unit : column.units) unit_width = std::max(unit_width, display_width(unit));
  const bool in_title = units == UnitsIn::Columns && column.has_one_unit();
  const bool in_cells = unit_width > 0 && (units == UnitsIn::Numbers || (units == UnitsIn::Columns && !in_title));
  std::vector<std::string> texts = {column.title +
                                    (in_title && unit_width > 0 ? " [" + column.units.front() + "]" : "")};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::string text = std::string(width - display_width(numbers[i]), ' ') + numbers[i];
    // every cell as wide as the others, so that aligning to the right keeps the points below each other
    if (in_cells) text += " " + column.units[i] + std::string(unit_width - display_width(column.units[i]), ' ');
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

std::string aligned(const std::vector<std::vector<std::string>>& cells, const std::vector<bool>& right, int indent) {
  std::vector<std::vector<std::string>> rows = cells;
  for (auto& row : rows)
    for (std::string& cell : row) cell = visible_text(cell);
  std::vector<std::size_t> width;
  for (const auto& row : rows) {
    width.resize(std::max(width.size(), row.size()), 0);
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], display_width(row[c]));
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line(static_cast<std::size_t>(indent), ' ');
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (width[c] == 0) continue;
      const std::string gap(width[c] - display_width(row[c]), ' ');
      line += (c < right.size() && right[c] ? gap + row[c] : row[c] + gap) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string figure_table(const std::string& heading, const std::vector<std::string>& labels,
                         const std::vector<FigureColumn>& columns, const Showing& showing, int indent,
                         const std::vector<std::string>& marks) {
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
  Styles styles(showing.digits);
  for (const PrintedColumn& column : shown) styles.see(column);
  for (const PrintedColumn& column : shown) {
    texts.push_back(texts_of(column, styles, units));
    right.push_back(!single);
  }
  if (units == UnitsIn::Rows) {
    texts.push_back({""});
    texts.back().insert(texts.back().end(), shown.front().units.begin(), shown.front().units.end());
  }
  if (!marks.empty()) {
    right.resize(texts.size(), false);
    texts.push_back({""});
    texts.back().insert(texts.back().end(), marks.begin(), marks.end());
  }
  return side_by_side(texts, right, indent);
}

std::string figure_matrix(const FigureMatrix& matrix, const Showing& showing) {
  std::vector<PrintedColumn> columns;
  Styles styles(showing.digits);
  for (Eigen::Index j = 0; j < matrix.values.cols(); ++j) {
    FigureColumn column{matrix.column_labels[static_cast<std::size_t>(j)], matrix.values.col(j), {}};
    for (Eigen::Index i = 0; i < matrix.values.rows(); ++i)
      column.measures.emplace_back(nth(matrix.row_dimensions, i) * nth(matrix.column_dimensions, j));
    columns.push_back(printed(column, showing.units));
    styles.see(columns.back(), matrix.terms);
  }
  const bool something = matrix.values.size() > 0;
  const UnitsIn units = something && !rows_have_one_unit(columns)     ? UnitsIn::Columns
                        : something && columns.front().has_one_unit() ? UnitsIn::Title
                                                                      : UnitsIn::Rows;
  std::vector<std::vector<std::string>> texts = {{""}};
  texts[0].insert(texts[0].end(), matrix.row_labels.begin(), matrix.row_labels.end());
  std::vector<bool> right = {false};
  for (const PrintedColumn& column : columns) {
    texts.push_back(texts_of(column, styles, units));
    right.push_back(true);
  }
  if (something && units == UnitsIn::Rows) {
    texts.push_back({""});
    texts.back().insert(texts.back().end(), columns.front().units.begin(), columns.front().units.end());
  }
  const std::string unit = something && units == UnitsIn::Title ? columns.front().units.front() : "";
  return visible_text(matrix.title) + (unit.empty() ? "" : " [" + unit + "]") + "\n" + side_by_side(texts, right, 2);
}

std::string figure_lines(const std::vector<FigureLine>& lines, const Showing& showing, int indent) {
  std::vector<std::vector<std::string>> rows;
  std::size_t most = 0;
  for (const FigureLine& line : lines) most = std::max(most, static_cast<std::size_t>(line.values.size()));
  std::vector<PrintedColumn> printed_lines;
  Styles styles(showing.digits);
  for (const FigureLine& line : lines) {
    const UnitChoice units = line.in_degrees ? showing.units.with_degrees() : showing.units;
    printed_lines.push_back(printed({line.symbol, line.values, {line.measure}}, units));
    styles.see(printed_lines.back());
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& unit = printed_lines[i].units.front();
    std::vector<std::string> row = {lines[i].symbol};
    for (const double x : printed_lines[i].values) row.push_back(written(x, styles.of(unit)));
    row.resize(1 + most);
    row.push_back(unit);
    row.push_back(lines[i].meaning);
    rows.push_back(std::move(row));
  }
  std::vector<bool> right(1 + most, true);
  right[0] = false;
  return aligned(rows, right, indent);
}

std::string figure(double value, const Measure& measure, const Showing& showing) {
  const PrintedUnit unit = showing.units.unit_of(measure);
  const double shown = value / unit.factor;
  return written(shown, style_of(larger_magnitude(0.0, shown), showing.digits)) +
         (unit.text.empty() ? "" : " " + unit.text);
}

std::string plain_figure(double value, int digits) {
  return written(value, {digits, std::abs(value) >= too_large, 0.0});
}

std::string figures(const Eigen::VectorXd& values, const Measure& measure, const Showing& showing) {
  const PrintedUnit unit = showing.units.unit_of(measure);
  const Eigen::VectorXd printed = values / unit.factor;
  double largest = 0.0;
  for (const double x : printed) largest = larger_magnitude(largest, x);
  const Style style = style_of(largest, showing.digits);
  std::string text;
  for (const double x : printed) text += (text.empty() ? "" : ", ") + written(x, style);
  return text + (unit.text.empty() ? "" : " " + unit.text);
}

}  // namespace sinew
