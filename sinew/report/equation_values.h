// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// The text of an expression's value, to be printed beneath it: "3.4642". Empty for one that has none.
using EquationValues = std::function<std::string(const Expr&)>;

}  // namespace sinew
