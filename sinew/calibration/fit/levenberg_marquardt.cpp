// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/levenberg_marquardt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sinew/calibration/fit/fit_work.h"

namespace sinew {

using Eigen::VectorXd;

namespace {

/// A step that lowers the cost by less than this part of what was predicted is refused.
constexpr double least_gain = 1e-4;
/// One that lowers it by so much of it leads to a longer one.
constexpr double good_gain = 0.75;
/// Where the minimum is predicted to be lower by no more than this part of the cost, the cost says little more.
constexpr double refine_from = 1e-9;
/// Or where the step is no larger, in typical errors or relative.
constexpr double small_step = 1e-9;
/// A step that is no larger is lost in round-off, and so is a fall of the cost by so much of it.
constexpr double no_step = 1e-13;
constexpr double no_fall = 1e-15;
/// The curvature of a robust loss counts once a step lowers the cost by no more than this part.
constexpr double curvature_from = 1e-2;

class TrustRegionFit {
 public:
  TrustRegionFit(FitWork& work, FitState& state) : work_(work), state_(state) {}

  FitEnd run() {
    while (!work_.is_over()) {
      work_.load(state_, with_curvature_);
      if (radius_ == 0.0) radius_ = work_.options().first_step * work_.column_scale().norm();
      if (is_near()) {
        if (refine(work_, state_)) return FitEnd::Converged;
        // the model's error is as large as its steps: the cost alone can decide
        refine_ = false;
        continue;
      }
      if (!descend()) return end_;
    }
    return work_.is_stopped() ? FitEnd::Stopped : FitEnd::StepLimit;
  }

 private:
  bool is_near() {
    undamped_ = bounded_step(work_.model(), state_.x, work_.bounds(), 0.0, work_.column_scale());
    const BoundedStep& step = undamped_;
    const bool is_small = relative_change(step.p, state_.x) <= small_step;
    is_flat_ = is_small || work_.model().decrease(step.p) <= refine_from * state_.cost;
    if (!is_flat_) return false;
    if (!is_small && work_.column_scale().cwiseProduct(step.p).norm() > radius_) return false;
    if (work_.weights().is_linear() || with_curvature_) return refine_;
    with_curvature_ = true;
    work_.load(state_, true);
    return is_near();
  }

  /// The residuals at a trial. True if derivatives were computed with them: after a good step the next one mostly is.
  bool evaluate_trial(FitState& trial) const {
    if (was_good_) return work_.problem().try_evaluate(trial.x, trial.residuals, trial.jacobian);
    work_.problem().residuals_at(trial.x, trial.residuals);
    return false;
  }

  /// Trials in smaller and smaller regions until one lowers the cost. False where none does.
  bool descend() {
    for (;;) {
      const BoundedStep step =
          step_within(work_.model(), state_.x, work_.bounds(), work_.column_scale(), radius_, undamped_, damping_);
      damping_ = step.damping;
      const double predicted = work_.model().decrease(step.p);
      const double change = relative_change(step.p, state_.x);
      FitState next;
      next.x = step.x;
      const bool is_evaluated = evaluate_trial(next);
      const double cost = next.residuals.allFinite() ? work_.weights().cost(next.residuals) : infinity;
      const double fall = state_.cost - cost;
      const double gain = predicted > 0.0 && std::isfinite(cost) ? fall / predicted : -infinity;
      adapt(gain, work_.column_scale().cwiseProduct(step.p).norm(), fall, step.p);
      FitStep report;
      report.cost = cost;
      report.gain_ratio = gain;
      report.damping = step.damping;
      report.largest_change = step.p.cwiseAbs().maxCoeff();
      report.accepted = gain >= least_gain && fall > 0.0;
      report.x = step.x;
      was_good_ = report.accepted && gain >= good_gain;
      const bool accepted = report.accepted, goes_on = work_.count(std::move(report));
      if (!std::isfinite(cost) && change <= small_step) not_finite_ = next.residuals;
      if (accepted) {
        if (fall <= curvature_from * state_.cost) with_curvature_ = true;
        if (is_evaluated) {
          next.cost = cost;
          state_ = std::move(next);
        } else {
          state_ = work_.evaluate(step.x);
        }
      }
      const bool is_lost = predicted <= no_fall * state_.cost && std::abs(fall) <= no_fall * state_.cost;
      if (change <= no_step || is_lost) {
        if (!is_flat_ && not_finite_.size() > 0)
          work_.problem().refuse_residuals(not_finite_, "wherever the fit could go on to");
        end_ = is_flat_ ? FitEnd::Converged : FitEnd::NoProgress;
        return false;
      }
      if (accepted || !goes_on) return true;
    }
  }

  /// The next radius and damping, as MINPACK chooses them.
  void adapt(double gain, double length, double fall, const VectorXd& p) {
    if (gain >= good_gain) {
      radius_ = std::max(damping_ == 0.0 ? radius_ : 0.0, 2.0 * length);
      damping_ *= 0.5;
    } else if (gain <= 0.25) {
      double part = 0.1;
      if (std::isfinite(gain)) {
        // where a parabola through both costs with the slope at x has its minimum
        const double slope = work_.model().gradient().dot(p);
        part = fall >= 0.0 ? 0.5 : std::clamp(0.5 * slope / (slope + fall), 0.1, 0.5);
      }
      radius_ = part * std::min(radius_, 10.0 * length);
      damping_ /= part;
    }
  }

  FitWork& work_;
  FitState& state_;
  BoundedStep undamped_;
  double radius_ = 0.0, damping_ = 0.0;
  bool with_curvature_ = false, refine_ = true;
  bool was_good_ = false;  ///< the last trial did what the model promised
  bool is_flat_ = false;   ///< the model promises hardly any fall of the cost
  VectorXd not_finite_;    ///< residuals to which even a small step led
  FitEnd end_ = FitEnd::Converged;
};

}  // namespace

Fit fit(const LeastSquaresProblem& problem, const FitOptions& options) {
  FitWork work(problem, options);
  FitState state = work.evaluate(work.start());
  const double cost_at_start = state.cost;
  FitEnd end = TrustRegionFit(work, state).run();
  if (end == FitEnd::NoProgress && refine(work, state)) end = FitEnd::Converged;
  if (end == FitEnd::Converged) shorten(work, state);
  Fit result = fit_at(work, std::move(state));
  result.end = work.is_stopped() ? FitEnd::Stopped : end;
  result.cost_at_start = cost_at_start;
  return result;
}

}  // namespace sinew
