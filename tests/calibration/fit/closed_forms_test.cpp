// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "sinew/calibration/fit/fit_covariance.h"
#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "tests/calibration/fit/fit_problems.h"
#include "tests/redundancy/bounded_least_squares.h"

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using namespace sinew;
using namespace sinew_test;

VectorXd numbers(std::initializer_list<double> list) {
  return Eigen::Map<const VectorXd>(list.begin(), static_cast<Index>(list.size()));
}

/// Slope Sxy/Sxx, variance σ²/Sxx, and that of the intercept σ²·(1/n + mean²/Sxx).
TEST(Fits, OfALineAreTheTextbooks) {
  const std::vector<double> t = {0.0, 1.0, 2.0, 4.0, 7.0}, y = {1.1, 2.9, 5.2, 8.8, 15.1};
  const auto residuals = [&](const auto* x, auto* r) {
    for (std::size_t i = 0; i < t.size(); ++i) r[i] = (x[0] + x[1] * t[i] - y[i]) / 0.2;
  };
  const FunctionProblem<decltype(residuals)> problem(2, 5, residuals);
  const Fit line = fit(problem);
  const double mean_t = 2.8, mean_y = 33.1 / 5.0, Sxx = 70.0 - 5.0 * mean_t * mean_t;
  const double Sxy = 0.0 + 2.9 + 10.4 + 35.2 + 105.7 - 5.0 * mean_t * mean_y, slope = Sxy / Sxx;
  EXPECT_NEAR(line.x[1], slope, 1e-13);
  EXPECT_NEAR(line.x[0], mean_y - slope * mean_t, 1e-13);
  const FitCovariance covariance = fit_covariance(problem, line);
  EXPECT_NEAR(covariance.deviations_given[1], 0.2 / std::sqrt(Sxx), 1e-14);
  EXPECT_NEAR(covariance.deviations_given[0], 0.2 * std::sqrt(0.2 + mean_t * mean_t / Sxx), 1e-14);
  EXPECT_NEAR(covariance.given(0, 1), -0.04 * mean_t / Sxx, 1e-14);
  EXPECT_NEAR(covariance.residual_variance, line.residuals.squaredNorm() / 3.0, 1e-12);
  EXPECT_NEAR(covariance.deviations_scaled[1],
              covariance.deviations_given[1] * std::sqrt(line.residuals.squaredNorm() / 3.0), 1e-13);
  EXPECT_EQ(covariance.rank, 2);
}

/// Points of a circle, and further points that leave it where it is: pairs at equal distances inside and outside.
TEST(Fits, OfACircleFindCentreAndRadius) {
  std::vector<double> px, py;
  for (int i = 0; i < 7; ++i) {
    const double angle = 0.4 * i;
    for (const double off : {0.0, 0.05, -0.05}) {
      px.push_back(3.0 + (2.0 + off) * std::cos(angle));
      py.push_back(-1.0 + (2.0 + off) * std::sin(angle));
    }
  }
  const auto residuals = [&](const auto* x, auto* r) {
    for (std::size_t i = 0; i < px.size(); ++i)
      r[i] = sqrt((x[0] - px[i]) * (x[0] - px[i]) + (x[1] - py[i]) * (x[1] - py[i])) - x[2];
  };
  const FunctionProblem<decltype(residuals)> problem(3, 21, residuals);
  FitOptions options;
  options.start = numbers({2.0, 0.5, 1.0});
  const Fit circle = fit(problem, options);
  EXPECT_EQ(circle.end, FitEnd::Converged);
  EXPECT_LT((circle.x - numbers({3.0, -1.0, 2.0})).norm(), 1e-12);
  EXPECT_NEAR(circle.cost, 0.5 * 14 * 0.05 * 0.05, 1e-14);
  EXPECT_LT(circle.step_count, 15);
}

TEST(Fits, WithoutErrorsEndAtTheTruth) {
  RandomMatrices random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const VectorXd x_true = 0.3 * random.vector(5);
    const CurvedProblem problem(5, 20, random_residuals(random, 20, 1, x_true, {0.0}));
    for (const Loss loss : {Loss::Linear, Loss::Huber, Loss::Cauchy}) {
      FitOptions options;
      options.loss = loss;
      const Fit result = fit(problem, options);
      EXPECT_EQ(result.end, FitEnd::Converged);
      EXPECT_LT((result.x - x_true).norm(), 1e-12);
      EXPECT_LE(result.step_count, 16);
    }
  }
}

