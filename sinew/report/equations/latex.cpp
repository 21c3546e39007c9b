// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/latex.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "sinew/print/latex_lines.h"
#include "sinew/print/latex_matrix.h"
#include "sinew/print/latex_width.h"
#include "sinew/print/latex_words.h"
#include "sinew/report/equations/legend.h"
#include "sinew/report/equations/matrix_entries.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {

namespace {

constexpr double text_width = 438;  // of 455 pt: 15 are the indent of displayed formulas
constexpr double width_of_equals = 13.5, width_of_gap = 20;

constexpr const char* preamble =
    "\\documentclass[10pt,a4paper,fleqn]{article}\n"
    "\\usepackage[utf8]{inputenc}\n"
    "\\usepackage{amsmath,amssymb}\n"
    "\\usepackage[a4paper,hmargin=25mm,vmargin=25mm]{geometry}\n"
    "\\setlength{\\mathindent}{1.5em}\n"
    "\\setlength{\\parindent}{0pt}\n"
    "\\setlength{\\parskip}{0.5\\baselineskip}\n"
    "\\setlength{\\emergencystretch}{6em}\n"
    "\\raggedbottom\n";

/// One row of an aligned display: name &= formula, with a label at the right margin.
struct Row {
  std::string left, right, label;
};

std::string text_of(const Row& row) {
  return "  " + row.left + " &" + row.right + (row.label.empty() ? "" : " \\tag*{" + row.label + "}");
}

std::string display(const std::vector<Row>& rows) {
  std::string result = "\\begin{align*}\n";
  for (std::size_t i = 0; i < rows.size(); ++i)
    result += compiling_latex(text_of(rows[i])) + (i + 1 < rows.size() ? " \\\\\n" : "\n");
  return result + "\\end{align*}\n";
}

std::string value_text(std::string value) {
  for (std::size_t at = 0; (at = value.find('-', at)) != std::string::npos;) value.replace(at, 1, "−");
  return latex_text(value);
}

std::string value_latex(const std::string& value) { return "\\text{" + value_text(value) + "}"; }

/// What stands at the right margin.
std::string label_latex(const std::string& label, const std::string& value) {
  return "\\sinewlabel{" + latex_words(label) + "}" + (value.empty() ? "" : " $=$ " + value_text(value));
}

std::string paragraph_words(const Paragraph& paragraph) {
  std::string result = "\n";
  for (const auto& piece : paragraph.pieces) {
    if (const auto* text = std::get_if<std::string>(&piece))
      result += latex_words(*text);
    else
      result += "$" + compiling_latex(std::get<MathName>(piece).latex) + "$";
  }
  return result + "\n";
}

std::string verdict_words(const Verdict& verdict) {
  const std::string sign = verdict.holds ? "\\checkmark" : "\\boldsymbol{\\times}";
  return "\n\\noindent\\hangindent=1.5em\\makebox[1.5em][l]{$" + sign + "$}" + latex_words(verdict.text) + "\n";
}

/// Those that follow each other.
std::vector<const Equation*> equations_from(const std::vector<Block>& blocks, std::size_t i) {
  std::vector<const Equation*> result;
  for (; i < blocks.size() && std::holds_alternative<Equation>(blocks[i]); ++i)
    result.push_back(&std::get<Equation>(blocks[i]));
  return result;
}

bool is_matrix(const Equation* equation) { return equation->is_matrix(); }

double room_beside(double width_of_name) { return text_width - width_of_name - width_of_equals; }

/// The first goes on the last row.
void add_lines(std::vector<Row>& rows, const std::vector<std::string>& lines) {
  rows.back().right += " " + lines.front();
  for (std::size_t i = 1; i < lines.size(); ++i) rows.push_back({"", lines[i], {}});
}

/// On the last row, where it has that much room left, or on one of its own.
void add_remark(std::vector<Row>& rows, const std::string& remark, double room_left) {
  if (remark.empty()) return;
  const std::string text = "\\text{(" + latex_words(remark) + ")}";
  if (width_of_gap + latex_width(text) <= room_left)
    rows.back().right += " \\qquad " + text;
  else
    rows.push_back({"", "\\quad " + text, {}});
}

class LatexWriter {
 public:
  explicit LatexWriter(const EquationValues* values) : values_(values) {}

  std::string section(const Section& section) const {
    std::string result = "\\section{" + latex_words(section.title) + "}\n";
    for (std::size_t i = 0; i < section.blocks.size();) result += next_blocks(section.blocks, i);
    return result + "\n";
  }

