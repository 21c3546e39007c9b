// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/pseudo_inverse_steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "tests/calibration/fit/fit_problems.h"
#include "tests/support/refusal.h"

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using namespace sinew;
using namespace sinew_test;
using testing::HasSubstr;

constexpr double pi = std::numbers::pi;
const double joint[4][2] = {{0.0, 0.0}, {pi / 2, 0.0}, {pi / 4, -pi / 4}, {0.0, pi / 4}};
const double measured[4][2] = {{2.0, 0.0}, {0.0, 2.0}, {1.6925, 0.7425}, {1.7218, 0.6718}};

/// A planar 2R arm with nominal lengths of 1; p = l1·(c1, s1) + l2·(c12, s12), and x = Δl.
struct PlanarLengths {
  template <class T>
  void operator()(const T* x, T* r) const {
    for (int i = 0; i < 4; ++i) {
      const double a = joint[i][0], b = joint[i][0] + joint[i][1];
      r[2 * i] = (1.0 + x[0]) * std::cos(a) + (1.0 + x[1]) * std::cos(b) - measured[i][0];
      r[2 * i + 1] = (1.0 + x[0]) * std::sin(a) + (1.0 + x[1]) * std::sin(b) - measured[i][1];
    }
  }
};

/// Source: midterm of a robotics course at Sapienza University of Rome, the lengths of a 2R arm from four positions;
/// the published answer is Δl = (0.05, −0.05).
TEST(PseudoInverseSteps, FindTheLengthsOfAPlanarArm) {
  const FunctionProblem<PlanarLengths> problem(2, 8, {}, 2);
  const PseudoInverseSolution solution = pseudo_inverse_steps(problem);
  EXPECT_TRUE(solution.is_converged);
  ASSERT_EQ(solution.steps.size(), 2u);
  const PseudoInverseStep& first = solution.steps[0];
  EXPECT_EQ(first.rank, 2);
  // rows (c1, c12) and (s1, s12)
  const double h = std::sqrt(0.5);
  MatrixXd Phi(8, 2);
  Phi << 1, 1, 0, 0, 0, 0, 1, 1, h, 1, h, 0, 1, h, 0, h;
  EXPECT_LT((first.Phi - Phi).norm(), 1e-15);
  VectorXd dr(8);
  dr << 0, 0, 0, 0, 1.6925 - h - 1.0, 0.7425 - h, 1.7218 - 1.0 - h, 0.6718 - h;
  EXPECT_LT((first.dr - dr).norm(), 1e-15);
  EXPECT_LT((first.Phi_inverse - (Phi.transpose() * Phi).inverse() * Phi.transpose()).norm(), 1e-14);
  EXPECT_NEAR(first.dpsi[0], 0.05, 1e-4);
  EXPECT_NEAR(first.dpsi[1], -0.05, 1e-4);
  EXPECT_LT(first.rest, 1e-4);
  // lengths enter linearly: the second step finds nothing more to do
  EXPECT_LT(solution.steps[1].dpsi.norm(), 1e-14);
  EXPECT_LT((solution.psi - fit(problem).x).norm(), 1e-14);
}

TEST(PseudoInverseSteps, HoldTheirEquationsAndEndWhereTheFitDoes) {
  RandomMatrices random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const VectorXd x_true = 0.2 * random.vector(4);
    const CurvedProblem problem(4, 30, random_residuals(random, 30, 1, x_true, {0.1}));
    PseudoInverseOptions options;
    options.most_steps = 50;
    const PseudoInverseSolution solution = pseudo_inverse_steps(problem, options);
    EXPECT_TRUE(solution.is_converged);
    VectorXd psi = VectorXd::Zero(4), r;
    MatrixXd J;
    for (const PseudoInverseStep& step : solution.steps) {
      problem.evaluate(psi, r, &J);
      EXPECT_EQ(step.dr, -r);
      EXPECT_EQ(step.Phi, J);
      const MoorePenrose identities = moore_penrose(step.Phi, step.Phi_inverse);
      EXPECT_LT(std::max({identities.jkj, identities.kjk, identities.jk, identities.kj}), 1e-13);
      EXPECT_EQ(step.dpsi, step.Phi_inverse * step.dr);
      psi += step.dpsi;
      EXPECT_EQ(step.psi, psi);
      problem.evaluate(psi, r, nullptr);
      EXPECT_EQ(step.rest, r.norm());
    }
    EXPECT_LT((solution.psi - fit(problem).x).norm(), 1e-9) << trial;
  }
}

