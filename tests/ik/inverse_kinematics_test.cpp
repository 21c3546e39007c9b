// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/inverse_kinematics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <numbers>

#include "sinew/arm/arm.h"
#include "sinew/model/build_model.h"
#include "sinew/tasks/joint_limits.h"
#include "tests/robots/shipped_robots.h"
#include "tests/support/allocation_count.h"
#include "tests/support/descriptions.h"
#include "tests/support/differences.h"
#include "tests/support/kinematics.h"
#include "tests/support/refusal.h"

namespace {

using namespace sinew;
using namespace sinew_test;
using std::numbers::pi;
using testing::HasSubstr;

/// The last frame on the last link.
std::string frame_of_last_link(const Model<double>& model) {
  std::string name;
  for (const Frame<double>& frame : model.frames())
    if (frame.link == model.link_count() - 1) name = frame.name;
  return name;
}

/// Anywhere that the joints may be, those of mimic joints included; angles of ±π and slides of ±1 m where they have no limits.
std::vector<double> random_allowed(const Model<double>& model, Random& random) {
  std::vector<double> q = random_position(model, random);
  const JointLimits limits = JointLimits::of(model);
  for (const Link<double>& link : model.links()) {
    const double lower = limits.lower[at(link.velocity_index)], upper = limits.upper[at(link.velocity_index)];
    double& own = q[at(link.position_index)];
    if (std::isfinite(lower) && std::isfinite(upper) && !link.follows) own = random.uniform(lower, upper);
    own = std::clamp(own, lower, upper);
  }
  return q;
}

/// By how much a joint is beyond its limits, as the file has them for each joint by itself; 0 if none is.
double beyond_limits(const Model<double>& model, const std::vector<double>& q) {
  double most = 0.0;
  for (const Link<double>& link : model.links()) {
    const double own = link.multiplier * q[at(link.position_index)] + link.offset;
    most = std::max({most, link.limits.lower - own, own - link.limits.upper});
  }
  return most;
}

double angle_between(const Rotation<double>& a, const Rotation<double>& b) { return axis_angle(a * b.inverse()).angle; }

/// The frame is where it should be, as an independent forward recursion sees it.
void expect_there(const Model<double>& model, const std::string& frame, const std::vector<double>& q,
                  const Pose<double>& X_WF, double tolerance = 1.01e-8) {
  const Pose<double> X = Placement<double>(model, q).of(frame);
  EXPECT_LE(norm(X.p - X_WF.p), tolerance);
  EXPECT_LE(angle_between(X.R, X_WF.R), tolerance);
}

Model<double> two_link(const std::string& changes = "") {
  RobotDescription<double> arm = a_sound_arm();
  arm.joints[1].X_PJ.p = {1.0, 0.0, 0.0};
  arm.frames.push_back({"tip", "lower", {{}, {0.8, 0.0, 0.0}}, {}});
  if (changes == "limited elbow") {
    arm.joints[0].limits = {.lower = -0.5, .upper = 0.5};
    arm.joints[1].limits = {.lower = 0.2, .upper = 1.0};
  }
  return build_model(arm);
}

// ---- forward undoes inverse

TEST(ForwardKinematics, UndoesInverseOnEveryShippedRobot) {
  for (const std::string& name : shipped_robots()) {
    SCOPED_TRACE(name);
    const Model<double> model = shipped(name).model;
    const std::string frame = frame_of_last_link(model);
    InverseKinematics ik(model, frame);
    Random random(3);
    for (int k = 0; k < 100; ++k) {
      const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of(frame);
      const IkSolution& solution = ik.solve(IkTarget::pose(X_WF));
      ASSERT_TRUE(solution.solved) << k << ": " << solution.position_error << " m, " << solution.orientation_error;
      expect_there(model, frame, solution.q, X_WF);
      EXPECT_EQ(beyond_limits(model, solution.q), 0.0);
      EXPECT_LE(solution.position_error, 1e-8);
      EXPECT_LE(solution.orientation_error, 1e-8);
    }
  }
}

TEST(ForwardKinematics, UndoesInverseWithEveryKindOfJointAndFollowersAndFloatingBases) {
  int asked = 0, solved = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const bool floating = seed % 3 == 0;
    const Model<double> model = build_model(a_random_tree(seed, 10, floating));
    Random random(seed);
    for (const Frame<double>& frame : model.frames()) {
      InverseKinematics ik(model, frame.name);
      const std::vector<double> q = random_position(model, random);
      std::vector<double> start = random_position(model, random);
      if (floating) std::copy_n(q.begin(), 7, start.begin());
      const Pose<double> X_WF = Placement<double>(model, q).of(frame.name);
      const IkSolution& solution = ik.solve(IkTarget::pose(X_WF), start);
      ++asked;
      for (const double value : solution.q) ASSERT_TRUE(std::isfinite(value));
      if (!solution.solved) continue;
      ++solved;
      expect_there(model, frame.name, solution.q, X_WF, 2e-8);
      for (std::size_t i = 0; floating && i < 7; ++i) EXPECT_EQ(solution.q[i], start[i]);
    }
  }
  EXPECT_GE(solved, asked * 99 / 100) << "of " << asked;
}

TEST(APanda, AnIiwaAndAUr5AreSolvedFromTheMiddleOfTheirRanges) {
  for (const auto& [name, frame] :
       {std::pair<const char*, const char*>{"panda", "panda_hand_tcp"}, {"iiwa14", "iiwa_link_ee"}, {"ur5", "tool0"}}) {
    const Model<double> model = shipped(name).model;
    InverseKinematics ik(model, frame);
    Random random(5);
    int solved = 0;
    constexpr int poses = 2000;
    for (int k = 0; k < poses; ++k) {
      const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of(frame);
      const IkSolution& solution = ik.solve(IkTarget::pose(X_WF), {}, {.explain = false});
      if (!solution.solved) continue;
      ++solved;
      expect_there(model, frame, solution.q, X_WF);
      ASSERT_EQ(beyond_limits(model, solution.q), 0.0);
    }
    EXPECT_GE(solved, poses * 999 / 1000) << name;
  }
}

