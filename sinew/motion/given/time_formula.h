// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "sinew/formats/formula.h"

namespace sinew {

/// A formula of the time t for a quantity of one kind, as people write it: in `A*sin(w*t)` with w = 2 rad/s, t is a time; in
/// `sin(t)` and `3*cos(2*t)` it is the plain number of seconds. It is read as a time wherever all dimensions fit then, else
/// as a number.
///
/// `names`: the file's parameters; `t`: the symbol of the time. Throws FormulaError where neither reading makes sense.
Expr time_formula(std::string_view text, const Names<Expr>& names, const Expr& t, const Dimension& wanted);

}  // namespace sinew
