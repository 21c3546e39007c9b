// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

namespace sinew {

/// A = U·diag(sigma)·Vᵀ with orthonormal columns of U and V and falling sigma.
struct SingularValues {
  Eigen::VectorXd sigma;
  Eigen::MatrixXd U, V;  ///< empty where they were not asked for

  /// How many are above so much of the largest.
  Eigen::Index rank(double relative_tolerance) const;
};

/// Which singular vectors are wanted: thin ones are as many as there are singular values, whole ones a basis of the
/// space.
enum class SingularVectors { None, ThinV, WholeV, ThinBoth, WholeBoth };

/// By rotations of Jacobi, which find small singular values to more digits than other methods.
SingularValues singular_values(const Eigen::MatrixXd& A, SingularVectors wanted);

/// By divide and conquer, several times as quick from 16 columns on: right to round-off of the largest singular value,
/// whatever the others are.
SingularValues singular_values_of_many(const Eigen::MatrixXd& A, SingularVectors wanted);

}  // namespace sinew