TEST(BothInstructionSets, Solve) {
  const Model<double> model = shipped("panda").model;
  for (const auto use : {Instructions::Plain, Instructions::Avx2}) {
    InverseKinematics ik(model, "panda_hand", {}, 0, use);
    Random random(6);
    for (int k = 0; k < 200; ++k) {
      const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of("panda_hand");
      const IkSolution& solution = ik.solve(IkTarget::pose(X_WF));
      ASSERT_TRUE(solution.solved);
      expect_there(model, "panda_hand", solution.q, X_WF);
    }
  }
}

TEST(ATolerance, IsKeptDownToRoundOff) {
  const Model<double> model = shipped("iiwa14").model;
  InverseKinematics ik(model, "iiwa_link_ee");
  Random random(7);
  for (int k = 0; k < 200; ++k) {
    const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of("iiwa_link_ee");
    const IkSolution& solution =
        ik.solve(IkTarget::pose(X_WF), {}, {.position_tolerance = 1e-12, .orientation_tolerance = 1e-12});
    ASSERT_TRUE(solution.solved);
    expect_there(model, "iiwa_link_ee", solution.q, X_WF, 1.1e-12);
  }
}

// ---- what counts

TEST(APosition, IsReachedByAnyPointOfTheFrame) {
  const Model<double> model = shipped("ur5").model;
  const Vec3<double> point{0.1, -0.05, 0.2};
  InverseKinematics ik(model, "tool0", point);
  Random random(8);
  for (int k = 0; k < 50; ++k) {
    const Vec3<double> p = Placement<double>(model, random_allowed(model, random)).of("tool0") * point;
    const IkSolution& solution = ik.solve(IkTarget::position(p));
    ASSERT_TRUE(solution.solved);
    EXPECT_LE(norm(Placement<double>(model, solution.q).of("tool0") * point - p), 1.01e-8);
    EXPECT_EQ(solution.orientation_error, 0.0);
  }
}

TEST(AnOrientation, IsReachedWhereverTheFrameIs) {
  const Model<double> model = shipped("panda").model;
  InverseKinematics ik(model, "panda_hand");
  Random random(9);
  for (int k = 0; k < 50; ++k) {
    const Rotation<double> R = random.rotation();
    const IkSolution& solution = ik.solve(IkTarget::orientation(R));
    ASSERT_TRUE(solution.solved);
    EXPECT_LE(angle_between(Placement<double>(model, solution.q).of("panda_hand").R, R), 1.01e-8);
  }
}

TEST(ATool, MayTurnAboutItsOwnAxisWhereThatRowIsLeftOut) {
  // drilling: all but the turn about the target's z counts
  const Model<double> model = shipped("puma560").model;
  InverseKinematics ik(model, "link6");
  Random random(10);
  int turned = 0;
  for (int k = 0; k < 100; ++k) {
    const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of("link6");
    IkTarget target = IkTarget::pose(X_WF);
    target.rows = Rows(true, true, false, true, true, true);
    target.R_WA = X_WF.R;
    const std::vector<double> start = random_position(model, random);
    const IkSolution& solution = ik.solve(target, start);
    ASSERT_TRUE(solution.solved) << k;
    const Pose<double> X = Placement<double>(model, solution.q).of("link6");
    EXPECT_LE(norm(X.p - X_WF.p), 1.01e-8);
    EXPECT_LE(norm(cross(X.R.column(2), X_WF.R.column(2))), 2e-8);
    EXPECT_GT(dot(X.R.column(2), X_WF.R.column(2)), 0.0);
    if (angle_between(X.R, X_WF.R) > 0.1) ++turned;
  }
  EXPECT_GT(turned, 50);
}

TEST(ATool, ThatIsTurnedFarAboutItsFreeAxisIsSolvedAsQuickly) {
  const Model<double> model = shipped("puma560").model;
  const Arm arm(model);
  InverseKinematics ik(model, "link6");
  Random random(24);
  for (const double turned : {0.0, 1.0, 2.0, 3.0, pi}) {
    int iterations = 0;
    for (int k = 0; k < 50; ++k) {
      std::vector<double> q;
      do  // away from singularities
        q = random_position(model, random);
      while (analyse_jacobian(arm.jacobian(Eigen::Map<const Eigen::VectorXd>(q.data(), 6), "link6")).condition > 20.0);
      Pose<double> X_WF = Placement<double>(model, q).of("link6");
      X_WF.R = X_WF.R * Rotation<double>::about_x(sincos(0.02)) * Rotation<double>::about_z(sincos(turned));
      X_WF.p.x += 0.005;
      const IkTarget target{X_WF, {true, true, false, true, true, true}, X_WF.R};
      const IkSolution& solution = ik.solve(target, q, {.starts = 1});
      EXPECT_TRUE(solution.solved) << turned << ' ' << k;
      iterations += solution.iterations;
    }
    EXPECT_LE(iterations, 50 * 5) << turned;
  }
}

