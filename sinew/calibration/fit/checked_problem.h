// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>

#include "sinew/calibration/fit/least_squares_problem.h"

namespace sinew {

/// What a message calls a block, such as "arm1.csv:17"; nothing: "block 17", counted from 0.
using BlockName = std::function<std::string(Eigen::Index block)>;

/// A problem whose answers are looked at: sizes that do not fit and numbers that are not finite are refused, with the
/// block.
class CheckedProblem {
 public:
  /// Throws an InputError where the blocks are not in order, or where there is no residual or no unknown.
  CheckedProblem(const LeastSquaresProblem& problem, BlockName block_name);

  const LeastSquaresProblem& problem() const { return *problem_; }
  Eigen::Index unknowns() const { return unknowns_; }
  Eigen::Index residuals() const { return residuals_; }
  Eigen::Index blocks() const { return problem_->block_starts().size() - 1; }
  Eigen::Index first_row(Eigen::Index block) const { return problem_->block_starts()[block]; }
  Eigen::Index rows(Eigen::Index block) const { return first_row(block + 1) - first_row(block); }

  /// r(x), whatever its numbers.
  void residuals_at(const Eigen::VectorXd& x, Eigen::VectorXd& residuals) const;
  /// r(x) and ∂r/∂x. False where a residual is not finite; a derivative that is not is refused.
  bool try_evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residuals, Eigen::MatrixXd& jacobian) const;
  /// The same; refused where a residual is not finite.
  void evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residuals, Eigen::MatrixXd& jacobian) const;
  /// Names the first block with a residual that is not finite.
  [[noreturn]] void refuse_residuals(const Eigen::VectorXd& residuals, const std::string& where) const;

 private:
  std::string name_of_row(Eigen::Index row) const;
  void expect_sizes(const Eigen::VectorXd& residuals, const Eigen::MatrixXd* jacobian) const;

  const LeastSquaresProblem* problem_;
  BlockName block_name_;
  Eigen::Index unknowns_, residuals_;
};

}  // namespace sinew
