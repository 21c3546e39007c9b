// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answer_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "sinew/equations/answer_names.h"
#include "sinew/formats/quantity_text.h"

namespace sinew {

namespace {

using Shape = AnswerQuantity::Shape;

struct Statement {
  std::string left, right;
  int line = 0;
};

/// The cells of a matrix as they are typed.
struct Cells {
  int rows = 1, columns = 1;
  std::vector<std::string> texts;
  bool is_list = false;  ///< one pair of brackets: a row or a column
};

struct Size {
  int rows = 1, columns = 1;
};

int bracket_balance(std::string_view text) {
  int depth = 0;
  for (const char c : text) depth += (c == '[' || c == '(') - (c == ']' || c == ')');
  return depth;
}

/// Lines put together to statements: one with an open bracket goes on in the next, unless that begins another.
std::vector<std::pair<std::string, int>> joined_lines(const std::string& text) {
  std::vector<std::pair<std::string, int>> result;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view whole = std::string_view(text).substr(begin, end - begin);
    const std::string line(trimmed(whole.substr(0, whole.find('#'))));
    begin = end + 1;
    ++number;
    if (line.empty()) continue;
    const bool goes_on =
        !result.empty() && line.find('=') == std::string::npos && bracket_balance(result.back().first) > 0;
    if (goes_on)
      result.back().first += " " + line;
    else
      result.emplace_back(line, number);
  }
  return result;
}

std::vector<Statement> statements(const SourceText& source, Problems& problems) {
  std::vector<Statement> result;
  for (const auto& [text, line] : joined_lines(source.text)) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      problems.error({line}, in_quotes(text) + " says nothing", "write it like tau1 = m1*l1*g*cos(q1)");
    else
      result.push_back({std::string(trimmed(std::string_view(text).substr(0, equals))),
                        std::string(trimmed(std::string_view(text).substr(equals + 1))), line});
  }
  return result;
}

Cells cells_of_rows(const std::vector<std::string>& rows) {
  Cells cells{static_cast<int>(rows.size()), 0, {}, false};
  for (const std::string& row : rows) {
    const std::vector<std::string> parts = list_parts(row);
    if (cells.columns != 0 && static_cast<std::size_t>(cells.columns) != parts.size())
      throw FormulaError("has rows of different lengths", "give every row as many entries");
    cells.columns = static_cast<int>(parts.size());
    cells.texts.insert(cells.texts.end(), parts.begin(), parts.end());
  }
  return cells;
}

/// [[a, b], [c, d]], [a, b; c, d], [a, b] or a formula.
Cells cells_of(const std::string& text) {
  if (!text.starts_with('[')) return {1, 1, {text}, false};
  if (!text.ends_with(']') || bracket_balance(text) != 0)
    throw FormulaError("has brackets that do not match", "write a matrix like [[a, b], [c, d]]");
  if (text.find(';') != std::string::npos) {
    std::vector<std::string> rows(1);
    for (const char c : text.substr(1, text.size() - 2)) {
      if (c == ';')
        rows.emplace_back();
      else
        rows.back() += c;
    }
    return cells_of_rows(rows);
  }
  std::vector<std::string> parts = list_parts(text);
  if (std::all_of(parts.begin(), parts.end(), [](const std::string& part) { return part.starts_with('['); }))
    return cells_of_rows(parts);
  const int count = static_cast<int>(parts.size());
  return {count, 1, std::move(parts), true};
}

/// M(q), τ₁ and g as M, tau1 and G.
std::string plain_name(std::string name) {
  if (const std::size_t arguments = name.find('('); arguments != std::string::npos && name.ends_with(')'))
    name.erase(arguments);
  constexpr std::array spelled{std::pair{"τ", "tau"}, std::pair{"₀", "0"}, std::pair{"₁", "1"}, std::pair{"₂", "2"},
                               std::pair{"₃", "3"},   std::pair{"₄", "4"}, std::pair{"₅", "5"}, std::pair{"₆", "6"},
                               std::pair{"₇", "7"},   std::pair{"₈", "8"}, std::pair{"₉", "9"}};
  for (const auto& [mark, plain] : spelled)
    for (std::size_t at = name.find(mark); at != std::string::npos; at = name.find(mark))
      name.replace(at, std::string_view(mark).size(), plain);
  if (name.starts_with('g') && name.find_first_not_of("_0123456789", 1) == std::string::npos) name[0] = 'G';
  return std::string(trimmed(name));
}