TEST(RowsInTheWorldsAxes, AreThoseThatAreHeld) {
  // a height and a heading; the rest is free
  const Model<double> model = shipped("iiwa14").model;
  InverseKinematics ik(model, "iiwa_link_ee");
  Random random(11);
  for (int k = 0; k < 50; ++k) {
    const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of("iiwa_link_ee");
    const IkTarget target{X_WF, {true, true, false, false, false, true}, {}};
    const IkSolution& solution = ik.solve(target);
    ASSERT_TRUE(solution.solved) << k;
    const Pose<double> X = Placement<double>(model, solution.q).of("iiwa_link_ee");
    EXPECT_NEAR(X.p.z, X_WF.p.z, 1.01e-8);
    // what is left is a turn about the world's z: both see the world's z alike
    EXPECT_LE(norm(X.R.row(2) - X_WF.R.row(2)), 2e-8);
  }
}

TEST(APlanarArm, IsSolvedInItsPlaneAsByHand) {
  const Model<double> model = two_link();
  InverseKinematics ik(model, "tip");
  const double x = 0.9, y = 0.7;
  const IkSolutions all = ik.all_solutions({{{}, {x, y, 0.0}}, {false, false, false, true, true, false}, {}});
  ASSERT_EQ(all.solutions.size(), 2U);
  EXPECT_FALSE(all.families);
  // the law of cosines
  const double elbow = std::acos((x * x + y * y - 1.0 - 0.64) / 1.6);
  for (const IkSolution& solution : all.solutions) {
    const double q2 = solution.q[1] > 0.0 ? elbow : -elbow;
    EXPECT_NEAR(solution.q[1], q2, 1e-7);
    EXPECT_NEAR(solution.q[0], std::atan2(y, x) - std::atan2(0.8 * std::sin(q2), 1.0 + 0.8 * std::cos(q2)), 1e-7);
  }
  EXPECT_LT(all.solutions[0].q[1] * all.solutions[1].q[1], 0.0);
}

// ---- limits

TEST(Limits, AreKeptEvenWhereTheTargetIsNotReached) {
  const Model<double> model = shipped("panda").model;
  InverseKinematics ik(model, "panda_hand");
  Random random(12);
  int failed = 0;
  for (int k = 0; k < 60; ++k) {
    const Pose<double> X_WF{random.rotation(), random.vector(1.0)};
    const IkSolution& solution = ik.solve(IkTarget::pose(X_WF), {}, {.starts = 10});
    failed += solution.solved ? 0 : 1;
    EXPECT_EQ(beyond_limits(model, solution.q), 0.0);
  }
  EXPECT_GT(failed, 10);
}

TEST(AJointAtItsLimit, IsNamed) {
  const Model<double> model = two_link("limited elbow");
  InverseKinematics ik(model, "tip");
  const Pose<double> X_WF = Placement<double>(model, std::vector<double>{0.5, 0.6}).of("tip");
  const IkSolution& solution = ik.solve(IkTarget::pose(X_WF));
  ASSERT_TRUE(solution.solved);
  ASSERT_EQ(solution.at_limits.size(), 1U);
  EXPECT_EQ(solution.at_limits[0].position_index, 0);
  EXPECT_TRUE(solution.at_limits[0].upper);
  EXPECT_NEAR(solution.q[0], 0.5, 1e-8);
}

TEST(AStartBeyondTheLimits, IsNoReasonToLeaveThem) {
  const Model<double> model = shipped("panda").model;
  InverseKinematics ik(model, "panda_hand");
  const Pose<double> X_WF = Placement<double>(model, ik.middle()).of("panda_hand");
  const IkSolution& solution = ik.solve(IkTarget::pose(X_WF), std::vector<double>(8, 7.0));
  ASSERT_TRUE(solution.solved);
  for (const int i : ik.moving_positions()) EXPECT_LE(std::abs(solution.q[at(i)]), 3.8);
  // the fingers do not move the hand, and stay as they were given
  EXPECT_EQ(solution.q[7], 7.0);
}

TEST(WithoutLimits, MorePosesAreReached) {
  const Model<double> model = two_link("limited elbow");
  InverseKinematics ik(model, "tip");
  const Pose<double> X_WF = Placement<double>(model, std::vector<double>{2.0, -1.0}).of("tip");
  EXPECT_FALSE(ik.solve(IkTarget::pose(X_WF)).solved);
  const IkSolution& solution = ik.solve(IkTarget::pose(X_WF), {}, {.limits = false});
  ASSERT_TRUE(solution.solved);
  expect_there(model, "tip", solution.q, X_WF);
}

TEST(AFollowersLimits, HoldForWhomItFollows) {
  RobotDescription<double> arm = a_sound_arm();
  arm.frames.push_back({"tip", "lower", {{}, {0.4, 0.0, 0.0}}, {}});
  arm.joints[1].mimic = Mimic<double>{"shoulder", -2.0, 0.3};
  arm.joints[1].limits = {.lower = -0.9, .upper = 0.3};
  const Model<double> model = build_model(arm);
  ASSERT_EQ(model.position_count(), 1);
  InverseKinematics ik(model, "tip");
  // −2·q + 0.3 within [−0.9, 0.3]: q within [0, 0.6]
  const Pose<double> reachable = Placement<double>(model, std::vector<double>{0.55}).of("tip");
  const IkSolution& solved = ik.solve(IkTarget::pose(reachable));
  ASSERT_TRUE(solved.solved);
  EXPECT_NEAR(solved.q[0], 0.55, 1e-7);
  const Pose<double> beyond = Placement<double>(model, std::vector<double>{0.7}).of("tip");
  const IkSolution& refused = ik.solve(IkTarget::pose(beyond));
  EXPECT_FALSE(refused.solved);
  EXPECT_EQ(refused.failure.cause, IkCause::Limits);
  EXPECT_LE(beyond_limits(model, refused.q), 1e-15);
}

