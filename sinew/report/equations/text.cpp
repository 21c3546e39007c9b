// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/text.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/errors/visible_text.h"
#include "sinew/print/ascii_text.h"
#include "sinew/print/table.h"
#include "sinew/report/equations/legend.h"
#include "sinew/report/equations/matrix_entries.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {

namespace {

constexpr std::string_view minus_sign = "\u2212";

/// Where a line may end: before " + ", " - " or " − ", and in how many brackets that is.
struct Break {
  std::size_t position;
  int depth;
};

std::vector<Break> breaks_of(std::string_view text) {
  std::vector<Break> breaks;
  int depth = 0;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    const std::string_view rest = text.substr(i);
    if (rest.starts_with(" + ") || rest.starts_with(" - ") ||
        (text[i] == ' ' && rest.substr(1).starts_with(minus_sign)))
      breaks.push_back({i, depth});
  }
  return breaks;
}

class TextWriter {
 public:
  explicit TextWriter(const EquationTextStyle& style) : style_(style) {}

  std::string text(const EquationDocument& document) {
    if (!document.title.empty()) {
      write_heading(document.title, '=');
      out_ += "\n";
      if (const auto legend = style_.ascii ? legend_of_rates(document) : legend_of_angles(document)) {
        write(*legend);
        out_ += "\n";
      }
    }
    if (!document.note.empty()) {
      write(words(document.note));
      out_ += "\n";
    }
    for (const Section& section : document.sections) {
      if (!section.title.empty()) write_heading(section.title, '-');
      for (const Block& block : section.blocks) std::visit([&](const auto& b) { write(b); }, block);
      out_ += "\n";
    }
    return std::move(out_);
  }

 private:
  std::string name(const MathName& n) const { return style_.ascii ? n.plain : n.unicode; }
  std::string expr(const Expr& x) const { return printed(x, style_.ascii ? Language::Text : Language::Unicode); }

  /// Words, typed where formulas are.
  std::string plain(const std::string& text) const {
    const std::string shown = visible_text(text);
    return style_.ascii ? ascii_text(shown) : shown;
  }

  void write_heading(const std::string& title, char line) {
    out_ += plain(title) + "\n" + std::string(display_width(plain(title)), line) + "\n";
  }

