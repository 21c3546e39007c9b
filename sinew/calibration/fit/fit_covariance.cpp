// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/fit_covariance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "sinew/calibration/fit/robust_loss.h"
#include "sinew/calibration/fit/step_model.h"
#include "sinew/decompositions/singular_values.h"
#include "sinew/decompositions/symmetric.h"
#include "sinew/decompositions/triangles.h"

namespace sinew {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
/// A direction without effect moves an unknown if it moves it by more.
constexpr double moves_unknown = 1e-6;

/// What a block contributes to A and B for each of its rows.
struct BlockShare {
  Index first = 0, rows = 0;
  bool is_measured = false;
  LossMoments expected;  ///< of good blocks
  LossMoments observed;
  LossMoments given;  ///< as expected, or as observed where it is an outlier
};

std::vector<BlockShare> block_shares(const LeastSquaresProblem& problem, const Fit& fit) {
  std::vector<BlockShare> shares;
  std::map<Index, LossMoments> moments;
  const Eigen::VectorXi& starts = problem.block_starts();
  for (Index b = 0; b + 1 < starts.size(); ++b) {
    BlockShare share{starts[b], starts[b + 1] - starts[b], problem.is_measured(b), {}, {}, {}};
    const auto rows = static_cast<double>(share.rows);
    const double s = fit.residuals.segment(share.first, share.rows).squaredNorm();
    const Loss loss = share.is_measured ? fit.loss : Loss::Linear;
    const LossValue value = loss_value(loss, fit.widths[b], s);
    share.observed = {value.first + 2.0 * value.second * s / rows, value.first * value.first * s / rows};
    if (share.is_measured) {
      const auto [place, is_new] = moments.try_emplace(share.rows);
      if (is_new) place->second = loss_moments(loss, fit.widths[b], static_cast<int>(share.rows));
      share.expected = place->second;
    }
    share.given = share.expected;
    shares.push_back(share);
  }
  if (fit.loss == Loss::Linear) return shares;
  for (const Index b : fit.outliers_by_residual) {
    BlockShare& share = shares[static_cast<std::size_t>(b)];
    // a Cauchy loss may curve downwards there
    share.given = {std::max(share.observed.slope, 0.0), share.observed.variance};
  }
  return shares;
}

/// a and v of each row.
struct RowMoments {
  VectorXd slopes, variances;
};

template <class MomentsOf>
RowMoments of_rows(const std::vector<BlockShare>& shares, Index rows, const MomentsOf& moments_of) {
  RowMoments all{VectorXd(rows), VectorXd(rows)};
  for (const BlockShare& share : shares) {
    const LossMoments moments = moments_of(share);
    all.slopes.segment(share.first, share.rows).setConstant(moments.slope);
    all.variances.segment(share.first, share.rows).setConstant(moments.variance);
  }
  return all;
}

/// The directions that have an effect: x = T·y + ..., with J_w·T orthonormal. T: free unknowns × rank.
MatrixXd directions(const MatrixXd& weighed, double rank_tolerance, FitCovariance& result, MatrixXd& null_space) {
  const SingularValues svd = singular_values_of_many(upper_triangle(weighed), SingularVectors::WholeV);
  result.singular_values = svd.sigma;
  result.threshold = rank_tolerance * (svd.sigma.size() > 0 ? svd.sigma[0] : 0.0);
  result.rank = svd.rank(rank_tolerance);
  result.condition = result.rank > 0 ? svd.sigma[0] / svd.sigma[result.rank - 1] : not_known;
  null_space = svd.V.rightCols(weighed.cols() - result.rank);
  return svd.V.leftCols(result.rank) * svd.sigma.head(result.rank).cwiseInverse().asDiagonal();
}

/// Gᵀ·diag(w)·G for weights that are not negative.
MatrixXd weighed_gram(const MatrixXd& G, const VectorXd& w) {
  const MatrixXd rooted = w.cwiseSqrt().asDiagonal() * G;
  MatrixXd gram = MatrixXd::Zero(G.cols(), G.cols());
  gram.selfadjointView<Eigen::Lower>().rankUpdate(rooted.transpose());
  return gram.selfadjointView<Eigen::Lower>();
}

/// T·K⁻¹·M·K⁻¹·Tᵀ with K = Gᵀ·a·G and M = Gᵀ·v·G, G = J·T.
MatrixXd sandwich(const MatrixXd& T, const MatrixXd& G, const RowMoments& rows) {
  const MatrixXd K = weighed_gram(G, rows.slopes), M = weighed_gram(G, rows.variances);
  const MatrixXd S = Cholesky(K).solve(MatrixXd(T.transpose()));
  const MatrixXd C = S.transpose() * M * S;
  return 0.5 * (C + C.transpose());
}

/// By how much slopes and variances of the measured blocks differ from the expected ones. Sums over rows:
///
///     α = Σ observed a / Σ expected a,    β = K²·Σ observed v / Σ (1 − leverage)·expected v
///
/// with Huber's correction for the scatter of the slopes, K = 1 + p/m·var(a)/mean(a)².
struct Pooled {
  double slope = 1.0, variance = not_known, degrees_of_freedom = 0.0;
};

Pooled pooled(const std::vector<BlockShare>& shares, const MatrixXd& G) {
  double rows = 0.0, taken = 0.0, slope = 0.0, expected_slope = 0.0, slope_squares = 0.0;
  double variance = 0.0, expected_variance = 0.0;
  for (const BlockShare& share : shares) {
    if (!share.is_measured) continue;
    const auto size = static_cast<double>(share.rows);
    const double leverage = G.middleRows(share.first, share.rows).squaredNorm() * share.given.slope;
    const double ratio = share.observed.slope / share.expected.slope;
    rows += size;
    taken += leverage;
    slope += size * share.observed.slope;
    expected_slope += size * share.expected.slope;
    slope_squares += size * ratio * ratio;
    variance += size * share.observed.variance;
    expected_variance += (size - leverage) * share.expected.variance;
  }
  Pooled all;
  all.degrees_of_freedom = rows - taken;
  // leverages come with round-off
  if (!(all.degrees_of_freedom > 1e-9 * rows) || !(slope > 0.0)) return all;
  all.slope = slope / expected_slope;
  const double scatter = slope_squares / rows / (all.slope * all.slope) - 1.0;
  const double correction = 1.0 + taken / rows * std::max(scatter, 0.0);
  all.variance = correction * correction * variance / expected_variance;
  return all;
}

/// Both covariances of the free unknowns where some losses are robust.
void add_robust_covariances(const std::vector<BlockShare>& shares, const RowMoments& given, const MatrixXd& J,
                            const MatrixXd& T, const Indices& free, FitCovariance& result) {
  const MatrixXd G = J * T;
  const Pooled pool = pooled(shares, G);
  result.residual_variance = pool.variance;
  result.degrees_of_freedom = pool.degrees_of_freedom;
  const RowMoments scaled = of_rows(shares, J.rows(), [&](const BlockShare& share) -> LossMoments {
    if (!share.is_measured) return {};
    return {pool.slope * share.expected.slope, pool.variance * share.expected.variance};
  });
  result.given(free, free) = sandwich(T, G, given);
  result.scaled(free, free) = sandwich(T, G, scaled);
}

/// The same where all losses are linear. GᵀG = I, so that only rows of priors are looked at one by one:
///
///     given = T·Tᵀ,    scaled = T·(β·I + (1 − β)·P)·Tᵀ,    P = Σ G_bᵀ·G_b over priors
void add_linear_covariances(const std::vector<BlockShare>& shares, const MatrixXd& J, const MatrixXd& T,
                            const Indices& free, FitCovariance& result) {
  const Index rank = T.cols();
  MatrixXd P = MatrixXd::Zero(rank, rank);
  double rows = 0.0, squares = 0.0;
  for (const BlockShare& share : shares) {
    if (share.is_measured) {
      rows += static_cast<double>(share.rows);
      squares += static_cast<double>(share.rows) * share.observed.variance;
      continue;
    }
    const MatrixXd G = J.middleRows(share.first, share.rows) * T;
    P.noalias() += G.transpose() * G;
  }
  result.degrees_of_freedom = rows - (static_cast<double>(rank) - P.trace());
  // leverages come with round-off
  const bool is_known = result.degrees_of_freedom > 1e-9 * rows;
  result.residual_variance = is_known ? squares / result.degrees_of_freedom : not_known;
  const double beta = result.residual_variance;
  const MatrixXd given = T * T.transpose(), of_priors = T * P * T.transpose();
  result.given(free, free) = given;
  result.scaled(free, free) = beta * given + (1.0 - beta) * of_priors;
}

}  // namespace

