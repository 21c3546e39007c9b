// SPDX-License-Identifier: BSD-3-Clause
/// Unknowns that cannot be told apart, in words: of arms that everybody knows, and of random matrices with null
/// spaces that were put into them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <numbers>
#include <numeric>

#include "sinew/calibration/identifiability/identifiability_text.h"
#include "tests/calibration/dh_arm.h"
#include "tests/support/random.h"
#include "tests/support/soak.h"

namespace {

using namespace sinew;
using namespace sinew_test;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Eigen::VectorXd> random_joint_states(int count, int joints, std::uint64_t seed) {
  Random random(seed);
  std::vector<Eigen::VectorXd> states;
  for (int i = 0; i < count; ++i) {
    Eigen::VectorXd q(joints);
    for (double& angle : q) angle = random.uniform(-2.5, 2.5);
    states.push_back(q);
  }
  return states;
}

int number_of(const Identifiability& result, const std::string& name) {
  for (std::size_t i = 0; i < result.unknowns.size(); ++i)
    if (result.unknowns[i].name == name) return static_cast<int>(i);
  ADD_FAILURE() << "there is no unknown " << name;
  return 0;
}

TEST(AnArm, WithTwoParallelAxesShowsOnlyTheSumOfTheirOffsets) {
  DhArm arm;
  arm.rows = {
      {0, 0, 0.4, 0}, {0.1, std::numbers::pi / 2, 0.05, 0.3}, {0.5, 0, 0.07, 0}, {0.3, std::numbers::pi / 2, 0.2, 0}};
  arm.tool = {0.1, 0.02, 0.15};
  const Identifiability result = identifiability(arm.sensitivity(random_joint_states(30, 4, 1)));
  EXPECT_EQ(result.rank, 15);
  EXPECT_THAT(findings(result), ElementsAre("only d2 + d3 can be seen: one of the two cannot be told from the other"));
  const int d2 = number_of(result, "d2"), d3 = number_of(result, "d3");
  EXPECT_THAT(result.held, ElementsAre(d3));
  for (int k = 0; k < 16; ++k)
    EXPECT_EQ(std::isnan(result.deviations[k]), k == d2 || k == d3)
        << result.unknowns[static_cast<std::size_t>(k)].name;
}

TEST(AnArm, WithThreeParallelAxesShowsOnlyTheSumOfThree) {
  DhArm arm;
  arm.rows = {{0, 0, 0.4, 0},
              {0.1, std::numbers::pi / 2, 0.05, 0.3},
              {0.5, 0, 0.07, 0},
              {0.3, 0, 0.2, 0},
              {0.1, std::numbers::pi / 2, 0.1, 0}};
  arm.tool = {0.1, 0.02, 0.15};
  const Identifiability result = identifiability(arm.sensitivity(random_joint_states(30, 5, 2)));
  EXPECT_THAT(findings(result),
              ElementsAre("only d2 + d3 + d4 can be seen of d2, d3 and d4: errors with d2 : d3 = 1 : −1 "
                          "and d2 : d4 = 1 : −1 change nothing"));
}

TEST(AnArm, DoesNotTellItsBaseFromItsFirstJoint) {
  DhArm arm;
  arm.rows = {
      {0, 0, 0.4, 0}, {0.1, std::numbers::pi / 2, 0.05, 0.3}, {0.5, 0.4, 0.07, 0}, {0.3, std::numbers::pi / 2, 0.2, 0}};
  arm.tool = {0.1, 0.02, 0.15};
  arm.has_base = true;
  const Identifiability result = identifiability(arm.sensitivity(random_joint_states(40, 4, 3)));
  EXPECT_THAT(findings_about_unknowns(result),
              ElementsAre("only base.x + a1 can be seen: one of the two cannot be told from the other",
                          "only base.z + d1 can be seen: one of the two cannot be told from the other",
                          "only base.rx + alpha1 can be seen: one of the two cannot be told from the other",
                          "only base.rz + theta1 can be seen: one of the two cannot be told from the other"));
}

TEST(AnArm, WhosePositionAloneIsMeasuredDoesNotSeeItsLastTurn) {
  const Identifiability result = identifiability(panda_arm().sensitivity(random_joint_states(40, 7, 4)));
  EXPECT_EQ(result.rank, 25);
  // the hand is 0.107 m along axis 7, whose origin is 0.088 m beside axis 6
  EXPECT_THAT(
      findings_about_unknowns(result),
      ElementsAre(
          "theta7 cannot be seen at all",
          "only d6 − (0.107 m/rad)·alpha7 can be seen: one of the two cannot be told from the other",
          "only a7 + (0.107 m/rad)·theta6 and d7 − (0.088 m/rad)·theta6 can be seen of theta6, a7 and d7: errors "
          "with theta6 : a7 : d7 = 1 rad : −0.107 m : 0.088 m change nothing"));
}

/// A random matrix whose null space is spanned by the columns of N.
Eigen::MatrixXd matrix_that_does_not_see(const Eigen::MatrixXd& N, Eigen::Index rows, Random& random) {
  const Eigen::MatrixXd Q =
      Eigen::HouseholderQR<Eigen::MatrixXd>(N).householderQ() * Eigen::MatrixXd::Identity(N.rows(), N.cols());
  Eigen::MatrixXd A(rows, N.rows());
  for (double& a : A.reshaped()) a = random.uniform(-1.0, 1.0);
  for (int pass = 0; pass < 2; ++pass) A -= (A * Q) * Q.transpose();
  return A;
}

/// A sensitivity with this matrix in SI, whatever the typical errors are.
Sensitivity sensitivity_of(const Eigen::MatrixXd& A, Random& random) {
  Sensitivity y;
  y.Phi = A;
  for (Eigen::Index k = 0; k < A.cols(); ++k) {
    const double typical = std::pow(10.0, random.uniform(-6.0, 2.0));
    y.unknowns.push_back({"x" + std::to_string(k + 1), dimension::length, 0.0, typical});
    y.Phi.col(k) *= typical;
  }
  for (Eigen::Index i = 0; i < A.rows(); ++i) y.measurements.push_back({std::to_string(i + 1), {"x"}});
  return y;
}

/// "2·x1 − 3·x4" of the coefficients of unknowns, written here once more.
std::string sum_text(const std::vector<std::pair<int, int>>& terms) {
  std::string text;
  for (const auto& [unknown, coefficient] : terms) {
    if (!text.empty()) text += coefficient < 0 ? " − " : " + ";
    if (std::abs(coefficient) != 1) text += std::to_string(std::abs(coefficient)) + "·";
    text += "x" + std::to_string(unknown + 1);
  }
  return text;
}

/// Unknowns 0 … n − 1 in random groups, each with one direction in small integers that is not seen.
struct PlantedGroups {
  std::vector<std::vector<std::pair<int, int>>> groups;  ///< unknown and its part of the direction, by unknown
  Eigen::MatrixXd N;