  void write(const Paragraph& paragraph) {
    std::string text;
    for (const auto& piece : paragraph.pieces)
      text += std::holds_alternative<MathName>(piece) ? name(std::get<MathName>(piece))
                                                      : plain(std::get<std::string>(piece));
    // filled lines
    std::string line;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t end = std::min(text.find(' ', i), text.size());
      const std::string word = text.substr(i, end - i);
      if (!line.empty() && display_width(line) + 1 + display_width(word) > style_.width) {
        out_ += line + "\n";
        line.clear();
      }
      line += (line.empty() ? "" : " ") + word;
      i = end + 1;
    }
    out_ += line + "\n";
  }

  void write(const Verdict& verdict) { out_ += plain((verdict.holds ? "✓ " : "✗ ") + verdict.text + ".") + "\n"; }

  /// As a number of these equations is written: with a minus that is one.
  std::string value(const Expr& x) const {
    std::string text = plain(style_.values(x));
    if (style_.ascii) return text;
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos;) text.replace(at, 1, minus_sign);
    return text;
  }

  void write_value(const Expr& x, std::size_t indent) {
    if (style_.values && !x.is_constant()) out_ += std::string(indent, ' ') + "= " + value(x) + "\n";
  }

  void write_scalar(const std::string& left, const Expr& x, const std::string& remark) {
    const std::string head = left + " = ";
    const std::size_t indent = display_width(head);
    std::string line = head + broken_lines(expr(x), style_.width > indent + 20 ? style_.width - indent : 20, indent);
    if (!remark.empty()) line += "    (" + plain(remark) + ")";
    out_ += line + "\n";
    write_value(x, display_width(left) + 1);
  }

  /// 0 = s₂ is a wish and no equation: what s₂ is stands beside it.
  void write_condition(const Equation& condition) {
    const Expr& x = condition.entries.front();
    const bool has_value = style_.values && !x.is_constant();
    const std::string remark = condition.remark.empty() || !has_value ? condition.remark : condition.remark + "; ";
    const std::string here = has_value ? "here " + value(x) : "";
    const EquationTextStyle without_values{style_.ascii, style_.width, {}};
    TextWriter plain_writer(without_values);
    plain_writer.write_scalar(name(condition.name), x, remark + here);
    out_ += plain_writer.out_;
  }

  /// The name of a row or column, or else its number.
  std::string index_name(const std::vector<MathName>& names, int index) const {
    return names.empty() ? std::to_string(index + 1) : name(names[static_cast<std::size_t>(index)]);
  }

  std::string entry_name(const std::string& letter, const Equation& matrix, int row, int column) const {
    const bool is_vector = matrix.columns == 1 && matrix.column_names.empty();
    return letter + "[" + index_name(matrix.row_names, row) +
           (is_vector ? "" : "," + index_name(matrix.column_names, column)) + "]";
  }

  void write(const Equation& equation) {
    // a formula stands for itself, also where its name is typed
    const bool is_formula = equation.is_matrix() && needs_stand_in(equation) && !equation.factor;
    const std::string left = is_formula ? plain(equation.name.unicode) : name(equation.name);
    if (!equation.is_matrix()) {
      if (left == "0")
        write_condition(equation);
      else
        write_scalar(left, equation.entries.front(), equation.remark);
      return;
    }
    std::vector<std::string> cells;
    for (const Expr& x : equation.entries) cells.push_back(expr(x));
    std::string head = left + " = ";
    if (equation.factor) head += expr(*equation.factor) + (style_.ascii ? "*" : "·");
    const bool fits = write_matrix(head, cells, equation, equation.remark);
    if (!fits) write_entries(equation, left);
    if (style_.values && (fits || needs_stand_in(equation))) write_numbers(equation, display_width(left));
  }

  /// The whole matrix in numbers, its factor counted.
  void write_numbers(const Equation& equation, std::size_t indent) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < equation.entries.size(); ++i)
      cells.push_back(number_alone(value(whole_entry(equation, i))));
    if (!write_matrix(std::string(indent, ' ') + " = ", cells, equation, {}, true)) {
      out_ += "  in numbers:\n";
      write_matrix("    ", cells, equation, {}, true, true);
    }
  }

  static std::string padded(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, display_width(text)), ' ');
  }

  /// In brackets, where it fits; the names of rows stand before them and those of columns above.
  bool write_matrix(const std::string& head, const std::vector<std::string>& cells, const Equation& equation,
                    const std::string& remark, bool right_aligned = false, bool at_any_width = false) {
    const auto rows = static_cast<std::size_t>(equation.rows), columns = static_cast<std::size_t>(equation.columns);
    std::vector<std::size_t> widths(columns, 0);
    for (std::size_t i = 0; i < cells.size(); ++i)
      widths[i % columns] = std::max(widths[i % columns], display_width(cells[i]));
    for (std::size_t c = 0; c < equation.column_names.size(); ++c)
      widths[c] = std::max(widths[c], display_width(name(equation.column_names[c])));
    std::size_t row_name_width = 0;
    for (const MathName& row : equation.row_names)
      row_name_width = std::max(row_name_width, display_width(name(row)) + 1);
    std::size_t total = display_width(head) + row_name_width + 4 + 2 * (columns - 1);
    for (const std::size_t width : widths) total += width;
    if (total > style_.width && !at_any_width) return false;
    const std::string margin(display_width(head), ' ');
    if (!equation.column_names.empty()) write_column_names(display_width(head) + row_name_width, equation, widths);
    for (std::size_t r = 0; r < rows; ++r) {
      out_ += r == (rows - 1) / 2 ? head : margin;
      if (!equation.row_names.empty()) out_ += padded(name(equation.row_names[r]), row_name_width);
      out_ += bracket(r, rows, true);
      for (std::size_t c = 0; c < columns; ++c) {
        const std::string& cell = cells[r * columns + c];
        const std::string gap(widths[c] - display_width(cell), ' ');
        out_ += (c == 0 ? " " : "  ") + (right_aligned ? gap + cell : cell + gap);
      }
      out_ += " " + bracket(r, rows, false);
      if (r == (rows - 1) / 2 && !remark.empty()) out_ += "    (" + plain(remark) + ")";
      out_ += "\n";
    }
    return true;
  }

  void write_column_names(std::size_t indent, const Equation& equation, const std::vector<std::size_t>& widths) {
    std::string line(indent + 2, ' ');
    for (std::size_t c = 0; c < widths.size(); ++c)
      line += (c == 0 ? "" : "  ") + padded(name(equation.column_names[c]), widths[c]);
    out_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }

  std::string bracket(std::size_t row, std::size_t rows, bool left) const {
    if (style_.ascii || rows == 1) return left ? "[" : "]";
    if (row == 0) return left ? "⎡" : "⎤";
    if (row + 1 == rows) return left ? "⎣" : "⎦";
    return left ? "⎢" : "⎥";
  }

  /// Entry by entry: of a symmetric matrix the upper half, of any matrix what is not zero.
  void write_entries(const Equation& equation, const std::string& left) {
    const int n = equation.columns;
    const bool symmetric = is_symmetric(equation) && n > 1, stands_in = needs_stand_in(equation);
    std::string head = left;
    if (equation.factor) head += " = " + expr(*equation.factor) + (style_.ascii ? "*" : "·") + "[n]";
    if (!equation.factor && stands_in) head += " = [n]";
    head += ", " + std::to_string(equation.rows) + (style_.ascii ? "x" : "×") + std::to_string(n);
    out_ += head + (symmetric ? ", symmetric" : "") + ":\n";
    // the letter alone, without its arguments, carries the indices; a formula's entries have another
    const std::string letter = stands_in ? "n" : without_arguments(left);
    const EquationTextStyle without_values{style_.ascii, style_.width, {}};
    bool zeros = false;
    for (const auto& [r, c] : listed_places(equation)) {
      if (equation.at(r, c).is_zero()) {
        zeros = true;
        continue;
      }
      TextWriter entry(stands_in ? without_values : style_);
      entry.write_scalar("  " + entry_name(letter, equation, r, c), equation.at(r, c), {});
      out_ += entry.out_;
    }
    if (zeros) out_ += "  all others are zero\n";
    if (!equation.remark.empty()) out_ += "  (" + plain(equation.remark) + ")\n";
  }

  void write(const LabelledSum& sum) {
    const std::string head = name(sum.name) + " = ";
    const std::size_t indent = display_width(head);
    if (sum.terms.empty()) {
      out_ += head + "0\n";
      return;
    }
    // behind each term stands what it is, and where there are numbers, how much
    std::vector<std::string> labels;
    std::size_t label_width = 0, value_width = 0;
    for (const auto& [term, label] : sum.terms) {
      labels.push_back(plain(label));
      label_width = std::max(label_width, display_width(labels.back()));
    }
    if (style_.values) {
      for (const auto& [term, label] : sum.terms) value_width = std::max(value_width, display_width(value(term)));
      for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::string number = value(sum.terms[i].first);
        labels[i] += std::string(label_width - display_width(labels[i]) + 2 + value_width - display_width(number), ' ');
        labels[i] += number;
      }
      label_width += 2 + value_width;
    }
    const std::size_t room = style_.width > indent + label_width + 24 ? style_.width - indent - label_width - 4 : 20;
    std::vector<std::string> lines;
    std::size_t used = 0;  // by the longest last line, behind which the labels stand
    for (std::size_t i = 0; i < sum.terms.size(); ++i) {
      lines.push_back(broken_lines(with_sign(expr(sum.terms[i].first), i == 0), room, indent));
      used = std::max(used, last_width(lines.back(), indent));
    }
    for (std::size_t i = 0; i < sum.terms.size(); ++i) {
      const std::string gap(used - last_width(lines[i], indent) + 4, ' ');
      out_ += (i == 0 ? head : std::string(indent, ' ')) + lines[i] + gap + labels[i] + "\n";
    }
    if (!style_.values || sum.terms.size() < 2) return;
    Expr total;
    for (const auto& [term, label] : sum.terms) total += term;
    write_value(total, indent - 2);
  }

  /// A term that follows others: its sign stands apart.
  std::string with_sign(const std::string& text, bool first) const {
    if (first) return text;
    if (text.starts_with('-')) return "- " + text.substr(1);
    if (text.starts_with(minus_sign)) return std::string(minus_sign) + " " + text.substr(minus_sign.size());
    return "+ " + text;
  }

  static std::size_t last_width(const std::string& lines, std::size_t indent) {
    const std::size_t last = lines.rfind('\n');
    return display_width(last == std::string::npos ? lines : lines.substr(last + 1 + indent));
  }

  const EquationTextStyle& style_;
  std::string out_;
};

}  // namespace

std::string broken_lines(const std::string& sum, std::size_t width, std::size_t indent) {
  std::string result;
  std::string rest = sum;
  while (display_width(rest) > width) {
    const Break* best = nullptr;
    const std::vector<Break> breaks = breaks_of(rest);
    for (const Break& candidate : breaks) {
      if (display_width(std::string_view(rest).substr(0, candidate.position)) > width) break;
      if (candidate.position > 0 && (best == nullptr || candidate.depth <= best->depth)) best = &candidate;
    }
    if (best == nullptr) {
      if (breaks.empty()) break;
      best = &breaks.front();  // one long factor: let it stand out
    }
    result += rest.substr(0, best->position) + "\n" + std::string(indent, ' ');
    rest = rest.substr(best->position + 1);
  }
  return result + rest;
}

std::string equation_text(const EquationDocument& document, const EquationTextStyle& style) {
  return TextWriter(style).text(document);
}

}  // namespace sinew