/// 2, _2, 12 and _1_2 behind a name; empty for anything else. Two digits in one are a row and a column.
std::vector<int> indices_of(std::string_view text, bool two_wanted) {
  std::vector<int> indices;
  if (two_wanted && text.size() == 2 && text.find('_') == std::string_view::npos) {
    for (const char digit : text) indices.push_back(digit - '0');
    return indices;
  }
  while (!text.empty()) {
    if (text.front() == '_') text.remove_prefix(1);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 1) return {};
    indices.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty() && text.front() != '_') return {};
  }
  return indices;
}

std::string quantity_list() {
  std::string list;
  for (const AnswerQuantity& quantity : answer_quantities())
    list += (list.empty() ? "" : ", ") + std::string(quantity.name);
  return list;
}

/// Reads one statement after the other against the robot.
class AnswerReader {
 public:
  AnswerReader(EquationBook& book, Problems& problems) : book_(book), problems_(problems), names_(book.robot()) {}

  std::optional<Answer> read(const Statement& statement) {
    Answer answer;
    answer.file = problems_.file();
    answer.line = statement.line;
    try {
      const AnswerQuantity& quantity = quantity_of(plain_name(statement.left), answer);
      fill(answer, quantity, cells_of(statement.right));
      return answer;
    } catch (const FormulaError& e) {
      problems_.error({statement.line}, in_quotes(statement.left) + ": " + e.what(), e.remedy);
      return {};
    }
  }

 private:
  Size size_of(const AnswerQuantity& quantity) {
    const int n = book_.robot().size();
    switch (quantity.shape) {
      case Shape::Joints:
        return {n, 1};
      case Shape::Square:
        return {n, n};
      case Shape::Products:
        return {n, n * (n - 1) / 2};
      case Shape::Jacobian:
        return {book_.cartesian().jacobian.rows, n};
      case Shape::NumberOrLinks:
        return {static_cast<int>(book_.energy().kinetic.size()), 1};
      case Shape::Number:
      case Shape::Determinant:
      case Shape::AnySquare:
        break;
    }
    return {};
  }

  /// The quantity that a left side names, and which entry of it.
  const AnswerQuantity& quantity_of(const std::string& name, Answer& answer) {
    for (const AnswerQuantity& quantity : answer_quantities()) {
      if (!name.starts_with(quantity.name)) continue;
      const std::string_view rest = std::string_view(name).substr(quantity.name.size());
      if (!rest.empty() && rest.find_first_not_of("_0123456789") != std::string_view::npos) continue;
      answer.quantity = quantity.name;
      if (!rest.empty()) choose_entry(quantity, rest, answer);
      return quantity;
    }
    throw FormulaError("is nothing that can be checked", "known: " + quantity_list());
  }

  void choose_entry(const AnswerQuantity& quantity, std::string_view suffix, Answer& answer) {
    const Size size = size_of(quantity);
    const std::string whole(quantity.name);
    const bool has_entries = quantity.shape != Shape::Number && quantity.shape != Shape::Determinant &&
                             quantity.shape != Shape::AnySquare && quantity.name != "S";
    if (!has_entries) throw FormulaError("has no entries that could be checked alone", "give " + whole + " as a whole");
    const bool is_vector = quantity.shape == Shape::Joints || quantity.shape == Shape::NumberOrLinks;
    const std::vector<int> indices = indices_of(suffix, !is_vector);
    const bool is_column = indices.size() == 1 && size.columns == 1;
    if (!is_column && (is_vector || indices.size() != 2))
      throw FormulaError("names no entry of " + whole,
                         "write " + whole + (is_vector ? "1" : "12 or " + whole + "_1_2"));
    answer.row = indices[0];
    answer.column = is_column ? 1 : indices[1];
    if (answer.row < 1 || answer.row > size.rows || answer.column < 1 || answer.column > size.columns)
      throw FormulaError("is beyond the robot's " + whole,
                         "which is " + std::to_string(size.rows) + "×" + std::to_string(size.columns));
  }

