// SPDX-License-Identifier: BSD-3-Clause
/// A planar 2R arm whose link lengths are unknown: everything about it can be worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sinew/calibration/identifiability/identifiability_text.h"
#include "tests/support/refusal.h"

namespace {

using namespace sinew;
using sinew_test::refusal;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
constexpr double pi = std::numbers::pi;

struct PlanarState {
  double q1, q2;
};

/// x and y of the end at each state, with a standard deviation of 1 m and a typical error of 1 m, so that Φ is [c1,
/// c12; s1, s12].
Sensitivity planar_arm(const std::vector<PlanarState>& states) {
  Sensitivity y;
  y.unknowns = {{"l1", dimension::length, 1.0, 1.0}, {"l2", dimension::length, 1.0, 1.0}};
  y.Phi.resize(static_cast<Eigen::Index>(2 * states.size()), 2);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const double a = states[i].q1, b = states[i].q1 + states[i].q2;
    y.Phi.middleRows<2>(static_cast<Eigen::Index>(2 * i)) << std::cos(a), std::cos(b), std::sin(a), std::sin(b);
    y.measurements.push_back({std::to_string(i + 1), {"x", "y"}});
  }
  return y;
}

const std::vector<PlanarState> four_states = {{0, 0}, {pi / 2, 0}, {pi / 4, -pi / 4}, {0, pi / 4}};

TEST(APlanarArm, HasADeadRowWhereItIsStretchedAlongAnAxis) {
  const Identifiability result = identifiability(planar_arm(four_states));
  ASSERT_EQ(result.dead_rows.size(), 2U);
  EXPECT_EQ(result.dead_rows[0].measurement, 0);
  EXPECT_THAT(result.dead_rows[0].rows, ElementsAre("y"));
  EXPECT_EQ(result.dead_rows[1].measurement, 1);
  EXPECT_THAT(result.dead_rows[1].rows, ElementsAre("x"));
  EXPECT_THAT(findings(result), Contains("measurement 1 has 1 dead row: y"));
  EXPECT_THAT(findings(result), Contains("measurement 2 has 1 dead row: x"));
}

TEST(APlanarArm, ThatIsStretchedShowsOnlyTheSumOfItsLengths) {
  const Sensitivity all = planar_arm(four_states);
  EXPECT_EQ(seen_by_text(all, {0}), "measurement 1 sees only l1 + l2");
  EXPECT_EQ(seen_by_text(all, {0, 1}), "measurements 1 and 2 together see only l1 + l2");
  EXPECT_EQ(seen_by_text(all, {2}), "measurement 3 sees l1 and l2");
  EXPECT_EQ(seen_by_text(all, {1, 3}), "measurements 2 and 4 together see l1 and l2");
  // of the lengths' difference, whose singular value is √(2 − √2), each has the part 1/√2
  EXPECT_THAT(findings(identifiability(all)),
              ElementsAre("weakly seen: l1 ±924 mm together with l2 ∓924 mm (expected standard deviation)",
                          "measurement 1 has 1 dead row: y", "measurement 2 has 1 dead row: x",
                          "measurements 1 and 2 together see only l1 + l2"));

  const Identifiability stretched = identifiability(all.of({0, 1}));
  EXPECT_EQ(stretched.rank, 1);
  EXPECT_THAT(findings(stretched), Contains("only l1 + l2 can be seen: one of the two cannot be told from the other"));
  EXPECT_TRUE(std::isnan(stretched.deviations[0]) && std::isnan(stretched.deviations[1]));
  // the sum is measured twice
  ASSERT_EQ(stretched.seen.size(), 1U);
  EXPECT_NEAR(stretched.seen[0].deviation, 1 / std::sqrt(2.0), 1e-15);
}

TEST(APlanarArm, ThatIsFoldedShowsTheDifferenceOfItsLengths) {
  EXPECT_EQ(seen_by_text(planar_arm({{0.3, pi}, {1.1, pi}}), {0, 1}), "measurements 1 and 2 together see only l1 − l2");
}