TEST(ASolution, IsTheTurnNearestToTheStart) {
  const Model<double> model = shipped("puma560").model;  // its joints have no limits
  InverseKinematics ik(model, "link6");
  Random random(13);
  for (int k = 0; k < 50; ++k) {
    const Pose<double> X_WF = Placement<double>(model, random_position(model, random)).of("link6");
    std::vector<double> start = random_position(model, random);
    for (double& value : start) value += 2.0 * pi * random.below(5);
    const IkSolution& solution = ik.solve(IkTarget::pose(X_WF), start);
    ASSERT_TRUE(solution.solved);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_LE(std::abs(solution.q[i] - start[i]), pi * (1.0 + 1e-12));
    expect_there(model, "link6", solution.q, X_WF);
  }
}

// ---- failures

TEST(ATargetBeyondReach, IsMissedByAsMuchAsItIsTooFar) {
  const Model<double> model = two_link();
  InverseKinematics ik(model, "tip");
  for (const double direction : {0.0, 1.0, 2.5, -3.0}) {
    const Vec3<double> p{3.0 * std::cos(direction), 3.0 * std::sin(direction), 0.0};
    const IkSolution& solution = ik.solve(IkTarget::position(p));
    EXPECT_FALSE(solution.solved);
    EXPECT_EQ(solution.failure.cause, IkCause::BeyondReach);
    EXPECT_NEAR(*solution.failure.target_distance, 3.0, 1e-12);
    EXPECT_NEAR(solution.failure.largest_reach, 1.8, 1e-9);
    EXPECT_NEAR(solution.position_error, 1.2, 1e-9);
    EXPECT_NEAR(solution.failure.position_gap, 1.2, 1e-9);
    // as near as it gets: stretched towards it
    EXPECT_NEAR(std::remainder(solution.q[0] - direction, 2.0 * pi), 0.0, 1e-4);
    EXPECT_NEAR(std::remainder(solution.q[1], 2.0 * pi), 0.0, 1e-4);
  }
}

TEST(ATargetInTheHoleAroundTheBase, IsMissedByTheWayToItsRim) {
  const Model<double> model = two_link();
  InverseKinematics ik(model, "tip");
  const IkSolution& solution = ik.solve(IkTarget::position({0.05, 0.0, 0.0}));
  EXPECT_FALSE(solution.solved);
  EXPECT_EQ(solution.failure.cause, IkCause::Position);
  EXPECT_NEAR(solution.position_error, 0.15, 1e-9);
}

TEST(ATargetThatTheLimitsForbid, IsSaidToBeSo) {
  const Model<double> model = two_link("limited elbow");
  InverseKinematics ik(model, "tip");
  const Pose<double> X_WF = Placement<double>(model, std::vector<double>{0.2, 1.5}).of("tip");
  const IkSolution& solution = ik.solve(IkTarget::pose(X_WF));
  EXPECT_FALSE(solution.solved);
  EXPECT_EQ(solution.failure.cause, IkCause::Limits);
  EXPECT_TRUE(solution.failure.solved_without_limits);
}

TEST(ATiltThatAPlanarArmDoesNotHave, IsSaidToBeTheReason) {
  const Model<double> model = two_link();
  InverseKinematics ik(model, "tip");
  Pose<double> X_WF = Placement<double>(model, std::vector<double>{0.2, 1.5}).of("tip");
  X_WF.R = Rotation<double>::about_x(sincos(0.3)) * X_WF.R;
  const IkSolution& solution = ik.solve(IkTarget::pose(X_WF));
  EXPECT_FALSE(solution.solved);
  EXPECT_EQ(solution.failure.cause, IkCause::Orientation);
  EXPECT_FALSE(solution.failure.solved_without_limits);
  EXPECT_LE(solution.failure.position_gap, 1e-8);
}

TEST(TheLargestReach, IsThatOfAUr5) {
  // stretched out sideways: the offsets of shoulder and wrist at right angles to both arms
  const Model<double> model = shipped("ur5").model;
  InverseKinematics ik(model, "wrist_1_link");
  const IkSolution& solution = ik.solve(IkTarget::position({2.0, 0.0, 0.0}));
  double most = 0.0;
  Random random(14);
  for (int k = 0; k < 20000; ++k)
    most = std::max(most, norm(Placement<double>(model, random_allowed(model, random)).of("wrist_1_link").p));
  EXPECT_GE(solution.failure.largest_reach, most);
  EXPECT_LE(solution.failure.largest_reach, most * 1.01);
  EXPECT_DOUBLE_EQ(*solution.failure.target_distance, 2.0);
}

TEST(ASlideWithoutEnd, ReachesAnything) {
  RobotDescription<double> arm = a_sound_arm();
  arm.joints[1].kind = JointKind::Prismatic;
  arm.joints[1].axis = {1.0, 0.0, 0.0};
  const Model<double> model = build_model(arm);
  InverseKinematics ik(model, "lower");
  const IkSolution& solution = ik.solve({{{}, {300.0, -400.0, 0.0}}, {false, false, false, true, true, false}, {}});
  ASSERT_TRUE(solution.solved);
  EXPECT_NEAR(std::abs(solution.q[1] + 0.5), 500.0, 1e-7);
  const IkSolution& above = ik.solve(IkTarget::position({1.0, 0.0, 1.0}));
  EXPECT_FALSE(above.solved);
  EXPECT_EQ(above.failure.largest_reach, Limits::none);
  EXPECT_EQ(above.failure.cause, IkCause::Position);
  EXPECT_NEAR(above.position_error, 1.0, 1e-9);
}

// ---- singular and small robots

