// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/matrix_entries.h"

#include <cstddef>
#include <string_view>

namespace sinew {

namespace {

const Expr& entry(const Equation& matrix, int i, int j) { return matrix.at(i, j); }

bool is_vector_in_frame(const Equation& matrix) {
  return matrix.rows == 3 && matrix.columns == 1 && matrix.name.latex.starts_with("{}^");
}

std::string index_text(const Equation& matrix, int i, int j) {
  if (matrix.has_names()) {
    const auto index = [](const std::vector<MathName>& names, int k) {
      return names.empty() ? std::to_string(k + 1) : names[static_cast<std::size_t>(k)].latex;
    };
    const bool is_column = matrix.columns == 1 && matrix.column_names.empty();
    return index(matrix.row_names, i) + (is_column ? "" : "," + index(matrix.column_names, j));
  }
  if (is_vector_in_frame(matrix)) return std::string(1, "xyz"[i]);
  if (matrix.columns == 1) return std::to_string(i + 1);
  if (matrix.rows == 1) return std::to_string(j + 1);
  const bool wide = matrix.rows > 9 || matrix.columns > 9;
  return std::to_string(i + 1) + (wide ? "," : "") + std::to_string(j + 1);
}

/// M(q) has the entries M_{11}; a name with an index keeps a bracket around it.
std::string stem(const Equation& matrix) {
  if (needs_stand_in(matrix)) return "n";
  const std::string letter = without_arguments(matrix.name.latex);
  return letter.find_first_of("_^") == std::string::npos ? letter : "\\bigl[" + letter + "\\bigr]";
}

std::string sentence(bool symmetric, bool zeros_left_out, bool all_zero) {
  if (all_zero) return "All its entries are zero.";
  std::string result = symmetric ? "It is symmetric. " : "";
  if (zeros_left_out)
    result += "Entries that are not listed are zero.";
  else if (symmetric)
    result.pop_back();
  return result;
}

}  // namespace

bool is_symmetric(const Equation& matrix) {
  if (matrix.rows != matrix.columns || matrix.has_names()) return false;
  for (int i = 0; i < matrix.rows; ++i)
    for (int j = 0; j < i; ++j)
      if (!(entry(matrix, i, j) == entry(matrix, j, i))) return false;
  return true;
}

std::vector<std::pair<int, int>> listed_places(const Equation& matrix) {
  std::vector<std::pair<int, int>> places;
  const bool symmetric = is_symmetric(matrix), by_columns = !matrix.column_names.empty();
  for (int i = 0; i < (by_columns ? matrix.columns : matrix.rows); ++i)
    for (int j = symmetric ? i : 0; j < (by_columns ? matrix.rows : matrix.columns); ++j)
      places.push_back(by_columns ? std::pair{j, i} : std::pair{i, j});
  return places;
}

bool needs_stand_in(const Equation& matrix) {
  return matrix.factor || without_arguments(matrix.name.latex).find(' ') != std::string::npos;
}

std::string without_arguments(const std::string& name) { return name.substr(0, name.find("(q")); }

MatrixEntries matrix_entries(const Equation& matrix) {
  MatrixEntries result;
  const bool symmetric = is_symmetric(matrix);
  if (needs_stand_in(matrix)) result.stand_in = matrix.columns == 1 ? "n_{i}" : "n_{ij}";
  const std::string letter = stem(matrix);
  bool zeros_left_out = false;
  for (const auto& [i, j] : listed_places(matrix)) {
    if (entry(matrix, i, j).is_zero())
      zeros_left_out = true;
    else
      result.entries.push_back({letter + "_{" + index_text(matrix, i, j) + "}", entry(matrix, i, j)});
  }
  result.sentence = sentence(symmetric, zeros_left_out, result.entries.empty());
  return result;
}

}  // namespace sinew
