// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sinew/equations/document.h"

namespace sinew {

/// A matrix that is too wide to be set as one, entry by entry: those that are not zero, the upper triangle of a
/// symmetric one.
struct MatrixEntries {
  struct Entry {
    std::string latex_name;  ///< M_{12}
    Expr value;
  };
  std::vector<Entry> entries;
  std::string stand_in;  ///< "n_{ij}" where they are not called after the matrix: J^{-1} = 1/det J·[n_ij]; else empty
  std::string sentence;  ///< what is to be known of those that are not listed: "It is symmetric."
};

MatrixEntries matrix_entries(const Equation& matrix);

bool is_symmetric(const Equation& matrix);
/// Rows and columns in the order in which entries are listed: row by row, the upper triangle of a symmetric matrix;
/// where columns have names, column by column.
std::vector<std::pair<int, int>> listed_places(const Equation& matrix);
/// Has it a factor in front, or a name that is a formula itself? Then its entries go by another name.
bool needs_stand_in(const Equation& matrix);
/// M of M(q); the brackets of a formula stay.
std::string without_arguments(const std::string& name);

}  // namespace sinew
