// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/block_weights.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace sinew {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// 1 − κ is no smaller: a step then errs by so much of what is left, and r̃ stays within a hundred times r.
constexpr double least_curvature = 1e-4;

}  // namespace

BlockWeights::BlockWeights(const CheckedProblem& problem, Loss loss, double width)
    : problem_(&problem), linear_(loss == Loss::Linear), losses_(static_cast<std::size_t>(problem.blocks())) {
  if (linear_) return;
  if (width == 0.0) width = documented_width(loss);
  std::map<Index, double> widths;
  for (Index b = 0; b < problem.blocks(); ++b) {
    if (!problem.problem().is_measured(b)) continue;
    const auto [place, is_new] = widths.try_emplace(problem.rows(b));
    if (is_new) place->second = width_of_block(loss, width, static_cast<int>(problem.rows(b)));
    losses_[static_cast<std::size_t>(b)] = {loss, place->second};
  }
}

double BlockWeights::cost(const VectorXd& residuals) const {
  if (linear_) return 0.5 * residuals.squaredNorm();
  double sum = 0.0;
  for (Index b = 0; b < problem_->blocks(); ++b) {
    const double s = residuals.segment(problem_->first_row(b), problem_->rows(b)).squaredNorm();
    sum += loss_value(loss(b), width(b), s).rho;
  }
  return 0.5 * sum;
}

std::vector<LossValue> BlockWeights::values(const VectorXd& residuals) const {
  std::vector<LossValue> all;
  all.reserve(losses_.size());
  for (Index b = 0; b < problem_->blocks(); ++b) {
    const double s = residuals.segment(problem_->first_row(b), problem_->rows(b)).squaredNorm();
    all.push_back(loss_value(loss(b), width(b), s));
  }
  return all;
}

void BlockWeights::weigh(const VectorXd& residuals, const MatrixXd& jacobian, bool with_curvature,
                         VectorXd& weighed_residuals, MatrixXd& weighed_jacobian) const {
  weighed_residuals = residuals;
  weighed_jacobian = jacobian;
  if (linear_) return;
  Eigen::RowVectorXd along;
  for (Index b = 0; b < problem_->blocks(); ++b) {
    if (loss(b) == Loss::Linear) continue;
    const Index first = problem_->first_row(b), rows = problem_->rows(b);
    const auto r = residuals.segment(first, rows);
    const double s = r.squaredNorm();
    const LossValue value = loss_value(loss(b), width(b), s);
    const double root = std::sqrt(value.first);
    auto J = weighed_jacobian.middleRows(first, rows);
    double kept = 1.0;  // 1 − α with (1 − α)² = 1 − κ
    if (with_curvature && value.second < 0.0 && s > 0.0) {
      kept = std::sqrt(std::max(1.0 + 2.0 * value.second * s / value.first, least_curvature));
      along.noalias() = r.transpose() * J;
      J.noalias() -= ((1.0 - kept) / s * r) * along;
    }
    J *= root;
    weighed_residuals.segment(first, rows) *= root / kept;
  }
}

}  // namespace sinew
