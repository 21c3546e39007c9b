// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/decompositions/triangles.h"

#include <Eigen/QR>

#include "sinew/decompositions/row_reduction.h"
#include "sinew/scalar/instructions.h"

namespace sinew {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

MatrixXd matrix_of(const double* R, Index n) { return Eigen::Map<const MatrixXd>(R, n, n); }

}  // namespace

MatrixXd upper_triangle(const MatrixXd& A) {
  if (A.size() == 0) return {0, A.cols()};
  if (A.rows() < A.cols()) {
    const Eigen::HouseholderQR<MatrixXd> qr(A);
    return qr.matrixQR().triangularView<Eigen::Upper>();
  }
  const int n = static_cast<int>(A.cols());
  if (best_instructions() == Instructions::Avx2) {
    RowReduction<pack_width(Instructions::Avx2)> rows(n);
    with_avx2([&] { rows.take(A.data(), A.rows(), A.rows()); });
    return matrix_of(rows.triangle(), n);
  }
  RowReduction<pack_width(Instructions::Plain)> rows(n);
  plainly([&] { rows.take(A.data(), A.rows(), A.rows()); });
  return matrix_of(rows.triangle(), n);
}

MatrixXd without_extra_rows(const MatrixXd& A) { return A.rows() <= A.cols() ? A : upper_triangle(A); }

MatrixXd across(const MatrixXd& A, const MatrixXd& B) {
  if (A.size() == 0) return B;
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(A);
  MatrixXd turned = qr.householderQ().transpose() * B;
  turned.topRows(qr.rank()).setZero();
  return qr.householderQ() * turned;
}

Eigen::VectorXi columns_by_pivots(const MatrixXd& A) {
  if (A.size() == 0) return Eigen::VectorXi::LinSpaced(A.cols(), 0, static_cast<int>(A.cols()) - 1);
  return Eigen::ColPivHouseholderQR<MatrixXd>(A).colsPermutation().indices();
}

ShortestSolution shortest_solution(const MatrixXd& A, const VectorXd& b, double relative_tolerance) {
  if (A.size() == 0) return {VectorXd::Zero(A.cols()), 0, MatrixXd::Identity(A.cols(), A.cols())};
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr;
  qr.setThreshold(relative_tolerance);
  qr.compute(A);
  const Index unseen = A.cols() - qr.rank();
  return {qr.solve(b), qr.rank(),
          unseen == 0 ? MatrixXd(A.cols(), 0)
                      : MatrixXd(qr.colsPermutation() * qr.matrixZ().transpose().rightCols(unseen))};
}

MatrixXd solve_upper(const MatrixXd& R, const MatrixXd& B) {
  if (B.size() == 0) return B;
  return R.triangularView<Eigen::Upper>().solve(B);
}

MatrixXd solve_upper_transposed(const MatrixXd& R, const MatrixXd& B) {
  if (B.size() == 0) return B;
  return R.triangularView<Eigen::Upper>().transpose().solve(B);
}

VectorXd solve_upper(const MatrixXd& R, const VectorXd& b) { return R.triangularView<Eigen::Upper>().solve(b); }

VectorXd solve_upper_transposed(const MatrixXd& R, const VectorXd& b) {
  return R.triangularView<Eigen::Upper>().transpose().solve(b);
}

}  // namespace sinew