 private:
  /// The block at i, or the equations that stand together there; moves i behind them.
  std::string next_blocks(const std::vector<Block>& blocks, std::size_t& i) const {
    const std::vector<const Equation*> together = equations_from(blocks, i);
    if (!together.empty()) {
      i += together.size();
      return std::any_of(together.begin(), together.end(), is_matrix) ? side_by_side(together) : scalars(together);
    }
    const Block& block = blocks[i++];
    if (const auto* paragraph = std::get_if<Paragraph>(&block)) return paragraph_words(*paragraph);
    if (const auto* verdict = std::get_if<Verdict>(&block)) return verdict_words(*verdict);
    return labelled(std::get<LabelledSum>(block));
  }

  std::string value_of(const Expr& expression) const { return values_ == nullptr ? "" : (*values_)(expression); }

  std::string scalars(const std::vector<const Equation*>& equations) const {
    double widest = 0;
    for (const Equation* equation : equations) widest = std::max(widest, latex_width(equation->name.latex));
    std::vector<Row> rows;
    for (const Equation* equation : equations) {
      add_scalar(rows, equation->name.latex, equation->entries.front(), room_beside(widest));
      add_remark(rows, equation->remark, room_beside(widest) - latex_width(rows.back().right));
    }
    return display(rows);
  }

  void add_scalar(std::vector<Row>& rows, const std::string& name, const Expr& expression, double room) const {
    rows.push_back({name, "=", {}});
    add_lines(rows, latex_lines(expression, room));
    const std::string value = expression.is_constant() ? "" : value_of(expression);
    if (value.empty()) return;
    // 0 = s₂ is a wish and no equation: what s₂ is stands beside it
    if (name == "0")
      rows.back().right += " \\qquad \\text{(here " + value_text(value) + ")}";
    else
      rows.push_back({"", "= " + value_latex(value), {}});
  }

  /// As many on a line as fit.
  std::string side_by_side(const std::vector<const Equation*>& equations) const {
    std::string result, line;
    double used = 0;
    const auto end_line = [&] {
      if (!line.empty()) result += display({{"", std::exchange(line, {}), {}}});
      used = 0;
    };
    for (const Equation* equation : equations) {
      const Formula formula = equation->is_matrix() ? matrix_formula(*equation) : scalar_formula(*equation);
      if (formula.width > text_width || !equation->remark.empty() || values_ != nullptr) {
        end_line();
        result += alone(*equation, formula);
        continue;
      }
      if (used + width_of_gap + formula.width > text_width) end_line();
      used += formula.width + width_of_gap;
      line += (line.empty() ? "" : "\n  \\qquad ") + equation->name.latex + " = " + formula.right;
    }
    end_line();
    return result;
  }

  /// The right side of an equation, beneath it its values, and how wide all of it is.
  struct Formula {
    std::string right, values;
    double width = 0;
  };

  static Formula scalar_formula(const Equation& equation) {
    const std::string right = printed(equation.entries.front(), Language::Latex);
    return {right, {}, latex_width(equation.name.latex) + width_of_equals + latex_width(right)};
  }

  Formula matrix_formula(const Equation& matrix) const {
    std::vector<std::string> entries, numbers;
    for (std::size_t i = 0; i < matrix.entries.size(); ++i) {
      entries.push_back(printed(matrix.entries[i], Language::Latex));
      numbers.push_back(value_latex(number_alone(value_of(whole_entry(matrix, i)))));
    }
    const std::string factor = matrix.factor ? printed(*matrix.factor, Language::Latex) + "\n  " : "";
    const LatexBorders borders = borders_of(matrix);
    const double symbols = latex_width(factor) + latex_matrix_width(matrix.columns, entries, borders);
    const double values = values_ == nullptr ? 0 : latex_matrix_width(matrix.columns, numbers);
    return {factor + latex_matrix(matrix.columns, entries, borders),
            values_ == nullptr ? "" : latex_matrix(matrix.columns, numbers),
            latex_width(matrix.name.latex) + width_of_equals + std::max(symbols, values)};
  }

  static LatexBorders borders_of(const Equation& matrix) {
    LatexBorders borders;
    for (const MathName& name : matrix.row_names) borders.rows.push_back(name.latex);
    for (const MathName& name : matrix.column_names) borders.columns.push_back(name.latex);
    return borders;
  }

  std::string alone(const Equation& equation, const Formula& formula) const {
    if (!equation.is_matrix()) return scalars({&equation});
    return formula.width > text_width ? listed(equation) : display(matrix_rows(equation, formula));
  }

