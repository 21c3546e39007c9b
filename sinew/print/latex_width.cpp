// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/latex_width.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "sinew/print/latex_scan.h"
#include "sinew/units/characters.h"

namespace sinew {

namespace {

constexpr double script_size = 0.76;  // 7 pt, whose letters are wider than 0.7 of those of 10 pt
constexpr double letter_of_words = 5.2;
constexpr double relation_width = 13.5, operation_width = 12.3;

struct CommandWidth {
  std::string_view command;
  double width;
};

/// Of commands without arguments. What is not here is a Greek letter.
constexpr CommandWidth commands[] = {
    {",", 1.7},          {";", 2.8},       {":", 2.3},      {"!", -1.7},           {" ", 3.4},    {"quad", 10},
    {"qquad", 20},       {"left", 2.2},    {"right", 2.2},  {"bigl", 1},           {"bigr", 1},   {"Bigl", 2},
    {"Bigr", 2},         {"cdot", 7.3},    {"times", 12.3}, {"pm", 12.3},          {"le", 13.5},  {"ge", 13.5},
    {"ne", 13.5},        {"approx", 13.5}, {"to", 15.6},    {"sin", 16},           {"cos", 17},   {"tan", 17},
    {"exp", 18},         {"det", 17},      {"sgn", 17},     {"operatorname", 3.4}, {"begin", 10}, {"end", 10},
    {"displaystyle", 0}, {"limits", 0},    {"\\", 0},
};

double letter_width(char c) {
  if (std::isupper(static_cast<unsigned char>(c)) != 0) return c == 'M' || c == 'W' ? 10.8 : 8.4;
  if (c == 'm' || c == 'w') return c == 'm' ? 8.8 : 7.2;
  return c == 'i' || c == 'j' || c == 'l' ? 4.2 : 5.8;
}

double character_width(char c) {
  if (std::isalpha(static_cast<unsigned char>(c)) != 0) return letter_width(c);
  switch (c) {
    case '=':
    case '<':
    case '>':
      return relation_width;
    case '+':
    case '-':
      return operation_width;
    case '(':
    case ')':
    case '[':
    case ']':
      return 5;
    case ',':
      return 4.5;
    case '&':
      return 10;
    case '\'':
    case ' ':
    case '\n':
      return c == '\'' ? 2.8 : 0;
    default:
      return 5.1;
  }
}

/// Walks over a formula and adds up.
class Ruler {
 public:
  explicit Ruler(std::string_view formula) : rest_(formula) {}

  double all() {
    double width = 0;
    while (!rest_.empty()) width += scripts_follow() ? scripts() : item();
    return width;
  }

 private:
  bool scripts_follow() const { return rest_.starts_with('_') || rest_.starts_with('^'); }

  /// An index and an exponent stand above each other.
  double scripts() {
    double widest = 0;
    while (scripts_follow()) {
      rest_.remove_prefix(1);
      widest = std::max(widest, script_size * item());
    }
    return widest;
  }

  /// A character, a group in braces or a command with its arguments.
  double item() {
    latex::skip_spaces(rest_);
    if (rest_.empty()) return 0;
    if (rest_.front() == '{') return Ruler(latex::take_group(rest_)).all();
    if (rest_.front() == '\\') return command();
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return character_width(c);
  }

  double command() {
    constexpr std::array<std::string_view, 7> accents{"dot", "ddot", "hat", "bar", "mathbf", "boldsymbol", "mathit"};
    constexpr std::array<std::string_view, 3> upright{"text", "mathrm", "operatorname"};
    const std::string_view name = latex::take_command(rest_);
    if (name == "frac" || name == "dfrac") return fraction();
    if (name == "tfrac") return script_size * fraction();
    if (name == "sqrt") return 9 + item();
    if (is_among(name, accents)) return item();
    if (is_among(name, upright)) return latex_text_width(latex::take_group(rest_)) + 3.4;
    const auto known = std::find_if(std::begin(commands), std::end(commands),
                                    [&](const CommandWidth& c) { return c.command == name; });
    return known == std::end(commands) ? 7 : known->width;
  }

  double fraction() {
    const double above = item(), below = item();
    return std::max(above, below) + 2.4;
  }

  std::string_view rest_;
};

/// A command counts as one.
double visible_letters(std::string_view text) {
  double count = 0;
  while (!text.empty()) {
    if (text.front() != '{' && text.front() != '}') ++count;
    if (text.front() == '\\')
      latex::take_command(text);
    else
      latex::take(text, 1);
  }
  return count;
}

/// One that is not escaped.
std::size_t next_dollar(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '$')
      return i;
  }
  return text.size();
}

}  // namespace

double latex_width(std::string_view formula) { return Ruler(formula).all(); }

double latex_text_width(std::string_view text) {
  double width = 0;
  for (bool in_formula = false; !text.empty(); in_formula = !in_formula) {
    const std::size_t end = next_dollar(text);
    const std::string_view part = text.substr(0, end);
    width += in_formula ? latex_width(part) : letter_of_words * visible_letters(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return width;
}

}  // namespace sinew
