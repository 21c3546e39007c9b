// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sinew/symbolic/print/print.h"

namespace sinew {

/// A part of an expression that stays on one line. Lines end before a sign; inside a product that is too long for one
/// line, also between factors and behind an opening bracket.
struct EquationPiece {
  enum class Before { Nothing, Plus, Minus, Times };
  Before before = Before::Nothing;
  std::string text;
  int depth = 0;  ///< how many brackets it stands in
};

/// How pieces are written. A bracket that is opened on one line and closed on another has one size on both.
struct PieceStyle {
  Language language = Language::Unicode;
  std::string minus, open;
  std::function<std::string(const std::string& exponent)> close;  ///< the exponent is empty for none
  std::function<bool(const std::string& text, int depth)> fits;   ///< on a line of its own
};

/// An expression in pieces: the terms of a sum, and where a term does not fit on a line, the terms in its brackets.
std::vector<EquationPiece> equation_pieces(const Expr& expression, const PieceStyle& style);

}  // namespace sinew
