// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/print/print_dialect.h"

#include <algorithm>

namespace sinew {

namespace {

using Numbers = Dialect::Numbers;

constexpr Dialect plain_text{
    .times = "*",
    .plus = " + ",
    .minus = " - ",
    .negation = "-",
    .bracket = "($1)",
    .quotient = "$1/$2",
    .power = "$1^$2",
    .number = "$1",
    .scientific = "$1e$2",
    .sin = "sin",
    .cos = "cos",
    .exp = "exp",
    .sgn = "sgn",
    .call = "$2($1)",
    .root = "sqrt($1)",
    .digits = 15,
    .select = "($1 < $2 ? $3 : $4)",
    .whole = "$1",
    .assignment = "$1 = $2",
    .line_break = "\n",
    .program = "$1\n",
};

constexpr Dialect unicode{
    .short_angles = true,
    .raised_exponents = true,
    .times = "·",
    .plus = " + ",
    .minus = " − ",
    .negation = "−",
    .bracket = "($1)",
    .quotient = "$1/$2",
    .power = "$1$2",
    .number = "$1",
    .scientific = "$1·10$2",
    .sin = "sin",
    .cos = "cos",
    .exp = "exp",
    .sgn = "sgn",
    .call = "$2($1)",
    .raised_call = "$2$3($1)",
    .root = "√($1)",
    .raised_root = "(√($1))$2",
    .magnitude = "|$1|",
    .root_of_number = "√$1",
    .pi = "π",
    .digits = 6,
    .select = "($1 < $2 ? $3 : $4)",
    .whole = "$1",
    .assignment = "$1 = $2",
    .line_break = "\n",
    .program = "$1\n",
};

constexpr Dialect latex{
    .two_dimensional = true,
    .short_angles = true,
    .times = " ",
    .plus = " + ",
    .minus = " - ",
    .negation = "-",
    .bracket = R"(\left($1\right))",
    .quotient = R"(\frac{$1}{$2})",
    .power = "$1^{$2}",
    .number = "$1",
    .scientific = R"($1 \cdot 10^{$2})",
    .sin = R"(\sin)",
    .cos = R"(\cos)",
    .exp = R"(\exp)",
    .sgn = R"(\operatorname{sgn})",
    .call = R"($2\left($1\right))",
    .raised_call = R"($2^{$3}\left($1\right))",
    .root = R"(\sqrt{$1})",
    .raised_root = R"(\sqrt{$1}^{$2})",
    .magnitude = R"(\left|$1\right|)",
    .pi = R"(\pi)",
    .digits = 6,
    .select = R"(\begin{cases} $3 & \text{if } $1 < $2 \\ $4 & \text{otherwise} \end{cases})",
    .whole = "$1",
    .assignment = "$1 &= $2",
    .line_break = " \\\\\n",
    .program = "\\begin{align*}\n$1\n\\end{align*}\n",
};

constexpr Dialect mathml{
    .two_dimensional = true,
    .short_angles = true,
    .times = "<mo>&#x2062;</mo>",
    .plus = "<mo>+</mo>",
    .minus = "<mo>−</mo>",
    .negation = "<mo>−</mo>",
    .bracket = "<mrow><mo>(</mo>$1<mo>)</mo></mrow>",
    .quotient = "<mfrac><mrow>$1</mrow><mrow>$2</mrow></mfrac>",
    .power = "<msup><mrow>$1</mrow><mn>$2</mn></msup>",
    .number = "<mn>$1</mn>",
    .scientific = "<mn>$1</mn><mo>·</mo><msup><mn>10</mn><mn>$2</mn></msup>",
    .sin = "sin",
    .cos = "cos",
    .exp = "exp",
    .sgn = "sgn",
    .call = "<mi>$2</mi><mo>&#x2061;</mo><mrow><mo>(</mo>$1<mo>)</mo></mrow>",
    .raised_call = "<msup><mi>$2</mi><mn>$3</mn></msup><mo>&#x2061;</mo><mrow><mo>(</mo>$1<mo>)</mo></mrow>",
    .root = "<msqrt><mrow>$1</mrow></msqrt>",
    .raised_root = "<msup><msqrt><mrow>$1</mrow></msqrt><mn>$2</mn></msup>",
    .magnitude = "<mrow><mo>|</mo>$1<mo>|</mo></mrow>",
    .root_of_number = "<msqrt>$1</msqrt>",
    .pi = "<mi>π</mi>",
    .digits = 6,
    .select =
        "<mrow><mo>{</mo><mtable columnalign=\"left\">"
        "<mtr><mtd>$3</mtd><mtd><mtext>if </mtext>$1<mo>&lt;</mo>$2</mtd></mtr>"
        "<mtr><mtd>$4</mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>",
    .whole = "<mrow>$1</mrow>",
    .assignment = "<mtr><mtd>$1</mtd><mtd><mo>=</mo></mtd><mtd>$2</mtd></mtr>",
    .line_break = "\n",
    .program = "<mtable columnalign=\"right center left\">\n$1\n</mtable>\n",
};

/// What programming languages share with each other and with plain text.
constexpr Dialect code(Numbers numbers) {
  Dialect d = plain_text;
  d.numbers = numbers;
  d.digits = 17;
  d.sign_by_comparison = "(($1 > 0) - ($1 < 0))";
  return d;
}

constexpr Dialect c_language() {
  Dialect d = code(Numbers::Floating);
  d.has_power_operator = false;
  d.power = "pow($1, $2)";
  d.pi = "3.141592653589793";
  d.assignment = "const double $1 = $2;";
  return d;
}

constexpr Dialect cpp_language() {
  Dialect d = c_language();
  d.power = "std::pow($1, $2)";
  d.sin = "std::sin";
  d.cos = "std::cos";
  d.root = "std::sqrt($1)";
  d.exp = "std::exp";
  return d;
}

constexpr Dialect python_language() {
  Dialect d = code(Numbers::Plain);
  d.power = "$1**$2";
  d.sin = "math.sin";
  d.cos = "math.cos";
  d.root = "math.sqrt($1)";
  d.pi = "math.pi";
  d.exp = "math.exp";
  // element by element for arrays as well, and NumPy subtracts no truth value from another
  d.sign_by_comparison = "(1.0*($1 > 0) - ($1 < 0))";
  d.select = "(($1 < $2)*($3) + (1.0 - ($1 < $2))*($4))";
  return d;
}

constexpr Dialect matlab_language() {
  Dialect d = code(Numbers::Plain);
  d.sgn = "sign";
  d.sign_by_comparison = "";
  // the language has no conditional expression, and 0·Inf is not 0
  d.select = "subsref([$4, $3], substruct('()', {1 + ($1 < $2)}))";
  d.assignment = "$1 = $2;";
  return d;
}

std::string mapped(std::string_view digits, const char* const (&marks)[10], const char* minus) {
  std::string result;
  for (const char c : digits)
    if (c == '-')
      result += minus;
    else
      result += marks[c - '0'];
  return result;
}

std::string mathml_row(std::string_view digits) {
  std::string row;
  for (std::size_t i = 0; i < digits.size();) {
    const std::size_t end = digits[i] == '-' ? i + 1 : std::min(digits.find('-', i), digits.size());
    row += digits[i] == '-' ? "<mo>−</mo>" : "<mn>" + std::string(digits.substr(i, end - i)) + "</mn>";
    i = end;
  }
  return digits.find('-') == std::string_view::npos ? row : "<mrow>" + row + "</mrow>";
}

}  // namespace

const Dialect& dialect_of(Language language) {
  static constexpr Dialect c = c_language(), cpp = cpp_language(), python = python_language(),
                           matlab = matlab_language();
  switch (language) {
    case Language::Text:
      return plain_text;
    case Language::Unicode:
      return unicode;
    case Language::Latex:
      return latex;
    case Language::MathMl:
      return mathml;
    case Language::C:
      return c;
    case Language::Cpp:
      return cpp;
    case Language::Python:
      return python;
    case Language::Matlab:
      return matlab;
  }
  return plain_text;
}

std::string filled(std::string_view pattern, const std::vector<std::string>& arguments) {
  std::string result;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    if (pattern[i] == '$')
      result += arguments[static_cast<std::size_t>(pattern[++i] - '1')];
    else
      result += pattern[i];
  return result;
}

std::string raised_digits(std::string_view digits) {
  static constexpr const char* marks[10] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  return mapped(digits, marks, "⁻");
}

std::string lowered_digits(std::string_view digits) {
  static constexpr const char* marks[10] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  return mapped(digits, marks, "₋");
}

std::string with_subscript(std::string_view letter, std::string_view digits, Language language) {
  const std::string base(letter), below(digits);
  switch (language) {
    case Language::Unicode:
      return base + lowered_digits(digits);
    case Language::Latex:
      return base + "_{" + below + "}";
    case Language::MathMl:
      return "<msub><mi>" + base + "</mi>" + mathml_row(digits) + "</msub>";
    default:
      return base + below;
  }
}

}  // namespace sinew
