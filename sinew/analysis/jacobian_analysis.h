// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew {

/// What a Jacobian can and cannot do here.
struct JacobianAnalysis {
  Eigen::VectorXd singular_values;  ///< largest first, min(rows, columns) of them
  int rank = 0;                     ///< singular values above `tolerance`
  double tolerance = 0.0;           ///< the largest times epsilon times the larger size, unless asked otherwise
  double manipulability = 0.0;  ///< √det(J·Jᵀ): the product of the singular values; of Jᵀ·J if there are more rows
  double condition = 0.0;       ///< largest over smallest; infinite at a singularity
  Eigen::MatrixXd lost_directions;  ///< orthonormal columns: motions that no q̇ gives
  Eigen::MatrixXd self_motions;     ///< orthonormal columns: q̇ that move nothing
};

/// By singular values. A relative `tolerance` above 0 replaces the default.
///
/// Rows of metres and rows of radians are not comparable: give the rows of one kind where that matters.
JacobianAnalysis analyse_jacobian(const Eigen::MatrixXd& J, double relative_tolerance = 0.0);

}  // namespace sinew