TEST(AStretchedArm, IsReachedOrNearlySoWithoutNonsense) {
  const Model<double> planar = two_link();
  InverseKinematics ik(planar, "tip");
  for (const double distance : {1.8 - 1e-12, 1.8, 1.8 + 1e-9, 1.8 + 1e-6}) {
    const IkSolution& solution = ik.solve(IkTarget::position({0.0, distance, 0.0}));
    EXPECT_EQ(solution.solved, distance < 1.8 + 1e-8);
    EXPECT_LE(solution.position_error, std::max(0.0, distance - 1.8) + 1e-8);
    for (const double value : solution.q) EXPECT_TRUE(std::isfinite(value));
  }
  // upright, with the wrist's axes in line
  const Model<double> model = shipped("ur5").model;
  InverseKinematics upright(model, "tool0");
  for (const std::vector<double>& q :
       {std::vector<double>{0, -pi / 2, 0, -pi / 2, 0, 0}, std::vector<double>(6, 0.0)}) {
    const Pose<double> X_WF = Placement<double>(model, q).of("tool0");
    const IkSolution& solution = upright.solve(IkTarget::pose(X_WF), std::vector<double>{0.3, -1, 0.5, 0.2, 0.4, 0});
    ASSERT_TRUE(solution.solved);
    expect_there(model, "tool0", solution.q, X_WF);
  }
}

TEST(ATargetHalfATurnAway, IsReached) {
  const Model<double> model = shipped("iiwa14").model;
  InverseKinematics ik(model, "iiwa_link_ee");
  const Pose<double> X_WF = Placement<double>(model, ik.middle()).of("iiwa_link_ee");
  for (const Vec3<double>& axis : {Vec3<double>{1, 0, 0}, Vec3<double>{0, 1, 0}, Vec3<double>{0, 0, 1}}) {
    const Rotation<double> R = Rotation<double>::about(axis, {0.0, -1.0}) * X_WF.R;
    const IkSolution& solution = ik.solve(IkTarget::orientation(R));
    ASSERT_TRUE(solution.solved);
    EXPECT_LE(angle_between(Placement<double>(model, solution.q).of("iiwa_link_ee").R, R), 1.01e-8);
  }
}

TEST(NumbersOfAnySize, GiveNumbers) {
  for (const char* name : {"panda", "puma560", "rrp"}) {
    const Model<double> model = shipped(name).model;
    const std::string frame = frame_of_last_link(model);
    InverseKinematics ik(model, frame);
    for (const double size : {1e-300, 1e-20, 1e3, 1e10, 1e40})
      for (const double start : {0.0, 1e-300, 1e5, -1e12}) {
        const IkTarget target{{{}, {size, -size, 0.5 * size}}, start == 0.0 ? all_rows : linear_rows, {}};
        const IkSolution& solution =
            ik.solve(target, std::vector<double>(at(model.position_count()), start), {.starts = 5});
        for (const double value : solution.q) EXPECT_TRUE(std::isfinite(value)) << name << ' ' << size << ' ' << start;
        EXPECT_TRUE(std::isfinite(solution.position_error + solution.orientation_error));
        EXPECT_LE(solution.position_error, 2.0 * size + 10.0);
      }
  }
}

TEST(AFrameOfTheBase, IsWhereItIs) {
  const Model<double> model = shipped("ur5").model;
  InverseKinematics ik(model, "base");
  const Pose<double> X_WF = Placement<double>(model, ik.middle()).of("base");
  EXPECT_TRUE(ik.solve(IkTarget::pose(X_WF)).solved);
  EXPECT_TRUE(ik.moving_positions().empty());
  EXPECT_EQ(ik.all_solutions(IkTarget::pose(X_WF)).solutions.size(), 1U);
  const IkSolution& elsewhere = ik.solve(IkTarget::position(X_WF.p + Vec3<double>{0.3, 0.0, 0.0}));
  EXPECT_FALSE(elsewhere.solved);
  EXPECT_NEAR(elsewhere.position_error, 0.3, 1e-15);
}

TEST(ARobotWithoutJoints, HasNothingToSolve) {
  RobotDescription<double> rock;
  rock.name = "rock";
  rock.links = {a_link("base")};
  const Model<double> model = build_model(rock);
  InverseKinematics ik(model, "base");
  EXPECT_TRUE(ik.solve(IkTarget::pose({})).solved);
  const IkSolution& solution = ik.solve(IkTarget::position({1.0, 0.0, 0.0}));
  EXPECT_FALSE(solution.solved);
  EXPECT_EQ(solution.position_error, 1.0);
}

TEST(OneJoint, IsSolvedInClosedForm) {
  for (const JointKind kind : {JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic, JointKind::Helical}) {
    RobotDescription<double> robot;
    robot.name = "one";
    robot.links = {a_link("base"), a_link("arm", some_inertia())};
    robot.joints = {a_joint("joint", kind, "base", "arm")};
    robot.joints[0].pitch = 0.1;
    robot.frames.push_back({"tip", "arm", {{}, {0.7, 0.0, 0.0}}, {}});
    const Model<double> model = build_model(robot);
    InverseKinematics ik(model, "tip");
    for (const double q : {-2.0, -0.4, 0.0, 1.3, 3.0}) {
      const Pose<double> X_WF = Placement<double>(model, std::vector<double>{q}).of("tip");
      const IkSolution& solution = ik.solve(IkTarget::pose(X_WF));
      ASSERT_TRUE(solution.solved) << name_of(kind) << " at " << q;
      EXPECT_NEAR(solution.q[0], q, 1e-7) << name_of(kind);
    }
  }
}

// ---- all solutions

