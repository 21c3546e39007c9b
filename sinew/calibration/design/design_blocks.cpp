// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/design/design_blocks.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <utility>

#include "sinew/calibration/identifiability/seen_space.h"

namespace sinew {

DesignBlocks design_blocks(const Eigen::MatrixXd& Phi, std::vector<int> first, const Eigen::MatrixXd& prior_rows) {
  Eigen::MatrixXd all(Phi.rows() + prior_rows.rows(), Phi.cols());
  all << Phi, prior_rows;
  const Eigen::MatrixXd R = without_extra_rows(all);
  const auto RT = R.transpose().triangularView<Eigen::Lower>();
  DesignBlocks y;
  y.first = std::move(first);
  y.rows = RT.solve(Phi.transpose());
  const Eigen::MatrixXd before = RT.solve(prior_rows.transpose());
  y.prior = before * before.transpose();
  y.T = R.triangularView<Eigen::Upper>().solve(Eigen::MatrixXd::Identity(R.rows(), R.cols()));
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
  const Eigen::LLT<Eigen::MatrixXd> cholesky(scale.asDiagonal() * information * scale.asDiagonal());
  if (cholesky.info() != Eigen::Success) return std::nullopt;
  const double smallest = cholesky.matrixLLT().diagonal().minCoeff();
  if (!(smallest * smallest > least_pivot)) return std::nullopt;
  const Eigen::MatrixXd inverse = cholesky.solve(Eigen::MatrixXd::Identity(information.rows(), information.cols()));
  return scale.asDiagonal() * inverse * scale.asDiagonal();
}

double design_value(DesignCriterion criterion, const DesignBlocks& blocks, const Eigen::MatrixXd& covariance) {
  const auto r = static_cast<double>(covariance.rows());
  if (criterion == DesignCriterion::D) {
    const Eigen::LLT<Eigen::MatrixXd> cholesky(covariance);
    const double of_T = blocks.T.diagonal().cwiseAbs().array().log().sum();
    return std::exp((cholesky.matrixLLT().diagonal().array().log().sum() + of_T) / r);
  }
  const Eigen::MatrixXd C = blocks.T * covariance * blocks.T.transpose();
  switch (criterion) {
    case DesignCriterion::A:
      return std::sqrt(C.trace() / r);
    case DesignCriterion::E: {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> axes(C, Eigen::EigenvaluesOnly);
      return std::sqrt(axes.eigenvalues().maxCoeff());
    }
    default:
      break;
  }
  return std::exp(0.5 * C.diagonal().array().log().sum() / r);
}

}  // namespace sinew
