// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "tests/calibration/fit/function_problem.h"
#include "tests/redundancy/random_matrices.h"

namespace sinew_test {

/// r = A·x + sin(B·x) − y: linear, and curved by as much as its unknowns are large.
struct CurvedResiduals {
  Eigen::MatrixXd A, B;
  Eigen::VectorXd y;

  template <class T>
  void operator()(const T* x, T* r) const {
    using std::sin;
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      T bend(0.0);
      r[i] = T(-y[i]);
      for (Eigen::Index k = 0; k < A.cols(); ++k) {
        r[i] += A(i, k) * x[k];
        bend += B(i, k) * x[k];
      }
      r[i] += sin(bend);
    }
  }
  /// What would be measured at x without errors.
  Eigen::VectorXd at(const Eigen::VectorXd& x) const {
    return A * x + (B * x).unaryExpr([](double bend) { return std::sin(bend); });
  }
};

using CurvedProblem = FunctionProblem<CurvedResiduals>;

/// Errors of measurements: their deviation, and the share of blocks that are off by a deviation of `outlier_size`
/// instead.
struct Errors {
  double deviation = 1.0, outlier_share = 0.0, outlier_size = 0.0;
};

/// Measurements at x_true with errors, in blocks.
inline CurvedResiduals random_residuals(RandomMatrices& random, Eigen::Index blocks, Eigen::Index rows_of_block,
                                        const Eigen::VectorXd& x_true, const Errors& errors) {
  const Eigen::Index m = blocks * rows_of_block, n = x_true.size();
  CurvedResiduals f{3.0 * random.matrix(m, n), 0.5 * random.matrix(m, n), Eigen::VectorXd(m)};
  f.y = f.at(x_true) + errors.deviation * random.vector(m);
  for (Eigen::Index b = 0; b < blocks; ++b)
    if (random.chance(errors.outlier_share))
      f.y.segment(b * rows_of_block, rows_of_block) += errors.outlier_size * random.vector(rows_of_block);
  return f;
}

/// The largest violation of the conditions of Karush, Kuhn and Tucker, each slope relative to its column and the
/// residuals: where a free unknown is not at rest, or one at a bound would go inwards.
inline double kkt_error(const sinew::Fit& fit) {
  double error = 0.0;
  for (Eigen::Index k = 0; k < fit.x.size(); ++k) {
    const double slope =
        fit.gradient[k] / (1e-300 + fit.jacobian.col(k).norm() * std::max(std::sqrt(2.0 * fit.cost), 1e-12));
    switch (fit.sides[static_cast<std::size_t>(k)]) {
      case sinew::FitSide::Free:
        error = std::max(error, std::abs(slope));
        break;
      case sinew::FitSide::Lower:
        error = std::max(error, -slope);
        break;
      case sinew::FitSide::Upper:
        error = std::max(error, slope);
        break;
      case sinew::FitSide::Fixed:
        break;
    }
  }
  return error;
}

}  // namespace sinew_test
