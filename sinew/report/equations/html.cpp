// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/html.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "sinew/print/equation_pieces.h"
#include "sinew/print/latex_matrix.h"
#include "sinew/print/latex_width.h"
#include "sinew/print/latex_words.h"
#include "sinew/print/mathml_of_latex.h"
#include "sinew/print/prose.h"
#include "sinew/report/equations/html_style.h"
#include "sinew/report/equations/legend.h"
#include "sinew/report/equations/matrix_entries.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {

namespace {

using Before = EquationPiece::Before;

constexpr std::size_t longest_piece = 60;  // characters that stay together
constexpr double widest_matrix = 350;      // in points at 10 pt: what is wider is listed rather than scrolled

std::string math(const std::string& inside) { return "<math displaystyle=\"true\">" + inside + "</math>"; }
std::string inline_math(std::string_view latex) { return "<math>" + mathml_of_latex(latex) + "</math>"; }
std::string name_and_equals(const std::string& latex) { return math(mathml_of_latex(latex) + "<mo>=</mo>"); }

std::string division(const std::string& classes, const std::string& inside) {
  return "<div class=\"" + classes + "\">" + inside + "</div>\n";
}

std::string html_words(std::string_view sentences) {
  std::string result;
  for (const ProseRun& run : prose_runs(sentences)) switch (run.kind) {
      case ProseRun::Kind::Words:
        result += html_text(run.text);
        break;
      case ProseRun::Kind::Math:
        result += inline_math(latex_math(run.text));
        break;
      case ProseRun::Kind::Code:
        result += "<code>" + html_text(run.text) + "</code>";
        break;
    }
  return result;
}

std::string paragraph(const Paragraph& paragraph) {
  std::string result;
  for (const auto& piece : paragraph.pieces) {
    if (const auto* text = std::get_if<std::string>(&piece))
      result += html_words(*text);
    else
      result += inline_math(std::get<MathName>(piece).latex);
  }
  return "<p>" + result + "</p>\n";
}

std::string verdict(const Verdict& verdict) {
  return "<p class=\"verdict " + std::string(verdict.holds ? "holds" : "fails") + "\"><span>" +
         html_words(verdict.text) + "</span></p>\n";
}

/// Characters that are seen: no tags, an entity as one.
std::size_t visible_length(std::string_view mathml) {
  std::size_t count = 0;
  bool in_tag = false, in_entity = false;
  for (const std::string_view c : characters(mathml)) {
    if (c == "<") in_tag = true;
    if (!in_tag && !in_entity) ++count;
    if (c == "&") in_entity = true;
    if (c == ";") in_entity = false;
    if (c == ">") in_tag = false;
  }
  return count;
}

std::string closing_bracket(const std::string& exponent) {
  const std::string bracket = "<mo stretchy=\"false\">)</mo>";
  return exponent.empty() ? bracket : "<msup>" + bracket + "<mn>" + exponent + "</mn></msup>";
}

const PieceStyle& mathml_pieces() {
  static const PieceStyle style{
      .language = Language::MathMl,
      .minus = "<mo>−</mo>",
      .open = "<mo stretchy=\"false\">(</mo>",
      .close = closing_bracket,
      .fits = [](const std::string& text, int) { return visible_length(text) <= longest_piece; }};
  return style;
}

/// A sign that stands alone in its formula is still one between two terms.
std::string sign(Before before) {
  switch (before) {
    case Before::Plus:
      return "<mo form=\"infix\" lspace=\"0\">+</mo>";
    case Before::Minus:
      return "<mo form=\"infix\" lspace=\"0\">−</mo>";
    case Before::Times:
    case Before::Nothing:
      break;
  }
  return {};
}

/// Terms, each a formula of its own, so that lines can end between them.
std::string terms(const Expr& expression, bool continues) {
  std::vector<EquationPiece> pieces = equation_pieces(expression, mathml_pieces());
  if (continues && pieces.front().before == Before::Nothing) pieces.front().before = Before::Plus;
  std::string result, formula;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const bool begins = i == 0 && !continues && pieces[i].before == Before::Minus;
    formula += (begins ? "<mo form=\"prefix\">−</mo>" : sign(pieces[i].before)) + pieces[i].text;
    const bool line_may_end = i + 1 == pieces.size() || pieces[i + 1].before != Before::Nothing;
    if (!line_may_end) continue;
    result += (result.empty() ? "" : " ") + math(formula);
    formula.clear();
  }
  return division("terms", result);
}

