// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/latex_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <vector>

#include "sinew/print/prose.h"
#include "sinew/units/characters.h"

namespace sinew {

namespace {

struct Written {
  std::string_view character, latex;
};

/// What has a sign of its own in a formula.
constexpr Written signs[] = {
    {"α", "\\alpha"},      {"β", "\\beta"},        {"γ", "\\gamma"},       {"δ", "\\delta"},
    {"ε", "\\varepsilon"}, {"ζ", "\\zeta"},        {"η", "\\eta"},         {"θ", "\\theta"},
    {"κ", "\\kappa"},      {"λ", "\\lambda"},      {"μ", "\\mu"},          {"ν", "\\nu"},
    {"ξ", "\\xi"},         {"π", "\\pi"},          {"ρ", "\\rho"},         {"σ", "\\sigma"},
    {"τ", "\\tau"},        {"φ", "\\varphi"},      {"χ", "\\chi"},         {"ψ", "\\psi"},
    {"ω", "\\omega"},      {"Γ", "\\Gamma"},       {"Δ", "\\Delta"},       {"Θ", "\\Theta"},
    {"Λ", "\\Lambda"},     {"Π", "\\Pi"},          {"Σ", "\\Sigma"},       {"Φ", "\\Phi"},
    {"Ψ", "\\Psi"},        {"Ω", "\\Omega"},       {"Ṁ", "\\dot{M}"},      {"Ẋ", "\\dot{X}"},
    {"Ẍ", "\\ddot{X}"},    {"·", "\\cdot"},        {"×", "\\times"},       {"−", "-"},
    {"±", "\\pm"},         {"∂", "\\partial"},     {"∇", "\\nabla"},       {"∫", "\\int"},
    {"√", "\\surd"},       {"∞", "\\infty"},       {"‖", "\\|"},           {"≤", "\\le"},
    {"≥", "\\ge"},         {"≠", "\\ne"},          {"≈", "\\approx"},      {"→", "\\to"},
    {"∈", "\\in"},         {"½", "\\tfrac{1}{2}"}, {"¼", "\\tfrac{1}{4}"}, {"′", "'"},
    {"″", "''"},           {"∑", "\\sum"},         {"\u2009", "\\,"},      {"°", "^{\\circ}"},
};
constexpr Written index_marks[] = {
    {"₀", "0"}, {"₁", "1"}, {"₂", "2"}, {"₃", "3"}, {"₄", "4"}, {"₅", "5"}, {"₆", "6"}, {"₇", "7"}, {"₈", "8"},
    {"₉", "9"}, {"₊", "+"}, {"₋", "-"}, {"ₓ", "x"}, {"ᵢ", "i"}, {"ⱼ", "j"}, {"ₖ", "k"}, {"ₙ", "n"}, {"ₘ", "m"},
};
constexpr Written exponent_marks[] = {
    {"⁰", "0"}, {"¹", "1"}, {"²", "2"}, {"³", "3"}, {"⁴", "4"}, {"⁵", "5"}, {"⁶", "6"}, {"⁷", "7"},
    {"⁸", "8"}, {"⁹", "9"}, {"⁺", "+"}, {"⁻", "-"}, {"ᵀ", "T"}, {"ⁱ", "i"}, {"ⁿ", "n"}, {"ᴿ", "R"},
};
constexpr Written accents[] = {{"\u0307", "\\dot"}, {"\u0308", "\\ddot"}, {"\u0302", "\\hat"}, {"\u0304", "\\bar"}};
constexpr Written ascii_in_formulas[] = {
    {"{", "\\{"}, {"}", "\\}"},          {"#", "\\#"},     {"%", "\\%"},   {"&", "\\&"}, {"$", "\\$"},
    {"_", "\\_"}, {"\\", "\\backslash"}, {"^", "\\hat{}"}, {"~", "\\sim"}, {"`", "'"},   {"\"", "''"},
};
constexpr Written in_text[] = {
    {"{", "\\{"},       {"}", "\\}"},
    {"#", "\\#"},       {"%", "\\%"},
    {"&", "\\&"},       {"$", "$\\$$"},
    {"_", "\\_"},       {"\\", "\\textbackslash{}"},
    {"^", "\\^{}"},     {"~", "\\~{}"},
    {"`", "'"},         {"\"", "''"},
    {"<", "$<$"},       {">", "$>$"},
    {"|", "$|$"},       {"\n", " "},
    {"\t", " "},        {"…", "\\dots{}"},
    {"–", "--"},        {"—", "---"},
    {"“", "``"},        {"”", "''"},
    {"‘", "`"},         {"’", "'"},
    {"\u00A0", "~"},    {"✓", "$\\checkmark$"},
    {"✗", "$\\times$"},
};

template <std::size_t N>
const Written* find(const Written (&table)[N], std::string_view character) {
  const auto found =
      std::find_if(std::begin(table), std::end(table), [&](const Written& w) { return w.character == character; });
  return found == std::end(table) ? nullptr : &*found;
}

bool is_ascii_character(std::string_view c) { return c.size() == 1 && static_cast<unsigned char>(c[0]) < 0x80; }
bool is_printable(std::string_view c) {
  return is_ascii_character(c) && std::isprint(static_cast<unsigned char>(c[0])) != 0;
}
bool is_one_letter(std::string_view c) { return c.size() == 1 && is_letter(c[0]); }
bool is_one_digit(std::string_view c) { return c.size() == 1 && is_digit(c[0]); }

bool is_greek(std::string_view c) { return c.starts_with('\xCE') || c.starts_with('\xCF'); }

char32_t code_point(std::string_view c) {
  if (c.size() < 2) return static_cast<unsigned char>(c[0]);
  char32_t code = static_cast<unsigned char>(c[0]) & (0xFFU >> (c.size() + 1));
  for (const char byte : c.substr(1)) code = (code << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
  return code;
}

/// Letters of western Europe, which LaTeX composes in its oldest font encoding too.
bool is_composed_letter(std::string_view c) {
  const char32_t code = code_point(c);
  return c.size() == 2 && code >= 0xC0 && code <= 0xFF && code != 0xD0 && code != 0xD7 && code != 0xDE &&
         code != 0xF0 && code != 0xF7 && code != 0xFE;
}

std::string code_in_words(std::string_view c) {
  return fmt::format("[U+{:04X}]", static_cast<unsigned>(code_point(c)));
}

/// Reads a formula character by character.
class Formula {
 public:
  explicit Formula(std::string_view formula) : characters_(characters(formula)) {}

  std::string latex() {
    while (at_ < characters_.size()) add_next();
    return out_;
  }

 private:
  std::string_view here() const { return at_ < characters_.size() ? characters_[at_] : std::string_view(); }
  std::string_view next() const { return at_ + 1 < characters_.size() ? characters_[at_ + 1] : std::string_view(); }

  void add_next() {
    if (find(index_marks, here()) != nullptr) return add_script('_', taken(index_marks));
    if (find(exponent_marks, here()) != nullptr) return add_script('^', taken(exponent_marks));
    if (here() == "_" && (is_one_letter(next()) || is_one_digit(next()) || is_greek(next()))) return add_index();
    if (is_one_letter(here()) && add_word()) return;
    const std::string_view base = here();
    ++at_;
    add(with_marks(base));
    // ωx and vx are components
    if ((base == "ω" || base == "v") && (here() == "x" || here() == "y" || here() == "z") && !is_one_letter(next()))
      add_script('_', std::string(characters_[at_++]));
  }

  /// Is there nothing yet for an index to stand on?
  bool is_start() const { return out_.empty() || std::string_view(" ([").find(out_.back()) != std::string_view::npos; }

  /// A command ends where no letter follows.
  void add(const std::string& latex) {
    const std::size_t backslash = out_.rfind('\\');
    const bool after_command =
        backslash != std::string::npos && backslash + 1 < out_.size() &&
        std::all_of(out_.begin() + static_cast<std::ptrdiff_t>(backslash) + 1, out_.end(), is_letter);
    if (after_command && !latex.empty() && is_one_letter(std::string_view(latex).substr(0, 1))) out_ += ' ';
    const bool prime = latex.starts_with('\''), raised = prime || latex.starts_with('^');
    if (raised && has_above_ && !(prime && out_.ends_with('\''))) out_ += "{}";
    out_ += latex;
    has_below_ = false;
    has_above_ = raised;
  }

  /// A second one on the same side would be an error: it stands on nothing instead.
  void add_script(char sign, const std::string& script) {
    bool& taken_side = sign == '_' ? has_below_ : has_above_;
    if (taken_side || is_start()) out_ += "{}";
    taken_side = true;
    out_.append(1, sign).append("{").append(script).append("}");
  }

  template <std::size_t N>
  std::string taken(const Written (&table)[N]) {
    std::string result;
    for (; find(table, here()) != nullptr; ++at_) result += find(table, here())->latex;
    return result;
  }

  void add_index() {
    std::string index;
    for (++at_; is_one_letter(here()) || is_one_digit(here()); ++at_) index += here();
    if (index.empty()) index = with_marks(characters_[at_++]);
    add_script('_', index);
  }

  /// sin, cos and det, and what is no product of letters but a word.
  bool add_word() {
    std::string word;
    for (std::size_t i = at_; i < characters_.size() && is_one_letter(characters_[i]); ++i) word += characters_[i];
    const bool is_function = word == "sin" || word == "cos" || word == "det";
    if (!is_function && word.size() < 3) return false;
    at_ += word.size();
    add(is_function ? "\\" + word : "\\text{" + word + "}");
    return true;
  }

  std::string with_marks(std::string_view base) {
    std::string latex = in_formula(base);
    for (; find(accents, here()) != nullptr; ++at_)
      latex = std::string(find(accents, here())->latex) + "{" + latex + "}";
    return latex;
  }

  static std::string in_formula(std::string_view c) {
    if (const Written* sign = find(signs, c)) return std::string(sign->latex);
    if (const Written* escaped = find(ascii_in_formulas, c)) return std::string(escaped->latex);
    if (const Written* mark = find(accents, c)) return std::string(mark->latex) + "{}";
    return is_printable(c) ? std::string(c) : "\\text{" + latex_text(c) + "}";
  }

  std::vector<std::string_view> characters_;
  std::size_t at_ = 0;
  std::string out_;
  bool has_below_ = false, has_above_ = false;  ///< what stands last in it: an index, an exponent
};

/// "+ b" after words: the sign stands between two terms.
bool begins_with_operation(std::string_view formula) {
  return formula.starts_with("+ ") || formula.starts_with("− ") || formula.starts_with("× ");
}

std::string code(std::string_view text) { return "\\texttt{" + latex_text(text) + "}"; }

}  // namespace

bool is_math_character(std::string_view c) {
  return find(signs, c) != nullptr || find(index_marks, c) != nullptr || find(exponent_marks, c) != nullptr ||
         find(accents, c) != nullptr;
}

std::string_view sign_of_command(std::string_view latex) {
  const auto found =
      std::find_if(std::begin(signs), std::end(signs), [&](const Written& sign) { return sign.latex == latex; });
  return found == std::end(signs) ? std::string_view() : found->character;
}

std::string latex_math(std::string_view formula) { return Formula(formula).latex(); }

std::string compiling_latex(std::string_view formula) {
  std::string result;
  for (const std::string_view c : characters(formula))
    result += is_ascii_character(c) ? std::string(c) : "{" + latex_math(c) + "}";
  return result;
}

std::string latex_text(std::string_view text) {
  std::string result;
  for (const std::string_view c : characters(text)) {
    if (const Written* escaped = find(in_text, c))
      result += escaped->latex;
    else if (is_math_character(c))
      result += "$" + latex_math(c) + "$";
    else if (c == "-" && result.ends_with('-'))
      result += "{}-";  // two would become a dash
    else if (is_printable(c) || is_composed_letter(c))
      result += c;
    else
      result += code_in_words(c);
  }
  return result;
}

std::string latex_words(std::string_view sentences) {
  std::string result;
  for (const ProseRun& run : prose_runs(sentences)) switch (run.kind) {
      case ProseRun::Kind::Words:
        result += latex_text(run.text);
        break;
      case ProseRun::Kind::Math:
        result += (begins_with_operation(run.text) ? "${}" : "$") + latex_math(run.text) + "$";
        break;
      case ProseRun::Kind::Code:
        result += code(run.text);
        break;
    }
  return result;
}

}  // namespace sinew
