// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/calibration/fit/checked_problem.h"
#include "sinew/calibration/fit/robust_loss.h"

namespace sinew {

/// The loss of each block, and least squares in its place near one x.
class BlockWeights {
 public:
  /// `width`: of a block of one row; 0 means the documented one.
  BlockWeights(const CheckedProblem& problem, Loss loss, double width);

  bool is_linear() const { return linear_; }
  Loss loss(Eigen::Index block) const { return losses_[static_cast<std::size_t>(block)].loss; }
  double width(Eigen::Index block) const { return losses_[static_cast<std::size_t>(block)].width; }

  /// ½·Σ ρ(|r_b|²)
  double cost(const Eigen::VectorXd& residuals) const;
  /// ρ and its derivatives at each block.
  std::vector<LossValue> values(const Eigen::VectorXd& residuals) const;

  /// Rows J̃ and r̃ of least squares that have the cost's gradient, J̃ᵀ·r̃ = Σ ρ′·J_bᵀ·r_b, and about its curvature:
  ///
  ///     J̃_bᵀ·J̃_b = ρ′·J_bᵀ·(I − κ·r̂·r̂ᵀ)·J_b,    r̂ = r_b/|r_b|,    κ = −2·ρ″·|r_b|²/ρ′
  ///
  /// (Triggs, McLauchlan, Hartley and Fitzgibbon 2000). Without `with_curvature` κ = 0, reweighted least squares: that
  /// overestimates the curvature, so it converges from farther off, but only linearly. κ stays below 1, for J̃ must be
  /// real: where a Cauchy loss curves downwards, that is left out.
  void weigh(const Eigen::VectorXd& residuals, const Eigen::MatrixXd& jacobian, bool with_curvature,
             Eigen::VectorXd& weighed_residuals, Eigen::MatrixXd& weighed_jacobian) const;

 private:
  struct BlockLoss {
    Loss loss = Loss::Linear;
    double width = 0.0;
  };
  const CheckedProblem* problem_;
  bool linear_;
  std::vector<BlockLoss> losses_;
};

}  // namespace sinew
