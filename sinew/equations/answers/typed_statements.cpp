// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/typed_statements.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "sinew/units/text_parts.h"

namespace sinew {

namespace {

using Lines = std::vector<TypedStatement>;

/// Brackets that are drawn over several lines are opened and closed on each.
constexpr std::array opening{"[", "⎡", "⎢", "⎣"};
constexpr std::array closing{"]", "⎤", "⎥", "⎦"};
constexpr std::array last_row{"⎣"};

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

template <class Marks>
std::size_t length_of_first(std::string_view text, const Marks& marks) {
  for (const std::string_view mark : marks)
    if (text.starts_with(mark)) return mark.size();
  return 0;
}

template <class Marks>
std::size_t length_of_last(std::string_view text, const Marks& marks) {
  for (const std::string_view mark : marks)
    if (text.ends_with(mark)) return mark.size();
  return 0;
}

/// A torque's terms carry what they are the torque of, four blanks behind them.
std::string_view without_label(std::string_view line) {
  for (const std::string_view label : {"inertial", "Coriolis", "centrifugal", "gravity", "friction", "spring"})
    if (line.ends_with(std::string("    ").append(label))) return trimmed(line.substr(0, line.size() - label.size()));
  return line;
}

Lines lines_of(const std::string& text) {
  Lines lines;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view whole = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    lines.push_back({std::string(without_label(trimmed(whole.substr(0, whole.find('#'))))), ++number});
  }
  return lines;
}

bool is_underline(std::string_view line) {
  return !line.empty() && (line.find_first_not_of('-') == std::string_view::npos ||
                           line.find_first_not_of('=') == std::string_view::npos);
}

/// On a page with underlined titles, what stands between blank lines and ends with a full stop: which angle c₂ is of.
Lines without_prose(Lines lines) {
  const auto is_underlined = [](const TypedStatement& line) { return is_underline(line.text); };
  if (std::none_of(lines.begin(), lines.end(), is_underlined)) return lines;
  const auto is_blank = [](const TypedStatement& line) { return line.text.empty(); };
  Lines result;
  for (auto begin = lines.begin(); begin != lines.end();) {
    const auto end = std::find_if(begin, lines.end(), is_blank);
    const bool is_prose = begin != end && (end - 1)->text.ends_with('.') && std::none_of(begin, end, is_underlined);
    if (!is_prose) result.insert(result.end(), begin, end);
    begin = end == lines.end() ? end : end + 1;
  }
  return result;
}

/// A title with its line below; "M, 3×3, symmetric:"; "all others are zero".
Lines without_headings(const Lines& lines) {
  Lines result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i].text;
    const bool is_title = i + 1 < lines.size() && is_underline(lines[i + 1].text) && !has(line, "=") && !line.empty();
    const bool is_head = line.ends_with(':') && has(line, "×") && !has(line, "multiplied");
    if (is_title) ++i;
    if (!is_title && !is_head && line != "all others are zero") result.push_back(lines[i]);
  }
  return result;
}

/// Cells stand two blanks or more apart, those of a formula one.
std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  for (row = trimmed(row); !row.empty();) {
    const std::size_t end = std::min(row.find("  "), row.size());
    cells.emplace_back(row.substr(0, end));
    row = trimmed(row.substr(end));
  }
  return cells;
}

/// One line of a matrix as it is drawn: `M = [ a  b ]`.
struct MatrixRow {
  std::string head;  ///< "M = ", and where a factor stands before the matrix, that
  std::vector<std::string> cells;
  bool is_last = false;  ///< by its bracket
};

std::optional<MatrixRow> matrix_row(const std::string& line) {
  const std::string_view text = line;
  std::size_t begin = std::string_view::npos;
  for (const std::string_view mark : opening) begin = std::min(begin, text.find(mark));
  if (begin == std::string_view::npos) return {};
  const std::string_view head = text.substr(0, begin), drawn = text.substr(begin);
  if (!trimmed(head).empty() && !has(head, "= ")) return {};
  const std::size_t open = length_of_first(drawn, opening), close = length_of_last(drawn, closing);
  if (close == 0 || drawn.size() < open + close + 2) return {};
  const std::string_view inside = drawn.substr(open, drawn.size() - open - close);
  if (!inside.starts_with(' ') || !inside.ends_with(' ') || has(inside, ",") || has(inside, ";") || has(inside, "["))
    return {};
  return MatrixRow{std::string(head), cells_of(inside), length_of_first(drawn, last_row) > 0};
}

