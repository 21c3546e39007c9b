// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew {

/// x with J·x = y that improves H by the joints that the task does not need:
///
///     x_a = J_a⁻¹·(y − J_b·x_b),  x_b = ±α·[−(J_a⁻¹·J_b)ᵀ  I]·∇H
///
/// J_a are as many columns as J has rank, chosen for the largest |det J_a| unless they are given.
struct ReducedGradient {
  Eigen::VectorXd x;
  Eigen::VectorXd gradient;                                 ///< of H in x_b alone: the reduced gradient
  std::vector<int> independent;                             ///< columns of J_a
  std::vector<int> dependent;                               ///< columns of J_b
  std::vector<int> rows;                                    ///< rows of J that were kept, where some depend on others
  double determinant = 0.0;                                 ///< of J_a
  std::vector<std::pair<std::vector<int>, double>> minors;  ///< every choice of columns and its determinant, in order
};

/// `x_preferred` is ±α·∇H. InputError where the columns that are given do not make an invertible J_a, and where there
/// are more than 100,000 choices of columns to compare and none is given.
ReducedGradient reduced_gradient(const Eigen::MatrixXd& J, const Eigen::VectorXd& y, const Eigen::VectorXd& x_preferred,
                                 const std::vector<int>& columns = {}, double relative_tolerance = 0.0);

}  // namespace sinew
