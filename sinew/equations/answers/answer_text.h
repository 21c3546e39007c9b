// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/equations/equation_book.h"
#include "sinew/formats/source_text.h"

namespace sinew {

/// A formula that somebody wants checked: a quantity of a robot, all of it or one entry.
struct Answer {
  std::string quantity;       ///< by its own name: tau, M, V, G, …
  std::string written;        ///< as it was typed: τ₂, M(q), M12
  int row = 0, column = 0;    ///< which entry, from 1; 0 where it is all of it
  int rows = 1, columns = 1;  ///< of what was given
  std::vector<Expr> entries;  ///< by rows
  bool has_units = false;     ///< numbers with units, which symbols alone do not show
  std::string file;
  int line = 0;

  bool is_entry() const { return row > 0; }
};

/// What can be asked about, and how its shape is written.
struct AnswerQuantity {
  enum class Shape { Number, NumberOrLinks, Joints, Square, Products, Jacobian, Determinant, AnySquare };
  std::string_view name;
  Shape shape;
  std::string_view what;
};
const std::vector<AnswerQuantity>& answer_quantities();

/// Statements such as `name = formula` or `name = [[…, …], […, …]]`, and what Sinew itself prints; see typed_statements.
/// Throws InputError with everything that cannot be read, and where there is nothing at all.
std::vector<Answer> read_answers(const SourceText& source, EquationBook& book);

/// A square matrix alone, `[[…, …], […, …]]`, of q1, q2, … and parameters of any name. Throws InputError.
Answer read_inertia(const std::string& text, ExprGraph& graph);

}  // namespace sinew
