// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/answer_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "sinew/equations/answers/answer_names.h"
#include "sinew/equations/answers/typed_statements.h"
#include "sinew/units/characters.h"
#include "sinew/units/text_parts.h"

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

std::vector<Statement> statements(const SourceText& source, Diagnostics& diagnostics) {
  std::vector<Statement> result;
  for (const auto& [text, line] : typed_statements(source.text)) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      diagnostics.error({line}, in_quotes(text) + " says nothing", "write it like tau1 = m1*l1*g*cos(q1)");
    else
      result.push_back({std::string(trimmed(std::string_view(text).substr(0, equals))),
                        std::string(trimmed(std::string_view(text).substr(equals + 1))), line});
  }
  if (result.empty() && !diagnostics.has_errors())
    diagnostics.error({}, "there is nothing to check", "write statements like tau1 = m1*l1*g*cos(q1), one a line");
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

bool has_comma_outside_brackets(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    depth += (c == '[' || c == '(') - (c == ']' || c == ')');
    if (c == ',' && depth == 0) return true;
  }
  return false;
}

/// {a, b} and (a, b) as [a, b].
std::string with_square_brackets(std::string text) {
  std::replace(text.begin(), text.end(), '{', '[');
  std::replace(text.begin(), text.end(), '}', ']');
  const bool in_round = text.starts_with('(') && text.ends_with(')');
  if (in_round && has_comma_outside_brackets(std::string_view(text).substr(1, text.size() - 2))) {
    text.front() = '[';
    text.back() = ']';
  }
  return text;
}

