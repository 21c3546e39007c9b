// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew {

/// A·X = B with a square A whose entries lie near the diagonal, as those of splines do. Gaussian elimination with row
/// pivots inside the band: the cost grows with the number of rows, not with its cube.
class BandedSystem {
 public:
  struct Entry {
    Eigen::Index row, column;
    double value;
  };

  /// Entries of the same place are added.
  BandedSystem(Eigen::Index rows, const std::vector<Entry>& entries);

  /// X in place of B; false where A is singular to working precision.
  bool solve(Eigen::MatrixXd& B);

 private:
  double& at(Eigen::Index row, Eigen::Index column) {
    return band_[static_cast<std::size_t>(row * width_ + column - row + band_width_)];
  }

  Eigen::Index rows_, band_width_ = 0, width_ = 0;
  std::vector<double> band_;  ///< row by row: `band_width_` entries before the diagonal, twice as many behind it
};

}  // namespace sinew
