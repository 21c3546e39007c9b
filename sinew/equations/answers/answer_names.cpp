// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/answer_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <stdexcept>
#include <utility>

#include "sinew/equations/answers/answer_text.h"
#include "sinew/symbolic/print/print.h"
#include "sinew/units/characters.h"
#include "sinew/units/number_text.h"
#include "sinew/units/text_parts.h"

namespace sinew {

namespace {

constexpr int most_joints_without_robot = 99;

bool stands_in_names(char c) { return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

std::size_t name_length(std::string_view text) {
  if (text.empty() || is_digit(text[0])) return 0;
  std::size_t length = 0;
  while (length < text.size() && (stands_in_names(text[length]) || is_digit(text[length])) &&
         leading_mark(text.substr(length)) == 0)
    ++length;
  return length;
}

/// A number, a name, or one mark.
std::string_view first_token(std::string_view text) {
  const std::size_t number = is_digit(text[0]) ? leading_number(text).length : 0;
  return text.substr(0, std::max<std::size_t>({number, name_length(text), leading_mark(text), 1}));
}

bool is_raised(std::string_view token) { return leading_mark(token) > 0 && token != "·" && token != "−"; }
bool begins_operand(std::string_view token) { return is_digit(token[0]) || name_length(token) > 0 || token == "("; }
bool ends_operand(std::string_view token) {
  return !token.empty() && (is_digit(token[0]) || name_length(token) > 0 || token == ")" || is_raised(token));
}

/// l₁ as l1, c₁₋₂ as c1-2.
std::string with_plain_digits(std::string name) {
  constexpr std::array below{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  for (std::size_t digit = 0; digit < below.size(); ++digit)
    name = replaced(std::move(name), below[digit], std::to_string(digit));
  return replaced(std::move(name), "₋", "-");
}

std::string without_underscores(std::string name) {
  std::erase(name, '_');
  return name;
}

/// Takes every `mark` out and counts them.
int taken_out(std::string& name, std::string_view mark) {
  int count = 0;
  for (std::size_t at = name.find(mark); at != std::string::npos; at = name.find(mark)) {
    name.erase(at, mark.size());
    ++count;
  }
  return count;
}

/// How often a joint's symbol is differentiated by what stands before its number: dq, qdot, theta_ddot.
std::optional<int> rate_of_stem(std::string_view stem) {
  for (const std::string base : {"q", "theta", "th", "θ"}) {
    if (stem == base) return 0;
    if (stem == "d" + base || stem == base + "d" || stem == base + "dot" || stem == base + "_dot") return 1;
    if (stem == "dd" + base || stem == base + "dd" || stem == base + "ddot" || stem == base + "_ddot") return 2;
  }
  return {};
}

/// The same by what stands behind: q1_dot.
std::optional<int> rate_of_ending(std::string_view ending) {
  if (ending.empty()) return 0;
  if (ending.starts_with('_')) ending.remove_prefix(1);
  if (ending == "dot" || ending == "d") return 1;
  if (ending == "ddot" || ending == "dd") return 2;
  return {};
}

/// θ12, θ_12 and θ12_dot as θ, 12 and what is behind; without a number, zero.
struct NumberedName {
  std::string stem;
  int number = 0;
  std::string ending;
};
NumberedName split_number(const std::string& name) {
  const std::size_t first = std::min(name.find_first_of("0123456789"), name.size());
  const std::size_t end = std::min(name.find_first_not_of("0123456789", first), name.size());
  NumberedName result{name.substr(0, first), 0, name.substr(end)};
  if (first == end) return result;
  if (std::from_chars(name.data() + first, name.data() + end, result.number).ec != std::errc()) return {name, 0, {}};
  if (result.stem.ends_with('_')) result.stem.pop_back();
  return result;
}

/// M21, tau1: what an answer is about, and not what it is made of.
bool is_quantity(const std::string& name) {
  const std::string stem = name.substr(0, name.find_last_not_of("_0123456789") + 1);
  if (stem == "c" || stem == "g") return false;                // c3 is a cosine and g the acceleration of gravity
  if (stem == "V" || stem == "G" || stem == "S") return true;  // other names of c, g and C
  return std::any_of(answer_quantities().begin(), answer_quantities().end(),
                     [&](const AnswerQuantity& quantity) { return quantity.name == stem; });
}

}  // namespace

AnswerNames::AnswerNames(const SymbolicRobot& robot) : graph_(*robot.graph), robot_(&robot) {}

int AnswerNames::joint_count() const { return robot_ == nullptr ? most_joints_without_robot : robot_->size(); }

Expr AnswerNames::position(int joint) const {
  return robot_ == nullptr ? graph_.position(joint, true) : robot_->q[static_cast<std::size_t>(joint)];
}

std::optional<Expr> AnswerNames::parameter(const std::string& name) const {
  if (robot_ == nullptr) return {};
  const std::string plain = with_plain_digits(name);
  for (const auto& [own, value] : robot_->values)
    if (own == name || own == plain || printed_name(own, Language::Unicode) == name) return graph_.symbol(own);
  const std::string* found = nullptr;
  for (const auto& [own, value] : robot_->values) {
    if (without_underscores(with_plain_digits(own)) != without_underscores(plain)) continue;
    if (found != nullptr) return {};  // two of them: it must be told which
    found = &own;
  }
  return found == nullptr ? std::nullopt : std::optional(graph_.symbol(*found));
}

std::optional<Expr> AnswerNames::joint_symbol(const std::string& name) const {
  std::string bare = name;
  const int dots = taken_out(bare, "\u0307") + 2 * taken_out(bare, "\u0308");
  auto [stem, number, ending] = split_number(bare);
  if (number == 0 && stem == bare && joint_count() == 1) number = 1;
  const std::optional<int> before = rate_of_stem(stem), behind = rate_of_ending(ending);
  if (!before || !behind || number < 1 || number > joint_count()) return {};
  if ((*before > 0) + (*behind > 0) + (dots > 0) > 1) return {};
  const int rate = *before + *behind + dots;
  if (rate > 2) return {};
  if (rate == 1) return graph_.velocity(number - 1);
  if (rate == 2) return graph_.acceleration(number - 1);
  return position(number - 1);
}

std::optional<Expr> AnswerNames::sine_or_cosine(const std::string& name) const {
  if (name.size() < 2 || (name[0] != 'c' && name[0] != 's')) return {};
  Expr sum;
  std::set<char> seen;
  bool negative = false;
  for (const char c : std::string_view(name).substr(name[1] == '_' ? 2 : 1)) {
    if (c == '-' && !negative) {
      negative = true;
      continue;
    }
    if (!is_digit(c) || c == '0' || c - '0' > joint_count() || !seen.insert(c).second) return {};
    const Expr angle = position(c - '1');
    if (!angle.symbol().is_angle) return {};
    sum += negative ? -angle : angle;
    negative = false;
  }
  if (seen.empty() || negative) return {};
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
  if (is_quantity(unknown)) return "that is a quantity of the robot and no symbol: write out what it is";
  if (unknown.starts_with('q') && unknown.size() > 2) {
    std::string sum;
    for (const char digit : unknown.substr(1)) sum += (sum.empty() ? "q" : " + q") + std::string(1, digit);
    if (unknown.find_first_not_of("123456789", 1) == std::string::npos) return "for a sum of angles write " + sum;
  }
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

/// A number and its unit, or a function and its bracket.
bool AnswerNames::belong_together(std::string_view before, std::string_view token, bool touching) const {
  if (is_digit(before[0])) return find_unit(token).has_value();
  return touching && token == "(" && name_length(before) > 0 && !known(std::string(before));
}

/// Throws FormulaError where two operands have no operator between them.
void AnswerNames::check_operators(std::string_view formula) const {
  std::string_view function, before, rest = formula;
  while (!trimmed(rest).empty()) {
    const bool touching = !rest.starts_with(' ') && !rest.starts_with('\t');
    rest = trimmed(rest);
    const std::string_view token = first_token(rest);
    const bool is_call = !function.empty() && token == "(";
    const bool may_follow = is_call || token == "^" || is_raised(token) || before == "^";
    if (!function.empty() && !may_follow)
      throw FormulaError(in_quotes(formula) + " has " + std::string(function) + " without its brackets",
                         "write " + std::string(function) + "(…)");
    if (!is_call && ends_operand(before) && begins_operand(token) && !belong_together(before, token, touching))
      throw FormulaError(in_quotes(formula) + " has no operator before " + in_quotes(rest), "write * between them");
    if (is_formula_function(token) && !known(std::string(token)))
      function = token;
    else if (is_call)
      function = {};
    before = token;
    rest.remove_prefix(token.size());
  }
}

/// In 9.81 m/s^2 a parameter m is not meant; in 2 m it could be.
void AnswerNames::check_unit(const Formula& formula, const Formula::Node& unit) const {
  if (!known(unit.name)) return;
  for (const Formula::Node& other : formula.nodes())
    if (other.chain == unit.chain && find_unit(other.name) && !known(other.name)) return;
  throw FormulaError("has " + unit.name + " behind a number: the unit, or the parameter of that name?",
                     "write * between them for the parameter, or use another unit");
}

std::optional<AnswerValue> AnswerNames::value(std::string_view text, std::vector<FormulaError>& problems) const {
  const auto note = [&](const std::string& what, const std::string& remedy) {
    problems.emplace_back(in_quotes(text) + " " + what, remedy);
  };
  const std::size_t before = problems.size();
  try {
    check_operators(text);
    const Formula formula(text);
    AnswerValue result;
    Names<Expr> names;
    std::set<std::string> unknown;
    for (const Formula::Node& node : formula.nodes()) {
      if (node.kind == Formula::Kind::Unit) {
        result.has_units = true;
        check_unit(formula, node);
      }
      if (node.kind != Formula::Kind::Name || node.name == "pi" || node.name == "π") continue;
      if (node.chain >= 0 && find_unit(node.name) && !known(node.name)) continue;
      if (const std::optional<Expr> found = find(node.name))
        names[node.name] = {*found, {}};
      else if (unknown.insert(node.name).second)
        note("uses the unknown symbol " + in_quotes(node.name), help_for(node.name));
    }
    if (problems.size() > before) return {};
    result.value = formula.value(names).value;
    return result;
  } catch (const FormulaError& e) {
    const std::string what = e.what();
    if (what.starts_with('\''))
      problems.push_back(e);
    else
      note(what, e.remedy);
  } catch (const std::domain_error&) {
    note("divides by zero or is not finite", "correct it");
  }
  return {};
}

}  // namespace sinew
