// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/smidata/parser.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "sinew/units/characters.h"
#include "sinew/units/number_text.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// No assembly has more parts; the index of a damaged file may be anything.
constexpr int most_elements = 100'000;

bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  return lower;
}

/// The number that `text` is as a whole, whatever the program's locale; nothing if it overflows.
std::optional<double> number_of(std::string_view text) {
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const NumberText number = leading_number(text);
  const bool whole = number.length > 0 && number.length == text.size() && !number.out_of_range;
  return whole && std::isfinite(number.value) ? std::optional<double>(number.value) : std::nullopt;
}

/// `smiData.Solid(4).CoM`, taken apart.
struct Path {
  std::string_view variable, array;
  long long index = 0;
  std::string field;

  bool is_data() const { return !array.empty() && index != 0 && !field.empty(); }
};

class SmiParser {
 public:
  SmiParser(std::string_view text, Diagnostics& diagnostics) : rest_(text), diagnostics_(diagnostics) {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
  }

  std::vector<SmiAssignment> parse() {
    while (!rest_.empty()) {
      skip_blanks();
      if (take('\n'))
        ++line_;
      else if (next() == '%')
        comment();
      else if (!rest_.empty() && !take(';') && !take(','))
        statement();
    }
    if (assignments_.empty())
      diagnostics_.error({}, "the file holds no smiData",
                         "give the _DataFile.m that smimport writes beside the Simulink model");
    return std::move(assignments_);
  }

