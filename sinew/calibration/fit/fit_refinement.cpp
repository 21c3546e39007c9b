// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sinew/calibration/fit/fit_work.h"
#include "sinew/decompositions/singular_values.h"
#include "sinew/redundancy/programs/hierarchical_program.h"

namespace sinew {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// A step has to bring the minimum nearer by this factor.
constexpr double nearer = 0.9;
/// Relative changes that are lost in round-off, and that are small whatever the step.
constexpr double lost_change = 1e-13, small_change = 1e-9;
/// Distances from the model's minimum, relative to the residuals: near enough, and those that round-off explains.
constexpr double near_enough = 1e-12, lost_distance = 1e-7;
/// Where x could be shorter by no more, relative to itself and to typical errors, it is as short as can be.
constexpr double as_short = 1e-9;
/// Costs that differ by this part are the same.
constexpr double same_cost = 1e-9;
/// So many points in a row may be looked for as the shortest minimum of the model at the one before.
constexpr int most_direct_rounds = 12;

FitStep refining_step(const FitState& next, const VectorXd& p, bool accepted) {
  FitStep report;
  report.cost = next.cost;
  report.gain_ratio = std::numeric_limits<double>::quiet_NaN();
  report.largest_change = p.cwiseAbs().maxCoeff();
  report.accepted = accepted;
  report.x = next.x;
  return report;
}

/// Of all x within bounds that the linear model finds best, the shortest; and the directions that have an effect.
struct Shortest {
  VectorXd x;
  MatrixXd V;
};

Shortest shortest_of_the_best(FitWork& work, const VectorXd& x) {
  const StepModel& model = work.model();
  const SingularValues svd = singular_values(model.reduced_jacobian(), SingularVectors::ThinBoth);
  const VectorXd& sigma = svd.sigma;
  const Index rank = svd.rank(model.rank_tolerance());
  Shortest shortest;
  shortest.V = svd.V.leftCols(rank);
  // σ·vᵀ·y = σ·vᵀ·x − uᵀ·c
  const VectorXd goal = sigma.head(rank).cwiseProduct(shortest.V.transpose() * x) -
                        svd.U.leftCols(rank).transpose() * model.reduced_residuals();
  const Bounds& bounds = work.bounds();
  if (!work.is_bounded() || rank == 0) {
    shortest.x = shortest.V * goal.cwiseQuotient(sigma.head(rank));
  } else {
    HierarchicalOptions options;
    options.rank_tolerance = 0.1 * model.rank_tolerance();
    HierarchicalProgram program(static_cast<int>(x.size()), {static_cast<int>(rank)});
    program.levels[0].A = sigma.head(rank).asDiagonal() * shortest.V.transpose();
    program.levels[0].lower = program.levels[0].upper = goal;
    program.bounds = bounds;
    shortest.x =
        HierarchicalProgramSolver(static_cast<int>(x.size()), {static_cast<int>(rank)}, options).solve(program).x;
  }
  shortest.x = shortest.x.cwiseMax(bounds.lower).cwiseMin(bounds.upper);
  return shortest;
}

/// Without bounds: each point is the shortest minimum of the linear model at the one before, so that it nears the
/// minimum and becomes shorter at once. False, with the state as it was, where that leads nowhere.
bool shorten_directly(FitWork& work, FitState& state) {
  FitState now = state;
  double before = infinity;
  for (int round = 0; round < most_direct_rounds && !work.is_over(); ++round) {
    work.load(now, true);
    const BoundedStep step = bounded_step(work.model(), now.x, work.bounds(), 0.0, work.column_scale());
    const MatrixXd& N = work.model().null_space();
    const VectorXd minimum = now.x + step.p;
    FitState next;
    next.x = minimum - N * (N.transpose() * minimum);
    const VectorXd way = next.x - now.x;
    const double change = relative_change(way, now.x);
    if (change <= as_short) {
      refine(work, now);
      const bool is_better =
          now.cost <= (1.0 + same_cost) * state.cost && now.x.squaredNorm() <= (1.0 + 1e-14) * state.x.squaredNorm();
      if (is_better) state = std::move(now);
      return is_better;
    }
    if (change > nearer * before) return false;
    if (!work.problem().try_evaluate(next.x, next.residuals, next.jacobian)) return false;
    next.cost = work.weights().cost(next.residuals);
    work.count(refining_step(next, way, true));
    before = change;
    now = std::move(next);
  }
  return false;
}

}  // namespace

bool refine(FitWork& work, FitState& state) {
  work.load(state, true);
  BoundedStep step = bounded_step(work.model(), state.x, work.bounds(), 0.0, work.column_scale());
  for (;;) {
    const double distance = work.model().length(step.p), change = relative_change(step.p, state.x);
    const bool is_lost = change <= small_change || distance <= lost_distance * work.model().size();
    if (change <= lost_change || distance <= near_enough * work.model().size()) return true;
    if (work.is_over()) return false;
    FitState next;
    next.x = step.x;
    if (!work.problem().try_evaluate(next.x, next.residuals, next.jacobian)) return is_lost;
    next.cost = work.weights().cost(next.residuals);
    work.load(next, true);
    BoundedStep next_step = bounded_step(work.model(), next.x, work.bounds(), 0.0, work.column_scale());
    const bool accepted = work.model().length(next_step.p) <= nearer * distance &&
                          (change <= small_change || next.cost <= (1.0 + same_cost) * state.cost);
    work.count(refining_step(next, step.p, accepted));
    if (!accepted) return is_lost;
    state = std::move(next);
    step = std::move(next_step);
  }
}

void shorten(FitWork& work, FitState& state) {
  work.load(state, true);
  const BoundedStep first = bounded_step(work.model(), state.x, work.bounds(), 0.0, work.column_scale());
  if (first.rank == static_cast<Index>(first.free.size())) return;
  if (!work.is_bounded() && shorten_directly(work, state)) return;
  double before = infinity;
  while (!work.is_over()) {
    work.load(state, true);
    const BoundedStep step = bounded_step(work.model(), state.x, work.bounds(), 0.0, work.column_scale());
    if (step.rank == static_cast<Index>(step.free.size())) return;
    const Shortest shortest = shortest_of_the_best(work, state.x);
    const VectorXd way = shortest.x - state.x;
    const VectorXd without_effect = way - shortest.V * (shortest.V.transpose() * way);
    const double change = relative_change(without_effect, state.x);
    if (change <= as_short || change > nearer * before) return;
    const double round_off = 1e-13 * work.column_scale().norm() * (1.0 + state.x.cwiseAbs().maxCoeff());
    // directions whose effect is too small to count may still have some
    const double neglected = std::max(-work.model().decrease(way), 0.0);
    const double most_cost = (1.0 + same_cost) * state.cost + 1.1 * neglected + round_off * round_off;
    bool is_shorter = false;
    for (double part = 1.0; part > 1e-3 && !is_shorter && !work.is_over(); part *= 0.5) {
      FitState next;
      next.cost = infinity;
      next.x = (state.x + part * way).cwiseMax(work.bounds().lower).cwiseMin(work.bounds().upper);
      if (work.problem().try_evaluate(next.x, next.residuals, next.jacobian)) {
        next.cost = work.weights().cost(next.residuals);
        refine(work, next);
        is_shorter = next.cost <= most_cost && next.x.squaredNorm() <= (1.0 + 1e-14) * state.x.squaredNorm();
      }
      work.count(refining_step(next, part * way, is_shorter));
      if (!is_shorter) continue;
      before = part == 1.0 ? change : infinity;
      state = std::move(next);
    }
    if (!is_shorter) return;
  }
}

}  // namespace sinew
