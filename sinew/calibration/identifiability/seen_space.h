// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew {

/// What of x can be told from A·x: the singular values of A with its columns brought to unit length, A·N⁻¹ = U·S·Vᵀ.
///
/// Unit columns make the rank a property of the measurements: no choice of units or of typical errors changes it, and
/// no other scaling of columns is much better at telling zero from small (van der Sluis 1969).
struct SeenSpace {
  std::vector<bool> is_dead;        ///< column by column: shorter than `tolerance` times the longest
  Eigen::VectorXd lengths;          ///< N, of the columns; 1 for dead ones
  Eigen::VectorXd singular_values;  ///< falling, one per column
  Eigen::MatrixXd V;                ///< in their order; zero singular values, to round-off, belong to the last ones
  int rank = 0;                     ///< singular values above `tolerance` times the largest

  Eigen::Index size() const noexcept { return lengths.size(); }
  /// A with unit columns, and zeros where they are dead.
  Eigen::MatrixXd with_unit_columns(const Eigen::MatrixXd& A) const;
  /// N⁻¹·V·S⁻¹ of the seen directions: K·Kᵀ is the covariance of x, as far as it is finite.
  Eigen::MatrixXd covariance_factor() const;
  /// Orthonormal, and in unit columns: x = N⁻¹·(this) changes nothing in A·x.
  Eigen::MatrixXd unseen() const { return V.rightCols(size() - rank); }
};

SeenSpace seen_space(const Eigen::MatrixXd& A, double tolerance);

/// The same where the rank is known, such as with priors of any size below the measurements.
SeenSpace seen_space_of_rank(const Eigen::MatrixXd& A, int rank);

}  // namespace sinew
