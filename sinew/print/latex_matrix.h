// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// A matrix in brackets of entries that are LaTeX already, by rows.
std::string latex_matrix(int columns, const std::vector<std::string>& entries);

/// About how wide it becomes, in points at 10 pt.
double latex_matrix_width(int columns, const std::vector<std::string>& entries);

}  // namespace sinew
