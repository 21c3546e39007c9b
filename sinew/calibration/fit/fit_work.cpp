// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/fit_work.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sinew/errors/diagnostic.h"

namespace sinew {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

/// Columns count as no shorter than this part of the longest.
constexpr double shortest_column = 1e-8;

void check_fit_bounds(const FitOptions& options, Index unknowns, Diagnostics& problems) {
  const Bounds& bounds = options.bounds;
  const auto fits = [&](const VectorXd& v) { return v.size() == 0 || v.size() == unknowns; };
  if (!fits(bounds.lower) || !fits(bounds.upper) || !fits(options.start)) {
    problems.error(
        {},
        "the start and the bounds of a fit must have a number for each of " + std::to_string(unknowns) + " unknowns",
        "leave them empty, or give all");
    return;
  }
  if (options.start.size() > 0 && !options.start.allFinite())
    problems.error({}, "the start of a fit has a number that is not finite", "give finite numbers");
  for (Index j = 0; j < unknowns; ++j) {
    const double lower = bounds.lower.size() > 0 ? bounds.lower[j] : -infinity;
    const double upper = bounds.upper.size() > 0 ? bounds.upper[j] : infinity;
    const std::string name = "unknown " + std::to_string(j);
    const std::string range = shown(lower) + " … " + shown(upper);
    if (!(lower <= upper) || lower == infinity || upper == -infinity)
      problems.error({}, "the bounds of " + name + " are " + range, "give a lower one that is not above the upper one");
    else if (options.start.size() > 0 && (options.start[j] < lower || options.start[j] > upper))
      problems.error({},
                     "the start of " + name + ", " + shown(options.start[j]) + ", is not within its bounds, " + range,
                     "start within the bounds");
  }
}

/// The bounds, of all unknowns, once all options are found to make sense.
Bounds checked_bounds(const FitOptions& options, Index unknowns) {
  Diagnostics problems("");
  const auto expect = [&](bool holds, const std::string& what, const std::string& remedy) {
    if (!holds) problems.error({}, what, remedy);
  };
  expect(options.loss_width >= 0.0 && std::isfinite(options.loss_width),
         "the width of a loss is " + shown(options.loss_width),
         "give standard deviations, or 0 for the documented width");
  expect(options.most_steps > 0, "a fit may take " + std::to_string(options.most_steps) + " steps",
         "allow at least one");
  expect(options.first_step > 0.0 && std::isfinite(options.first_step),
         "the first step of a fit is " + shown(options.first_step), "give a positive number of typical errors");
  expect(options.rank_tolerance > 0.0 && options.rank_tolerance < 1.0,
         "the rank tolerance of a fit is " + shown(options.rank_tolerance),
         "give a number between 0 and 1, such as 1e-12");
  expect(options.outlier_probability > 0.0 && options.outlier_probability < 1.0,
         "the outlier probability is " + shown(options.outlier_probability),
         "give a number between 0 and 1, such as 0.001");
  expect(options.outlier_weight >= 0.0 && options.outlier_weight <= 1.0,
         "the outlier weight is " + shown(options.outlier_weight), "give a number from 0 to 1, such as 0.25");
  check_fit_bounds(options, unknowns, problems);
  problems.throw_if_errors();
  Bounds bounds = options.bounds;
  if (bounds.lower.size() == 0) bounds.lower.setConstant(unknowns, -infinity);
  if (bounds.upper.size() == 0) bounds.upper.setConstant(unknowns, infinity);
  return bounds;
}

}  // namespace

FitWork::FitWork(const LeastSquaresProblem& problem, const FitOptions& options)
    : options_(options),
      problem_(problem, options.block_name),
      bounds_(checked_bounds(options, problem_.unknowns())),
      weights_(problem_, options.loss, options.loss_width),
      model_(options.rank_tolerance),
      start_(options.start) {
  const Index n = problem_.unknowns();
  if (start_.size() == 0) start_ = VectorXd::Zero(n).cwiseMax(bounds_.lower).cwiseMin(bounds_.upper);
  D_.setZero(n);
}

FitState FitWork::evaluate(const VectorXd& x) const {
  FitState state;
  state.x = x;
  problem_.evaluate(x, state.residuals, state.jacobian);
  state.cost = weights_.cost(state.residuals);
  return state;
}

void FitWork::load(const FitState& state, bool with_curvature) {
  with_curvature = with_curvature && !weights_.is_linear();
  if (loaded_x_.size() > 0 && loaded_curvature_ == with_curvature && loaded_x_ == state.x) return;
  loaded_x_ = state.x;
  loaded_curvature_ = with_curvature;
  const double size = std::sqrt(2.0 * state.cost);
  if (weights_.is_linear()) {
    model_.load(state.jacobian, state.residuals, size);
  } else {
    weights_.weigh(state.residuals, state.jacobian, with_curvature, weighed_residuals_, weighed_jacobian_);
    model_.load(weighed_jacobian_, weighed_residuals_, size);
  }
  D_ = D_.cwiseMax(model_.column_norms());
  const double longest = D_.maxCoeff();
  D_ = D_.cwiseMax(longest > 0.0 ? shortest_column * longest : 1.0);
}

bool FitWork::count(FitStep step) {
  step.number = ++step_count_;
  if (options_.on_step && !options_.on_step(step)) is_stopped_ = true;
  if (options_.record) steps_.push_back(std::move(step));
  return !is_over();
}

double relative_change(const VectorXd& p, const VectorXd& x) {
  return p.cwiseAbs().cwiseQuotient(x.cwiseAbs().cwiseMax(1.0)).maxCoeff();
}

}  // namespace sinew