/// [[a, b], [c, d]], [a, b; c, d], [a, b] or a formula.
Cells cells_of(const std::string& typed) {
  const std::string text = with_square_brackets(typed);
  if (text.empty() || text.find_first_not_of("[] ") == std::string::npos)
    throw FormulaError("is given nothing", "write a formula behind the =, or a matrix like [[a, b], [c, d]]");
  if (!text.starts_with('[')) {
    if (has_comma_outside_brackets(text)) throw FormulaError("is given a list without brackets", "write [a, b]");
    return {1, 1, {text}, false};
  }
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

/// (1,2), [1,2], [1][2] and _{12} at the end as _1_2; (q, q̇), which says nothing, goes.
std::string with_plain_indices(const std::string& name) {
  const std::size_t bracket = name.find_first_of("([{");
  if (bracket == std::string::npos || std::string_view(")]}").find(name.back()) == std::string_view::npos) return name;
  std::string inside = name.substr(bracket);
  const bool are_numbers = inside.find_first_not_of("()[]{}, 0123456789") == std::string::npos;
  std::string stem = name.substr(0, bracket);
  if (!are_numbers) return stem;
  if (stem.ends_with('_')) stem.pop_back();
  for (char& c : inside)
    if (c < '0' || c > '9') c = ' ';
  std::string indices;
  for (std::size_t at = inside.find_first_not_of(' '); at != std::string::npos;) {
    const std::size_t end = std::min(inside.find(' ', at), inside.size());
    indices += "_" + inside.substr(at, end - at);
    at = inside.find_first_not_of(' ', end);
  }
  return stem + indices;
}

/// M(q), τ₁, Mₓ, J̇ and det J as M, tau1, M_x, J_dot and det_J; letters of books, V, G and S, as c, g and C.
std::string plain_name(std::string name) {
  for (const auto& [mark, plain] :
       {std::pair{"τ", "tau"}, std::pair{"ₓ", "_x"}, std::pair{"J\u0307", "J_dot"}, std::pair{"₀", "0"},
        std::pair{"₁", "1"}, std::pair{"₂", "2"}, std::pair{"₃", "3"}, std::pair{"₄", "4"}, std::pair{"₅", "5"},
        std::pair{"₆", "6"}, std::pair{"₇", "7"}, std::pair{"₈", "8"}, std::pair{"₉", "9"}})
    name = replaced(std::move(name), mark, plain);
  for (const std::string_view determinant : {"det J", "det(J)", "det(J(q))", "detJ"})
    if (name.starts_with(determinant)) name = "det_J" + name.substr(determinant.size());
  name = with_plain_indices(std::string(trimmed(name)));
  for (const auto& [other, plain] : {std::pair{"Jdot", "J_dot"}, std::pair{"dJ", "J_dot"}, std::pair{"Mx", "M_x"},
                                     std::pair{"Vx", "c_x"}, std::pair{"V_x", "c_x"}, std::pair{"cx", "c_x"},
                                     std::pair{"Gx", "g_x"}, std::pair{"G_x", "g_x"}, std::pair{"gx", "g_x"}})
    if (name.starts_with(other)) name = plain + name.substr(std::string_view(other).size());
  for (const auto& [book, own] : {std::pair{'V', 'c'}, std::pair{'G', 'g'}, std::pair{'S', 'C'}})
    if (name.starts_with(book) && name.find_first_not_of("_0123456789", 1) == std::string::npos) name[0] = own;
  return replaced(std::string(trimmed(name)), ",", "_");
}

/// 2, _2, 12, _12 and _1_2 behind a name; empty for anything else. Two digits in one are a row and a column.
std::vector<int> indices_of(std::string_view text, bool two_wanted) {
  std::vector<int> indices;
  const std::string_view digits = text.starts_with('_') ? text.substr(1) : text;
  if (two_wanted && digits.size() == 2 && digits.find('_') == std::string_view::npos) {
    for (const char digit : digits) indices.push_back(digit - '0');
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
  AnswerReader(EquationBook& book, Diagnostics& diagnostics)
      : book_(book), diagnostics_(diagnostics), names_(book.robot()) {}

  std::optional<Answer> read(const Statement& statement) {
    Answer answer;
    answer.file = diagnostics_.file();
    answer.line = statement.line;
    answer.written = statement.left;
    std::vector<FormulaError> faults;
    try {
      const AnswerQuantity& quantity = quantity_of(plain_name(statement.left), answer);
      fill(answer, quantity, cells_of(statement.right), faults);
    } catch (const FormulaError& e) {
      faults.push_back(e);
    }
    for (const FormulaError& fault : faults)
      diagnostics_.error({statement.line}, in_quotes(statement.left) + ": " + fault.what(), fault.remedy);
    return faults.empty() ? std::optional(answer) : std::nullopt;
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
                             quantity.shape != Shape::AnySquare && quantity.name != "C";
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

  static std::string in_words(const Size& size) {
    return std::to_string(size.rows) + "×" + std::to_string(size.columns);
  }

  std::string how_to_write(const AnswerQuantity& quantity, const Size& wanted) {
    if (wanted.rows * wanted.columns == 1) return "give it 1×1, a single formula";
    std::string remedy = "give it " + in_words(wanted);
    remedy += wanted.columns == 1 || wanted.rows == 1 ? ", written [a, b]" : ", written [[a, b], [c, d]]";
    if (quantity.shape == Shape::Jacobian) return remedy + "; --rows chooses other rows of J";
    if (quantity.name == "C" || quantity.shape == Shape::AnySquare) return remedy;
    return remedy + ", or one entry: " + std::string(quantity.name) + (quantity.shape == Shape::Joints ? "1" : "12") +
           " = …";
  }

  void fill(Answer& answer, const AnswerQuantity& quantity, Cells cells, std::vector<FormulaError>& faults) {
    const bool is_number = answer.is_entry() || quantity.shape == Shape::NumberOrLinks;
    Size wanted = is_number ? Size{} : size_of(quantity);
    if (quantity.shape == Shape::AnySquare) wanted = {cells.rows, cells.rows};
    if (cells.is_list && wanted.rows == 1) std::swap(cells.rows, cells.columns);
    if (cells.rows != wanted.rows || cells.columns != wanted.columns)
      faults.emplace_back("is " + in_words({cells.rows, cells.columns}), how_to_write(quantity, wanted));
    answer.rows = cells.rows;
    answer.columns = cells.columns;
    for (const std::string& text : cells.texts)
      if (const auto read = names_.value(text, faults)) {
        answer.entries.push_back(read->value);
        answer.has_units = answer.has_units || read->has_units;
      }
  }

  EquationBook& book_;
  Diagnostics& diagnostics_;
  AnswerNames names_;
};

}  // namespace

const std::vector<AnswerQuantity>& answer_quantities() {
  static const std::vector<AnswerQuantity> quantities{
      {"tau", Shape::Joints, "the torques, with friction and springs where the robot has them"},
      {"M", Shape::Square, "mass matrix"},
      {"c", Shape::Joints, "velocity terms, centrifugal and Coriolis; V in some books"},
      {"g", Shape::Joints, "gravity terms; G in some books"},
      {"B", Shape::Products, "Coriolis matrix of q̇1·q̇2, q̇1·q̇3, …"},
      {"Csq", Shape::Square, "centrifugal matrix of q̇1², q̇2², …; Craig's C"},
      {"C", Shape::Square, "any matrix with C·q̇ = c; S in some books"},
      {"T", Shape::NumberOrLinks, "kinetic energy; T1 that of link 1"},
      {"U", Shape::NumberOrLinks, "potential energy, up to a constant; U1 that of link 1"},
      {"L", Shape::Number, "T − U, up to a constant"},
      {"J", Shape::Jacobian, "Jacobian of the chosen frame"},
      {"J_dot", Shape::Jacobian, "its time derivative"},
      {"det_J", Shape::Determinant, "its determinant"},
      {"M_x", Shape::Square, "mass matrix seen from the frame"},
      {"c_x", Shape::Joints, "velocity terms seen from there"},
      {"g_x", Shape::Joints, "gravity terms seen from there"},
      {"inertia", Shape::AnySquare, "any square matrix: could it be the mass matrix of a robot?"},
  };
  return quantities;
}

std::vector<Answer> read_answers(const SourceText& source, EquationBook& book) {
  Diagnostics diagnostics(source.file);
  std::vector<Answer> answers;
  AnswerReader reader(book, diagnostics);
  for (const Statement& statement : statements(source, diagnostics))
    if (std::optional<Answer> answer = reader.read(statement)) answers.push_back(std::move(*answer));
  diagnostics.throw_if_errors();
  return answers;
}

Answer read_inertia(const std::string& text, ExprGraph& graph) {
  Answer answer;
  answer.quantity = answer.written = "inertia";
  try {
    const Cells cells = cells_of(std::string(trimmed(std::string_view(text).substr(text.find('=') + 1))));
    if (cells.rows != cells.columns)
      throw FormulaError(
          "a mass matrix is square, this is " + std::to_string(cells.rows) + "×" + std::to_string(cells.columns),
          "write it like [[a, b], [b, c]]");
    answer.rows = answer.columns = cells.rows;
    const AnswerNames names(graph);
    std::vector<FormulaError> faults;
    for (const std::string& cell : cells.texts)
      if (const auto read = names.value(cell, faults)) answer.entries.push_back(read->value);
    std::vector<Diagnostic> diagnostics;
    for (const FormulaError& fault : faults)
      diagnostics.push_back({Severity::Error, "inertia", 0, fault.what(), fault.remedy});
    if (!diagnostics.empty()) throw InputError(std::move(diagnostics));
  } catch (const FormulaError& e) {
    throw InputError({{Severity::Error, "inertia", 0, e.what(), e.remedy}});
  }
  return answer;
}

}  // namespace sinew
