// SPDX-License-Identifier: BSD-3-Clause
/// Expected standard deviations, weak directions, and measurements that add nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <numbers>

#include "sinew/calibration/identifiability/identifiability_text.h"
#include "tests/calibration/dh_arm.h"
#include "tests/support/random.h"

namespace {

using namespace sinew;
using namespace sinew_test;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
constexpr double unknown_before = std::numeric_limits<double>::infinity();

/// Lengths x1, x2, … with a typical error of 1 mm; each row is a measurement of its own.
Sensitivity of_lengths(const Eigen::MatrixXd& rows_per_metre) {
  Sensitivity y;
  y.Phi = 1e-3 * rows_per_metre;
  for (Eigen::Index k = 0; k < y.Phi.cols(); ++k)
    y.unknowns.push_back({"x" + std::to_string(k + 1), dimension::length, 0.0, 1e-3});
  for (Eigen::Index i = 0; i < y.Phi.rows(); ++i) y.measurements.push_back({std::to_string(i + 1), {"x"}});
  return y;
}

Eigen::MatrixXd random_rows(Eigen::Index rows, Eigen::Index columns, Random& random, double size = 1e4) {
  Eigen::MatrixXd y(rows, columns);
  for (double& x : y.reshaped()) x = random.uniform(-size, size);
  return y;
}

IdentifiabilityOptions with_priors(const std::vector<double>& deviations) {
  IdentifiabilityOptions options;
  options.prior_deviations =
      Eigen::Map<const Eigen::VectorXd>(deviations.data(), static_cast<Eigen::Index>(deviations.size()));
  return options;
}

TEST(Deviations, FallWithTheRootOfTheNumberOfMeasurements) {
  for (const int count : {1, 4, 100}) {
    const Identifiability result = identifiability(of_lengths(Eigen::MatrixXd::Constant(count, 1, 1e4)));
    EXPECT_NEAR(result.deviations[0], 1e-4 / std::sqrt(count), 1e-18);
  }
}

TEST(Deviations, AreThoseOfTheNormalMatrix) {
  Random random(1);
  for (int round = 0; round < 20; ++round) {
    const Eigen::MatrixXd A = random_rows(20, 6, random);
    Eigen::VectorXd prior(6), information = Eigen::VectorXd::Zero(6);
    for (Eigen::Index k = 0; k < 6; ++k) {
      prior[k] = k % 2 == 0 ? unknown_before : random.uniform(1e-5, 1e-3);
      if (k % 2 == 1) information[k] = 1.0 / (prior[k] * prior[k]);
    }
    const Eigen::MatrixXd alone = (A.transpose() * A).inverse();
    const Eigen::MatrixXd both = (A.transpose() * A + Eigen::MatrixXd(information.asDiagonal())).inverse();
    IdentifiabilityOptions options;
    const Identifiability without = identifiability(of_lengths(A));
    options.prior_deviations = prior;
    const Identifiability with = identifiability(of_lengths(A), options);
    for (Eigen::Index k = 0; k < 6; ++k) {
      EXPECT_NEAR(without.deviations[k] / std::sqrt(alone(k, k)), 1.0, 1e-10);
      EXPECT_NEAR(with.deviations[k] / std::sqrt(both(k, k)), 1.0, 1e-10);
      EXPECT_FALSE(with.is_prior_alone[static_cast<std::size_t>(k)]);
    }
  }
}

TEST(Deviations, OfAnUnknownThatIsNotSeenAreThePriorsAlone) {
  const Eigen::MatrixXd A = (Eigen::MatrixXd(2, 2) << 1e4, 0, 2e4, 0).finished();
  const Identifiability without = identifiability(of_lengths(A));
  EXPECT_TRUE(std::isnan(without.deviations[1]));
  EXPECT_FALSE(without.is_prior_alone[1]);
  EXPECT_THAT(findings_about_unknowns(without), ElementsAre("x2 cannot be seen at all"));
  const Identifiability with = identifiability(of_lengths(A), with_priors({unknown_before, 3e-4}));
  EXPECT_NEAR(with.deviations[1], 3e-4, 1e-18);
  EXPECT_TRUE(with.is_prior_alone[1]);
  EXPECT_FALSE(with.is_prior_alone[0]);
  EXPECT_EQ(with.rank, 1);
  EXPECT_THAT(findings_about_unknowns(with),
              ElementsAre("x2 cannot be seen at all: its expected standard deviation, 0.3 mm, is the prior's alone"));
}

TEST(Deviations, OfEntangledUnknownsComeFromTheSumAndAPrior) {
  const double sigma = 1e-4, s = 3e-4, t = 2e-3;
  const Eigen::MatrixXd A = Eigen::MatrixXd::Constant(1, 2, 1.0 / sigma);
  // x1 is known before, so x2 is the sum less x1
  const Identifiability one = identifiability(of_lengths(A), with_priors({s, unknown_before}));
  EXPECT_NEAR(one.deviations[0], s, 1e-15);
  EXPECT_NEAR(one.deviations[1], std::hypot(s, sigma), 1e-15);
  // both are
  const Identifiability both = identifiability(of_lengths(A), with_priors({s, t}));
  const double sum = s * s + t * t + sigma * sigma;
  EXPECT_NEAR(both.deviations[0], std::sqrt(s * s - s * s * s * s / sum), 1e-15);
  EXPECT_NEAR(both.deviations[1], std::sqrt(t * t - t * t * t * t / sum), 1e-15);
  EXPECT_TRUE(both.is_prior_alone[0] && both.is_prior_alone[1]);
  EXPECT_THAT(findings_about_unknowns(both),
              ElementsAre("only x1 + x2 can be seen: one of the two cannot be told from the other",
                          "the expected standard deviations of x1 and x2 are finite by priors alone"));
}

TEST(Deviations, StayInfiniteWherePriorsDoNotReach) {
  // x1 + x2 and x3 + x4 are seen, x5 is not
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(2, 5);
  A.row(0) << 1e4, 1e4, 0, 0, 0;
  A.row(1) << 0, 0, 1e4, 1e4, 0;
  const Identifiability result = identifiability(
      of_lengths(A), with_priors({1e-3, unknown_before, unknown_before, unknown_before, unknown_before}));
  for (Eigen::Index k = 0; k < 5; ++k) EXPECT_EQ(std::isnan(result.deviations[k]), k > 1) << k;
  EXPECT_NEAR(result.deviations[1], std::hypot(1e-3, 1e-4), 1e-15);
}

TEST(Deviations, KeepTheirDigitsBesidePriorsOfAnySize) {
  Random random(2);
  const Eigen::MatrixXd A = random_rows(10, 3, random);
  Eigen::MatrixXd padded = Eigen::MatrixXd::Zero(10, 4);
  padded.leftCols(3) = A;
  const Identifiability alone = identifiability(of_lengths(A));
  for (const double prior : {1e-15, 1e15}) {
    const Identifiability with =
        identifiability(of_lengths(padded), with_priors({unknown_before, unknown_before, unknown_before, prior}));
    for (Eigen::Index k = 0; k < 3; ++k) EXPECT_NEAR(with.deviations[k] / alone.deviations[k], 1.0, 1e-9);
    EXPECT_NEAR(with.deviations[3] / prior, 1.0, 1e-12);
  }
}

TEST(AWeakDirection, IsNamedWithItsDeviation) {
  // the sum is measured to 0.1 mm, the difference to 20 mm: each alone is known to half of that
  Eigen::MatrixXd A(3, 3);
  A << 1e4, 1e4, 0, 50, -50, 0, 0, 0, 1e4;
  const Identifiability result = identifiability(of_lengths(A));
  ASSERT_EQ(result.weak.size(), 1U);
  EXPECT_THAT(findings_about_unknowns(result),
              ElementsAre("weakly seen: x1 ±10 mm together with x2 ∓10 mm (expected standard deviation)"));
  EXPECT_NEAR(result.weak[0].amounts[0].size / result.deviations[0], 1.0, 1e-3);
  EXPECT_EQ(result.rank, 3);
}

TEST(AWeakDirection, CountsInTypicalErrors) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Identity(2, 2);
  A(0, 0) = 1.0 / 0.99e-3;  // known to just less than the typical error
  A(1, 1) = 1.0 / 1.01e-3;
  const Sensitivity sensitivity = of_lengths(A);
  EXPECT_THAT(findings_about_unknowns(identifiability(sensitivity)),
              ElementsAre("weakly seen: x2 ±1.01 mm (expected standard deviation)"));
  IdentifiabilityOptions options;
  options.weak_limit = 2.0;
  EXPECT_THAT(findings_about_unknowns(identifiability(sensitivity, options)), IsEmpty());
}

