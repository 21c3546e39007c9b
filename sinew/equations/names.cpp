// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/names.h"

#include <array>
#include <string_view>

#include "sinew/symbolic/print/print.h"

namespace sinew {

namespace {

/// A letter in the three ways of writing: tau, τ, \tau. Accents: dot and double dot follow the letter, as in v' and v''.
struct Letter {
  std::string_view plain, unicode, latex;
};
constexpr std::array letters{
    Letter{"tau", "τ", "\\tau"},           Letter{"omega", "ω", "\\omega"}, Letter{"omega'", "ω̇", "\\dot{\\omega}"},
    Letter{"v'", "v̇", "\\dot{v}"},         Letter{"q'", "q̇", "\\dot{q}"},   Letter{"q''", "q̈", "\\ddot{q}"},
    Letter{"M'", "Ṁ", "\\dot{M}"},         Letter{"J'", "J̇", "\\dot{J}"},   Letter{"X'", "Ẋ", "\\dot{X}"},
    Letter{"X''", "Ẍ", "\\ddot{X}"},       Letter{"C_other", "C′", "C'"},   Letter{"C_plain", "C″", "C''"},
    Letter{"Csq", "Csq", "\\mathrm{Csq}"}, Letter{"Gamma", "Γ", "\\Gamma"}, Letter{"J^-1", "J⁻¹", "J^{-1}"},
    Letter{"alpha", "α", "\\alpha"},       Letter{"pi", "π", "\\pi"},       Letter{"Phi", "Φ", "\\Phi"},
};

Letter written(std::string_view letter) {
  for (const Letter& known : letters)
    if (known.plain == letter) return known;
  return {letter, letter, letter};
}

std::string superscript(int number) {
  constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string result;
  for (const char c : std::to_string(number)) result += digits[static_cast<std::size_t>(c - '0')];
  return result;
}

/// "omega'" is typed omega_dot, so that a plain name can be one.
std::string typed(std::string_view plain) {
  std::string result;
  int dots = 0;
  for (const char c : plain) {
    if (c == '\'')
      ++dots;
    else
      result += c;
  }
  return result + (dots == 1 ? "_dot" : dots == 2 ? "_ddot" : "");
}

}  // namespace

std::string subscript(const std::string& digits) {
  constexpr std::array below{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  std::string result;
  for (const char c : digits) {
    if (c >= '0' && c <= '9')
      result += below[static_cast<std::size_t>(c - '0')];
    else
      result += c;
  }
  return result;
}

MathName name_of(const Symbol& symbol) {
  return {symbol.name, printed_name(symbol.name, Language::Unicode), printed_name(symbol.name, Language::Latex)};
}

MathName indexed(const std::string& letter, int index) {
  const Letter l = written(letter);
  const std::string number = std::to_string(index);
  if (letter == "c")  // beside c₁ = cos(q₁)
    return {letter + number, "c" + subscript(number) + "(q, q̇)", "c_{" + number + "}(q, \\dot{q})"};
  return {typed(l.plain) + number, std::string(l.unicode) + subscript(number),
          std::string(l.latex) + "_{" + number + "}"};
}

MathName indexed(const std::string& letter, int row, int column) {
  const Letter l = written(letter);
  const bool wide = row > 9 || column > 9;
  const std::string number = std::to_string(row) + (wide ? "," : "") + std::to_string(column);
  return {typed(l.plain) + "_" + std::to_string(row) + "_" + std::to_string(column),
          std::string(l.unicode) + subscript(number), std::string(l.latex) + "_{" + number + "}"};
}

MathName in_frame(const std::string& letter, int frame, const std::string& index) {
  const Letter l = written(letter);
  return {typed(l.plain) + "_" + index, superscript(frame) + std::string(l.unicode) + subscript(index),
          "{}^{" + std::to_string(frame) + "}" + std::string(l.latex) + "_{" + index + "}"};
}

MathName named(const std::string& letter, const std::string& arguments) {
  const Letter l = written(letter);
  if (arguments.empty()) return {typed(l.plain), std::string(l.unicode), std::string(l.latex)};
  std::string unicode, latex;
  // q, q', q'' are the only arguments that equations have
  for (std::size_t i = 0; i < arguments.size();) {
    std::size_t end = arguments.find(',', i);
    if (end == std::string::npos) end = arguments.size();
    const Letter a = written(std::string_view(arguments).substr(i, end - i));
    unicode += (i == 0 ? "" : ", ") + std::string(a.unicode);
    latex += (i == 0 ? "" : ", ") + std::string(a.latex);
    i = end + 1;
  }
  return {typed(l.plain), std::string(l.unicode) + "(" + unicode + ")", std::string(l.latex) + "(" + latex + ")"};
}

MathName as_name(const Expr& expr) {
  return {printed(expr, Language::Text), printed(expr, Language::Unicode), printed(expr, Language::Latex)};
}

}  // namespace sinew