/// How many solutions a UR5 has, by its geometry: the axes of joints 2, 3, 4 are parallel, those of 5 and 6 meet in a point.
int ur5_count(const Model<double>& model, const Pose<double>& X_WF) {
  const std::vector<double> zero(6, 0.0);
  const Placement<double> at_zero(model, zero);
  const auto axis = [&](int joint) { return at_zero.of_link(joint - 1).R.column(2); };
  const auto origin = [&](int joint) { return at_zero.of_link(joint - 1).p; };
  // where the axes of 5 and 6 meet, in the frame of the tool, and the axis of 6 there
  const Vec3<double> p5 = origin(5), p6 = origin(6), z5 = axis(5), z6 = axis(6);
  const Vec3<double> normal = cross(z5, z6);
  const double along = dot(cross(p6 - p5, z6), normal) / dot(normal, normal);
  const Vec3<double> meet = p5 + along * z5;
  const Pose<double> X_FW = at_zero.of("tool0").inverse();
  const Vec3<double> wrist = X_WF * (X_FW * meet), z = X_WF.R * (X_FW.R * z6);
  // lengths: the arms, the offset along the parallel axes, and that from axis 4 to the wrist along axis 5
  const Vec3<double> n0 = axis(2), shoulder = origin(2);
  const auto across = [](const Vec3<double>& v, const Vec3<double>& n) { return norm(v - dot(v, n) * n); };
  const double a2 = across(origin(3) - origin(2), n0), a3 = across(origin(4) - origin(3), n0);
  const double offset = dot(meet - origin(1), n0), d5 = across(meet - origin(4), n0);
  const double height = shoulder.z;
  int count = 0;
  // n is horizontal, and the wrist is `offset` ahead of the first axis along it
  const double distance = std::hypot(wrist.x, wrist.y), heading = std::atan2(wrist.y, wrist.x);
  if (std::abs(offset) > distance) return 0;
  for (const double side : {-1.0, 1.0}) {
    const double a = heading + side * std::acos(offset / distance);
    const Vec3<double> n{std::cos(a), std::sin(a), 0.0};
    const Vec3<double> fifth = cross(n, z) / norm(cross(n, z));
    for (const double flip : {-1.0, 1.0}) {
      const Vec3<double> fourth = wrist + flip * d5 * fifth;
      const double reach = across(fourth - Vec3<double>{0.0, 0.0, height}, n);
      if (std::abs(a2 - a3) < reach && reach < a2 + a3) count += 2;
    }
  }
  return count;
}

TEST(AUr5, HasAsManySolutionsAsItsGeometrySays) {
  const Model<double> model = shipped("ur5").model;
  InverseKinematics ik(model, "tool0");
  Random random(15);
  std::map<int, int> seen;
  for (int k = 0; k < 100; ++k) {
    const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of("tool0");
    const IkSolutions all = ik.all_solutions(IkTarget::pose(X_WF));
    EXPECT_EQ(all.solutions.size(), static_cast<std::size_t>(ur5_count(model, X_WF))) << k;
    EXPECT_FALSE(all.families);
    ++seen[static_cast<int>(all.solutions.size())];
    for (const IkSolution& solution : all.solutions) {
      expect_there(model, "tool0", solution.q, X_WF);
      EXPECT_EQ(beyond_limits(model, solution.q), 0.0);
    }
  }
  EXPECT_GT(seen[8], 10);
  EXPECT_GT(seen.size(), 1U);
}

TEST(APuma560, HasEightSolutions) {
  // left and right, elbow up and down, wrist flipped or not; without limits all of them, wherever one is
  const Model<double> model = shipped("puma560").model;
  InverseKinematics ik(model, "link6");
  Random random(16);
  for (int k = 0; k < 100; ++k) {
    const std::vector<double> start = random_position(model, random);
    const Pose<double> X_WF = Placement<double>(model, random_position(model, random)).of("link6");
    const IkSolutions all = ik.all_solutions(IkTarget::pose(X_WF), start);
    EXPECT_EQ(all.solutions.size(), 8U) << k;
    double before = 0.0;
    for (const IkSolution& solution : all.solutions) {
      expect_there(model, "link6", solution.q, X_WF);
      double distance = 0.0;
      for (std::size_t i = 0; i < 6; ++i) distance += std::pow(solution.q[i] - start[i], 2);
      EXPECT_GE(distance, before);
      before = distance;
    }
  }
}

TEST(AnArmOfShoulderElbowAndWrist, HasEightFamilies) {
  // the two signs of each of q2, q4, q6; in a family the elbow goes round the line from shoulder to wrist
  const Model<double> model = shipped("iiwa14").model;
  InverseKinematics ik(model, "iiwa_link_ee");
  Random random(17);
  for (int k = 0; k < 8; ++k) {
    const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of("iiwa_link_ee");
    const IkSolutions all = ik.all_solutions(IkTarget::pose(X_WF), {}, {.starts = 200, .limits = false});
    EXPECT_TRUE(all.families);
    EXPECT_EQ(all.solutions.size(), 8U) << k;
    for (const IkSolution& solution : all.solutions) expect_there(model, "iiwa_link_ee", solution.q, X_WF);
  }
}

