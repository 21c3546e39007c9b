// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// A matrix in brackets of entries that are LaTeX already, by rows.
std::string latex_matrix(int columns, const std::vector<std::string>& entries);

/// About how wide it becomes, in points at 10 pt.
double latex_matrix_width(int columns, const std::vector<std::string>& entries);

/// What stands before the rows of a matrix and above its columns, in LaTeX. Either may be empty.
struct LatexBorders {
  std::vector<std::string> rows, columns;
};
/// The same matrices with borders.
std::string latex_matrix(int columns, const std::vector<std::string>& entries, const LatexBorders& borders);
double latex_matrix_width(int columns, const std::vector<std::string>& entries, const LatexBorders& borders);

}  // namespace sinew
