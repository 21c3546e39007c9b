// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

namespace sinew {

/// R of A = Q·R: upper triangular, with as many rows as A, but no more than columns. RᵀR = AᵀA.
Eigen::MatrixXd upper_triangle(const Eigen::MatrixXd& A);

/// A matrix with the same AᵀA and no more rows than columns: A itself, or R.
Eigen::MatrixXd without_extra_rows(const Eigen::MatrixXd& A);

/// The part of B's columns that is orthogonal to all columns of A.
Eigen::MatrixXd across(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// The columns of A in the order in which QR takes them, each time the one that is farthest from those before.
Eigen::VectorXi columns_by_pivots(const Eigen::MatrixXd& A);

/// Least squares where columns of A may depend on each other.
struct ShortestSolution {
  Eigen::VectorXd x;           ///< of all that make |A·x − b| least, the shortest
  Eigen::Index rank = 0;       ///< pivots above so much of the largest
  Eigen::MatrixXd null_space;  ///< orthonormal columns that A takes to zero
};
ShortestSolution shortest_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double relative_tolerance);

/// X with R·X = B, or with Rᵀ·X = B, of which only the upper triangle is looked at.
Eigen::MatrixXd solve_upper(const Eigen::MatrixXd& R, const Eigen::MatrixXd& B);
Eigen::MatrixXd solve_upper_transposed(const Eigen::MatrixXd& R, const Eigen::MatrixXd& B);
Eigen::VectorXd solve_upper(const Eigen::MatrixXd& R, const Eigen::VectorXd& b);
Eigen::VectorXd solve_upper_transposed(const Eigen::MatrixXd& R, const Eigen::VectorXd& b);

}  // namespace sinew
