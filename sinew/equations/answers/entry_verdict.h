// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/equations/equation_book.h"
#include "sinew/equations/sampled_states.h"
#include "sinew/equations/term_remarks.h"
#include "sinew/units/units.h"

namespace sinew {

/// A state in which an answer is seen to be wrong.
struct NumericExample {
  StateNumbers state;
  std::vector<const Symbol*> symbols;  ///< those that the formulas contain, but for parameters with the file's values
  bool has_file_values = true;         ///< otherwise the file's parameters hide the difference, as equal lengths do
  double yours = 0.0, right = 0.0;
};

/// A formula against the right one.
struct EntryVerdict {
  MathName name;
  bool equal = true;
  std::string note;  ///< such as a constant that a potential is free to have
  Expr difference;   ///< yours − right
  std::vector<TermRemark> terms;
  std::optional<NumericExample> example;
};

/// What is asked about one formula.
struct EntryQuestion {
  MathName name;
  Expr yours;
  Fraction right;
  bool up_to_a_constant = false;
  CauseOfProduct cause;           ///< of its terms
  std::optional<Dimension> unit;  ///< what the quantity is measured in, where terms are to be held against it
};

/// Decided exactly, by normal forms; random states must say the same, with the file's parameters and with others. What
/// normal forms know no rule for is compared in numbers, and the note says so.
/// Throws FormulaError for one that cannot be multiplied out, std::logic_error where numbers contradict normal forms.
EntryVerdict compared(EquationBook& book, const EntryQuestion& question);

/// The normal form of a formula that somebody typed. Throws FormulaError.
Fraction normal_form(Ring& ring, const Expr& yours);

/// The fraction as a polynomial, where its denominator divides it.
std::optional<Polynomial> as_polynomial(Ring& ring, const Fraction& fraction);

}  // namespace sinew
