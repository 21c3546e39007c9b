// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/decompositions/general.h"

#include <Eigen/LU>

namespace sinew {

using Eigen::MatrixXd;

double determinant(const MatrixXd& A) { return A.determinant(); }

MatrixXd inverse_of(const MatrixXd& A) { return A.partialPivLu().inverse(); }

std::optional<MatrixXd> solve_if_regular(const MatrixXd& A, const MatrixXd& B) {
  const Eigen::FullPivLU<MatrixXd> lu(A);
  if (!lu.isInvertible()) return std::nullopt;
  if (A.size() == 0 || B.size() == 0) return MatrixXd::Zero(A.cols(), B.cols());
  return lu.solve(B);
}

MatrixXd solve_by_full_pivots(const MatrixXd& A, const MatrixXd& B) { return A.fullPivLu().solve(B); }

}  // namespace sinew
