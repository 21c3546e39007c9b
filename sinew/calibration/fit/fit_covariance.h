// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/calibration/fit/least_squares_problem.h"
#include "sinew/calibration/fit/levenberg_marquardt.h"

namespace sinew {

/// How well a fit knows its unknowns. Unknowns that a bound holds count as known.
///
/// Of J_w, the Jacobian of the free unknowns (each row times the root of its loss's slope, 1 where the loss is linear),
/// the singular values up to `threshold`, the fit's rank tolerance times the largest, count as zero; what is said of x
/// concerns the directions that are left. With
///
///     A = Σ a_b·J_bᵀ·J_b,    B = Σ v_b·J_bᵀ·J_b,    covariance = A⁺·B·A⁺
///
/// a_b is the slope of block b in the estimating equations and v_b the variance of what it contributes (the sandwich of
/// M-estimates, Huber 1981). Linear: a = v = 1, so A⁺ = (JᵀJ)⁺. Robust: the means for good blocks (LossMoments); blocks
/// of `outliers_by_residual` count with the slope and the square that they have.
struct FitCovariance {
  /// For residuals whose deviations are what they were divided by.
  Eigen::MatrixXd given;
  /// For deviations that are all wrong by one factor: v_b is what measured blocks show on average. Priors stay as they
  /// are. NaN where there are no more residuals than directions.
  Eigen::MatrixXd scaled;
  /// Roots of the diagonals. NaN for unknowns that are not determined.
  Eigen::VectorXd deviations_given, deviations_scaled;
  /// False where a bound holds it, and where a direction without effect moves it: by more than 1e-6 for a step of 1.
  std::vector<bool> is_determined;

  Eigen::VectorXd singular_values;  ///< of J_w, largest first
  double threshold = 0.0;
  Eigen::Index rank = 0;
  double condition = 0.0;      ///< the largest singular value over the smallest that counts
  Eigen::MatrixXd null_space;  ///< orthonormal columns: directions of the free unknowns without effect

  /// By how much v_b is larger than it should be: for a linear loss the square of that factor, the sum of the squared
  /// residuals of measurements over `degrees_of_freedom`.
  double residual_variance = 0.0;
  double degrees_of_freedom = 0.0;  ///< measured residuals less those that the unknowns take up (priors take a part)
};

FitCovariance fit_covariance(const LeastSquaresProblem& problem, const Fit& fit);

}  // namespace sinew
