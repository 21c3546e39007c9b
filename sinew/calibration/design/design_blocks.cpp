// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/design/design_blocks.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>

namespace sinew {

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
  const Eigen::LLT<Eigen::MatrixXd> cholesky(scale.asDiagonal() * information * scale.asDiagonal());
  if (cholesky.info() != Eigen::Success) return std::nullopt;
  const double smallest = cholesky.matrixLLT().diagonal().minCoeff();
  if (!(smallest * smallest > least_pivot)) return std::nullopt;
  const Eigen::MatrixXd inverse = cholesky.solve(Eigen::MatrixXd::Identity(information.rows(), information.cols()));
  return scale.asDiagonal() * inverse * scale.asDiagonal();
}

double design_value(DesignCriterion criterion, const Eigen::MatrixXd& covariance) {
  const auto r = static_cast<double>(covariance.rows());
  switch (criterion) {
    case DesignCriterion::D: {
      const Eigen::LLT<Eigen::MatrixXd> cholesky(covariance);
      return std::exp(cholesky.matrixLLT().diagonal().array().log().sum() / r);
    }
    case DesignCriterion::A:
      return std::sqrt(covariance.trace() / r);
    case DesignCriterion::E: {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> axes(covariance, Eigen::EigenvaluesOnly);
      return std::sqrt(axes.eigenvalues().maxCoeff());
    }
    case DesignCriterion::MeanDeviation:
      break;
  }
  return std::exp(0.5 * covariance.diagonal().array().log().sum() / r);
}

}  // namespace sinew