TEST(ARedundantArm, HasFamiliesOfSolutionsEachNearTheStart) {
  const Model<double> model = shipped("iiwa14").model;
  const Arm arm(model);
  InverseKinematics ik(model, "iiwa_link_ee");
  Random random(17);
  for (int k = 0; k < 5; ++k) {
    const std::vector<double> start = random_allowed(model, random);
    const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of("iiwa_link_ee");
    const IkSolutions all = ik.all_solutions(IkTarget::pose(X_WF), start, {.starts = 100});
    EXPECT_TRUE(all.families);
    ASSERT_GE(all.solutions.size(), 1U);
    EXPECT_LE(all.solutions.size(), 40U);
    for (const IkSolution& solution : all.solutions) {
      expect_there(model, "iiwa_link_ee", solution.q, X_WF);
      EXPECT_EQ(beyond_limits(model, solution.q), 0.0);
      if (!solution.at_limits.empty()) continue;
      // the way back to the start has no part in the self-motion
      const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(solution.q.data(), 7);
      const Eigen::VectorXd back = Eigen::Map<const Eigen::VectorXd>(start.data(), 7) - q;
      const JacobianAnalysis analysis = analyse_jacobian(arm.jacobian(q, "iiwa_link_ee"), 1e-6);
      EXPECT_LE((analysis.self_motions.transpose() * back).norm(), 1e-5 * back.norm());
    }
  }
}

// ---- objectives

/// Σ (q − wanted)², or what is left of a hundred: it tells how often it was asked.
class Wish : public Objective {
 public:
  Wish(std::vector<double> wanted, bool more) : wanted_(std::move(wanted)), more_(more) {}
  std::string name() const override { return "wish"; }
  bool more_is_better() const override { return more_; }
  double evaluate(In<double> q, Out<double> gradient) override {
    double sum = 0.0;
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      sum += std::pow(q[i] - wanted_[i], 2);
      gradient[i] = (more_ ? -2.0 : 2.0) * (q[i] - wanted_[i]);
    }
    return more_ ? 100.0 - sum : sum;
  }

 private:
  std::vector<double> wanted_;
  bool more_;
};