  explicit PlantedGroups(int n, Random& random) {
    std::vector<int> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    for (int i = n - 1; i > 0; --i)
      std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.below(i + 1))]);
    for (int taken = 0;;) {
      const int size = 1 + random.below(4);
      if (taken + size > n || groups.size() == 3) break;
      groups.emplace_back();
      int divisor = 0;
      for (int k = 0; k < size; ++k) {
        const int part = (1 + random.below(5)) * (random.below(2) == 0 ? 1 : -1);
        divisor = std::gcd(divisor, part);
        groups.back().emplace_back(order[static_cast<std::size_t>(taken + k)], part);
      }
      std::sort(groups.back().begin(), groups.back().end());
      if (groups.back().front().second < 0) divisor = -divisor;
      for (auto& [unknown, part] : groups.back()) part /= divisor;
      taken += size;
    }
    N = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(groups.size()));
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (const auto& [unknown, part] : groups[g]) N(unknown, static_cast<Eigen::Index>(g)) = part;
  }
};

/// What must be said of a group of two: x1 and x2 with errors p : q show q·x1 − p·x2.
std::string expected_of_two(const std::vector<std::pair<int, int>>& group) {
  const int sign = group[1].second > 0 ? 1 : -1;
  return "only " + sum_text({{group[0].first, sign * group[1].second}, {group[1].first, -sign * group[0].second}}) +
         " can be seen: one of the two cannot be told from the other";
}

