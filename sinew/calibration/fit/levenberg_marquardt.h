// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "sinew/calibration/fit/checked_problem.h"
#include "sinew/calibration/fit/least_squares_problem.h"
#include "sinew/calibration/fit/robust_loss.h"
#include "sinew/redundancy/bounds.h"

namespace sinew {

/// One trial of the iteration.
struct FitStep {
  int number = 0;               ///< from 1
  double cost = 0.0;            ///< at the trial; not finite where a residual is not
  double gain_ratio = 0.0;      ///< by how much the cost fell, over what was predicted; NaN in refining steps
  double damping = 0.0;         ///< λ; 0 is a step of Gauss and Newton
  double largest_change = 0.0;  ///< of an unknown, in typical errors
  bool accepted = false;        ///< the iteration went on from there
  Eigen::VectorXd x;            ///< of the trial
};

struct FitOptions {
  Eigen::VectorXd start;  ///< empty: zero, or the point within bounds that is nearest to it
  Bounds bounds;          ///< empty: none; equal ones hold an unknown where it is
  Loss loss = Loss::Linear;
  double loss_width = 0.0;            ///< of a block of one row (see width_of_block); 0: the documented one
  int most_steps = 200;               ///< trials, those that are refused included
  double first_step = 10.0;           ///< about how far the first step may go, in typical errors
  double rank_tolerance = 1e-12;      ///< singular values of the Jacobian up to so much of the largest count as zero
  double outlier_probability = 1e-3;  ///< a good block exceeds the χ² quantile with this probability
  double outlier_weight = 0.25;       ///< a block whose weight ρ′ is lower is an outlier by weight
  bool record = false;                ///< keep every step
  /// Called after every step; false stops the fit, which then returns the best that it has.
  std::function<bool(const FitStep&)> on_step;
  BlockName block_name;  ///< for messages
};

enum class FitEnd {
  /// The next step would be lost in round-off: it is 1e-13 of x and of typical errors, or lowers the cost by 1e-24 of
  /// itself.
  Converged,
  /// No step lowers the cost any more, although the model promises one: residuals that are not smooth, or wrong
  /// derivatives.
  NoProgress,
  StepLimit,
  Stopped  ///< by `on_step`
};

/// Where an unknown is.
enum class FitSide : signed char { Free, Lower, Upper, Fixed };

/// An x that makes ½·Σ ρ(|r_b|²) least, at least near itself.
struct Fit {
  Eigen::VectorXd x;
  Eigen::VectorXd residuals;  ///< r(x)
  Eigen::MatrixXd jacobian;   ///< ∂r/∂x
  Eigen::VectorXd gradient;   ///< of the cost: zero for free unknowns, ≥ 0 at a lower bound, ≤ 0 at an upper one
  std::vector<FitSide> sides;
  double cost = 0.0;
  double cost_at_start = 0.0;
  /// Directions of the free unknowns that have an effect. If there are fewer than free unknowns, and the fit converged,
  /// then of all points of the same cost around, x is one of least |x|: the least change from the nominal values, in
  /// typical errors.
  Eigen::Index rank = 0;
  double rank_tolerance = 0.0;
  FitEnd end = FitEnd::Converged;
  int step_count = 0;
  std::vector<FitStep> steps;  ///< if they were to be recorded

  Loss loss = Loss::Linear;
  Eigen::VectorXd widths;                          ///< of the loss, for each block; 0 where it is linear
  Eigen::VectorXd weights;                         ///< ρ′ of each block: 1 for a good one
  std::vector<Eigen::Index> outliers_by_weight;    ///< measured blocks
  std::vector<Eigen::Index> outliers_by_residual;  ///< measured blocks with |r_b|² beyond the quantile of χ²
  /// By how much residuals are larger than their stated deviations, whatever the outliers do: the square root of the
  /// median over the measured blocks of |r_b|² over the median of χ². Far from 1, the deviations are wrong, and so are
  /// the lists above.
  double robust_scale = 1.0;
};

/// Levenberg-Marquardt in a trust region (Moré 1978) with bounds and robust losses; refined at the end until round-off.
/// Throws an InputError for options that make no sense, and for numbers that are not finite at the start or wherever
/// steps lead. Method: docs/math/least_squares.md.
Fit fit(const LeastSquaresProblem& problem, const FitOptions& options = {});

}  // namespace sinew
