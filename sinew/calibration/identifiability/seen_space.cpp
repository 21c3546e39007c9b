// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/identifiability/seen_space.h"

#include <limits>

#include "sinew/decompositions/singular_values.h"
#include "sinew/decompositions/triangles.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

/// Everything but the rank.
SeenSpace decomposed(const Eigen::MatrixXd& A, double tolerance) {
  const Eigen::Index n = A.cols();
  SeenSpace y;
  y.lengths = A.rows() > 0 ? Eigen::VectorXd(A.colwise().norm()) : Eigen::VectorXd(Eigen::VectorXd::Zero(n));
  const double longest = n > 0 ? y.lengths.maxCoeff() : 0.0;
  for (double& length : y.lengths) {
    y.is_dead.push_back(length <= tolerance * longest);
    if (y.is_dead.back()) length = 1.0;
  }
  if (n == 0) return y;
  // square, so that V is complete
  Eigen::MatrixXd square = Eigen::MatrixXd::Zero(n, n);
  const Eigen::MatrixXd R = without_extra_rows(y.with_unit_columns(A));
  square.topRows(R.rows()) = R;
  const SingularValues svd = singular_values(square, SingularVectors::WholeV);
  y.singular_values = svd.sigma;
  y.V = svd.V;
  return y;
}

}  // namespace

Eigen::MatrixXd SeenSpace::with_unit_columns(const Eigen::MatrixXd& A) const {
  Eigen::MatrixXd y(A.rows(), A.cols());
  for (Eigen::Index c = 0; c < A.cols(); ++c)
    if (is_dead[static_cast<std::size_t>(c)])
      y.col(c).setZero();
    else
      y.col(c) = A.col(c) / lengths[c];
  return y;
}

Eigen::MatrixXd SeenSpace::covariance_factor() const {
  return lengths.cwiseInverse().asDiagonal() * V.leftCols(rank) *
         singular_values.head(rank).cwiseInverse().asDiagonal();
}

SeenSpace seen_space(const Eigen::MatrixXd& A, double tolerance) {
  SeenSpace y = decomposed(A, tolerance);
  const double least = y.size() > 0 ? tolerance * y.singular_values[0] : 0.0;
  y.rank = static_cast<int>((y.singular_values.array() > least).count());
  return y;
}

SeenSpace seen_space_of_rank(const Eigen::MatrixXd& A, int rank) {
  SeenSpace y = decomposed(A, std::numeric_limits<double>::min());
  y.rank = rank;
  return y;
}

}  // namespace sinew