std::string expected_ratio(const std::vector<std::pair<int, int>>& group) {
  std::string names, sizes;
  for (const auto& [unknown, part] : group) {
    names += (names.empty() ? "x" : " : x") + std::to_string(unknown + 1);
    sizes += (sizes.empty() ? "" : " : ") + std::string(part < 0 ? "−" : "") + std::to_string(std::abs(part));
  }
  return "errors with " + names + " = " + sizes + " change nothing";
}

TEST(ARandomMatrix, SaysInWordsWhichDirectionsWereTakenOutOfIt) {
  Random random(11);
  for (int round = 0; round < case_count(200, 5000); ++round) {
    const int n = 3 + random.below(10);
    const PlantedGroups planted(n, random);
    const Sensitivity sensitivity = sensitivity_of(matrix_that_does_not_see(planted.N, 2 * n, random), random);
    const Identifiability result = identifiability(sensitivity);
    ASSERT_EQ(result.rank, n - planted.N.cols());
    const std::vector<std::string> said = findings_about_unknowns(result);
    std::size_t dead = 0;
    for (const auto& group : planted.groups) {
      if (group.size() == 1) {
        ++dead;
        ASSERT_THAT(said, Contains("x" + std::to_string(group[0].first + 1) + " cannot be seen at all"));
      } else if (group.size() == 2) {
        ASSERT_THAT(said, Contains(expected_of_two(group)));
      } else {
        ASSERT_THAT(said, Contains(HasSubstr(expected_ratio(group))));
      }
    }
    ASSERT_EQ(result.dead.size(), dead);
    ASSERT_EQ(result.entangled.size(), planted.groups.size() - dead);
  }
}

TEST(ARandomMatrix, ShowsPairsOfEntangledUnknownsWhereOneDirectionIsMissing) {
  Random random(12);
  const Eigen::MatrixXd N = (Eigen::MatrixXd(6, 1) << 0, 2, 0, -3, 0, 6).finished();
  const Identifiability result = identifiability(sensitivity_of(matrix_that_does_not_see(N, 12, random), random));
  ASSERT_EQ(result.entangled.size(), 1U);
  // with x6, the simplest ratios to the two others
  EXPECT_THAT(findings_about_unknowns(result)[0],
              "only 3·x2 − x6 and 2·x4 + x6 can be seen of x2, x4 and x6: errors with x2 : x4 : x6 = 2 : −3 : 6 change "
              "nothing");
}

TEST(ARandomMatrix, WhoseMissingDirectionsShareUnknownsSaysThemExactly) {
  Random random(13);
  for (int round = 0; round < case_count(100, 3000); ++round) {
    const int n = 5 + random.below(4), missing = 2 + random.below(2);
    Eigen::MatrixXd N(n, missing);
    for (double& part : N.reshaped()) part = random.below(5) - 2;
    if (Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(N).rank() < missing) continue;
    const Identifiability result = identifiability(sensitivity_of(matrix_that_does_not_see(N, 2 * n, random), random));
    ASSERT_EQ(result.rank, n - missing);
    ASSERT_EQ(result.seen.size(), static_cast<std::size_t>(n - missing));
    // integers that the missing directions make zero, exactly
    for (const SeenQuantity& quantity : result.seen)
      for (Eigen::Index k = 0; k < missing; ++k) {
        double sum = 0.0;
        for (const CombinationTerm& term : quantity.what.terms) {
          ASSERT_EQ(term.coefficient, std::round(term.coefficient));
          sum += term.coefficient * N(term.unknown, k);
        }
        ASSERT_EQ(sum, 0.0) << combination_text(quantity.what, result.unknowns);
      }
    // and integers that span the missing directions
    std::size_t unseen = result.dead.size();
    for (const EntangledUnknowns& group : result.entangled)
      for (const Combination& one : group.unseen) {
        ++unseen;
        Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
        for (const CombinationTerm& term : one.terms) z[term.unknown] = term.coefficient;
        ASSERT_EQ(z, z.array().round().matrix());
        ASSERT_LT((z - N * N.colPivHouseholderQr().solve(z)).norm(), 1e-12 * z.norm());
      }
    ASSERT_EQ(unseen, static_cast<std::size_t>(missing));
  }
}

