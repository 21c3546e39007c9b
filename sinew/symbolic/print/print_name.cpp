// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/symbolic/print/print.h"
#include "sinew/symbolic/print/print_dialect.h"

namespace sinew {

namespace {

struct GreekLetter {
  std::string_view name, small, capital;
  std::string_view latin_capital = {};  ///< where LaTeX has no capital of its own, for it looks like a Latin one
};
constexpr GreekLetter greek_letters[] = {
    {"alpha", "α", "Α", "A"},   {"beta", "β", "Β", "B"},  {"gamma", "γ", "Γ"},        {"delta", "δ", "Δ"},
    {"epsilon", "ε", "Ε", "E"}, {"zeta", "ζ", "Ζ", "Z"},  {"eta", "η", "Η", "H"},     {"theta", "θ", "Θ"},
    {"iota", "ι", "Ι", "I"},    {"kappa", "κ", "Κ", "K"}, {"lambda", "λ", "Λ"},       {"mu", "μ", "Μ", "M"},
    {"nu", "ν", "Ν", "N"},      {"xi", "ξ", "Ξ"},         {"omicron", "ο", "Ο", "O"}, {"pi", "π", "Π"},
    {"rho", "ρ", "Ρ", "P"},     {"sigma", "σ", "Σ"},      {"tau", "τ", "Τ", "T"},     {"upsilon", "υ", "Υ"},
    {"phi", "φ", "Φ"},          {"chi", "χ", "Χ", "X"},   {"psi", "ψ", "Ψ"},          {"omega", "ω", "Ω"},
};

std::string capitalised(std::string_view word) {
  std::string result(word);
  result[0] = static_cast<char>(result[0] - 'a' + 'A');
  return result;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_letter(char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80; }

/// A name taken apart: q with two dots and 1 below it for qdd1; I, 2xx; m, tool for m_tool.
struct NameParts {
  int dots = 0;
  std::string letters;
  std::string index;               ///< what stands right behind the letters, from a digit on
  std::vector<std::string> words;  ///< what stands behind underscores
};

std::vector<std::string> split_at_underscores(std::string_view name) {
  std::vector<std::string> parts(1);
  for (const char c : name)
    if (c == '_')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

bool is_rate(const NameParts& parts, std::string_view letters) {
  return parts.letters == letters && !parts.index.empty() &&
         std::all_of(parts.index.begin(), parts.index.end(), is_digit);
}

/// finger_lower_to_tip_joint: the name of a joint or a link, whose words are no indices of their own.
bool is_a_name_itself(const std::vector<std::string>& words) {
  constexpr std::size_t longest_index = 3;
  return words.size() > 2 &&
         std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.size() > longest_index; });
}

NameParts parts_of(const std::string& name) {
  std::vector<std::string> split = split_at_underscores(name);
  const std::string& first = split.front();
  const auto end_of_letters = std::find_if_not(first.begin(), first.end(), is_letter);
  NameParts parts{0, {first.begin(), end_of_letters}, {end_of_letters, first.end()}, {split.begin() + 1, split.end()}};
  std::erase(parts.words, "");
  if (is_a_name_itself(parts.words)) parts.words = {name.substr(first.size() + 1)};
  if (is_rate(parts, "qd") || is_rate(parts, "dq")) return {1, "q", parts.index, parts.words};
  if (is_rate(parts, "qdd") || is_rate(parts, "ddq")) return {2, "q", parts.index, parts.words};
  return parts;
}

// Unicode

std::string greek_or(const std::string& letters) {
  for (const GreekLetter& g : greek_letters) {
    if (letters == g.name) return std::string(g.small);
    if (letters == capitalised(g.name)) return std::string(g.capital);
  }
  return letters;
}

/// The letters that Unicode has below the line.
std::string_view subscript_letter(char c) {
  constexpr std::pair<char, std::string_view> known[] = {
      {'a', "ₐ"}, {'e', "ₑ"}, {'h', "ₕ"}, {'i', "ᵢ"}, {'j', "ⱼ"}, {'k', "ₖ"}, {'l', "ₗ"}, {'m', "ₘ"}, {'n', "ₙ"},
      {'o', "ₒ"}, {'p', "ₚ"}, {'r', "ᵣ"}, {'s', "ₛ"}, {'t', "ₜ"}, {'u', "ᵤ"}, {'v', "ᵥ"}, {'x', "ₓ"}};
  const auto* found = std::find_if(std::begin(known), std::end(known), [&](const auto& k) { return k.first == c; });
  return found == std::end(known) ? std::string_view() : found->second;
}

bool can_go_below(char c) { return is_digit(c) || !subscript_letter(c).empty(); }

std::string below(std::string_view word) {
  std::string result;
  for (const char c : word) result += is_digit(c) ? lowered_digits({&c, 1}) : std::string(subscript_letter(c));
  return result;
}

/// Digits do, and one short word. The name of a joint is not to be read in letters that small, nor partly in them.
bool reads_well_below(const std::vector<std::string>& words) {
  constexpr std::size_t longest = 4;
  const auto all = [](const std::string& word, const auto& test) {
    return std::all_of(word.begin(), word.end(), test);
  };
  if (words.size() == 1) return all(words[0], is_digit) || (words[0].size() <= longest && all(words[0], can_go_below));
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return all(word, is_digit); });
}

std::string unicode_name(const NameParts& parts) {
  constexpr std::string_view dots[] = {"", "\u0307", "\u0308"};
  std::string name = greek_or(parts.letters) + std::string(dots[parts.dots]);
  for (const char c : parts.index) name += is_digit(c) ? lowered_digits({&c, 1}) : std::string(1, c);
  if (reads_well_below(parts.words))
    for (const std::string& word : parts.words) name += below(word);
  else
    for (const std::string& word : parts.words) name += "_" + word;
  return name;
}

