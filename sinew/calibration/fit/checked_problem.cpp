// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/checked_problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/errors/diagnostic.h"

namespace sinew {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// x86 makes a NaN with a sign, which says nothing.
std::string shown_fault(double number) { return std::isnan(number) ? "nan" : shown(number); }

}  // namespace

CheckedProblem::CheckedProblem(const LeastSquaresProblem& problem, BlockName block_name)
    : problem_(&problem),
      block_name_(std::move(block_name)),
      unknowns_(problem.unknown_count()),
      residuals_(problem.residual_count()) {
  if (unknowns_ <= 0) refuse("there is nothing to fit: no unknown", "free at least one parameter");
  if (residuals_ <= 0) refuse("there is nothing to fit to: no residual", "give at least one measurement");
  const Eigen::VectorXi& starts = problem.block_starts();
  bool in_order = starts.size() >= 2 && starts[0] == 0 && starts[starts.size() - 1] == residuals_;
  for (Index b = 0; in_order && b + 1 < starts.size(); ++b) in_order = starts[b] < starts[b + 1];
  if (!in_order)
    refuse("the blocks of the residuals are not in order",
           "let block_starts() rise from 0 to the number of residuals, " + std::to_string(residuals_));
}

std::string CheckedProblem::name_of_row(Index row) const {
  const Eigen::VectorXi& starts = problem_->block_starts();
  const int* const after = std::upper_bound(starts.data(), starts.data() + starts.size(), static_cast<int>(row));
  const Index block = after - starts.data() - 1;
  const std::string name = block_name_ ? block_name_(block) : "block " + std::to_string(block);
  return "residual " + std::to_string(row - starts[block]) + " of " + name;
}

void CheckedProblem::expect_sizes(const VectorXd& residuals, const MatrixXd* jacobian) const {
  const auto size = [](Index rows, Index columns) { return std::to_string(rows) + "×" + std::to_string(columns); };
  if (residuals.size() != residuals_)
    refuse("a problem of " + std::to_string(residuals_) + " residuals gave " + std::to_string(residuals.size()),
           "let evaluate() write as many as residual_count() says");
  if (jacobian != nullptr && (jacobian->rows() != residuals_ || jacobian->cols() != unknowns_))
    refuse("the derivatives of the residuals are " + size(jacobian->rows(), jacobian->cols()),
           "let evaluate() write a row per residual and a column per unknown: " + size(residuals_, unknowns_));
}

void CheckedProblem::residuals_at(const VectorXd& x, VectorXd& residuals) const {
  problem_->evaluate(x, residuals, nullptr);
  expect_sizes(residuals, nullptr);
}

void CheckedProblem::evaluate(const VectorXd& x, VectorXd& residuals, MatrixXd& jacobian) const {
  if (!try_evaluate(x, residuals, jacobian)) refuse_residuals(residuals, "where the fit begins");
}

bool CheckedProblem::try_evaluate(const VectorXd& x, VectorXd& residuals, MatrixXd& jacobian) const {
  problem_->evaluate(x, residuals, &jacobian);
  expect_sizes(residuals, &jacobian);
  if (!residuals.allFinite()) return false;
  if (jacobian.allFinite()) return true;
  for (Index row = 0; row < residuals_; ++row)
    for (Index k = 0; k < unknowns_; ++k)
      if (!std::isfinite(jacobian(row, k)))
        refuse("the derivative of " + name_of_row(row) + " by unknown " + std::to_string(k) + " is " +
                   shown_fault(jacobian(row, k)),
               "take the measurement out, or bound the unknowns to where its derivatives exist");
  return true;
}

void CheckedProblem::refuse_residuals(const VectorXd& residuals, const std::string& where) const {
  Index row = 0;
  while (row + 1 < residuals_ && std::isfinite(residuals[row])) ++row;
  refuse(name_of_row(row) + " is " + shown_fault(residuals[row]) + " " + where,
         "take the measurement out, or bound the unknowns to where it can be computed");
}

}  // namespace sinew
