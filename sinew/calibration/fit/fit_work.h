// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/calibration/fit/block_weights.h"
#include "sinew/calibration/fit/bounded_step.h"
#include "sinew/calibration/fit/checked_problem.h"
#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "sinew/calibration/fit/step_model.h"

namespace sinew {

/// A problem at one x.
struct FitState {
  Eigen::VectorXd x, residuals;
  Eigen::MatrixXd jacobian;
  double cost = 0.0;
};

/// What all parts of a fit share: the problem with its losses and bounds, the linear model at the current state, and
/// the count of the steps.
class FitWork {
 public:
  /// Throws an InputError for options that make no sense.
  FitWork(const LeastSquaresProblem& problem, const FitOptions& options);

  const CheckedProblem& problem() const { return problem_; }
  const BlockWeights& weights() const { return weights_; }
  const FitOptions& options() const { return options_; }
  const Bounds& bounds() const { return bounds_; }
  /// Does any unknown have a bound?
  bool is_bounded() const { return bounds_.lower.maxCoeff() > -infinity || bounds_.upper.minCoeff() < infinity; }
  StepModel& model() { return model_; }
  const Eigen::VectorXd& column_scale() const { return D_; }
  const Eigen::VectorXd& start() const { return start_; }

  /// The state at x, with derivatives.
  FitState evaluate(const Eigen::VectorXd& x) const;
  /// The linear model there. D grows with the columns of the Jacobian (Moré), so that a trust region in |D·p| means the
  /// same whatever the units of the unknowns are. Nothing is done where it stands there already.
  void load(const FitState& state, bool with_curvature);

  /// Counts a step, and tells those who watch. False if the fit is to end, by them or by the limit.
  bool count(FitStep step);
  int step_count() const { return step_count_; }
  bool is_over() const { return is_stopped_ || step_count_ >= options_.most_steps; }
  bool is_stopped() const { return is_stopped_; }
  std::vector<FitStep> take_steps() { return std::move(steps_); }

 private:
  const FitOptions& options_;
  CheckedProblem problem_;
  Bounds bounds_;
  BlockWeights weights_;
  StepModel model_;
  Eigen::VectorXd start_, D_;
  Eigen::VectorXd weighed_residuals_;
  Eigen::MatrixXd weighed_jacobian_;
  Eigen::VectorXd loaded_x_;  ///< where the model stands
  bool loaded_curvature_ = false;
  int step_count_ = 0;
  bool is_stopped_ = false;
  std::vector<FitStep> steps_;
};

/// The largest change of an unknown, in typical errors or of itself, whichever is less.
double relative_change(const Eigen::VectorXd& p, const Eigen::VectorXd& x);

/// Steps of Gauss and Newton from where the cost can tell little more. A step counts as one if it brings the model's
/// minimum nearer, |J̃·p|, which round-off spoils much later than the cost. True if it ended in round-off; false if
/// steps do not come nearer though they are still large.
bool refine(FitWork& work, FitState& state);

/// Where the Jacobian has a null space: goes on along the points of the same cost to one of least |x|.
void shorten(FitWork& work, FitState& state);

/// The answer at a state.
Fit fit_at(FitWork& work, FitState state);

}  // namespace sinew