// LaTeX

/// What no backslash makes harmless in mathematics becomes a hyphen.
std::string escaped_latex(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("#$%&{}_").find(c) != std::string_view::npos) result += '\\';
    result += std::string_view("\\^~").find(c) != std::string_view::npos ? '-' : c;
  }
  return result;
}

std::string upright(const std::string& word) { return R"(\mathrm{)" + escaped_latex(word) + "}"; }

std::string latex_letters(const std::string& letters) {
  for (const GreekLetter& g : greek_letters) {
    if (letters == g.name || letters == g.small) return letters == "omicron" ? "o" : "\\" + std::string(g.name);
    if (letters == capitalised(g.name) || letters == g.capital)
      return g.latin_capital.empty() ? "\\" + capitalised(g.name) : upright(std::string(g.latin_capital));
  }
  return letters.size() == 1 ? letters : upright(letters);
}

std::string latex_name(const NameParts& parts) {
  constexpr std::string_view dotted[] = {"$1", R"(\dot{$1})", R"(\ddot{$1})"};
  std::string index = escaped_latex(parts.index);
  for (const std::string& word : parts.words) {
    const bool reads_as_word = word.size() > 1 && is_letter(word.front());
    index += (index.empty() ? "" : ",") + (reads_as_word ? upright(word) : escaped_latex(word));
  }
  const std::string base = filled(dotted[parts.dots], {latex_letters(parts.letters)});
  return index.empty() ? base : base + "_{" + index + "}";
}

// MathML

std::string escaped_xml(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  return result;
}

std::string mathml_name(const NameParts& parts) {
  constexpr std::string_view dotted[] = {"<mi>$1</mi>", "<mover accent=\"true\"><mi>$1</mi><mo>˙</mo></mover>",
                                         "<mover accent=\"true\"><mi>$1</mi><mo>¨</mo></mover>"};
  std::string index = parts.index;
  for (const std::string& word : parts.words) index += (index.empty() ? "" : ",") + word;
  const std::string base = filled(dotted[parts.dots], {escaped_xml(greek_or(parts.letters))});
  if (index.empty()) return base;
  const char* element = std::all_of(index.begin(), index.end(), is_digit) ? "mn" : "mi";
  return filled("<msub>$1<$2>$3</$2></msub>", {base, element, escaped_xml(index)});
}

// code

constexpr std::string_view words_of_c[] = {
    "alignas", "alignof",   "and",      "asm",      "auto",     "bool",     "break",    "case",     "catch",
    "char",    "class",     "compl",    "concept",  "const",    "continue", "cos",      "decltype", "default",
    "delete",  "do",        "double",   "else",     "enum",     "exp",      "explicit", "export",   "extern",
    "false",   "float",     "for",      "friend",   "goto",     "if",       "inline",   "int",      "long",
    "mutable", "namespace", "new",      "noexcept", "not",      "nullptr",  "operator", "or",       "pow",
    "private", "protected", "public",   "register", "requires", "restrict", "return",   "short",    "signed",
    "sin",     "sizeof",    "sqrt",     "static",   "std",      "struct",   "switch",   "template", "this",
    "throw",   "true",      "try",      "typedef",  "typeid",   "typename", "union",    "unsigned", "using",
    "virtual", "void",      "volatile", "while",    "xor"};
constexpr std::string_view words_of_python[] = {
    "False",  "None",     "True",   "and",   "as",     "assert", "async",  "await",   "break",
    "class",  "continue", "def",    "del",   "elif",   "else",   "except", "for",     "from",
    "global", "if",       "import", "in",    "is",     "lambda", "math",   "finally", "nonlocal",
    "not",    "or",       "pass",   "raise", "return", "try",    "while",  "with",    "yield"};
constexpr std::string_view words_of_matlab[] = {
    "break", "case", "catch",    "classdef", "continue", "cos",       "else",   "elseif",     "end",
    "exp",   "for",  "function", "global",   "if",       "otherwise", "parfor", "persistent", "return",
    "sign",  "sin",  "spmd",     "sqrt",     "subsref",  "substruct", "switch", "try",        "while"};

std::span<const std::string_view> words_of(Language language) {
  if (language == Language::Python) return words_of_python;
  if (language == Language::Matlab) return words_of_matlab;
  return words_of_c;
}

/// θ as theta; what no language takes, such as the hyphen of a joint's name, as an underscore.
std::string identifier(const std::string& name, Language language) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    const std::string_view rest = std::string_view(name).substr(i);
    const auto* greek = std::find_if(std::begin(greek_letters), std::end(greek_letters), [&](const GreekLetter& g) {
      return rest.starts_with(g.small) || rest.starts_with(g.capital);
    });
    if (greek != std::end(greek_letters)) {
      result += rest.starts_with(greek->small) ? std::string(greek->name) : capitalised(greek->name);
      i += greek->small.size();
    } else {
      result += is_ascii_letter(name[i]) || is_digit(name[i]) ? name[i] : '_';
      ++i;
    }
  }
  const std::span<const std::string_view> words = words_of(language);
  return std::find(words.begin(), words.end(), result) == words.end() ? result : result + "_";
}

}  // namespace

std::string printed_name(const std::string& symbol_name, Language language) {
  switch (language) {
    case Language::Text:
      return symbol_name;
    case Language::Unicode:
      return unicode_name(parts_of(symbol_name));
    case Language::Latex:
      return latex_name(parts_of(symbol_name));
    case Language::MathMl:
      return mathml_name(parts_of(symbol_name));
    case Language::C:
    case Language::Cpp:
    case Language::Python:
    case Language::Matlab:
      return identifier(symbol_name, language);
  }
  return symbol_name;
}

}  // namespace sinew