std::string mathml_matrix(int columns, const std::vector<std::string>& entries) {
  std::string result = "<mtable class=\"brackets\">";
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t column = i % static_cast<std::size_t>(columns);
    result += (column == 0 ? "<mtr>" : "") + ("<mtd>" + entries[i] + "</mtd>");
    if (column + 1 == static_cast<std::size_t>(columns)) result += "</mtr>";
  }
  return result + "</mtable>";
}

/// The names of rows stand before the brackets, those of columns above; the style draws the brackets about the cells.
std::string mathml_named_matrix(const Equation& matrix, const std::vector<std::string>& entries) {
  std::string result = "<mtable class=\"named\"><mtr><mtd></mtd>";
  for (int c = 0; c < matrix.columns; ++c)
    result += "<mtd>" +
              (matrix.column_names.empty() ? std::string()
                                           : mathml_of_latex(matrix.column_names[static_cast<std::size_t>(c)].latex)) +
              "</mtd>";
  for (int r = 0; r < matrix.rows; ++r) {
    result += "</mtr><mtr><mtd>" +
              (matrix.row_names.empty() ? std::string()
                                        : mathml_of_latex(matrix.row_names[static_cast<std::size_t>(r)].latex)) +
              "</mtd>";
    for (int c = 0; c < matrix.columns; ++c) {
      std::string corners;
      if (c == 0) corners += std::string(" left") + (r == 0 ? " tl" : "") + (r + 1 == matrix.rows ? " bl" : "");
      if (c + 1 == matrix.columns)
        corners += std::string(" right") + (r == 0 ? " tr" : "") + (r + 1 == matrix.rows ? " br" : "");
      result += "<mtd class=\"cell" + corners + "\">" +
                entries[static_cast<std::size_t>(r) * static_cast<std::size_t>(matrix.columns) +
                        static_cast<std::size_t>(c)] +
                "</mtd>";
    }
  }
  return result + "</mtr></mtable>";
}

bool is_too_wide(const Equation& matrix) {
  std::vector<std::string> entries;
  for (const Expr& entry : matrix.entries) entries.push_back(printed(entry, Language::Latex));
  const double in_front =
      latex_width(matrix.name.latex) + (matrix.factor ? latex_width(printed(*matrix.factor, Language::Latex)) : 0);
  return in_front + latex_matrix_width(matrix.columns, entries) > widest_matrix;
}

/// The style's name for what a term is: its first word, if it is one of those.
std::string class_of(const std::string& label) {
  constexpr std::array<std::string_view, 6> known{"inertial", "coriolis", "centrifugal",
                                                  "gravity",  "friction", "spring"};
  std::string word;
  for (const char c : label.substr(0, label.find(' ')))
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return "label" + (std::find(known.begin(), known.end(), word) == known.end() ? "" : " " + word);
}

class HtmlWriter {
 public:
  explicit HtmlWriter(const EquationValues* values) : values_(values) {}

  std::string section(const Section& section, const std::string& number) const {
    std::string result = "<section id=\"s" + number + "\">\n<h2><span class=\"number\">" + number + "</span>" +
                         html_words(section.title) + "</h2>\n";
    for (const Block& block : section.blocks) result += html(block);
    return result + "</section>\n";
  }

 private:
  std::string html(const Block& block) const {
    if (const auto* words = std::get_if<Paragraph>(&block)) return paragraph(*words);
    if (const auto* found = std::get_if<Verdict>(&block)) return verdict(*found);
    if (const auto* sum = std::get_if<LabelledSum>(&block)) return labelled(*sum);
    const auto& equation = std::get<Equation>(block);
    if (!equation.is_matrix()) return scalar(equation.name.latex, equation.entries.front(), equation.remark);
    return is_too_wide(equation) ? listed(equation) : matrix(equation);
  }