TEST(AWeakDirection, OfNearlyParallelAxesIsTheDifferenceOfTheirOffsets) {
  DhArm arm;
  arm.rows = {{0, 0, 0.4, 0},
              {0.1, std::numbers::pi / 2, 0.05, 0.3},
              {0.5, 0.02, 0.07, 0},
              {0.3, std::numbers::pi / 2, 0.2, 0}};
  arm.tool = {0.1, 0.02, 0.15};
  std::vector<Eigen::VectorXd> states;
  Random random(7);
  for (int i = 0; i < 30; ++i)
    states.emplace_back(Eigen::Vector4d(random.angle(), random.angle(), random.angle(), random.angle()));
  const Identifiability result = identifiability(arm.sensitivity(states, 1e-4));
  EXPECT_EQ(result.rank, 16);
  ASSERT_EQ(result.weak.size(), 1U);
  const double d2 = result.deviations[6], d3 = result.deviations[10];
  EXPECT_NEAR(d2 / d3, 1.0, 0.01);
  EXPECT_THAT(findings_about_unknowns(result),
              ElementsAre("weakly seen: d2 ±" + deviation_text(d2, dimension::length) + " together with d3 ∓" +
                          deviation_text(d3, dimension::length) + " (expected standard deviation)"));
}

TEST(AWeakDirection, OfASumIsSaidOfTheSum) {
  Eigen::MatrixXd A(2, 3);
  A << 100, 100, 0, 0, 0, 1e4;
  EXPECT_THAT(findings_about_unknowns(identifiability(of_lengths(A))),
              ElementsAre("only x1 + x2 can be seen: one of the two cannot be told from the other",
                          "weakly seen: x1 + x2 ±10 mm (expected standard deviation)"));
  // 2·x1 − 3·x2 is known to 10 mm
  A.topLeftCorner<1, 2>() << 200, -300;
  EXPECT_THAT(findings_about_unknowns(identifiability(of_lengths(A))),
              Contains("weakly seen: 2·x1 − 3·x2 ±10 mm (expected standard deviation)"));
  // two sums, of which the difference is known well and their sum to 20 mm
  Eigen::MatrixXd B(2, 4);
  B << 1e4, 1e4, -1e4, -1e4, 50, 50, 50, 50;
  EXPECT_THAT(findings_about_unknowns(identifiability(of_lengths(B))),
              Contains("weakly seen: x1 + x2 ±10 mm together with x3 + x4 ±10 mm (expected standard deviation)"));
}