/// ½·(x0 + x1 − 3)² + ½·(x0 − x1)² is least at (1.5, 1.5). With x0 ≤ 1: x1 = 1.5, and the cost still falls by 1 for
/// each unit of that bound.
TEST(Fits, StopAtABoundWithItsMultiplier) {
  const auto residuals = [](const auto* x, auto* r) {
    r[0] = x[0] + x[1] - 3.0;
    r[1] = x[0] - x[1];
  };
  const FunctionProblem<decltype(residuals)> problem(2, 2, residuals);
  FitOptions options;
  options.bounds = {numbers({-5.0, -5.0}), numbers({1.0, 5.0})};
  const Fit result = fit(problem, options);
  EXPECT_EQ(result.x[0], 1.0);
  EXPECT_NEAR(result.x[1], 1.5, 1e-14);
  EXPECT_NEAR(result.cost, 0.25, 1e-14);
  EXPECT_NEAR(result.gradient[0], -1.0, 1e-13);
  EXPECT_NEAR(result.gradient[1], 0.0, 1e-13);
  EXPECT_EQ(result.sides, (std::vector{FitSide::Upper, FitSide::Free}));
  const FitCovariance covariance = fit_covariance(problem, result);
  EXPECT_TRUE(std::isnan(covariance.deviations_given[0]));
  EXPECT_FALSE(covariance.is_determined[0]);
  EXPECT_NEAR(covariance.deviations_given[1], std::sqrt(0.5), 1e-14);
}

TEST(Fits, HoldUnknownsWithEqualBounds) {
  RandomMatrices random(4);
  const VectorXd x_true = 0.3 * random.vector(4);
  const CurvedProblem problem(4, 30, random_residuals(random, 30, 1, x_true, {1.0}));
  FitOptions options;
  options.bounds = {VectorXd::Constant(4, -infinity), VectorXd::Constant(4, infinity)};
  options.bounds.lower[2] = options.bounds.upper[2] = 0.25;
  const Fit result = fit(problem, options);
  EXPECT_EQ(result.x[2], 0.25);
  EXPECT_EQ(result.sides[2], FitSide::Fixed);
  EXPECT_LT(kkt_error(result), 1e-12);
}

/// Linear problems, with repeated and dependent columns and with values that lie on bounds, against a search through
/// all active sets with 33 digits.
TEST(Fits, WithinBoundsAreTheBestOfAllActiveSets) {
  RandomMatrices random(6);
  int held = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Index n = random.whole(1, 5), m = random.whole(1, 7);
    const bool degenerate = random.chance(0.5);
    const MatrixXd A = degenerate ? random.whole_matrix(m, n) : random.matrix(m, n);
    const VectorXd y = degenerate ? VectorXd(random.whole_matrix(m, 1)) : random.vector(m);
    const auto residuals = [&](const auto* x, auto* r) {
      for (Index i = 0; i < m; ++i) {
        r[i] = 0.0 * x[0] - y[i];
        for (Index k = 0; k < n; ++k) r[i] += A(i, k) * x[k];
      }
    };
    const FunctionProblem<decltype(residuals)> problem(n, m, residuals);
    FitOptions options;
    options.bounds = {VectorXd::Constant(n, -infinity), VectorXd::Constant(n, infinity)};
    for (Index k = 0; k < n; ++k) {
      const double centre = degenerate ? random.whole(-1, 1) : random.number(-1.0, 1.0);
      if (random.chance(0.6)) options.bounds.lower[k] = centre - (degenerate ? 1.0 : random.number(0.0, 0.5));
      if (random.chance(0.6)) options.bounds.upper[k] = centre + (degenerate ? 1.0 : random.number(0.0, 0.5));
    }
    const Fit result = fit(problem, options);
    EXPECT_EQ(result.end, FitEnd::Converged) << trial;
    const double best = *BoundedLeastSquares(A, y, options.bounds).error();
    EXPECT_NEAR(std::sqrt(2.0 * result.cost), best, 1e-12 * (1.0 + y.norm())) << trial;
    EXPECT_TRUE((result.x.array() >= options.bounds.lower.array()).all() &&
                (result.x.array() <= options.bounds.upper.array()).all());
    for (const FitSide side : result.sides) held += side != FitSide::Free ? 1 : 0;
  }
  EXPECT_GT(held, 300);
}

/// The answer is a point of the problem, not of the start, and does not depend on the units of the unknowns.
TEST(Fits, DoNotDependOnStartsAndUnits) {
  RandomMatrices random(8);
  for (int trial = 0; trial < 20; ++trial) {
    const VectorXd x_true = 0.3 * random.vector(4);
    const CurvedResiduals f = random_residuals(random, 40, 1, x_true, {1.0});
    const VectorXd units = (2.0 * random.vector(4)).array().exp();
    const auto in_units = [&](const auto* x, auto* r) {
      std::vector<std::remove_cvref_t<decltype(*r)>> scaled;
      for (Index k = 0; k < 4; ++k) scaled.push_back(x[k] * units[k]);
      f(scaled.data(), r);
    };
    const CurvedProblem problem(4, 40, f);
    const FunctionProblem<decltype(in_units)> other(4, 40, in_units);
    FitOptions elsewhere;
    elsewhere.start = x_true + 0.1 * random.vector(4);
    const VectorXd x = fit(problem).x;
    EXPECT_LT((fit(problem, elsewhere).x - x).norm(), 1e-11) << trial;
    EXPECT_LT((fit(other).x.cwiseProduct(units) - x).norm(), 1e-11) << trial;
  }
}

}  // namespace
