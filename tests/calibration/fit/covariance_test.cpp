// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "sinew/calibration/fit/fit_covariance.h"
#include "tests/calibration/fit/fit_problems.h"

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using namespace sinew;
using namespace sinew_test;

struct Trials {
  Loss loss = Loss::Linear;
  Index rows = 1;
  double outlier_share = 0.0;
  double deviation = 1.0;
  double prior = 0.0;  ///< deviation of priors on all unknowns; 0: none
  int count = 1500;
};

/// r = A·x − y with blocks and priors: statistics need many fits, so derivatives cost nothing.
class Measurements final : public LeastSquaresProblem {
 public:
  Measurements(const Trials& trials, Index blocks, RandomMatrices& random) : trials_(trials) {
    const Index n = 5, m = blocks * trials.rows, priors = trials.prior > 0.0 ? n : 0;
    A_.setZero(m + priors, n);
    A_.topRows(m) = random.matrix(m, n);
    if (priors > 0) A_.bottomRows(n).diagonal().setConstant(1.0 / trials.prior);
    measured_ = blocks;
    starts_.resize(blocks + priors + 1);
    for (Index b = 0; b < starts_.size(); ++b)
      starts_[b] = static_cast<int>(b <= blocks ? b * trials.rows : m + b - blocks);
    y_.setZero(m + priors);
  }

  void measure(const VectorXd& x_true, RandomMatrices& random) {
    const Index m = measured_ * trials_.rows;
    y_.head(m) = A_.topRows(m) * x_true + trials_.deviation * random.vector(m);
    for (Index b = 0; b < measured_; ++b)
      if (random.chance(trials_.outlier_share))
        y_.segment(b * trials_.rows, trials_.rows).array() += random.chance(0.5) ? 10.0 : -10.0;
  }

  Index unknown_count() const override { return A_.cols(); }
  Index residual_count() const override { return A_.rows(); }
  const Eigen::VectorXi& block_starts() const override { return starts_; }
  bool is_measured(Index block) const override { return block < measured_; }
  void evaluate(const VectorXd& x, VectorXd& r, MatrixXd* J) const override {
    r = A_ * x - y_;
    if (J != nullptr) *J = A_;
  }

 private:
  Trials trials_;
  Index measured_ = 0;
  MatrixXd A_;
  VectorXd y_;
  Eigen::VectorXi starts_;
};

/// Mean over random measurements of eᵀ·C⁻¹·e per unknown, with e the error of the fit: 1 where C is its covariance.
struct MeanSquares {
  double given = 0.0, scaled = 0.0;
};

MeanSquares mean_squares(const Trials& trials) {
  RandomMatrices random(5);
  Measurements problem(trials, 150 / trials.rows, random);
  const Index n = problem.unknown_count();
  MeanSquares mean;
  for (int trial = 0; trial < trials.count; ++trial) {
    const VectorXd x_true = trials.prior > 0.0 ? VectorXd(trials.prior * random.vector(n)) : VectorXd::Constant(n, 0.2);
    problem.measure(x_true, random);
    FitOptions options;
    options.loss = trials.loss;
    const Fit result = fit(problem, options);
    const FitCovariance covariance = fit_covariance(problem, result);
    const VectorXd error = result.x - x_true;
    mean.given += error.dot(covariance.given.llt().solve(error)) / (static_cast<double>(n) * trials.count);
    mean.scaled += error.dot(covariance.scaled.llt().solve(error)) / (static_cast<double>(n) * trials.count);
  }
  return mean;
}

// a mean of 7500 squares of normal numbers errs by 0.016, of 20000 by 0.01

TEST(FitCovariances, AreTheScatterOfTheFits) {
  const MeanSquares mean = mean_squares({});
  EXPECT_NEAR(mean.given, 1.0, 0.03);
  EXPECT_NEAR(mean.scaled, 1.0, 0.04);
}

TEST(FitCovariances, AreScaledWhereDeviationsAreWrong) {
  const MeanSquares mean = mean_squares({.deviation = 3.0});
  EXPECT_NEAR(mean.given, 9.0, 0.3);
  EXPECT_NEAR(mean.scaled, 1.0, 0.04);
}

/// (JᵀJ)⁻¹ alone would be 5 % too small for both.
TEST(FitCovariances, KnowWhatRobustnessCosts) {
  for (const Loss loss : {Loss::Huber, Loss::Cauchy}) {
    const MeanSquares mean = mean_squares({.loss = loss, .count = 4000});
    EXPECT_NEAR(mean.given, 1.0, 0.03);
    EXPECT_NEAR(mean.scaled, 1.0, 0.04);
  }
  EXPECT_NEAR(mean_squares({.loss = Loss::Cauchy, .rows = 3}).given, 1.0, 0.05);
}

TEST(FitCovariances, CountOutliersOfARobustLoss) {
  for (const Loss loss : {Loss::Huber, Loss::Cauchy})
    for (const Index rows : {1, 3}) {
      const MeanSquares mean = mean_squares({.loss = loss, .rows = rows, .outlier_share = 0.1});
      EXPECT_NEAR(mean.given, 1.0, 0.06) << rows;
      EXPECT_NEAR(mean.scaled, 1.0, 0.06) << rows;
    }
}

/// Unknowns that scatter about 0 as their priors say.
TEST(FitCovariances, CountPriorsOnce) {
  const MeanSquares right = mean_squares({.prior = 0.1});
  EXPECT_NEAR(right.given, 1.0, 0.03);
  EXPECT_NEAR(right.scaled, 1.0, 0.04);
  EXPECT_NEAR(mean_squares({.deviation = 3.0, .prior = 0.1}).scaled, 1.0, 0.05);
  EXPECT_NEAR(mean_squares({.loss = Loss::Huber, .prior = 0.1}).given, 1.0, 0.03);
}

TEST(FitCovariances, AreNotScaledWithoutFreedom) {
  const auto residuals = [](const auto* x, auto* r) {
    r[0] = x[0] - 1.0;
    r[1] = 2.0 * x[1];
  };
  const FunctionProblem<decltype(residuals)> problem(2, 2, residuals);
  const FitCovariance covariance = fit_covariance(problem, fit(problem));
  EXPECT_NEAR(covariance.deviations_given[1], 0.5, 1e-15);
  EXPECT_TRUE(std::isnan(covariance.deviations_scaled[1]) && std::isnan(covariance.residual_variance));
  EXPECT_TRUE(covariance.is_determined[1]);
}

}  // namespace
