// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/SVD>
#include <cmath>

#include "sinew/calibration/fit/fit_covariance.h"
#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "sinew/redundancy/programs/quadratic_program.h"
#include "tests/calibration/fit/fit_problems.h"

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using namespace sinew;
using namespace sinew_test;

/// r = A·x − y.
auto linear_residuals(const MatrixXd& A, const VectorXd& y) {
  return [A, y](const auto* x, auto* r) {
    for (Index i = 0; i < A.rows(); ++i) {
      r[i] = 0.0 * x[0] - y[i];
      for (Index k = 0; k < A.cols(); ++k) r[i] += A(i, k) * x[k];
    }
  };
}

template <class Function>
FunctionProblem<Function> problem_of(Index unknowns, Index residuals, Function function) {
  return {unknowns, residuals, function};
}

TEST(RankDeficientFits, ThatAreLinearAreThePseudoInverse) {
  RandomMatrices random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = random.whole(2, 10), rank = random.whole(1, static_cast<int>(n) - 1), m = random.whole(1, 30);
    const MatrixXd A = random.matrix(m, rank) * random.matrix(rank, n);
    const VectorXd y = 5.0 * random.vector(m);
    FitOptions options;
    options.start = 3.0 * random.vector(n);
    const Fit result = fit(problem_of(n, m, linear_residuals(A, y)), options);
    EXPECT_EQ(result.end, FitEnd::Converged);
    EXPECT_EQ(result.rank, std::min(rank, m)) << trial;
    const VectorXd expected = pseudo_inverse(A, 1e-10).K * y;
    EXPECT_LT((result.x - expected).norm(), 1e-10 * (1.0 + expected.norm())) << trial;
  }
}

/// (1 + x0)·(1 + x1) is measured as 1.44: the nearest point of the hyperbola to 0 has x0 = x1 = 0.2.
struct ProductMeasured {
  template <class T>
  void operator()(const T* x, T* r) const {
    for (int i = 0; i < 4; ++i) r[i] = ((1.0 + x[0]) * (1.0 + x[1]) - 1.44 + (i % 2 == 0 ? 0.01 : -0.01)) / 0.01;
  }
};

TEST(RankDeficientFits, EndAtTheLeastChangeWhereverTheyStart) {
  const FunctionProblem<ProductMeasured> problem(2, 4, {});
  for (const double start : {-0.3, 0.0, 0.1, 0.4, 0.8}) {
    FitOptions options;
    options.start.setConstant(2, start);
    options.start[1] = -0.5 * start;
    const Fit result = fit(problem, options);
    EXPECT_EQ(result.rank, 1);
    EXPECT_LT((result.x - VectorXd::Constant(2, 0.2)).norm(), 1e-9) << start;
    EXPECT_NEAR(result.cost, 2.0, 1e-12);
  }
}

TEST(RankDeficientFits, EndAtTheLeastChangeWithinBounds) {
  const FunctionProblem<ProductMeasured> problem(2, 4, {});
  FitOptions options;
  options.bounds = {VectorXd::Constant(2, -1.0), VectorXd::Constant(2, 1.0)};
  options.bounds.upper[0] = 0.1;
  options.start.setZero(2);
  const Fit at_bound = fit(problem, options);
  EXPECT_EQ(at_bound.x[0], 0.1);
  EXPECT_NEAR(at_bound.x[1], 1.44 / 1.1 - 1.0, 1e-10);
  options.bounds.upper[0] = 0.5;
  options.start[0] = 0.5;
  EXPECT_LT((fit(problem, options).x - VectorXd::Constant(2, 0.2)).norm(), 1e-9);
}