  std::string value_of(const Expr& expression) const {
    std::string text = values_ == nullptr ? "" : html_text((*values_)(expression));
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos;) text.replace(at, 1, "−");
    return text;
  }

  std::string value(const Expr& expression) const {
    const std::string text = expression.is_constant() ? "" : value_of(expression);
    return text.empty() ? "" : division("value", "= " + text);
  }

  static std::string remark(const std::string& text) {
    return text.empty() ? "" : division("remark", html_words(text));
  }

  std::string scalar(const std::string& name, const Expr& expression, const std::string& text) const {
    // 0 = s₂ is a wish and no equation: what s₂ is stands beside it
    const std::string here = name == "0" && values_ != nullptr && !expression.is_constant()
                                 ? division("remark", "here " + value_of(expression))
                                 : "";
    return division("equation", "\n" + division("name", name_and_equals(name)) + terms(expression, false) +
                                    (name == "0" ? here : value(expression)) + remark(text));
  }

  std::string matrix(const Equation& equation) const {
    std::vector<std::string> entries;
    for (const Expr& entry : equation.entries) entries.push_back(printed(entry, Language::MathMl));
    const std::string factor = equation.factor ? printed(*equation.factor, Language::MathMl) : "";
    const std::string formula =
        mathml_of_latex(equation.name.latex) + "<mo>=</mo>" + factor +
        (equation.has_names() ? mathml_named_matrix(equation, entries) : mathml_matrix(equation.columns, entries));
    return division("equation small",
                    division("matrix", math(formula)) + numbers(equation, false) + remark(equation.remark));
  }

  /// The whole matrix in numbers, its factor counted, on a line of its own.
  std::string numbers(const Equation& equation, bool with_name) const {
    if (values_ == nullptr) return {};
    std::vector<std::string> entries;
    for (std::size_t i = 0; i < equation.entries.size(); ++i)
      entries.push_back("<mtext>" + number_alone(value_of(whole_entry(equation, i))) + "</mtext>");
    return division("matrix", math((with_name ? mathml_of_latex(equation.name.latex) : "") + "<mo>=</mo>" +
                                   mathml_matrix(equation.columns, entries)));
  }

  std::string listed(const Equation& equation) const {
    const MatrixEntries listed = matrix_entries(equation);
    const std::string name = mathml_of_latex(equation.name.latex) + "<mo>=</mo>";
    if (listed.entries.empty()) return division("equation", division("matrix", math(name + "<mn>0</mn>")));
    std::string result =
        "<p>" + inline_math(equation.name.latex) + ", entry by entry. " + html_text(listed.sentence) + "</p>\n";
    const std::string factor = equation.factor ? printed(*equation.factor, Language::MathMl) : "";
    if (!listed.stand_in.empty())
      result +=
          division("equation", division("matrix", math(name + factor + mathml_of_latex("[" + listed.stand_in + "]"))));
    const HtmlWriter of_entries(listed.stand_in.empty() ? values_ : nullptr);
    for (const MatrixEntries::Entry& entry : listed.entries)
      result += of_entries.scalar(entry.latex_name, entry.value, {});
    if (const std::string all = listed.stand_in.empty() ? "" : numbers(equation, true); !all.empty())
      result += division("equation", all);
    return result + remark(equation.remark);
  }

  std::string labelled(const LabelledSum& sum) const {
    std::string rows = "\n" + division("name", name_and_equals(sum.name.latex));
    Expr total;
    for (const auto& [term, label] : sum.terms) {
      const std::string tag = "<span class=\"" + class_of(label) + "\">" + html_words(label) + "</span>";
      rows += terms(term, &term != &sum.terms.front().first) + division("cause", tag + value(term));
      total += term;
    }
    if (sum.terms.empty()) rows += division("terms", math("<mn>0</mn>"));
    return division("equation sum", rows + (sum.terms.size() > 1 ? value(total) : ""));
  }

  const EquationValues* values_;
};

std::string navigation(const EquationDocument& document) {
  std::string result = "<nav aria-label=\"Sections\"><ol>\n";
  for (std::size_t i = 0; i < document.sections.size(); ++i)
    result +=
        "<li><a href=\"#s" + std::to_string(i + 1) + "\">" + html_words(document.sections[i].title) + "</a></li>\n";
  return result + "</ol></nav>\n";
}

}  // namespace

std::string html_document(const EquationDocument& document, const EquationValues* values) {
  const HtmlWriter writer(values);
  std::string result =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      html_text(document.title) + "</title>\n<style>" + equation_html_style + "</style>\n</head>\n<body>\n<h1>" +
      html_words(document.title) + "</h1>\n<div class=\"columns\">\n" + navigation(document) + "<main>\n";
  if (const auto legend = document.title.empty() ? std::nullopt : legend_of_angles(document))
    result += paragraph(*legend);
  if (!document.note.empty()) result += paragraph(words(document.note));
  for (std::size_t i = 0; i < document.sections.size(); ++i)
    result += writer.section(document.sections[i], std::to_string(i + 1));
  return result + "</main>\n</div>\n</body>\n</html>\n";
}

}  // namespace sinew
