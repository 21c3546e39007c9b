// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/robust_loss.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sinew/calibration/fit/chi_squared.h"
#include "sinew/calibration/fit/fit_covariance.h"
#include "tests/calibration/fit/fit_problems.h"

namespace {

using Eigen::Index, Eigen::VectorXd;
using namespace sinew;
using namespace sinew_test;

double efficiency(Loss loss, double width, int rows) {
  const LossMoments moments = loss_moments(loss, width, rows);
  return moments.slope * moments.slope / moments.variance;
}

TEST(RobustLosses, HaveTheDerivativesThatTheyTell) {
  const double h = 1e-5;
  for (const Loss loss : {Loss::Linear, Loss::Huber, Loss::Cauchy})
    for (const double width : {0.7, 1.345, 3.0})
      for (const double s : {0.01, 0.3, 1.0, 2.5, 40.0}) {
        const LossValue low = loss_value(loss, width, s - h), high = loss_value(loss, width, s + h);
        const LossValue at = loss_value(loss, width, s);
        EXPECT_NEAR(at.first, (high.rho - low.rho) / (2.0 * h), 1e-8);
        EXPECT_NEAR(at.second, (high.first - low.first) / (2.0 * h), 1e-8);
      }
}

TEST(RobustLosses, AreSmoothAtTheWidth) {
  const double width = documented_width(Loss::Huber), s = width * width;
  EXPECT_NEAR(loss_value(Loss::Huber, width, s * (1.0 + 1e-12)).rho, s, 1e-11);
  EXPECT_NEAR(loss_value(Loss::Huber, width, s * (1.0 + 1e-12)).first, 1.0, 1e-11);
}

/// Closed forms with the χ² distribution: ψ = r·min(1, c/|r|) has E[∂ψ/∂r] = P(χ²_n < c²) + (1 − 1/n)·c·E[1/|r|; |r| >
/// c] and E|ψ|²/n = P(χ²_{n+2} < c²) + c²/n·P(χ²_n > c²), with E[1/|r|; |r| > c] = Γ((n−1)/2)/(√2·Γ(n/2))·P(χ²_{n−1} >
/// c²).
TEST(RobustLosses, HaveHubersMomentsInClosedForm) {
  for (const int n : {1, 2, 3, 6, 15})
    for (const double c : {0.8, 1.345, 2.5}) {
      const double beyond = chi_squared_beyond(n, c * c);
      double slope = 1.0 - beyond;
      if (n > 1)
        slope += (1.0 - 1.0 / n) * c * std::exp(std::lgamma(0.5 * (n - 1)) - std::lgamma(0.5 * n)) / std::sqrt(2.0) *
                 chi_squared_beyond(n - 1, c * c);
      const LossMoments moments = loss_moments(Loss::Huber, c, n);
      EXPECT_NEAR(moments.slope, slope, 1e-9) << n << " " << c;
      EXPECT_NEAR(moments.variance, 1.0 - chi_squared_beyond(n + 2, c * c) + c * c / n * beyond, 1e-9) << n << " " << c;
    }
}

/// Source of the widths: e.g. Holland and Welsch, Robust regression using iteratively reweighted least-squares,
/// Communications in Statistics A6 (1977): 1.345 and 2.385.
TEST(RobustLosses, AreAsEfficientAsDocumented) {
  EXPECT_NEAR(documented_width(Loss::Huber), 1.345, 5e-4);
  EXPECT_NEAR(documented_width(Loss::Cauchy), 2.385, 5e-4);
  EXPECT_NEAR(efficiency(Loss::Huber, documented_width(Loss::Huber), 1), 0.95, 1e-7);
  EXPECT_NEAR(efficiency(Loss::Cauchy, documented_width(Loss::Cauchy), 1), 0.95, 1e-7);
  EXPECT_NEAR(efficiency(Loss::Huber, width_of_block(Loss::Huber, documented_width(Loss::Huber), 3), 3), 0.984, 5e-4);
  EXPECT_NEAR(efficiency(Loss::Cauchy, width_of_block(Loss::Cauchy, documented_width(Loss::Cauchy), 3), 3), 0.967,
              5e-4);
}

TEST(RobustLosses, TouchAsManyGoodBlocksOfAnySize) {
  RandomMatrices random(3);
  const double width = documented_width(Loss::Huber);
  for (const int rows : {1, 2, 3, 6}) {
    const double c = width_of_block(Loss::Huber, width, rows);
    int touched = 0;
    for (int trial = 0; trial < 100000; ++trial) touched += random.vector(rows).squaredNorm() > c * c ? 1 : 0;
    EXPECT_NEAR(touched * 1e-5, 0.1786, 0.005) << rows;
    EXPECT_GE(efficiency(Loss::Huber, c, rows), 0.95 - 1e-7) << rows;
  }
}

class RobustFits : public testing::TestWithParam<Loss> {};

TEST_P(RobustFits, FindTheTruthAmongOutliersAndNameThem) {
  RandomMatrices random(17);
  for (int trial = 0; trial < 30; ++trial) {
    const Index n = 6, blocks = 80, rows = random.whole(1, 3);
    const VectorXd x_true = 0.3 * random.vector(n);
    CurvedResiduals f = random_residuals(random, blocks, rows, x_true, {1.0});
    std::vector<Index> outliers;
    for (Index b = 3; b < blocks; b += 10) {  // one tenth, off by thirty deviations in one direction
      f.y.segment(b * rows, rows).array() += 30.0;
      outliers.push_back(b);
    }
    const CurvedProblem problem(n, blocks * rows, f, rows);
    FitOptions options;
    options.loss = GetParam();
    const Fit robust = fit(problem, options);
    EXPECT_EQ(robust.end, FitEnd::Converged);
    EXPECT_EQ(robust.outliers_by_weight, outliers) << trial;
    for (const Index b : outliers)
      EXPECT_EQ(std::count(robust.outliers_by_residual.begin(), robust.outliers_by_residual.end(), b), 1);
    EXPECT_LE(robust.outliers_by_residual.size(), outliers.size() + 2);
    EXPECT_NEAR(robust.robust_scale, 1.0, 0.4);
    const VectorXd deviations = fit_covariance(problem, robust).deviations_given;
    const VectorXd error = (robust.x - x_true).cwiseQuotient(deviations);
    EXPECT_LT(error.cwiseAbs().maxCoeff(), GetParam() == Loss::Huber ? 6.0 : 4.5) << trial;
    const Fit linear = fit(problem);
    const VectorXd spoilt = (linear.x - x_true).cwiseQuotient(deviations);
    EXPECT_GT(spoilt.norm(), 2.0 * error.norm()) << trial;
  }
}

/// Reweighting alone takes more than twenty steps on average, and curvature from the first step on about thirteen.
TEST_P(RobustFits, TakeFewSteps) {
  RandomMatrices random(5);
  int steps = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const VectorXd x_true = 0.5 * random.vector(10);
    const CurvedProblem problem(10, 150, random_residuals(random, 150, 1, x_true, {1.0, 0.1, 15.0}));
    FitOptions options;
    options.loss = GetParam();
    steps += fit(problem, options).step_count;
  }
  EXPECT_LE(steps / 50.0, GetParam() == Loss::Huber ? 10.0 : 11.5);
}

