// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/design/design_blocks.h"

#include <cmath>
#include <utility>

#include "sinew/decompositions/symmetric.h"
#include "sinew/decompositions/triangles.h"

namespace sinew {

DesignBlocks design_blocks(const Eigen::MatrixXd& Phi, std::vector<int> first, const Eigen::MatrixXd& prior_rows) {
  Eigen::MatrixXd all(Phi.rows() + prior_rows.rows(), Phi.cols());
  all << Phi, prior_rows;
  const Eigen::MatrixXd R = without_extra_rows(all);
  DesignBlocks y;
  y.first = std::move(first);
  y.rows = solve_upper_transposed(R, Eigen::MatrixXd(Phi.transpose()));
  const Eigen::MatrixXd before = solve_upper_transposed(R, Eigen::MatrixXd(prior_rows.transpose()));
  y.prior = before * before.transpose();
  y.T = solve_upper(R, Eigen::MatrixXd(Eigen::MatrixXd::Identity(R.rows(), R.cols())));
  return y;
}

Eigen::MatrixXd information_of(const DesignBlocks& blocks, const std::vector<int>& chosen) {
  Eigen::MatrixXd M = blocks.prior;
  for (const int i : chosen) M.selfadjointView<Eigen::Lower>().rankUpdate(blocks.block(i));
  return M.selfadjointView<Eigen::Lower>();
}

std::optional<Eigen::MatrixXd> covariance_of(const Eigen::MatrixXd& information) {
  constexpr double least_pivot = 1e-11;
  const Eigen::VectorXd diagonal = information.diagonal();
  if (!(diagonal.minCoeff() > 0.0)) return std::nullopt;
  const Eigen::VectorXd scale = diagonal.cwiseSqrt().cwiseInverse();
  const Cholesky cholesky(scale.asDiagonal() * information * scale.asDiagonal());
  if (!cholesky.is_positive_definite()) return std::nullopt;
  const double smallest = cholesky.factor().diagonal().minCoeff();
  if (!(smallest * smallest > least_pivot)) return std::nullopt;
  const Eigen::MatrixXd inverse =
      cholesky.solve(Eigen::MatrixXd(Eigen::MatrixXd::Identity(information.rows(), information.cols())));
  return scale.asDiagonal() * inverse * scale.asDiagonal();
}

double design_value(DesignCriterion criterion, const DesignBlocks& blocks, const Eigen::MatrixXd& covariance) {
  const auto r = static_cast<double>(covariance.rows());
  if (criterion == DesignCriterion::D) {
    const Cholesky cholesky(covariance);
    const double of_T = blocks.T.diagonal().cwiseAbs().array().log().sum();
    return std::exp((cholesky.factor().diagonal().array().log().sum() + of_T) / r);
  }
  const Eigen::MatrixXd C = blocks.T * covariance * blocks.T.transpose();
  switch (criterion) {
    case DesignCriterion::A:
      return std::sqrt(C.trace() / r);
    case DesignCriterion::E:
      return std::sqrt(symmetric_eigenvalues(C).maxCoeff());
    default:
      break;
  }
  return std::exp(0.5 * C.diagonal().array().log().sum() / r);
}

}  // namespace sinew
