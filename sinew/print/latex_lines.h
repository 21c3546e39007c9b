// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// An expression as LaTeX on as many lines as it needs to be no wider than `width` points. Lines end at top-level terms;
/// only a term that is longer than a line is broken inside its brackets. From the second line on they begin with a sign,
/// set in by a quad for each bracket that is open and one more.
std::vector<std::string> latex_lines(const Expr& expression, double width);

/// The same for what continues a sum: the first line begins with a sign, too.
std::vector<std::string> latex_lines_of_next_term(const Expr& expression, double width);

}  // namespace sinew
