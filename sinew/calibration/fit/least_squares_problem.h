// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

namespace sinew {

/// Residuals r(x), each divided by its standard deviation, that are to be made small: ½·Σ ρ(|r_b|²) over blocks b of
/// rows.
///
/// A block is one measurement: an outlier spoils all of its rows, so a robust loss weighs them together.
class LeastSquaresProblem {
 public:
  LeastSquaresProblem() = default;
  LeastSquaresProblem(const LeastSquaresProblem&) = delete;
  LeastSquaresProblem& operator=(const LeastSquaresProblem&) = delete;
  virtual ~LeastSquaresProblem() = default;

  virtual Eigen::Index unknown_count() const = 0;
  virtual Eigen::Index residual_count() const = 0;
  /// Row at which each block begins, rising, with `residual_count()` behind the last.
  virtual const Eigen::VectorXi& block_starts() const = 0;
  /// False for blocks that are no measurements, such as priors: a robust loss leaves them as they are.
  virtual bool is_measured(Eigen::Index block) const = 0;

  /// r(x), and ∂r/∂x where `jacobian` is not null. `x` counts changes from the nominal values, each divided by the
  /// typical error of its unknown, so that all columns are of comparable size.
  virtual void evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residuals, Eigen::MatrixXd* jacobian) const = 0;
};

}  // namespace sinew