  void fill(Answer& answer, const AnswerQuantity& quantity, Cells cells) {
    const bool is_number = answer.is_entry() || quantity.shape == Shape::NumberOrLinks;
    Size wanted = is_number ? Size{} : size_of(quantity);
    if (quantity.shape == Shape::AnySquare) wanted = {cells.rows, cells.rows};
    if (cells.is_list && wanted.rows == 1) std::swap(cells.rows, cells.columns);
    if (cells.rows != wanted.rows || cells.columns != wanted.columns)
      throw FormulaError("is " + std::to_string(cells.rows) + "×" + std::to_string(cells.columns),
                         "give it " + std::to_string(wanted.rows) + "×" + std::to_string(wanted.columns) +
                             (wanted.rows * wanted.columns == 1 ? ", a single formula" : ""));
    answer.rows = cells.rows;
    answer.columns = cells.columns;
    for (const std::string& text : cells.texts) answer.entries.push_back(names_.value(text));
  }

  EquationBook& book_;
  Problems& problems_;
  AnswerNames names_;
};

}  // namespace

const std::vector<AnswerQuantity>& answer_quantities() {
  static const std::vector<AnswerQuantity> quantities{
      {"tau", Shape::Joints, "the torques, with friction and springs where the robot has them"},
      {"M", Shape::Square, "mass matrix"},
      {"V", Shape::Joints, "velocity terms, centrifugal and Coriolis"},
      {"G", Shape::Joints, "gravity terms"},
      {"B", Shape::Products, "Coriolis matrix of q̇1·q̇2, q̇1·q̇3, …"},
      {"C", Shape::Square, "centrifugal matrix of q̇1², q̇2², …"},
      {"S", Shape::Square, "any matrix with S·q̇ = V"},
      {"T", Shape::NumberOrLinks, "kinetic energy; T1 that of link 1"},
      {"U", Shape::NumberOrLinks, "potential energy, up to a constant; U1 that of link 1"},
      {"L", Shape::Number, "T − U, up to a constant"},
      {"J", Shape::Jacobian, "Jacobian of the chosen frame"},
      {"J_dot", Shape::Jacobian, "its time derivative"},
      {"det_J", Shape::Determinant, "its determinant"},
      {"M_x", Shape::Square, "mass matrix seen from the frame"},
      {"V_x", Shape::Joints, "velocity terms seen from there"},
      {"G_x", Shape::Joints, "gravity terms seen from there"},
      {"inertia", Shape::AnySquare, "any square matrix: could it be the mass matrix of a robot?"},
  };
  return quantities;
}

std::vector<Answer> read_answers(const SourceText& source, EquationBook& book) {
  Problems problems(source.file);
  std::vector<Answer> answers;
  AnswerReader reader(book, problems);
  for (const Statement& statement : statements(source, problems))
    if (std::optional<Answer> answer = reader.read(statement)) answers.push_back(std::move(*answer));
  problems.throw_if_errors();
  return answers;
}

Answer read_inertia(const std::string& text, ExprGraph& graph) {
  Answer answer;
  answer.quantity = "inertia";
  try {
    const Cells cells = cells_of(std::string(trimmed(std::string_view(text).substr(text.find('=') + 1))));
    if (cells.rows != cells.columns)
      throw FormulaError(
          "a mass matrix is square, this is " + std::to_string(cells.rows) + "×" + std::to_string(cells.columns),
          "write it like [[a, b], [b, c]]");
    answer.rows = answer.columns = cells.rows;
    const AnswerNames names(graph);
    for (const std::string& cell : cells.texts) answer.entries.push_back(names.value(cell));
  } catch (const FormulaError& e) {
    throw InputError({{Severity::Error, "", 0, e.what(), e.remedy}});
  }
  return answer;
}

}  // namespace sinew
