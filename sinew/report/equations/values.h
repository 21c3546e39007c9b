// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "sinew/equations/document.h"
#include "sinew/symbolic/expr.h"

namespace sinew {

/// The text of an expression's value, to be printed beneath it: "3.4642 N·m". Empty for one that has none.
using EquationValues = std::function<std::string(const Expr&)>;

/// The number without its unit, for a matrix.
inline std::string number_alone(const std::string& value) { return value.substr(0, value.find(' ')); }

/// What an entry of a matrix is worth, with the factor in front counted.
inline Expr whole_entry(const Equation& matrix, std::size_t entry) {
  return matrix.factor ? *matrix.factor * matrix.entries[entry] : matrix.entries[entry];
}

}  // namespace sinew
