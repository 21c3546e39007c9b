// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/mathml_of_latex.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "sinew/print/latex_scan.h"
#include "sinew/print/latex_words.h"
#include "sinew/print/prose.h"
#include "sinew/units/characters.h"

namespace sinew {

namespace {

std::string element(std::string_view name, std::string_view inside) {
  std::string result = "<";
  result.append(name).append(">").append(inside).append("</").append(name).append(">");
  return result;
}

std::string row(const std::string& inside) { return element("mrow", inside); }

std::string operation(std::string_view sign) {
  if (sign == "'") return element("mo", "′");
  if (std::string_view("()[]|").find(sign) != std::string_view::npos || sign == "‖" || sign == "{" || sign == "}")
    return "<mo stretchy=\"false\">" + std::string(sign) + "</mo>";
  return element("mo", sign == "-" ? "−" : html_text(sign));
}

/// Walks over a formula and writes each item.
class Translator {
 public:
  explicit Translator(std::string_view latex) : rest_(latex) {}

  std::string all() {
    std::string result;
    for (latex::skip_spaces(rest_); !rest_.empty(); latex::skip_spaces(rest_))
      result += with_scripts(script_follows() ? row({}) : item());
    return result;
  }

 private:
  bool script_follows() const { return rest_.starts_with('_') || rest_.starts_with('^'); }

  std::string with_scripts(const std::string& base) {
    std::string below, above;
    for (latex::skip_spaces(rest_); script_follows(); latex::skip_spaces(rest_)) {
      std::string& script = rest_.front() == '_' ? below : above;
      rest_.remove_prefix(1);
      script = row(item());
    }
    if (below.empty() && above.empty()) return base;
    if (above.empty()) return element("msub", base + below);
    if (below.empty()) return element("msup", base + above);
    return element("msubsup", base + below + above);
  }

  /// A number, a letter or sign, a group in braces, a command with its arguments.
  std::string item() {
    latex::skip_spaces(rest_);
    if (rest_.empty()) return row({});
    if (rest_.front() == '{') return row(Translator(latex::take_group(rest_)).all());
    if (rest_.front() == '\\') return command();
    if (is_digit(rest_.front())) return element("mn", number());
    const std::string_view character = characters(rest_.substr(0, 4)).front();
    rest_.remove_prefix(character.size());
    return is_letter(character.front()) ? element("mi", character) : operation(character);
  }

  /// 12 or 0.5; the full stop behind a number is none of it.
  std::string number() {
    std::string digits(latex::take_while(rest_, is_digit));
    if (rest_.size() < 2 || rest_[0] != '.' || !is_digit(rest_[1])) return digits;
    digits += latex::take(rest_, 1);
    digits += latex::take_while(rest_, is_digit);
    return digits;
  }

  std::string command() {
    constexpr std::array<std::string_view, 8> without_sign{"left", "right", "bigl", "bigr",
                                                           "Bigl", "Bigr",  "!",    "displaystyle"};
    constexpr std::array<std::string_view, 6> spaces{",", ";", ":", " ", "quad", "qquad"};
    const std::string name(latex::take_command(rest_));
    if (is_among(name, without_sign)) return {};
    if (is_among(name, spaces))
      return "<mspace width=\"" + std::string(name.ends_with("quad") ? "1em" : "0.2em") + "\"/>";
    if (name == "frac" || name == "tfrac") return fraction();
    if (name == "sqrt") return element("msqrt", item());
    if (name == "dot") return accented("˙");
    if (name == "ddot") return accented("¨");
    if (name == "hat") return accented("^");
    if (name == "bar") return accented("¯");
    if (name == "text") return element("mtext", html_text(latex::take_group(rest_)));
    if (name == "mathrm" || name == "operatorname") return element("mi", html_text(latex::take_group(rest_)));
    return sign(name);
  }

  static std::string sign(const std::string& name) {
    constexpr std::array<std::string_view, 7> functions{"sin", "cos", "tan", "det", "exp", "max", "min"};
    if (is_among(name, functions)) return element("mi", name) + "<mo>&#x2061;</mo><mspace width=\"0.17em\"/>";
    const std::string_view known = sign_of_command("\\" + name);
    if (!known.empty()) return is_letter(name.front()) && is_greek(known) ? element("mi", known) : operation(known);
    return name.size() == 1 && !is_letter(name.front()) ? operation(name) : element("mtext", html_text("\\" + name));
  }

  static bool is_greek(std::string_view character) {
    return character.size() == 2 && (character[0] == '\xCE' || character[0] == '\xCF');
  }

  std::string fraction() {
    const std::string above = row(item());
    return element("mfrac", above + row(item()));
  }

  std::string accented(const char* mark) {
    return "<mover accent=\"true\">" + row(item()) + element("mo", mark) + "</mover>";
  }

  std::string_view rest_;
};

}  // namespace

std::string mathml_of_latex(std::string_view latex) { return Translator(latex).all(); }

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  return result;
}

}  // namespace sinew
