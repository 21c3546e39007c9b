// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// Something with a name in formulas, as each way of printing writes it: M11, M₁₁, M_{11}.
struct MathName {
  std::string plain;
  std::string unicode;
  std::string latex;
};

/// Words with names in between.
struct Paragraph {
  std::vector<std::variant<std::string, MathName>> pieces;
};
inline Paragraph words(std::string text) { return {{std::move(text)}}; }

/// name = value, or name = factor·[matrix], with a remark such as "Coriolis" beside it.
struct Equation {
  MathName name;
  int rows = 1, columns = 1;
  std::vector<Expr> entries;   ///< by rows
  std::optional<Expr> factor;  ///< in front of a matrix
  std::string remark;
  std::vector<MathName> row_names = {},
                        column_names = {};  ///< what rows and columns belong to; empty: they have numbers

  bool is_matrix() const { return rows > 1 || columns > 1 || has_names(); }
  bool has_names() const { return !row_names.empty() || !column_names.empty(); }
  const Expr& at(int row, int column) const {
    return entries[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                   static_cast<std::size_t>(column)];
  }
};

/// Several terms of one sum, each with what it is: how V is labelled.
struct LabelledSum {
  MathName name;
  std::vector<std::pair<Expr, std::string>> terms;
};

/// What was found out, in words, and whether it is good news.
struct Verdict {
  bool holds = true;
  std::string text;
};

using Block = std::variant<Paragraph, Equation, LabelledSum, Verdict>;

struct Section {
  std::string title;
  std::vector<Block> blocks;
};

/// A derivation or a list of equations, ready to be printed as text, LaTeX or HTML.
struct EquationDocument {
  std::string title;
  std::vector<Section> sections;
  std::string note = {};  ///< about the whole of it, beneath the title
};

}  // namespace sinew