FitCovariance fit_covariance(const LeastSquaresProblem& problem, const Fit& fit) {
  const Index n = fit.x.size(), m = fit.residuals.size();
  Indices free;
  for (Index j = 0; j < n; ++j)
    if (fit.sides[static_cast<std::size_t>(j)] == FitSide::Free) free.push_back(j);
  const std::vector<BlockShare> shares = block_shares(problem, fit);
  const RowMoments given = of_rows(shares, m, [](const BlockShare& share) { return share.given; });

  FitCovariance result;
  MatrixXd null_space;
  const MatrixXd J = fit.jacobian(Eigen::all, free);
  const MatrixXd weighed = given.slopes.cwiseSqrt().asDiagonal() * J;
  const MatrixXd T = directions(weighed, fit.rank_tolerance, result, null_space);
  result.given.setZero(n, n);
  result.scaled.setZero(n, n);
  result.null_space.setZero(n, null_space.cols());
  if (fit.loss == Loss::Linear)
    add_linear_covariances(shares, J, T, free, result);
  else
    add_robust_covariances(shares, given, J, T, free, result);
  result.null_space(free, Eigen::all) = null_space;
  result.is_determined.assign(static_cast<std::size_t>(n), false);
  result.deviations_given.setConstant(n, not_known);
  result.deviations_scaled.setConstant(n, not_known);
  for (const Index j : free) {
    if (null_space.cols() > 0 && result.null_space.row(j).norm() > moves_unknown) continue;
    result.is_determined[static_cast<std::size_t>(j)] = true;
    result.deviations_given[j] = std::sqrt(result.given(j, j));
    result.deviations_scaled[j] = std::sqrt(result.scaled(j, j));
  }
  return result;
}

}  // namespace sinew
