// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/design/candidate_states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "sinew/formats/load.h"
#include "sinew/model/build_model.h"
#include "tests/support/descriptions.h"
#include "tests/support/kinematics.h"
#include "tests/support/refusal.h"

namespace {

using namespace sinew;
using namespace sinew_test;
using testing::HasSubstr;
constexpr double no_limit = std::numeric_limits<double>::infinity();

Model<double> panda() { return load_robot(std::string(SINEW_SOURCE_DIR) + "/robots/panda.yaml").model; }

/// A joint of each kind in a row, with these limits.
Model<double> one_joint(JointKind kind, double lower, double upper) {
  RobotDescription<double> arm = a_sound_arm();
  arm.joints[1].kind = kind;
  arm.joints[1].limits.lower = lower;
  arm.joints[1].limits.upper = upper;
  return build_model(arm);
}

TEST(CandidateStates, AreSpreadBetweenTheLimits) {
  const Model<double> model = panda();
  const auto states = candidate_states(model, {.count = 400, .seed = 1}).states;
  ASSERT_EQ(states.size(), 400U);
  for (const Link<double>& link : model.links()) {
    if (link.follows) continue;
    double least = no_limit, most = -no_limit, sum = 0.0;
    for (const Eigen::VectorXd& q : states) {
      least = std::min(least, q[link.position_index]);
      most = std::max(most, q[link.position_index]);
      sum += q[link.position_index];
    }
    const double range = link.limits.upper - link.limits.lower;
    EXPECT_GE(least, link.limits.lower);
    EXPECT_LE(most, link.limits.upper);
    EXPECT_GT(most - least, 0.98 * range);
    EXPECT_NEAR(sum / 400.0, 0.5 * (link.limits.upper + link.limits.lower), 0.08 * range);
  }
  EXPECT_EQ(states[7], candidate_states(model, {.count = 8, .seed = 1}).states[7]);
  EXPECT_NE(states[7], candidate_states(model, {.count = 8, .seed = 2}).states[7]);
}

TEST(CandidateStates, GoOnceRoundWhereAJointHasNoLimit) {
  const auto range_of = [](const Model<double>& model) {
    double least = no_limit, most = -no_limit;
    for (const Eigen::VectorXd& q : candidate_states(model, {.count = 500, .seed = 1}).states) {
      least = std::min(least, q[1]);
      most = std::max(most, q[1]);
    }
    return std::pair(least, most);
  };
  constexpr double pi = std::numbers::pi;
  const auto expect_range = [&](double lower, double upper, double from, double to) {
    const auto [least, most] = range_of(one_joint(JointKind::Revolute, lower, upper));
    EXPECT_TRUE(least >= from && least < from + 0.1) << least;
    EXPECT_TRUE(most <= to && most > to - 0.1) << most;
  };
  expect_range(-no_limit, no_limit, -pi, pi);
  expect_range(5.0, no_limit, 5.0, 5.0 + 2 * pi);
  expect_range(-no_limit, -4.0, -4.0 - 2 * pi, -4.0);
  expect_range(0.2, 0.7, 0.2, 0.7);
}

TEST(CandidateStates, KeepTheLimitsOfMimicJoints) {
  RobotDescription<double> arm = a_sound_arm();
  arm.joints[0].limits.lower = -1.0;
  arm.joints[0].limits.upper = 1.0;
  arm.joints[1].limits.lower = -0.5;
  arm.joints[1].limits.upper = 0.5;
  arm.joints[1].mimic = Mimic<double>{"shoulder", 2.0, 0.1};
  const Model<double> model = build_model(arm);
  for (const Eigen::VectorXd& q : candidate_states(model, {.count = 100, .seed = 1}).states)
    EXPECT_TRUE(std::abs(2.0 * q[0] + 0.1) <= 0.5 + 1e-12);
}

TEST(CandidateStates, KeepClearOfObstacles) {
  const Model<double> model = panda();
  ObstacleDistance obstacles(model, {{"hand", "panda_hand", {{0, 0, 0}, {0, 0, 0.1}, 0.05}}},
                             {{"table", HalfSpace{{0, 0, 1}, 0.0}}, {"column", Ball{{0.4, 0.3, 0.5}, 0.2}}});
  const FoundStates found = candidate_states(
      model, {.count = 100, .seed = 1, .obstacles = &obstacles, .clearance = 0.03, .is_admissible = {}});
  const std::vector<Eigen::VectorXd>& states = found.states;
  EXPECT_EQ(found.tried, 100 + found.near_obstacles);
  EXPECT_GT(found.near_obstacles, 5);
  const auto all = candidate_states(model, {.count = 100, .seed = 1}).states;
  const auto clearance = [&](const Eigen::VectorXd& q) {
    const Placement<double> placed(model, std::vector<double>(q.begin(), q.end()));
    const Pose<double> X = placed.of("panda_hand");
    // points of the capsule's axis, near enough
    double least = no_limit;
    for (int k = 0; k <= 100; ++k) {
      const Vec3<double> p = X * Vec3<double>{0, 0, 0.001 * k};
      least = std::min({least, p.z - 0.05, norm(p - Vec3<double>{0.4, 0.3, 0.5}) - 0.2 - 0.05});
    }
    return least;
  };
  int too_near = 0;
  for (const Eigen::VectorXd& q : states) EXPECT_GE(clearance(q), 0.03 - 1e-12);
  for (const Eigen::VectorXd& q : all) too_near += clearance(q) < 0.03 ? 1 : 0;
  EXPECT_GT(too_near, 5);
}

TEST(CandidateStates, AreAdmissible) {
  CandidateStates question{.count = 50, .seed = 1};
  question.is_admissible = [](const Eigen::VectorXd& q) { return q[0] > 0.5; };
  for (const Eigen::VectorXd& q : candidate_states(panda(), question).states) EXPECT_GT(q[0], 0.5);
}

TEST(CandidateStates, AreRefusedWhereThereAreNone) {
  const Model<double> model = panda();
  CandidateStates question{.count = 2, .seed = 1};
  question.is_admissible = [](const Eigen::VectorXd&) { return false; };
  EXPECT_THAT(
      refusal([&] { candidate_states(model, question); }),
      HasSubstr("only 0 of 2000 random states may be measured at: 0 are too near to an obstacle, 2000 are refused"));
  question.count = 0;
  question.clearance = NAN;
  const std::string said = refusal([&] { candidate_states(model, question); });
  EXPECT_THAT(said, HasSubstr("0 states are asked for"));
  EXPECT_THAT(said, HasSubstr("the clearance is nan"));
  EXPECT_THAT(
      refusal([&] { candidate_states(one_joint(JointKind::Prismatic, 0.0, no_limit), {.count = 1, .seed = 1}); }),
      HasSubstr("joint 'elbow' slides without limits"));
  RobotDescription<double> floating = a_sound_arm();
  floating.floating_base = true;
  floating.links[0].inertia = some_inertia();
  EXPECT_THAT(refusal([&] { candidate_states(build_model(floating), {.count = 1, .seed = 1}); }),
              HasSubstr("the base floats"));
}

}  // namespace