TEST_P(RobustFits, LeavePriorsAsTheyAre) {
  // measurements of a number at 0, and a prior of deviation 0.1 at 100: the prior is no outlier
  const auto residuals = [](const auto* x, auto* r) {
    for (int i = 0; i < 4; ++i) r[i] = x[0];
    r[4] = (x[0] - 100.0) / 0.1;
  };
  FunctionProblem<decltype(residuals)> problem(1, 5, residuals);
  problem.set_blocks({1, 1, 1, 1, 1}, 1);
  FitOptions options;
  options.loss = GetParam();
  options.start.setConstant(1, 100.0);
  const Fit result = fit(problem, options);
  EXPECT_NEAR(result.x[0], 100.0, 0.1);
  EXPECT_EQ(result.weights[4], 1.0);
  EXPECT_EQ(result.outliers_by_residual.size(), 4u);
}

INSTANTIATE_TEST_SUITE_P(EveryLoss, RobustFits, testing::Values(Loss::Huber, Loss::Cauchy));

/// Three numbers 0 and one far off: Huber's estimate is where their pulls balance, 3·x = c.
TEST(RobustFits, BalanceAnOutlierByHubersWidth) {
  const auto residuals = [](const auto* x, auto* r) {
    for (int i = 0; i < 3; ++i) r[i] = x[0];
    r[3] = x[0] - 50.0;
  };
  const FunctionProblem<decltype(residuals)> problem(1, 4, residuals);
  FitOptions options;
  options.loss = Loss::Huber;
  for (const double width : {0.0, 0.9, 2.0}) {
    options.loss_width = width;
    const double c = width > 0.0 ? width : documented_width(Loss::Huber);
    const Fit result = fit(problem, options);
    EXPECT_NEAR(result.x[0], c / 3.0, 1e-12);
    EXPECT_NEAR(result.weights[3], c / (50.0 - c / 3.0), 1e-12);
  }
}

}  // namespace