TEST(PseudoInverseSteps, FitStageByStage) {
  RandomMatrices random(4);
  const VectorXd x_true = 0.2 * random.vector(4);
  const CurvedProblem problem(4, 30, random_residuals(random, 30, 1, x_true, {0.1}));
  PseudoInverseOptions options;
  options.stages = {{3, 1}, {0, 1, 2, 3}};
  options.most_steps = 60;
  const PseudoInverseSolution solution = pseudo_inverse_steps(problem, options);
  EXPECT_TRUE(solution.is_converged);
  EXPECT_LT((solution.psi - fit(problem).x).norm(), 1e-9);
  // the first stage is a fit with the other unknowns held
  FitOptions held;
  held.bounds = {VectorXd::Constant(4, -infinity), VectorXd::Constant(4, infinity)};
  held.bounds.lower[0] = held.bounds.upper[0] = held.bounds.lower[2] = held.bounds.upper[2] = 0.0;
  VectorXd after_first;
  for (const PseudoInverseStep& step : solution.steps) {
    EXPECT_EQ(step.unknowns, options.stages[static_cast<std::size_t>(step.stage)]);
    EXPECT_EQ(step.Phi.cols(), static_cast<Index>(step.unknowns.size()));
    if (step.stage == 0) after_first = step.psi;
  }
  EXPECT_LT((after_first - fit(problem, held).x).norm(), 1e-9);
}

TEST(PseudoInverseSteps, TakeTheLeastChangeWhereRankIsShort) {
  const auto residuals = [](const auto* x, auto* r) {
    r[0] = x[0] + x[1] - 1.0;
    r[1] = 2.0 * (x[0] + x[1]) - 2.0;
  };
  const FunctionProblem<decltype(residuals)> problem(2, 2, residuals);
  const PseudoInverseSolution solution = pseudo_inverse_steps(problem);
  EXPECT_EQ(solution.steps[0].rank, 1);
  EXPECT_NEAR(solution.psi[0], 0.5, 1e-15);
  EXPECT_NEAR(solution.psi[1], 0.5, 1e-15);
}

TEST(PseudoInverseSteps, EndAfterTheMostSteps) {
  // Newton on atan runs away from starts beyond 1.39: this iteration has no safeguard
  const auto residuals = [](const auto* x, auto* r) { r[0] = atan(x[0]); };
  const FunctionProblem<decltype(residuals)> problem(1, 1, residuals);
  PseudoInverseOptions options;
  options.start.setConstant(1, 1.5);
  options.most_steps = 6;
  const PseudoInverseSolution away = pseudo_inverse_steps(problem, options);
  EXPECT_FALSE(away.is_converged);
  EXPECT_EQ(away.steps.size(), 6u);
  EXPECT_GT(std::abs(away.psi[0]), 10.0);
  FitOptions guarded;
  guarded.start = options.start;
  EXPECT_NEAR(fit(problem, guarded).x[0], 0.0, 1e-12);
}

TEST(PseudoInverseSteps, RefuseWhatMakesNoSense) {
  const auto residuals = [](const auto* x, auto* r) {
    r[0] = x[0] - 1.0;
    r[1] = log(x[1]) + 3.0;
  };
  const FunctionProblem<decltype(residuals)> problem(2, 2, residuals);
  const auto refused = [&](const PseudoInverseOptions& options) {
    return refusal([&] { pseudo_inverse_steps(problem, options); });
  };
  const VectorXd start = VectorXd::Ones(2);
  EXPECT_THAT(refused({.start = VectorXd::Ones(3)}), HasSubstr("for each of 2 unknowns"));
  EXPECT_THAT(refused({.start = start, .stages = {{0, 0}, {2}, {}}}),
              testing::AllOf(HasSubstr("stage 1 lists unknown 0 twice"), HasSubstr("stage 2 fits unknown 2"),
                             HasSubstr("stage 3 fits no unknown")));
  EXPECT_THAT(refused({.start = start, .most_steps = 0}), HasSubstr("0 steps"));
  EXPECT_THAT(refused({.start = start, .tolerance = -1.0}), HasSubstr("tolerance of a stage is -1"));
  EXPECT_THAT(refused({.start = start, .rank_tolerance = 1.0}), HasSubstr("rank tolerance is 1"));
  EXPECT_THAT(refused({.start = -start}), HasSubstr("residual 0 of block 1 is nan at the start"));
  // the first step of Newton leads to x1 = 1 − 3 < 0
  EXPECT_THAT(refused({.start = start, .block_name = [](Index b) { return "row " + std::to_string(b); }}),
              HasSubstr("residual 0 of row 1 is nan after step 1"));
}

}  // namespace