std::string as_statement(const std::string& head, const std::vector<MatrixRow>& rows) {
  const std::size_t equals = head.find('=');
  const std::string left = head.substr(0, equals);
  std::string factor(trimmed(std::string_view(head).substr(equals + 1)));
  for (const std::string_view times : {"*", "·"})
    if (factor.ends_with(times)) factor.resize(factor.size() - times.size());
  std::string matrix;
  for (const MatrixRow& row : rows) {
    matrix += matrix.empty() ? "[" : ", [";
    for (std::size_t k = 0; k < row.cells.size(); ++k) {
      matrix += k == 0 ? "" : ", ";
      if (factor.empty())
        matrix += row.cells[k];
      else
        matrix.append("(").append(factor).append(")*(").append(row.cells[k]).append(")");
    }
    matrix += "]";
  }
  return left + "= [" + matrix + "]";
}

/// The head of a drawn matrix stands before its middle row, so some rows come before it.
class DrawnMatrices {
 public:
  explicit DrawnMatrices(Lines lines) : lines_(std::move(lines)) {}

  Lines as_statements() {
    Lines result;
    for (std::size_t i = 0; i < lines_.size();) {
      const std::size_t end = end_of_rows(i);
      if (end == i)
        result.push_back(lines_[i++]);
      else
        for (; i < end;) i = take_matrix(i, end, result);
    }
    return result;
  }

 private:
  std::size_t end_of_rows(std::size_t i) const {
    while (i < lines_.size() && matrix_row(lines_[i].text)) ++i;
    return i;
  }

  /// One matrix of the rows from `begin` to `end`; where the next one begins.
  std::size_t take_matrix(std::size_t begin, std::size_t end, Lines& result) const {
    std::vector<MatrixRow> rows;
    for (std::size_t i = begin; i < end; ++i) rows.push_back(*matrix_row(lines_[i].text));
    const auto next_head = [&](std::size_t from) {
      while (from < rows.size() && rows[from].head.empty()) ++from;
      return from;
    };
    const std::size_t head = next_head(0);
    if (head == rows.size()) {  // rows of nothing
      result.insert(result.end(), lines_.begin() + static_cast<std::ptrdiff_t>(begin),
                    lines_.begin() + static_cast<std::ptrdiff_t>(end));
      return end;
    }
    std::size_t count = rows.size();
    if (const std::size_t next = next_head(head + 1); next < rows.size()) count = next - head;  // of the same size
    for (std::size_t k = 0; k < rows.size() && k < count; ++k)
      if (rows[k].is_last) count = k + 1;
    rows.resize(std::max(count, head + 1));
    result.push_back({as_statement(rows[head].head, rows), lines_[begin].line});
    return begin + rows.size();
  }

  Lines lines_;
};

bool begins_with_sign(std::string_view line) {
  constexpr std::array signs{"+", "-", "−", "*", "·", "/", ")"};
  return length_of_first(line, signs) > 0;
}

}  // namespace

int bracket_balance(std::string_view text) {
  int depth = 0;
  for (const char c : text) depth += (c == '[' || c == '(' || c == '{') - (c == ']' || c == ')' || c == '}');
  return depth;
}

std::vector<TypedStatement> typed_statements(const std::string& text) {
  Lines statements;
  for (TypedStatement& line : DrawnMatrices(without_headings(without_prose(lines_of(text)))).as_statements()) {
    if (line.text.empty()) continue;
    const bool goes_on = !statements.empty() && !has(line.text, "=") &&
                         (bracket_balance(statements.back().text) > 0 ||
                          (has(statements.back().text, "=") && begins_with_sign(line.text)));
    if (goes_on)
      statements.back().text += " " + line.text;
    else
      statements.push_back(std::move(line));
  }
  return statements;
}

}  // namespace sinew
