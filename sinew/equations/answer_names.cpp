// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answer_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "sinew/formats/formula.h"
#include "sinew/formats/number_text.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/symbolic/print.h"

namespace sinew {

namespace {

constexpr int most_joints_without_robot = 99;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

constexpr std::array marks{"²", "³", "·", "−"};

std::size_t mark_length(std::string_view text) {
  for (const std::string_view mark : marks)
    if (text.starts_with(mark)) return mark.size();
  return 0;
}

std::size_t name_length(std::string_view text) {
  if (text.empty() || is_digit(text[0])) return 0;
  std::size_t length = 0;
  while (length < text.size() && (is_letter(text[length]) || is_digit(text[length])) &&
         mark_length(text.substr(length)) == 0)
    ++length;
  return length;
}

/// A number, a name, or one mark.
std::string_view first_token(std::string_view text) {
  const std::size_t number = is_digit(text[0]) ? leading_number(text).length : 0;
  return text.substr(0, std::max<std::size_t>({number, name_length(text), mark_length(text), 1}));
}

bool begins_operand(std::string_view token) { return is_digit(token[0]) || name_length(token) > 0 || token == "("; }
bool ends_operand(std::string_view token) {
  return !token.empty() &&
         (is_digit(token[0]) || name_length(token) > 0 || token == ")" || token == "²" || token == "³");
}

/// l₁ as l1.
std::string with_plain_digits(std::string name) {
  constexpr std::array below{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  for (std::size_t digit = 0; digit < below.size(); ++digit)
    for (std::size_t at = name.find(below[digit]); at != std::string::npos; at = name.find(below[digit]))
      name.replace(at, std::string_view(below[digit]).size(), std::to_string(digit));
  return name;
}

/// How the joints' symbols are written before their number.
std::optional<SymbolKind> kind_of_stem(std::string_view stem) {
  constexpr std::array positions{"q", "theta", "th", "θ"};
  constexpr std::array velocities{"dq", "qd", "dtheta", "thetad", "dth", "thd", "dθ", "q̇", "θ̇"};
  constexpr std::array accelerations{"ddq", "qdd", "ddtheta", "thetadd", "ddth", "thdd", "ddθ", "q̈", "θ̈"};
  const auto among = [&](const auto& stems) { return std::find(stems.begin(), stems.end(), stem) != stems.end(); };
  if (among(positions)) return SymbolKind::Position;
  if (among(velocities)) return SymbolKind::Velocity;
  if (among(accelerations)) return SymbolKind::Acceleration;
  return {};
}

/// θ12 and θ_12 as θ and 12; without a number, zero.
std::pair<std::string_view, int> split_number(std::string_view name) {
  std::size_t end = name.size();
  while (end > 0 && is_digit(name[end - 1])) --end;
  int number = 0;
  const auto read = std::from_chars(name.data() + end, name.data() + name.size(), number);
  if (end < name.size() && read.ec != std::errc()) return {name, 0};
  if (end > 0 && end < name.size() && name[end - 1] == '_') --end;
  return {name.substr(0, end), number};
}

}  // namespace

AnswerNames::AnswerNames(const SymbolicRobot& robot) : graph_(*robot.graph), robot_(&robot) {}

int AnswerNames::joint_count() const { return robot_ == nullptr ? most_joints_without_robot : robot_->size(); }

Expr AnswerNames::position(int joint) const {
  return robot_ == nullptr ? graph_.position(joint, true) : robot_->q[static_cast<std::size_t>(joint)];
}

std::optional<Expr> AnswerNames::parameter(const std::string& name) const {
  if (robot_ == nullptr) return {};
  for (const auto& [own, value] : robot_->values)
    if (own == name || own == with_plain_digits(name) || printed_name(own, Language::Unicode) == name)
      return graph_.symbol(own);
  return {};
}

std::optional<Expr> AnswerNames::joint_symbol(const std::string& name) const {
  auto [stem, number] = split_number(name);
  if (number == 0 && stem == name && joint_count() == 1) number = 1;
  const std::optional<SymbolKind> kind = kind_of_stem(stem);
  if (!kind || number < 1 || number > joint_count()) return {};
  if (*kind == SymbolKind::Velocity) return graph_.velocity(number - 1);
  if (*kind == SymbolKind::Acceleration) return graph_.acceleration(number - 1);
  return position(number - 1);
}

std::optional<Expr> AnswerNames::sine_or_cosine(const std::string& name) const {
  if (name.size() < 2 || (name[0] != 'c' && name[0] != 's')) return {};
  Expr sum;
  char last = '0';
  for (const char digit : std::string_view(name).substr(1)) {
    if (!is_digit(digit) || digit <= last || digit - '0' > joint_count()) return {};
    const Expr angle = position(digit - '1');
    if (!angle.symbol().is_angle) return {};
    sum += angle;
    last = digit;
  }
  const SinCos<Expr> both = sincos(sum);
  return name[0] == 'c' ? both.cos : both.sin;
}

std::optional<Expr> AnswerNames::known(const std::string& name) const {
  if (name == "½") return Expr(Rational(1, 2));
  if (auto found = parameter(name)) return found;
  const std::string plain = with_plain_digits(name);
  if (auto found = joint_symbol(plain)) return found;
  return sine_or_cosine(plain);
}

std::optional<Expr> AnswerNames::find(const std::string& name) const {
  if (auto found = known(name)) return found;
  return robot_ == nullptr ? std::optional(graph_.symbol(with_plain_digits(name))) : std::nullopt;
}

std::string AnswerNames::help_for(const std::string& unknown) const {
  std::vector<std::string> known;
  for (const auto& [own, value] : robot_->values) known.push_back(own);
  for (const auto* symbols : {&robot_->q, &robot_->qd, &robot_->qdd})
    for (const Expr& x : *symbols) known.push_back(x.symbol().name);
  const std::string help = suggestion(unknown, known);
  if (nearest_word(unknown, known).empty()) return help;
  std::string all;
  for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
  return help + " known: " + all;
}

/// A number and its unit, or a function and its bracket. 2 m is two metres, but not where m is a mass.
bool AnswerNames::belong_together(std::string_view before, std::string_view token, bool touching) const {
  if (is_digit(before[0])) return find_unit(token).has_value() && !known(std::string(token));
  return touching && token == "(" && name_length(before) > 0 && !known(std::string(before));
}

/// The names that are units: right behind a number, or behind such a unit and * or /. Throws FormulaError where two
/// operands have no operator between them.
std::set<std::string> AnswerNames::units_in(std::string_view formula) const {
  std::set<std::string> units;
  bool behind_number = false;
  std::string_view before, rest = formula;
  while (!trimmed(rest).empty()) {
    const bool touching = !rest.starts_with(' ') && !rest.starts_with('\t');
    rest = trimmed(rest);
    const std::string_view token = first_token(rest);
    if (ends_operand(before) && begins_operand(token) && !belong_together(before, token, touching))
      throw FormulaError(in_quotes(formula) + " has no operator before " + in_quotes(rest), "write * between them");
    const bool is_unit = find_unit(token).has_value() && !known(std::string(token));
    if (is_unit && behind_number) units.emplace(token);
    const bool joins = token == "*" || token == "/" || token == "·" || token == "^" || token == "²" || token == "³";
    behind_number = is_digit(token[0]) || (behind_number && (joins || is_unit));
    before = token;
    rest.remove_prefix(token.size());
  }
  return units;
}

Expr AnswerNames::value(std::string_view text) const {
  const std::set<std::string> units = units_in(text);
  const Formula formula(text);
  Names<Expr> names;
  for (const std::string& name : formula.names()) {
    if (units.contains(name) || name == "pi" || name == "π") continue;
    if (const std::optional<Expr> found = find(name))
      names[name] = {*found, {}};
    else
      throw FormulaError(in_quotes(text) + " uses the unknown symbol " + in_quotes(name), help_for(name));
  }
  try {
    return formula.value(names).value;
  } catch (const FormulaError& e) {
    throw FormulaError(in_quotes(text) + " " + e.what(), e.remedy);
  } catch (const std::domain_error&) {
    throw FormulaError(in_quotes(text) + " divides by zero or is not finite", "correct it");
  }
}

}  // namespace sinew