/// How much of a slope is left, of all moves of the joints that are not at a limit and keep the rows of J: zero at a best q.
double slope_left(const Eigen::MatrixXd& J, Eigen::VectorXd gradient, const IkSolution& solution) {
  Eigen::MatrixXd free = J;
  for (const AtLimit& joint : solution.at_limits) {
    free.col(joint.position_index).setZero();
    gradient[joint.position_index] = 0.0;
  }
  // what of the gradient the rows of J do not explain
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(free, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::MatrixXd V = svd.matrixV().leftCols(svd.rank());
  return (gradient - V * (V.transpose() * gradient)).norm();
}

TEST(AnObjective, IsBestWhereNoSelfMotionImprovesIt) {
  // a pose leaves one freedom of seven, a position four
  const Model<double> model = shipped("iiwa14").model;
  const Arm arm(model);
  InverseKinematics ik(model, "iiwa_link_ee");
  Random random(18);
  int at_limits = 0;
  for (int k = 0; k < 40; ++k) {
    Wish wish(random_allowed(model, random), k % 4 < 2);
    ik.set_objectives({{&wish, 0.5}});
    const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of("iiwa_link_ee");
    const bool whole = k % 2 == 0;
    const IkSolution& solution = ik.solve(whole ? IkTarget::pose(X_WF) : IkTarget::position(X_WF.p));
    ASSERT_TRUE(solution.solved);
    const Pose<double> X = Placement<double>(model, solution.q).of("iiwa_link_ee");
    EXPECT_LE(norm(X.p - X_WF.p), 1.01e-8);
    if (whole) expect_there(model, "iiwa_link_ee", solution.q, X_WF);
    EXPECT_EQ(beyond_limits(model, solution.q), 0.0);
    ASSERT_EQ(solution.objectives.size(), 1U);
    const auto [before, after] = solution.objectives[0];
    EXPECT_TRUE(wish.more_is_better() ? after > before : after < before) << before << " to " << after;
    Eigen::VectorXd gradient(7);
    EXPECT_NEAR(wish.evaluate(solution.q, {gradient.data(), 7}), after, 1e-12);
    at_limits += solution.at_limits.empty() ? 0 : 1;
    const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(solution.q.data(), 7);
    const Eigen::MatrixXd J = arm.jacobian(q, "iiwa_link_ee");
    EXPECT_LE(slope_left(whole ? J : Eigen::MatrixXd(J.bottomRows(3)), gradient, solution), 1e-5 * gradient.norm())
        << k;
  }
  EXPECT_GT(at_limits, 3);
}

TEST(AnObjective, DoesNotMoveAnArmThatHasNoFreedom) {
  const Model<double> model = shipped("ur5").model;
  InverseKinematics ik(model, "tool0");
  Random random(20);
  const Pose<double> X_WF = Placement<double>(model, random_allowed(model, random)).of("tool0");
  const std::vector<double> without = ik.solve(IkTarget::pose(X_WF)).q;
  Wish wish(std::vector<double>(6, 0.0), false);
  ik.set_objectives({{&wish}});
  const IkSolution& solution = ik.solve(IkTarget::pose(X_WF));
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(solution.q[i], without[i], 1e-6);
  EXPECT_NEAR(solution.objectives[0].before, solution.objectives[0].after, 1e-5);
}

// ---- the same for everyone, and nothing for the heap

TEST(TheSameQuestion, HasTheSameAnswer) {
  const Model<double> model = shipped("panda").model;
  InverseKinematics one(model, "panda_hand"), other(model, "panda_hand"), seeded(model, "panda_hand", {}, 42);
  Random random(21);
  int differ = 0;
  for (int k = 0; k < 200; ++k) {
    const IkTarget target = IkTarget::pose(Placement<double>(model, random_allowed(model, random)).of("panda_hand"));
    const IkSolution first = one.solve(target);
    EXPECT_EQ(first.q, other.solve(target).q);
    EXPECT_EQ(first.q, one.solve(target).q);
    EXPECT_EQ(first.iterations, other.solve(target).iterations);
    const IkSolution& third = seeded.solve(target);
    EXPECT_TRUE(third.solved);
    if (first.starts > 1 && first.q != third.q) ++differ;
  }
  EXPECT_GT(differ, 5);
}

TEST(TheLastSolution, MayBeTheNextStart) {
  const Model<double> model = shipped("panda").model;
  InverseKinematics ik(model, "panda_hand"), copy(model, "panda_hand");
  Pose<double> X_WF = Placement<double>(model, ik.middle()).of("panda_hand");
  const IkSolution* solution = &ik.solve(IkTarget::pose(X_WF));
  std::vector<double> q = solution->q;
  for (int k = 0; k < 100; ++k) {
    X_WF.p.y += 0.002;
    solution = &ik.solve(IkTarget::pose(X_WF), solution->q);
    EXPECT_EQ(solution->q, copy.solve(IkTarget::pose(X_WF), q).q);
    EXPECT_EQ(solution->starts, 1);
    for (std::size_t i = 0; i < q.size(); ++i) EXPECT_LE(std::abs(solution->q[i] - q[i]), 0.02);
    q = solution->q;
  }
}

TEST(Solving, AllocatesNothing) {
  const Model<double> model = shipped("panda").model;
  InverseKinematics ik(model, "panda_hand");
  Wish wish(ik.middle(), false);
  Random random(22);
  for (const bool with_objective : {false, true}) {
    if (with_objective) ik.set_objectives({{&wish}});
    for (int k = 0; k < 50; ++k) {
      const IkTarget reachable =
          IkTarget::pose(Placement<double>(model, random_allowed(model, random)).of("panda_hand"));
      const IkTarget anywhere = IkTarget::pose({random.rotation(), random.vector(2.0)});
      const std::vector<double> start = random_allowed(model, random);
      const long before = allocation_count();
      ik.solve(reachable, start);
      ik.solve(anywhere, start, {.starts = 5});
      ASSERT_EQ(allocation_count(), before);
    }
  }
}

// ---- bad input

TEST(BadInput, IsRefusedWithWhatToDo) {
  const Model<double> model = shipped("panda").model;
  InverseKinematics ik(model, "panda_hand");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto solving = [&](const IkTarget& target, std::vector<double> start = {}, const IkOptions& options = {}) {
    return refusal([&] { ik.solve(target, start, options); });
  };
  EXPECT_THAT(refusal([&] { InverseKinematics(model, "panda_hnd"); }), HasSubstr("did you mean 'panda_hand'?"));
  EXPECT_THAT(refusal([&] { InverseKinematics(model, "panda_hand", {0.0, nan, 0.0}); }), HasSubstr("finite"));
  EXPECT_THAT(solving(IkTarget::position({0.0, nan, 0.0})), HasSubstr("the target's position"));
  EXPECT_THAT(solving(IkTarget::position({0.0, 0.0, Limits::none})), HasSubstr("finite"));
  EXPECT_THAT(solving(IkTarget::position({0.0, 1e200, 0.0})), HasSubstr("finite, or as good as that"));
  const Rotation<double> skewed = Rotation<double>::from_rows({1, 0, 0}, {0.1, 1, 0}, {0, 0, 1});
  EXPECT_THAT(solving(IkTarget::orientation(skewed)), HasSubstr("is no rotation"));
  const Rotation<double> mirror = Rotation<double>::from_rows({1, 0, 0}, {0, 1, 0}, {0, 0, -1});
  EXPECT_THAT(solving(IkTarget::orientation(mirror)), HasSubstr("mirror"));
  const Rotation<double> nonsense = Rotation<double>::from_rows({nan, 0, 0}, {0, 1, 0}, {0, 0, 1});
  EXPECT_THAT(solving(IkTarget::orientation(nonsense)), HasSubstr("finite"));
  EXPECT_THAT(solving({{}, {true, false, false, true, true, true}, mirror}), HasSubstr("the rows' axes"));
  EXPECT_THAT(solving({{}, Rows{}, {}}), HasSubstr("no rows"));
  EXPECT_THAT(solving(IkTarget::pose({}), std::vector<double>(7)), HasSubstr("give 8"));
  EXPECT_THAT(solving(IkTarget::pose({}), {0, 0, 0, nan, 0, 0, 0, 0}), HasSubstr("q[3] of the start is nan"));
  EXPECT_THAT(solving(IkTarget::pose({}), {}, {.position_tolerance = 0.0}), HasSubstr("tolerance"));
  EXPECT_THAT(solving(IkTarget::pose({}), {}, {.orientation_tolerance = nan}), HasSubstr("tolerance"));
  EXPECT_THAT(solving(IkTarget::pose({}), {}, {.starts = 0}), HasSubstr("at least one start"));
  EXPECT_THAT(refusal([&] { ik.set_objectives({{nullptr}}); }), HasSubstr("objective"));

  const Model<double> floating = build_model(a_random_tree(3, 6, true));
  InverseKinematics base(floating, floating.frames().front().name);
  EXPECT_THAT(refusal([&] { base.solve(IkTarget::pose({}), std::vector<double>(at(floating.position_count()))); }),
              HasSubstr("quaternion has length 0"));

  RobotDescription<double> stuck = a_sound_arm();
  stuck.joints[0].limits = {.lower = 1.0, .upper = 2.0};
  stuck.joints[1].mimic = Mimic<double>{"shoulder", 1.0, 0.0};
  stuck.joints[1].limits = {.lower = -2.0, .upper = 0.0};
  EXPECT_THAT(refusal([&] { InverseKinematics(build_model(stuck), "lower"); }), HasSubstr("leave each other no room"));
}

}  // namespace
