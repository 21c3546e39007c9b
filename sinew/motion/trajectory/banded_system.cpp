// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/banded_system.h"

#include <algorithm>
#include <cmath>

namespace sinew {

BandedSystem::BandedSystem(Eigen::Index rows, const std::vector<Entry>& entries) : rows_(rows) {
  for (const Entry& entry : entries) band_width_ = std::max(band_width_, std::abs(entry.row - entry.column));
  width_ = 3 * band_width_ + 1;  // exchanged rows reach further to the right
  band_.assign(static_cast<std::size_t>(rows_ * width_), 0.0);
  for (const Entry& entry : entries) at(entry.row, entry.column) += entry.value;
}

bool BandedSystem::solve(Eigen::MatrixXd& B) {
  const Eigen::Index reach = 2 * band_width_;
  double largest = 0.0;
  for (const double x : band_) largest = std::max(largest, std::abs(x));
  for (Eigen::Index k = 0; k < rows_; ++k) {
    const Eigen::Index last_row = std::min(rows_ - 1, k + band_width_), last_column = std::min(rows_ - 1, k + reach);
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i <= last_row; ++i)
      if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
    if (!(std::abs(at(pivot, k)) > 1e-15 * largest)) return false;
    if (pivot != k) {
      for (Eigen::Index j = k; j <= last_column; ++j) std::swap(at(k, j), at(pivot, j));
      B.row(k).swap(B.row(pivot));
    }
    for (Eigen::Index i = k + 1; i <= last_row; ++i) {
      const double factor = at(i, k) / at(k, k);
      if (factor == 0.0) continue;
      for (Eigen::Index j = k + 1; j <= last_column; ++j) at(i, j) -= factor * at(k, j);
      B.row(i) -= factor * B.row(k);
    }
  }
  for (Eigen::Index k = rows_ - 1; k >= 0; --k) {
    for (Eigen::Index j = k + 1; j <= std::min(rows_ - 1, k + reach); ++j) B.row(k) -= at(k, j) * B.row(j);
    B.row(k) /= at(k, k);
  }
  return B.allFinite();
}

}  // namespace sinew