/// Of all x within bounds with the same A·x, the quadratic program finds the shortest.
TEST(RankDeficientFits, AreTheShortestOfTheBestWithinBounds) {
  RandomMatrices random(13);
  int held = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = random.whole(3, 9), rank = random.whole(1, static_cast<int>(n) - 2), m = n + 3;
    const MatrixXd C = random.matrix(rank, n);
    const auto problem = problem_of(n, m, linear_residuals(random.matrix(m, rank) * C, 5.0 * random.vector(m)));
    FitOptions options;
    options.bounds = {-random.vector(n).cwiseAbs(), random.vector(n).cwiseAbs()};
    options.bounds.lower[0] = 0.3 * options.bounds.upper[0];
    const Fit result = fit(problem, options);
    QuadraticProgram program(static_cast<int>(n), static_cast<int>(rank), 0);
    program.H.setIdentity();
    program.A = C;
    program.b = C * result.x;
    program.bounds = options.bounds;
    const QuadraticProgramSolution shortest =
        QuadraticProgramSolver(static_cast<int>(n), static_cast<int>(rank), 0).solve(program);
    ASSERT_EQ(shortest.status, QuadraticProgramStatus::Optimal) << trial;
    EXPECT_LT((result.x - shortest.x).norm(), 1e-9) << trial;
    for (const FitSide side : result.sides) held += side == FitSide::Free ? 0 : 1;
  }
  EXPECT_GT(held, 200);
}

/// Columns that differ by 1e-12 of themselves: what could be told apart only by numbers a million million times as
/// large counts as not told apart.
TEST(RankDeficientFits, CountNearlyDependentColumnsAsDependent) {
  RandomMatrices random(14);
  MatrixXd A = random.matrix(20, 3);
  A.col(2) = A.col(1) + 1e-12 * random.vector(20);
  const VectorXd y = random.vector(20);
  const auto problem = problem_of(3, 20, linear_residuals(A, y));
  FitOptions tolerant;
  tolerant.rank_tolerance = 1e-10;
  const Fit result = fit(problem, tolerant);
  EXPECT_EQ(result.end, FitEnd::Converged);
  EXPECT_EQ(result.rank, 2);
  EXPECT_EQ(fit_covariance(problem, result).rank, 2);
  EXPECT_LT((result.x - pseudo_inverse(A, 1e-10).K * y).norm(), 1e-9);
  FitOptions strict;
  strict.rank_tolerance = 1e-14;
  EXPECT_EQ(fit(problem, strict).rank, 3);
  // nor does a start far off in such a direction count
  A.col(2) = A.col(1) + 1e-5 * random.vector(20);
  tolerant.rank_tolerance = 1e-4;
  tolerant.start = Eigen::Vector3d(0.0, 30.0, -20.0);
  const VectorXd x = fit(problem_of(3, 20, linear_residuals(A, y)), tolerant).x;
  EXPECT_LT((x - pseudo_inverse(A, 1e-4).K * y).norm(), 1e-5);
}

/// One distance from a point a to an end that is not known: x lies on a sphere, and the nearest of it to 0 is on the
/// ray.
TEST(RankDeficientFits, OnASphereEndAtItsNearestPoint) {
  const VectorXd a = VectorXd::LinSpaced(3, 1.0, 2.0);
  const auto residuals = [&](const auto* x, auto* r) {
    auto square = (x[0] - a[0]) * (x[0] - a[0]);
    for (int k = 1; k < 3; ++k) square += (x[k] - a[k]) * (x[k] - a[k]);
    r[0] = (sqrt(square) - 2.0) / 0.01;
  };
  const FunctionProblem<decltype(residuals)> problem(3, 1, residuals);
  for (const double off : {0.0, 0.5, -0.7}) {
    FitOptions options;
    options.start.setConstant(3, 0.0);
    options.start[1] = off;
    const Fit result = fit(problem, options);
    EXPECT_LT((result.x - a * (1.0 - 2.0 / a.norm())).norm(), 1e-9) << off;
    EXPECT_LT(result.cost, 1e-20);
  }
}

