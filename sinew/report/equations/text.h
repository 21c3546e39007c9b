// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include "sinew/equations/document.h"
#include "sinew/report/equations/values.h"

namespace sinew {

/// How equations are written for a terminal or a plain file.
struct EquationTextStyle {
  bool ascii = false;       ///< as formulas that can be typed again: m2*l2^2*qdd1; otherwise m₂·l₂²·q̈₁
  std::size_t width = 100;  ///< columns; longer lines are broken at a plus or minus
  EquationValues values;    ///< where set, the number beneath each expression
};

std::string equation_text(const EquationDocument& document, const EquationTextStyle& style);

/// A sum broken over lines of at most `width` columns, the ones after the first indented: at the plus or minus that lies
/// in the fewest brackets.
std::string broken_lines(const std::string& sum, std::size_t width, std::size_t indent);

}  // namespace sinew