/// By leaving each measurement out and doing everything again.
std::vector<int> idle_by_trial(const Sensitivity& sensitivity) {
  const Identifiability whole = identifiability(sensitivity);
  std::vector<int> idle;
  for (int i = 0; i < static_cast<int>(sensitivity.measurements.size()); ++i) {
    std::vector<int> others;
    for (int j = 0; j < static_cast<int>(sensitivity.measurements.size()); ++j)
      if (j != i) others.push_back(j);
    const Identifiability without = identifiability(sensitivity.of(others));
    bool adds = without.rank != whole.rank;
    for (std::size_t k = 0; !adds && k < whole.seen.size(); ++k)
      adds = without.seen[k].deviation > 1.001 * whole.seen[k].deviation;
    if (!adds) idle.push_back(i);
  }
  return idle;
}

TEST(AMeasurement, AddsNothingIfNothingChangesWithoutIt) {
  Random random(3);
  int idle = 0, of = 0;
  for (int round = 0; round < 30; ++round) {
    const Eigen::Index unknowns = 2 + random.below(4);
    Eigen::MatrixXd A = random_rows(unknowns + 2 + random.below(6), unknowns, random);
    if (round % 3 == 0) A.col(1) = 2.0 * A.col(0);
    // from a measurement that counts to one that does not
    for (Eigen::Index i = 0; i < A.rows(); i += 2) A.row(i) *= std::pow(10.0, random.uniform(-3.0, 0.0));
    const Sensitivity sensitivity = of_lengths(A);
    const Identifiability result = identifiability(sensitivity);
    EXPECT_EQ(result.idle, idle_by_trial(sensitivity));
    idle += static_cast<int>(result.idle.size());
    of += static_cast<int>(A.rows());
  }
  EXPECT_GT(idle, 10);
  EXPECT_LT(idle, of - 100);
}

TEST(AMeasurement, ThatTheRankHangsOnIsNotIdle) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(5, 2);
  A.col(0).setConstant(1e4);
  A(4, 0) = 0.0;
  A(4, 1) = 1e-3;
  EXPECT_THAT(identifiability(of_lengths(A)).idle, IsEmpty());
  A(3, 0) = 1.0;
  const Identifiability result = identifiability(of_lengths(A));
  EXPECT_THAT(findings(result), Contains("measurement 4 adds nothing: without it the rank is the same and no expected "
                                         "deviation rises by more than 0.1 %"));
}

TEST(AMeasurement, OfWhichEveryRowIsDeadSeesNoUnknown) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Constant(3, 1, 1e4);
  A(1, 0) = 0.0;
  EXPECT_THAT(findings(identifiability(of_lengths(A))), Contains("measurement 2 sees no unknown"));
}

}  // namespace