/// Unknowns that enter only by random combinations of them, in curved measurements with errors and outliers.
TEST(RankDeficientFits, HaveTheLeastNormAmongPointsOfTheSameCost) {
  RandomMatrices random(9);
  for (int trial = 0; trial < 30; ++trial) {
    const Index n = 6, rank = 4;
    const MatrixXd C = random.matrix(rank, n);
    const CurvedResiduals f = random_residuals(random, 40, 1, 0.3 * random.vector(rank), {1.0, 0.1, 10.0});
    const auto residuals = [&](const auto* x, auto* r) {
      std::vector<std::remove_cvref_t<decltype(*r)>> z(static_cast<std::size_t>(rank), 0.0 * x[0]);
      for (Index i = 0; i < rank; ++i)
        for (Index k = 0; k < n; ++k) z[static_cast<std::size_t>(i)] += C(i, k) * x[k];
      f(z.data(), r);
    };
    const FunctionProblem<decltype(residuals)> problem(n, 40, residuals);
    const CurvedProblem full(rank, 40, f);
    for (const Loss loss : {Loss::Linear, Loss::Huber, Loss::Cauchy}) {
      FitOptions options;
      options.loss = loss;
      const Fit result = fit(problem, options), reference = fit(full, options);
      if (std::abs(result.cost - reference.cost) > 1e-6 * reference.cost) continue;  // another local minimum
      EXPECT_EQ(result.rank, rank);
      EXPECT_LT((result.x - pseudo_inverse(C).K * reference.x).norm(), 1e-9) << trial;
      const FitCovariance covariance = fit_covariance(problem, result);
      EXPECT_EQ(covariance.rank, rank);
      EXPECT_LT((C * covariance.null_space).norm(), 1e-11);
      EXPECT_LT((covariance.null_space.transpose() * covariance.null_space - MatrixXd::Identity(2, 2)).norm(), 1e-13);
      EXPECT_LT((covariance.null_space.transpose() * result.x).norm(), 1e-9);
      // what is known of C·x does not depend on how it is parametrised
      const MatrixXd of_z = C * covariance.given * C.transpose(), expected = fit_covariance(full, reference).given;
      EXPECT_LT((of_z - expected).norm(), 1e-8 * expected.norm());
    }
  }
}

TEST(RankDeficientFits, TellWhichUnknownsAreNotDetermined) {
  // x0 alone, x1 + x2 together, x3 not at all
  MatrixXd A = MatrixXd::Zero(8, 4);
  RandomMatrices random(12);
  A.col(0) = random.vector(8);
  A.col(1) = A.col(2) = random.vector(8);
  const auto problem = problem_of(4, 8, linear_residuals(A, random.vector(8)));
  const Fit result = fit(problem);
  const FitCovariance covariance = fit_covariance(problem, result);
  EXPECT_EQ(covariance.is_determined, (std::vector<bool>{true, false, false, false}));
  EXPECT_TRUE(std::isfinite(covariance.deviations_given[0]) && std::isfinite(covariance.deviations_scaled[0]));
  for (int k = 1; k < 4; ++k) EXPECT_TRUE(std::isnan(covariance.deviations_given[k]));
  EXPECT_EQ(covariance.rank, 2);
  EXPECT_EQ(covariance.null_space.cols(), 2);
  EXPECT_EQ(covariance.singular_values.size(), 4);
  EXPECT_NEAR(covariance.condition, covariance.singular_values[0] / covariance.singular_values[1], 1e-12);
  EXPECT_EQ(result.x[3], 0.0);
  EXPECT_NEAR(result.x[1], result.x[2], 1e-14);
}

TEST(RankDeficientFits, OfPriorsAreWeighed) {
  // x0 + x1 = 1 ± 0.1, and priors of deviation 1 on both: x = 0.2·100/(2·100 + 1)... by the normal equations
  const auto residuals = [](const auto* x, auto* r) {
    r[0] = (x[0] + x[1] - 1.0) / 0.1;
    r[1] = x[0];
    r[2] = x[1];
  };
  FunctionProblem<decltype(residuals)> problem(2, 3, residuals);
  problem.set_blocks({1, 1, 1}, 2);
  const Fit result = fit(problem);
  EXPECT_EQ(result.rank, 2);
  EXPECT_NEAR(result.x[0], 100.0 / 201.0, 1e-14);
  const FitCovariance covariance = fit_covariance(problem, result);
  EXPECT_NEAR(covariance.given(0, 0), 101.0 / 201.0, 1e-13);
  EXPECT_NEAR(covariance.given(0, 1), -100.0 / 201.0, 1e-13);
  // the measurement takes up 200/201 of a degree of freedom, and priors are not scaled
  EXPECT_NEAR(covariance.degrees_of_freedom, 1.0 / 201.0, 1e-12);
}

}  // namespace
