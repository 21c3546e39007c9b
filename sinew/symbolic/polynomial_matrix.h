// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "sinew/symbolic/ring.h"

namespace sinew {

/// A matrix of functions of the robot, by rows.
struct PolynomialMatrix {
  int rows = 0, columns = 0;
  std::vector<Polynomial> entries;

  PolynomialMatrix() = default;
  PolynomialMatrix(int row_count, int column_count)
      : rows(row_count),
        columns(column_count),
        entries(static_cast<std::size_t>(row_count) * static_cast<std::size_t>(column_count)) {}
  Polynomial& operator()(int row, int column) { return entries[index(row, column)]; }
  const Polynomial& operator()(int row, int column) const { return entries[index(row, column)]; }
  bool is_zero() const;
  friend bool operator==(const PolynomialMatrix&, const PolynomialMatrix&) = default;

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
  }
};

PolynomialMatrix operator*(const PolynomialMatrix& a, const PolynomialMatrix& b);
PolynomialMatrix operator+(const PolynomialMatrix& a, const PolynomialMatrix& b);
PolynomialMatrix operator-(const PolynomialMatrix& a, const PolynomialMatrix& b);
PolynomialMatrix operator*(const Polynomial& k, const PolynomialMatrix& a);
PolynomialMatrix transposed(const PolynomialMatrix& a);
/// dA/dt, entry by entry.
PolynomialMatrix time_derivative(Ring& ring, const PolynomialMatrix& a);

/// Of a square matrix.
Polynomial determinant(Ring& ring, const PolynomialMatrix& a);
/// A⁻¹ = adjugate/determinant.
PolynomialMatrix adjugate(Ring& ring, const PolynomialMatrix& a);

}  // namespace sinew
