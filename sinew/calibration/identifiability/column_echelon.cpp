// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/identifiability/column_echelon.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "sinew/decompositions/general.h"
#include "sinew/decompositions/triangles.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

/// An exchange divides by the coefficient of the two rows; below this, digits would be lost.
constexpr double least_exchange_pivot = 1e-2;
/// Costs must fall by this, so that round-off cannot exchange for ever.
constexpr double least_fall_of_cost = 1e-9;

/// The basis with some rows free, and the sum of its costs.
class FreeRows {
 public:
  FreeRows(const Eigen::MatrixXd& columns, double zero, const ReadingCost& cost)
      : columns_(columns), zero_(zero), cost_(cost) {
    const Eigen::VectorXi by_pivots = columns_by_pivots(columns.transpose());
    for (Eigen::Index k = 0; k < columns.cols(); ++k) free_.push_back(by_pivots[k]);
    read_basis();
  }

  /// Exchanges a free row for another as long as that is cheaper.
  void improve() {
    double cost = whole_cost();
    for (bool improved = true; improved;) {
      improved = false;
      for (int k = 0; k < static_cast<int>(free_.size()); ++k)
        for (int b = 0; b < static_cast<int>(columns_.rows()); ++b)
          if (exchange_lowers_cost(b, k) && exchanged(b, k, cost)) improved = true;
    }
  }

  ColumnEchelon result() {
    std::sort(free_.begin(), free_.end());
    read_basis();
    return {free_, basis_};
  }

 private:
  bool is_free(int row) const { return std::find(free_.begin(), free_.end(), row) != free_.end(); }

  void read_basis() {
    const Eigen::Index count = columns_.cols();
    Eigen::MatrixXd chosen(count, count);
    for (Eigen::Index k = 0; k < count; ++k) chosen.row(k) = columns_.row(free_[static_cast<std::size_t>(k)]);
    basis_ = solve_by_full_pivots(chosen.transpose(), columns_.transpose()).transpose();
    basis_ = (basis_.array().abs() <= zero_).select(0.0, basis_);
    for (Eigen::Index k = 0; k < count; ++k) {
      basis_.row(free_[static_cast<std::size_t>(k)]).setZero();
      basis_(free_[static_cast<std::size_t>(k)], k) = 1.0;
    }
  }

  /// Makes the exchange if the cost falls once the basis is read anew: entries that count as zero may have been more
  /// before. So no exchange is ever made twice.
  bool exchanged(int b, int k, double& cost) {
    const int was = std::exchange(free_[at(k)], b);
    const Eigen::MatrixXd basis_before = basis_;
    read_basis();
    if (const double now = whole_cost(); now < cost - least_fall_of_cost) {
      cost = now;
      return true;
    }
    free_[at(k)] = was;
    basis_ = basis_before;
    return false;
  }

  double whole_cost() const {
    double sum = 0.0;
    for (int row = 0; row < static_cast<int>(columns_.rows()); ++row)
      for (int l = 0; l < static_cast<int>(free_.size()) && !is_free(row); ++l)
        sum += cost_of(row, free_[at(l)], basis_(row, l));
    return sum;
  }

  double cost_of(int b, int f, double coefficient) const {
    return std::abs(coefficient) <= zero_ ? 0.0 : cost_(b, f, coefficient);
  }

  /// Row b takes the place of free row k: t_k = (x_b − Σ basis(b, l)·t_l)/basis(b, k), put into all rows that have t_k.
  bool exchange_lowers_cost(int b, int k) const {
    const double pivot = basis_(b, k);
    if (std::abs(pivot) < least_exchange_pivot || is_free(b)) return false;
    const int f = free_[at(k)];
    double before = 0.0, after = 0.0;
    for (int l = 0; l < static_cast<int>(free_.size()); ++l) {
      before += cost_of(b, free_[at(l)], basis_(b, l));
      after += l == k ? cost_of(f, b, 1.0 / pivot) : cost_of(f, free_[at(l)], -basis_(b, l) / pivot);
    }
    for (int row = 0; row < static_cast<int>(columns_.rows()); ++row) {
      if (row == b || basis_(row, k) == 0.0 || is_free(row)) continue;
      const double factor = basis_(row, k) / pivot;
      for (int l = 0; l < static_cast<int>(free_.size()); ++l) {
        before += cost_of(row, free_[at(l)], basis_(row, l));
        after += l == k ? cost_of(row, b, factor) : cost_of(row, free_[at(l)], basis_(row, l) - factor * basis_(b, l));
      }
    }
    return after < before - least_fall_of_cost;
  }

  const Eigen::MatrixXd& columns_;
  double zero_;
  const ReadingCost& cost_;
  std::vector<int> free_;
  Eigen::MatrixXd basis_;
};

}  // namespace

ColumnEchelon column_echelon(const Eigen::MatrixXd& columns, double zero, const ReadingCost& cost) {
  if (columns.cols() == 0) return {{}, columns};
  FreeRows rows(columns, zero, cost);
  rows.improve();
  return rows.result();
}

std::vector<std::vector<int>> entangled_rows(const ColumnEchelon& echelon) {
  const auto count = static_cast<std::size_t>(echelon.basis.rows());
  std::vector<int> group(count);
  std::iota(group.begin(), group.end(), 0);
  std::vector<bool> is_entangled(count, false);
  for (Eigen::Index k = 0; k < echelon.basis.cols(); ++k) {
    const int f = echelon.free[static_cast<std::size_t>(k)];
    for (std::size_t row = 0; row < count; ++row) {
      if (echelon.basis(static_cast<Eigen::Index>(row), k) == 0.0) continue;
      is_entangled[row] = true;
      const int one = group[row], other = group[at(f)];
      std::replace(group.begin(), group.end(), std::max(one, other), std::min(one, other));
    }
  }
  std::vector<std::vector<int>> groups;
  for (std::size_t first = 0; first < count; ++first) {
    if (!is_entangled[first] || group[first] != static_cast<int>(first)) continue;
    groups.emplace_back();
    for (std::size_t row = first; row < count; ++row)
      if (group[row] == static_cast<int>(first)) groups.back().push_back(static_cast<int>(row));
  }
  return groups;
}

}  // namespace sinew
