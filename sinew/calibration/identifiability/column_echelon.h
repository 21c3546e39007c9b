// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace sinew {

/// A basis of a subspace that people can read: its points are x = basis·t, where t are the components of x named
/// `free`.
///
/// Below an identity at the free rows stand the other rows as combinations of them. The same numbers, negated, give
/// the functionals x_b − Σ basis(b, k)·x_free(k) that vanish on the subspace: each has one row b that is not free.
struct ColumnEchelon {
  std::vector<int> free;  ///< rows, rising; one per column
  Eigen::MatrixXd basis;  ///< identity at the free rows; entries below the limit of zero are 0
};

/// How hard it is to read that row `b` is `coefficient` times the free row `f`; never negative.
using ReadingCost = std::function<double(int b, int f, double coefficient)>;

/// Of the subspace that independent columns span. Entries up to `zero` count as zero.
///
/// The free rows are chosen such that they determine the others well (QR with pivoting), and then exchanged with
/// others as long as the sum of the costs falls: few entries, and simple ones. The sparsest basis of all is
/// NP-hard to find (Coleman and Pothen 1984); single exchanges find it where groups of rows are small.
ColumnEchelon column_echelon(const Eigen::MatrixXd& columns, double zero, const ReadingCost& cost);

/// Rows that depend on each other through the basis, group by group, rising. Rows that are zero belong to none; a
/// free row with no other in its column is a group of its own.
std::vector<std::vector<int>> entangled_rows(const ColumnEchelon& echelon);

}  // namespace sinew