TEST(APlanarArm, HasTheDeviationsOfItsNormalMatrix) {
  const Identifiability result = identifiability(planar_arm(four_states));
  EXPECT_EQ(result.rank, 2);
  EXPECT_TRUE(result.is_complete());
  // ΦᵀΦ = [4, c; c, 4] with c = Σ cos(q2) = 2 + 2·cos 45°
  const double c = 2.0 + std::sqrt(2.0);
  EXPECT_NEAR(result.singular_values[0], std::sqrt(4.0 + c), 1e-14);
  EXPECT_NEAR(result.singular_values[1], std::sqrt(4.0 - c), 1e-14);
  EXPECT_NEAR(result.condition, std::sqrt((4.0 + c) / (4.0 - c)), 1e-13);
  for (const double deviation : result.deviations) EXPECT_NEAR(deviation, std::sqrt(4.0 / (16.0 - c * c)), 1e-14);
  EXPECT_THAT(result.held, testing::IsEmpty());
  EXPECT_THAT(rank_text(result), HasSubstr("rank 2 of 2, condition number 3.5"));
}

TEST(APlanarArm, GainsRankWithTheFirstAndTheThirdMeasurement) {
  const auto steps = rank_steps(planar_arm(four_states));
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].measurement, 0);
  EXPECT_EQ(steps[0].rank, 1);
  EXPECT_EQ(steps[1].measurement, 2);
  EXPECT_EQ(steps[1].rank, 2);
}

TEST(APlanarArm, WithLengthsOfDifferentTypicalErrorsSeesTheSame) {
  Sensitivity scaled = planar_arm(four_states);
  scaled.unknowns[0].typical_error = 1e-3;
  scaled.unknowns[1].typical_error = 50.0;
  scaled.Phi.col(0) *= 1e-3;
  scaled.Phi.col(1) *= 50.0;
  EXPECT_EQ(seen_by_text(scaled, {0, 1}), "measurements 1 and 2 together see only l1 + l2");
  const Identifiability result = identifiability(scaled), plain = identifiability(planar_arm(four_states));
  EXPECT_LT((result.deviations - plain.deviations).norm(), 1e-13);
}

TEST(ASensitivity, IsRefusedWithEverythingThatIsWrongWithIt) {
  Sensitivity wrong = planar_arm(four_states);
  wrong.unknowns[1].typical_error = 0.0;
  wrong.measurements.pop_back();
  wrong.Phi(0, 0) = NAN;
  const std::string said = refusal([&] { identifiability(wrong); });
  EXPECT_THAT(said, HasSubstr("has 8 rows; give the 6 that the measurements name"));
  EXPECT_THAT(said, HasSubstr("the typical error of 'l2' is 0"));
  EXPECT_THAT(said, HasSubstr("an entry that is not finite"));
  wrong.unknowns.push_back({"l3", dimension::length, 1.0, 1.0});
  EXPECT_THAT(refusal([&] { identifiability(wrong); }),
              HasSubstr("has 2 columns; give one for each of the 3 unknowns"));
  EXPECT_THAT(refusal([] { identifiability({}); }), HasSubstr("there are no unknowns"));

  const Sensitivity right = planar_arm(four_states);
  EXPECT_THAT(refusal([&] { seen_by_text(right, {0, 4}); }), HasSubstr("there is no measurement number 4"));
  EXPECT_THAT(refusal([&] { seen_by_text(right, {}); }), HasSubstr("no measurement is chosen"));
  IdentifiabilityOptions options;
  options.rank_tolerance = 0.0;
  options.weak_limit = -1.0;
  options.prior_deviations = Eigen::VectorXd::Ones(3);
  const std::string refused = refusal([&] { identifiability(right, options); });
  EXPECT_THAT(refused, HasSubstr("the tolerance of the rank is 0"));
  EXPECT_THAT(refused, HasSubstr("the limit of weakly seen directions is -1"));
  EXPECT_THAT(refused, HasSubstr("there are 3 prior deviations; give one for each of the 2 unknowns"));
  options = {};
  options.prior_deviations = Eigen::Vector2d(1.0, 0.0);
  EXPECT_THAT(refusal([&] { identifiability(right, options); }), HasSubstr("a prior deviation is 0"));
}

TEST(ASensitivity, WithoutMeasurementsSeesNothing) {
  const Identifiability nothing = identifiability(planar_arm({}));
  EXPECT_EQ(nothing.rank, 0);
  EXPECT_TRUE(std::isnan(nothing.condition));
  EXPECT_THAT(findings(nothing), ElementsAre("l1 cannot be seen at all", "l2 cannot be seen at all"));
  EXPECT_TRUE(rank_steps(planar_arm({})).empty());
  EXPECT_THAT(rank_text(nothing), Not(HasSubstr("condition")));
}

}  // namespace
