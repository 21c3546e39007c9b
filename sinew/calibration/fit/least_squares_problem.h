// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

namespace sinew {

/// Residuals r(x), each divided by its standard deviation, that are to be made small: ½·Σ ρ(|r_b|²) over blocks b of rows.
///
/// A block is what one measurement gave: an outlier spoils all of its rows, so a robust loss weighs them together.
class LeastSquaresProblem {
 public:
  virtual ~LeastSquaresProblem() = default;

  virtual Eigen::Index unknown_count() const = 0;
  virtual Eigen::Index residual_count() const = 0;
  /// Row at which each block begins, rising, with `residual_count()` behind the last.
  virtual const Eigen::VectorXi& block_starts() const = 0;

  /// r(x), and ∂r/∂x where `jacobian` is not null. `x` counts changes from the nominal values, in SI.
  virtual void evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residuals, Eigen::MatrixXd* jacobian) const = 0;
};

}  // namespace sinew