TEST(WhatIsSaid, DoesNotDependOnTypicalErrorsOrOnTheSizeOfNoise) {
  const DhArm arm = panda_arm();
  const std::vector<Eigen::VectorXd> states = random_joint_states(30, 7, 5);
  const Identifiability plain = identifiability(arm.sensitivity(states));
  for (const double angle_error : {1e-7, 1e-3, 10.0})
    for (const double deviation : {1e-9, 1.0}) {
      IdentifiabilityOptions options;
      options.weak_limit = 1e30;  // weak directions are those below typical errors
      const Identifiability other = identifiability(arm.sensitivity(states, deviation, 1e-3, angle_error), options);
      EXPECT_EQ(findings(other), findings(plain));
      EXPECT_LT((other.unit_singular_values - plain.unit_singular_values).norm(), 1e-13);
      for (Eigen::Index k = 0; k < plain.deviations.size(); ++k) {
        if (std::isnan(plain.deviations[k])) continue;
        EXPECT_NEAR(other.deviations[k] / deviation * 1e-4 / plain.deviations[k], 1.0, 1e-10);
      }
    }
}

TEST(ANumber, IsASimpleRatioOnlyIfItIsOneToSevenDigits) {
  EXPECT_EQ(simple_ratio(-1.5)->above, -3);
  EXPECT_EQ(simple_ratio(-1.5)->below, 2);
  EXPECT_EQ(simple_ratio(1.0 / 3.0 + 1e-9)->below, 3);
  EXPECT_FALSE(simple_ratio(0.3333));
  EXPECT_FALSE(simple_ratio(std::sqrt(0.5)));
  EXPECT_FALSE(simple_ratio(1e9));
  EXPECT_FALSE(simple_ratio(0.0));
  EXPECT_FALSE(simple_ratio(NAN));
}

TEST(ACombination, WithRatiosThatAreNotSimpleIsWrittenForOneUnknown) {
  const std::vector<CalibrationParameter> unknowns = {{"a", dimension::length},
                                                      {"b", dimension::length},
                                                      {"t", dimension::angle},
                                                      {"k", dimension::none},
                                                      {"c", dimension::length}};
  EXPECT_EQ(combination_text(combination({{0, 2.0}, {1, -std::sqrt(2.0)}}, 0, unknowns), unknowns), "a − 0.707107·b");
  EXPECT_EQ(combination_text(combination({{0, 1.0}, {1, 2.0}}, 1, unknowns), unknowns), "a + 2·b");
  EXPECT_EQ(combination_text(combination({{0, -2.0}, {2, 1.0}}, 2, unknowns), unknowns), "t − (2 rad/m)·a");
  EXPECT_EQ(combination_text(combination({{0, 1.0}, {3, 0.5}}, 0, unknowns), unknowns), "a + (0.5 m)·k");
  EXPECT_EQ(combination_text(combination({{0, 1.0 / 17}, {1, 1.0 / 19}}, 0, unknowns), unknowns), "19·a + 17·b");
  EXPECT_EQ(combination_text(combination({{0, 1.0}, {1, 3.0 / 7}, {4, -5.0 / 11}}, 0, unknowns), unknowns),
            "a + 3/7·b − 5/11·c");
  EXPECT_EQ(deviation_text(0.00012345, dimension::length), "0.123 mm");
  EXPECT_EQ(deviation_text(1.5, dimension::length), "1500 mm");
  EXPECT_EQ(deviation_text(std::numbers::pi / 1800, dimension::angle), "0.1°");
  EXPECT_EQ(deviation_text(0.5, dimension::none), "0.5");
  EXPECT_EQ(deviation_text(2e-5, dimension::angle / dimension::torque),
            "2e-05 " + (dimension::angle / dimension::torque).si_text());
}

}  // namespace
