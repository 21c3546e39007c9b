// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "sinew/calibration/fit/chi_squared.h"
#include "sinew/calibration/fit/fit_work.h"

namespace sinew {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

FitSide side_at(double x, double lower, double upper) {
  if (lower == upper) return FitSide::Fixed;
  if (x == lower) return FitSide::Lower;
  return x == upper ? FitSide::Upper : FitSide::Free;
}

/// Which blocks are too large, and what the others say about the deviations.
void judge_blocks(const FitWork& work, Fit& result) {
  const CheckedProblem& problem = work.problem();
  struct Quantiles {
    double median = 0.0, most = 0.0;
  };
  std::map<Index, Quantiles> of_size;
  std::vector<double> ratios;
  for (Index b = 0; b < problem.blocks(); ++b) {
    if (!problem.problem().is_measured(b)) continue;
    const Index rows = problem.rows(b);
    const auto [place, is_new] = of_size.try_emplace(rows);
    Quantiles& quantiles = place->second;
    if (is_new)
      quantiles = {chi_squared_exceeded_with(static_cast<int>(rows), 0.5),
                   chi_squared_exceeded_with(static_cast<int>(rows), work.options().outlier_probability)};
    const double square = result.residuals.segment(problem.first_row(b), rows).squaredNorm();
    ratios.push_back(square / quantiles.median);
    if (result.weights[b] < work.options().outlier_weight) result.outliers_by_weight.push_back(b);
    if (square > quantiles.most) result.outliers_by_residual.push_back(b);
  }
  if (ratios.empty()) return;
  const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
  std::nth_element(ratios.begin(), middle, ratios.end());
  result.robust_scale = std::sqrt(*middle);
}

}  // namespace

Fit fit_at(FitWork& work, FitState state) {
  Fit result;
  work.load(state, true);
  result.rank = bounded_step(work.model(), state.x, work.bounds(), 0.0, work.column_scale()).rank;
  result.rank_tolerance = work.options().rank_tolerance;
  result.gradient = work.model().gradient();
  result.x = std::move(state.x);
  result.residuals = std::move(state.residuals);
  result.jacobian = std::move(state.jacobian);
  result.cost = state.cost;
  for (Index j = 0; j < result.x.size(); ++j)
    result.sides.push_back(side_at(result.x[j], work.bounds().lower[j], work.bounds().upper[j]));
  const Index blocks = work.problem().blocks();
  result.loss = work.options().loss;
  result.weights.resize(blocks);
  result.widths.resize(blocks);
  const std::vector<LossValue> values = work.weights().values(result.residuals);
  for (Index b = 0; b < blocks; ++b) {
    result.weights[b] = values[static_cast<std::size_t>(b)].first;
    result.widths[b] = work.weights().width(b);
  }
  judge_blocks(work, result);
  result.step_count = work.step_count();
  result.steps = work.take_steps();
  return result;
}

}  // namespace sinew