 private:
  char next(std::size_t ahead = 0) const { return ahead < rest_.size() ? rest_[ahead] : '\0'; }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::string_view take_count(std::size_t length) {
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  template <class Test>
  std::string_view take_while(Test test) {
    std::size_t length = 0;
    while (length < rest_.size() && test(rest_[length])) ++length;
    return take_count(length);
  }
  std::string_view rest_of_line() const { return rest_.substr(0, rest_.find('\n')); }
  std::string_view take_line() { return trimmed(take_count(rest_of_line().size())); }

  /// Blanks, and the line break behind a `...`.
  void skip_blanks() {
    for (;;) {
      take_while(is_blank);
      if (!rest_.starts_with("...")) return;
      take_line();
      if (take('\n')) ++line_;
    }
  }

  void refuse(std::string what, std::string remedy) {
    diagnostics_.error({line_}, std::move(what), std::move(remedy));
    take_line();
  }

  void comment() {
    const std::string_view text = take_line();
    constexpr std::string_view names_variable = "%%%VariableName:";
    if (text == "%{")
      block_comment();
    else if (text.starts_with(names_variable))
      name_variable(trimmed(text.substr(names_variable.size())));
    else if (lower_case(text).find("cut joint") != std::string::npos)
      cut_joint_ = true;
  }

  void block_comment() {
    const int first = line_;
    for (int depth = 1; depth > 0;) {
      if (rest_.empty()) {
        diagnostics_.error({first}, "the block comment that begins here does not end", "end it with %}");
        return;
      }
      if (take('\n')) ++line_;
      const std::string_view text = take_line();
      depth += text == "%{" ? 1 : text == "%}" ? -1 : 0;
    }
  }

  void name_variable(std::string_view name) {
    if (!assignments_.empty())
      diagnostics_.error({line_}, "a second set of data, " + in_quotes(name) + ", begins here",
                         "put each set in a file of its own");
    variable_ = name;
  }

  void statement() {
    SmiAssignment assignment;
    assignment.source = {line_};
    const std::string_view from_here = rest_;
    const std::optional<Path> path = this->path();
    skip_blanks();
    if (!path || next() != '=' || next(1) == '=')
      return refuse(
          "this is neither data nor a comment: " + in_quotes(trimmed(from_here.substr(0, from_here.find('\n')))),
          "remove the line; the file is read as data, MATLAB is not run");
    take('=');
    skip_blanks();
    if (!value(assignment)) return;
    skip_blanks();
    const bool ended = take(';') || take(',');
    skip_blanks();
    if (next() == '%')
      assignment.comment = trimmed(take_line().substr(1));
    else if (!ended && !rest_.empty() && next() != '\n')
      return refuse("the value goes on with " + in_quotes(trimmed(rest_of_line())),
                    "write a number, numbers in [ ] or a text in quotes; MATLAB is not run");
    keep(std::move(assignment), *path);
  }

  std::optional<Path> path() {
    Path path;
    path.variable = take_while(is_word);
    if (path.variable.empty() || !is_letter(path.variable.front())) return std::nullopt;
    if (take('.')) path.array = take_while(is_word);
    if (take('(')) {
      const std::string_view digits = trimmed(take_while([](char c) { return is_digit(c) || is_blank(c); }));
      if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit) || !take(')')) return std::nullopt;
      // ten digits are already far beyond what is allowed
      for (const char c : digits.substr(0, 10)) path.index = 10 * path.index + (c - '0');
      if (path.index == 0) return std::nullopt;
    }
    if (take('.')) path.field = take_while([](char c) { return is_word(c) || c == '.'; });
    return path;
  }

  bool value(SmiAssignment& assignment) {
    if (next() == '\'' || next() == '"') return text(assignment);
    std::vector<double> numbers;
    if (take('[')) {
      for (bool apart = true;;) {
        if (skip_separators()) apart = true;
        if (take(']')) break;
        if (rest_.empty()) {
          diagnostics_.error(assignment.source, "the [ of this line is never closed", "end the numbers with ]");
          return false;
        }
        if (!apart || !number(numbers)) {
          if (!apart) refuse_calculation();
          return false;
        }
        apart = false;
      }
    } else if (!number(numbers)) {
      return false;
    }
    assignment.value = std::move(numbers);
    return true;
  }

  /// What may stand between numbers in [ ]: blanks, commas, semicolons, line breaks and comments.
  bool skip_separators() {
    const std::size_t before = rest_.size();
    for (;;) {
      skip_blanks();
      if (next() == '%')
        take_line();
      else if (take('\n'))
        ++line_;
      else if (!take(',') && !take(';'))
        return rest_.size() != before;
    }
  }

  bool number(std::vector<double>& numbers) {
    const auto sign = static_cast<std::size_t>(next() == '-' || next() == '+');
    std::size_t length = sign;
    while (is_word(next(length)) || next(length) == '.' ||
           ((next(length) == '-' || next(length) == '+') && length > sign &&
            (next(length - 1) == 'e' || next(length - 1) == 'E')))
      ++length;
    const std::string_view token = rest_.substr(0, length);
    const std::string word = lower_case(token.substr(sign));
    if (word == "nan" || word == "inf") {
      refuse(in_quotes(token) + " is no quantity of a real part", "give a finite number");
      return false;
    }
    const bool begins_well = is_digit(next(sign)) || (next(sign) == '.' && is_digit(next(sign + 1)));
    const std::optional<double> value = begins_well ? number_of(token) : std::nullopt;
    if (!value) {
      refuse_calculation();
      return false;
    }
    numbers.push_back(*value);
    take_count(length);
    return true;
  }

  void refuse_calculation() {
    refuse(in_quotes(trimmed(rest_of_line())) + " is not a number",
           "write the number itself, such as -1.5e-3; the file is read as data, MATLAB is not run");
  }

  /// Text in either kind of quotes; a quote inside is written twice.
  bool text(SmiAssignment& assignment) {
    const char quote = next();
    std::string text;
    for (std::size_t i = 1; i < rest_.size() && rest_[i] != '\n'; ++i) {
      if (rest_[i] == quote) {
        if (next(i + 1) != quote) {
          take_count(i + 1);
          assignment.value = std::move(text);
          return true;
        }
        ++i;
      }
      text += rest_[i];
    }
    refuse("the text " + in_quotes(trimmed(rest_of_line())) + " has no closing quote",
           std::string("end it with ") + quote);
    return false;
  }

  void keep(SmiAssignment&& assignment, const Path& path) {
    if (variable_.empty() && path.is_data()) variable_ = path.variable;
    if (path.variable != variable_ || !path.is_data()) {
      const std::string name = std::string(path.variable) + (path.array.empty() ? "" : "." + std::string(path.array));
      if (ignored_.insert(name).second)
        diagnostics_.warning(assignment.source, in_quotes(name) + " is no data of a robot and is left out",
                             variable_.empty() || path.variable == variable_
                                 ? "data look like smiData.Solid(1).mass = 2;  % kg"
                                 : "data are assigned to " + in_quotes(variable_));
      return;
    }
    if (path.index > most_elements) {
      diagnostics_.error(
          assignment.source,
          in_quotes(path.array) + " is said to have more than " + std::to_string(most_elements) + " elements",
          "correct the index");
      return;
    }
    assignment.array = path.array;
    assignment.index = static_cast<int>(path.index);
    assignment.field = path.field;
    assignment.cut_joint = std::exchange(cut_joint_, false);
    assignments_.push_back(std::move(assignment));
  }

  std::string_view rest_;
  Diagnostics& diagnostics_;
  int line_ = 1;
  std::string variable_;
  bool cut_joint_ = false;
  std::set<std::string> ignored_;
  std::vector<SmiAssignment> assignments_;
};

}  // namespace

std::vector<SmiAssignment> parse_smidata(const SourceText& source, Diagnostics& diagnostics) {
  return SmiParser(source.text, diagnostics).parse();
}

}  // namespace sinew