  static std::vector<Row> matrix_rows(const Equation& matrix, const Formula& formula) {
    std::vector<Row> rows{{matrix.name.latex, "= " + formula.right, {}}};
    add_remark(rows, matrix.remark, text_width - formula.width);
    if (!formula.values.empty()) rows.push_back({"", "= " + formula.values, {}});
    return rows;
  }

  /// Entry by entry.
  std::string listed(const Equation& matrix) const {
    const MatrixEntries listed = matrix_entries(matrix);
    if (listed.entries.empty()) return display({{matrix.name.latex, "= 0", {}}});
    double widest = 0;
    for (const MatrixEntries::Entry& entry : listed.entries) widest = std::max(widest, latex_width(entry.latex_name));
    std::vector<Row> rows;
    const LatexWriter of_entries(listed.stand_in.empty() ? values_ : nullptr);
    for (const MatrixEntries::Entry& entry : listed.entries)
      of_entries.add_scalar(rows, entry.latex_name, entry.value, room_beside(widest));
    const std::string numbers = listed.stand_in.empty() ? "" : matrix_formula(matrix).values;
    return entries_heading(matrix, listed) + display(rows) +
           (numbers.empty() ? "" : display({{matrix.name.latex, "= " + numbers, {}}}));
  }

  static std::string entries_heading(const Equation& matrix, const MatrixEntries& listed) {
    const std::string remark = matrix.remark.empty() ? "" : " (" + latex_words(matrix.remark) + ")";
    const std::string behind = remark + ", entry by entry. " + listed.sentence + "\n";
    const std::string& name = matrix.name.latex;
    if (listed.stand_in.empty()) return "\n$" + compiling_latex(name) + "$" + behind;
    const std::string entries = " \\bigl[" + listed.stand_in + "\\bigr]";
    const std::string whole = name + " = " + (matrix.factor ? printed(*matrix.factor, Language::Latex) : "") + entries;
    if (latex_width(whole) < text_width / 2) return "\n$" + compiling_latex(whole) + "$" + behind;
    std::vector<Row> rows{{name, "=", {}}};
    if (matrix.factor) add_lines(rows, latex_lines(*matrix.factor, room_beside(latex_width(name + entries))));
    rows.back().right += entries;
    return "\n$" + compiling_latex(name) + "$" + behind + display(rows);
  }

  std::string labelled(const LabelledSum& sum) const {
    std::vector<std::string> labels;
    double widest = 0;
    for (const auto& [term, label] : sum.terms) {
      labels.push_back(label_latex(label, value_of(term)));
      widest = std::max(widest, latex_text_width(labels.back()) + width_of_gap);
    }
    const double room = room_beside(latex_width(sum.name.latex) + widest);
    std::vector<Row> rows;
    for (std::size_t i = 0; i < sum.terms.size(); ++i) add_term(rows, sum, i, labels[i], room);
    if (rows.empty()) rows.push_back({sum.name.latex, "= 0", {}});
    if (const std::string total = sum.terms.size() > 1 ? value_of_sum(sum) : ""; !total.empty())
      rows.push_back({"", "= " + value_latex(total), {}});
    return display(rows);
  }

  static void add_term(std::vector<Row>& rows, const LabelledSum& sum, std::size_t i, const std::string& label,
                       double room) {
    const Expr& term = sum.terms[i].first;
    rows.push_back({i == 0 ? sum.name.latex : "", i == 0 ? "=" : "", label});
    add_lines(rows, i == 0 ? latex_lines(term, room) : latex_lines_of_next_term(term, room));
  }

  std::string value_of_sum(const LabelledSum& sum) const {
    Expr total;
    for (const auto& [term, label] : sum.terms) total += term;
    return value_of(total);
  }

  const EquationValues* values_;
};

}  // namespace

std::string latex_fragment(const EquationDocument& document, const EquationValues* values) {
  const LatexWriter writer(values);
  std::string result =
      "\\begingroup\n\\allowdisplaybreaks\n\\renewcommand{\\arraystretch}{1.25}\n"
      "\\newcommand{\\sinewlabel}[1]{\\textsf{\\small #1}}\n\n";
  if (const auto legend = document.title.empty() ? std::nullopt : legend_of_angles(document))
    result += paragraph_words(*legend) + "\n";
  if (!document.note.empty()) result += paragraph_words(words(document.note)) + "\n";
  for (const Section& section : document.sections) result += writer.section(section);
  return result + "\\endgroup\n";
}

std::string latex_document(const EquationDocument& document, const EquationValues* values) {
  return preamble + std::string("\n\\begin{document}\n\n{\\LARGE\\bfseries\\raggedright ") +
         latex_words(document.title) + "\\par}\n\n" + latex_fragment(document, values) + "\n\\end{document}\n";
}

}  // namespace sinew
