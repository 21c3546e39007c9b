// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/decompositions/symmetric.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace sinew {

using Eigen::MatrixXd;
using Eigen::VectorXd;

SymmetricAxes symmetric_axes(const MatrixXd& A) {
  if (A.size() == 0) return {VectorXd(0), MatrixXd(0, 0)};
  const Eigen::SelfAdjointEigenSolver<MatrixXd> found(A);
  return {found.eigenvalues(), found.eigenvectors()};
}

VectorXd symmetric_eigenvalues(const MatrixXd& A) {
  if (A.size() == 0) return VectorXd(0);
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

void Cholesky::compute(const MatrixXd& A) {
  cholesky_.compute(A);
  is_definite_ = cholesky_.info() == Eigen::Success;
}

double Cholesky::reciprocal_condition() const { return cholesky_.rcond(); }

VectorXd Cholesky::solve(const VectorXd& b) const { return cholesky_.solve(b); }
MatrixXd Cholesky::solve(const MatrixXd& B) const { return cholesky_.solve(B); }
MatrixXd Cholesky::solve_lower(const MatrixXd& B) const { return cholesky_.matrixL().solve(B); }
MatrixXd Cholesky::solve_lower_transposed(const MatrixXd& B) const { return cholesky_.matrixU().solve(B); }
VectorXd Cholesky::solve_lower(const VectorXd& b) const { return cholesky_.matrixL().solve(b); }

MatrixXd solve_symmetric(const MatrixXd& A, const MatrixXd& B) { return A.ldlt().solve(B); }
VectorXd solve_symmetric(const MatrixXd& A, const VectorXd& b) { return A.ldlt().solve(b); }

}  // namespace sinew
