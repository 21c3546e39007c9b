// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/follow/follow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "sinew/arm/arm.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/tasks/objectives/joint_range.h"
#include "tests/support/refusal.h"

namespace {

using namespace sinew;

Arm robot(const std::string& name) { return load(std::string(SINEW_SOURCE_DIR) + "/robots/" + name + ".yaml"); }

struct Way {
  FollowEnd end = FollowEnd::GoesOn;
  double position_error = 0.0, orientation_error = 0.0, fastest = 0.0, time = 0.0;
  bool finite = true, within = true;
  FollowSample last;
};

Way followed(Follower& follower, const Model<double>& model, const JointLimits& limits) {
  Way way;
  while (way.end == FollowEnd::GoesOn) {
    way.end = follower.advance();
    const FollowSample& s = follower.sample();
    way.finite = way.finite && s.q.allFinite() && s.qd.allFinite() && s.qdd.allFinite();
    way.position_error = std::max(way.position_error, s.position_error);
    way.orientation_error = std::max(way.orientation_error, s.orientation_error);
    way.fastest = std::max(way.fastest, s.qd.lpNorm<Eigen::Infinity>());
    for (int i = 0; i < model.velocity_count(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      way.within = way.within && s.q[i] >= limits.lower[at] - 1e-9 && s.q[i] <= limits.upper[at] + 1e-9 &&
                   s.qd[i] >= limits.velocity_lower[at] - 1e-9 && s.qd[i] <= limits.velocity_upper[at] + 1e-9;
    }
  }
  way.time = follower.sample().t;
  way.last = follower.sample();
  return way;
}

Eigen::VectorXd panda_start(const Arm& arm) {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(arm.position_count());
  q.head(7) << 0.0, -0.6, 0.0, -2.2, 0.0, 1.7, 0.8;
  return q;
}

TEST(AFollower, GoesRoundACircleWithEveryMethod) {
  const Arm arm = robot("panda");
  const Eigen::VectorXd q = panda_start(arm);
  const Pose<double> X = arm.pose(q, "panda_hand");
  FrameMotionChoice hand;
  hand.frame = "panda_hand";
  for (const MethodEntry& entry : redundancy_methods()) {
    for (const CommandLevel level : {CommandLevel::Velocity, CommandLevel::Acceleration}) {
      using enum RedundancyMethod;
      const bool torque = entry.method == MinimumTorque || entry.method == InverseInertiaTorque ||
                          entry.method == SquaredInverseInertiaTorque;
      if (torque && level == CommandLevel::Velocity) continue;
      FollowSettings settings;
      settings.method = entry.method;
      settings.level = level;
      settings.period = 2e-3;
      settings.objectives.push_back(std::make_shared<JointRange>(arm.model()));
      if (entry.method == DampedInverse) settings.damping = {Damping::Kind::Variable, 0.05, 0.01};
      Follower follower(arm.model(), hand,
                        circle_path(X, X.p + Vec3<double>{-0.05, 0.0, 0.0}, {0, 0, 1}, 2.0 * M_PI, false, 2.0),
                        settings, q);
      const Way way = followed(follower, arm.model(), JointLimits::of(arm.model()));
      EXPECT_EQ(way.end, FollowEnd::Arrived) << entry.name;
      EXPECT_LT(way.position_error, 2e-3) << entry.name;
      // of least torque, the self-motion falls as gravity wants it for as long as it can
      EXPECT_LT(way.last.position_error, torque ? 1e-4 : 1e-6) << entry.name;
      EXPECT_TRUE(way.within) << entry.name;
      EXPECT_TRUE(way.finite) << entry.name;
    }
  }
}

TEST(AFollower, TakesItsTimeWhereThePathIsTooFast) {
  const Arm arm = robot("panda");
  const Eigen::VectorXd q = panda_start(arm);
  const Pose<double> X = arm.pose(q, "panda_hand");
  FrameMotionChoice hand;
  hand.frame = "panda_hand";
  for (const RedundancyMethod method :
       {RedundancyMethod::SnsOptimal, RedundancyMethod::SnsFast, RedundancyMethod::PseudoInverse}) {
    FollowSettings settings;
    settings.method = method;
    Follower follower(arm.model(), hand, line_path(X, {X.R, X.p + Vec3<double>{0.05, 0.2, 0.05}}, 0.1), settings, q);
    const Way way = followed(follower, arm.model(), JointLimits::of(arm.model()));
    EXPECT_EQ(way.end, FollowEnd::Arrived) << entry_of(method).name;
    EXPECT_GT(way.time, 0.3);  // the limits do not allow 0.1 s
    EXPECT_LT(way.position_error, 2e-3);
    EXPECT_TRUE(way.within);
  }
}

TEST(AFollower, SaysThatItIsStuckAtALimitOfReach) {
  const Arm arm = robot("ur5");
  Eigen::VectorXd q(6);
  q << 0.0, -0.5, 0.8, 0.3, 1.0, 0.0;
  const std::string frame = "wrist_3_link";
  const Pose<double> X = arm.pose(q, frame);
  FrameMotionChoice choice;
  choice.frame = frame;
  Follower follower(arm.model(), choice, line_path(X, {X.R, X.p + Vec3<double>{3.0, 0.0, 0.0}}, 2.0), {}, q);
  const Way way = followed(follower, arm.model(), JointLimits::of(arm.model()));
  EXPECT_EQ(way.end, FollowEnd::Stuck);
  EXPECT_TRUE(way.finite);
  EXPECT_TRUE(way.within);
  EXPECT_LT(way.position_error, 0.05);
}

TEST(AFollower, StaysOnThePathWhereItLeavesTheReach) {
  const Arm arm = robot("ur5");
  Eigen::VectorXd q(6);
  q << 0.0, -M_PI_2, M_PI_2, -M_PI_2, -M_PI_2, 0.0;
  const Pose<double> X = arm.pose(q, "tool0");
  const Vec3<double> end{2.0, 0.0, 0.3}, along = (1.0 / norm(end - X.p)) * (end - X.p);
  FrameMotionChoice choice;
  choice.frame = "tool0";
  for (const RedundancyMethod method : {RedundancyMethod::SnsOptimal, RedundancyMethod::SnsFast,
                                        RedundancyMethod::PseudoInverse, RedundancyMethod::QuadraticProgram})
    for (const CommandLevel level : {CommandLevel::Velocity, CommandLevel::Acceleration}) {
      FollowSettings settings;
      settings.method = method;
      settings.level = level;
      settings.period = 5e-3;
      Follower follower(arm.model(), choice, line_path(X, {X.R, end}, 8.0), settings, q);
      const Way way = followed(follower, arm.model(), JointLimits::of(arm.model()));
      const auto name = entry_of(method).name;
      EXPECT_EQ(way.end, FollowEnd::Stuck) << name;
      EXPECT_LT(way.time, 10.0) << name;  // it is at the edge after some 3 s, and gives up 2 s later
      // accelerations take a while to stop it
      const double most = (level == CommandLevel::Velocity ? 2.01 : 3.0) * settings.tolerance;
      EXPECT_LT(way.position_error, most) << name;
      EXPECT_LT(way.last.qd.lpNorm<Eigen::Infinity>(), 0.05) << name;
      const Vec3<double> gone = arm.pose(way.last.q, "tool0").p - X.p;
      EXPECT_LT(norm(gone - dot(gone, along) * along), most) << name;
    }
}

TEST(AFollower, ComesToRestWhereATimedPathEnds) {
  const Arm arm = robot("panda");
  const Eigen::VectorXd q = panda_start(arm);
  const Pose<double> X = arm.pose(q, "panda_hand");
  FrameMotionChoice hand;
  hand.frame = "panda_hand";
  const auto moved = [&](double x, double y, double z) { return Pose<double>{X.R, X.p + Vec3<double>{x, y, z}}; };
  for (const CommandLevel level : {CommandLevel::Velocity, CommandLevel::Acceleration}) {
    std::vector<std::shared_ptr<const CartesianPath>> paths;
    paths.push_back(timed_path({0.0, 2.0}, {X, moved(0.1, 0.0, 0.0)}));
    paths.push_back(timed_path({0.0, 1.0, 3.0}, {X, moved(0.076, 0.1, -0.014), moved(0.126, 0.0, -0.114)}));
    for (const auto& path : paths) {
      FollowSettings settings;
      settings.level = level;
      Follower follower(arm.model(), hand, path, settings, q);
      const Way way = followed(follower, arm.model(), JointLimits::of(arm.model()));
      EXPECT_EQ(way.end, FollowEnd::Arrived) << path->text();
      EXPECT_LT(way.position_error, 1e-3) << path->text();
      EXPECT_LT(way.last.position_error, 1e-6) << path->text();
      EXPECT_LT(way.last.qd.lpNorm<Eigen::Infinity>(), 2e-4) << path->text();
      EXPECT_LT(way.time, path->duration() + 0.5) << path->text();
    }
  }
}

TEST(AFollower, WaitsForAFrameThatIsOffThePath) {
  const Arm arm = robot("panda");
  const Eigen::VectorXd q = panda_start(arm);
  const Pose<double> X = arm.pose(q, "panda_hand"), aside{X.R, X.p + Vec3<double>{0.0, 0.05, 0.0}};
  FrameMotionChoice hand;
  hand.frame = "panda_hand";
  for (const CommandLevel level : {CommandLevel::Velocity, CommandLevel::Acceleration}) {
    FollowSettings settings;
    settings.level = level;
    Follower follower(arm.model(), hand, line_path(aside, {X.R, aside.p + Vec3<double>{0.1, 0.0, 0.0}}, 1.0), settings,
                      q);
    FollowEnd end = FollowEnd::GoesOn;
    while (end == FollowEnd::GoesOn) {
      const FollowSample before = follower.sample();
      end = follower.advance();
      if (before.position_error > 2.0 * settings.tolerance && before.path_time == 0.0) {
        EXPECT_EQ(follower.sample().path_time, 0.0);
      }
    }
    EXPECT_EQ(end, FollowEnd::Arrived);
  }
}

/// The sum of all changes of a joint's velocity; of the joint that has most, in ranges of its velocity.
double unrest(Follower& follower, const JointLimits& limits, double& largest_acceleration) {
  Eigen::VectorXd before = follower.sample().qd, sum = Eigen::VectorXd::Zero(before.size());
  for (FollowEnd end = FollowEnd::GoesOn; end == FollowEnd::GoesOn;) {
    end = follower.advance();
    sum += (follower.sample().qd - before).cwiseAbs();
    before = follower.sample().qd;
    largest_acceleration = std::max(largest_acceleration, follower.sample().qdd.lpNorm<Eigen::Infinity>());
  }
  EXPECT_LT(follower.sample().position_error, 1e-6);
  double most = 0.0;
  for (Eigen::Index i = 0; i < sum.size(); ++i)
    most = std::max(most, sum[i] / limits.velocity_upper[static_cast<std::size_t>(i)]);
  return most;
}

TEST(AFollower, MovesJointsSmoothlyWhereLimitsSlowThePathDown) {
  const Arm arm = robot("panda");
  const Eigen::VectorXd q = panda_start(arm);
  const Pose<double> X = arm.pose(q, "panda_hand");
  FrameMotionChoice hand;
  hand.frame = "panda_hand";
  const JointLimits limits = JointLimits::of(arm.model());
  const double fastest = *std::max_element(limits.velocity_upper.begin(), limits.velocity_upper.end());
  for (const Vec3<double> way : {Vec3<double>{0.1, 0.1, 0.1}, {0.1, 0.1, -0.1}, {0.0, 0.2, 0.0}})
    for (const CommandLevel level : {CommandLevel::Velocity, CommandLevel::Acceleration}) {
      FollowSettings settings;
      settings.period = 5e-3;
      settings.level = level;
      Follower follower(arm.model(), hand, line_path(X, {X.R, X.p + way}, 0.1), settings, q);
      double acceleration = 0.0;
      // off and on again: twice its range, and something for the way between
      EXPECT_LT(unrest(follower, limits, acceleration), 4.0);
      if (level == CommandLevel::Acceleration) {
        EXPECT_LT(acceleration, 2.0 * settings.gain * fastest);
      }
    }
}

TEST(AFollower, KeepsAccelerationLimitsAtBothLevels) {
  const Arm arm = robot("panda");
  const Eigen::VectorXd q = panda_start(arm);
  const Pose<double> X = arm.pose(q, "panda_hand");
  FrameMotionChoice hand;
  hand.frame = "panda_hand";
  for (const CommandLevel level : {CommandLevel::Velocity, CommandLevel::Acceleration})
    for (const RedundancyMethod method : {RedundancyMethod::SnsOptimal, RedundancyMethod::PseudoInverse}) {
      FollowSettings settings;
      settings.period = 2e-3;
      settings.level = level;
      settings.method = method;
      settings.limits = JointLimits::of(arm.model());
      settings.limits->acceleration_lower.assign(settings.limits->lower.size(), -15.0);
      settings.limits->acceleration_upper.assign(settings.limits->lower.size(), 15.0);
      Follower follower(arm.model(), hand, line_path(X, {X.R, X.p + Vec3<double>{0.1, 0.1, 0.1}}, 0.4), settings, q);
      double acceleration = 0.0;
      unrest(follower, *settings.limits, acceleration);
      EXPECT_LT(acceleration, 15.0 + 1e-6) << entry_of(method).name;
    }
}

TEST(AFollower, LetsSelfMotionComeToRest) {
  const Arm arm = robot("panda");
  const Eigen::VectorXd q = panda_start(arm);
  const Pose<double> X = arm.pose(q, "panda_hand");
  FrameMotionChoice hand;
  hand.frame = "panda_hand";
  using enum RedundancyMethod;
  for (const RedundancyMethod method :
       {PseudoInverse, WeightedInverse, DampedInverse, ProjectedGradient, TaskPriority, SnsBasic, SnsFast, SnsOptimal,
        QuadraticProgram, HierarchicalProgram, LinearQuadratic, DynamicallyConsistent}) {
    FollowSettings settings;
    settings.level = CommandLevel::Acceleration;
    settings.method = method;
    settings.period = 5e-3;
    Follower follower(arm.model(), hand, line_path(X, {X.R, X.p + Vec3<double>{0.1, 0.1, -0.1}}, 1.0), settings, q);
    const Way way = followed(follower, arm.model(), JointLimits::of(arm.model()));
    EXPECT_EQ(way.end, FollowEnd::Arrived) << entry_of(method).name;
    EXPECT_LT(way.last.qd.lpNorm<Eigen::Infinity>(), 1e-4) << entry_of(method).name;
  }
}

TEST(AFollower, StaysOnThePathWithLeastTorque) {
  const Arm arm = robot("panda");
  const Eigen::VectorXd q = panda_start(arm);
  const Pose<double> X = arm.pose(q, "panda_hand");
  FrameMotionChoice hand;
  hand.frame = "panda_hand";
  using enum RedundancyMethod;
  for (const RedundancyMethod method : {MinimumTorque, InverseInertiaTorque, SquaredInverseInertiaTorque}) {
    FollowSettings settings;
    settings.level = CommandLevel::Acceleration;
    settings.method = method;
    settings.period = 5e-3;
    Follower follower(arm.model(), hand, line_path(X, {X.R, X.p + Vec3<double>{0.1, 0.1, -0.1}}, 1.0), settings, q);
    const Way way = followed(follower, arm.model(), JointLimits::of(arm.model()));
    EXPECT_EQ(way.end, FollowEnd::Arrived) << entry_of(method).name;
    EXPECT_LT(way.position_error, 1e-3) << entry_of(method).name;
    EXPECT_TRUE(way.within) << entry_of(method).name;
  }
}

/// Through poses where the arm is stretched, or its wrist is, and out on the other side.
TEST(AThousandWays, ThroughSingularitiesKeepErrorAndSpeedBounded) {
  const Arm arm = robot("ur5");
  const std::string frame = "wrist_3_link";
  FrameMotionChoice choice;
  choice.frame = frame;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> angle(-2.5, 2.5);
  constexpr double mu = 0.1, slowest_arm = 0.15;
  int through = 0;
  for (int n = 0; n < 1000; ++n) {
    Eigen::VectorXd q(6);
    for (double& x : q) x = angle(random);
    const int joint = n % 2 == 0 ? 4 : 2;  // wrist, elbow
    q[joint] = 0.0;
    Eigen::VectorXd before = q, after = q;
    before[joint] = 0.25;
    after[joint] = -0.25;
    const std::vector<Pose<double>> poses{arm.pose(before, frame), arm.pose(q, frame), arm.pose(after, frame)};
    FollowSettings settings;
    settings.period = 5e-3;
    settings.limits = JointLimits::none(arm.model());
    const bool damped = n % 4 < 2;
    settings.method = damped ? RedundancyMethod::DampedInverse : RedundancyMethod::SnsOptimal;
    if (damped) {
      settings.damping = {Damping::Kind::Variable, mu, slowest_arm};
    } else {
      settings.limits->velocity_lower.assign(6, -3.0);
      settings.limits->velocity_upper.assign(6, 3.0);
      settings.give_up_after = 0.2;
    }
    Follower follower(arm.model(), choice, via_path(poses, 2.0), settings, before);
    const Way way = followed(follower, arm.model(), *settings.limits);
    ASSERT_TRUE(way.finite) << n;
    EXPECT_LT(way.position_error, 0.12) << n;
    EXPECT_LT(way.orientation_error, 0.5) << n;
    EXPECT_LT(way.fastest, damped ? 6.0 : 3.0 + 1e-9) << n;
    if (way.end == FollowEnd::Arrived) ++through;
  }
  EXPECT_GT(through, 700);
}

TEST(AMillionStates, GiveNoNumberThatIsNone) {
  const Arm arm = robot("panda");
  const Model<double>& model = arm.model();
  const int n = model.velocity_count();
  FrameMotionChoice choice;
  choice.frame = "panda_hand";
  FrameTask pose(model, choice);
  SaturationInNullSpace saturation(n, 6, 1);
  PriorityStack stack(n, 6, 1);
  const Bounds bounds{Eigen::VectorXd::Constant(n, -2.0), Eigen::VectorXd::Constant(n, 2.0)};
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> angle(-M_PI, M_PI);
  std::vector<double> q(static_cast<std::size_t>(n));
  Eigen::VectorXd y(6);
  long bad = 0, slow = 0;
  for (long i = 0; i < 1'000'000; ++i) {
    for (double& x : q)
      x = random() % 4 == 0 ? M_PI_2 * static_cast<double>(static_cast<int>(random() % 5) - 2) : angle(random);
    for (double& x : y) x = angle(random);
    const ScaledTask task{pose.evaluate(q).J, y};
    const Eigen::VectorXd& damped = stack.solve({&task, 1}, {Damping::Kind::Variable, 0.1, 0.1});
    if (!damped.allFinite()) ++bad;
    if (damped.norm() > 200.0) ++slow;
    const auto variant = i % 2 == 0 ? SaturationVariant::Fast : SaturationVariant::Optimal;
    const Eigen::VectorXd& x = saturation.solve({&task, 1}, bounds, variant);
    if (!x.allFinite() || x.lpNorm<Eigen::Infinity>() > 2.0) ++bad;
  }
  EXPECT_EQ(bad, 0);
  EXPECT_EQ(slow, 0);
}

TEST(AFollower, RefusesAStartThatIsNone) {
  const Arm arm = robot("panda");
  const Eigen::VectorXd q = panda_start(arm);
  const Pose<double> X = arm.pose(q, "panda_hand");
  FrameMotionChoice hand;
  hand.frame = "panda_hand";
  const std::shared_ptr<const CartesianPath> path = line_path(X, {X.R, X.p + Vec3<double>{0.1, 0.0, 0.0}}, 1.0);
  EXPECT_THROW(Follower(arm.model(), hand, path, {}, Eigen::VectorXd::Zero(2)), InputError);
  EXPECT_THROW(Follower(arm.model(), hand, path, {}, Eigen::VectorXd::Constant(q.size(), 100.0)), InputError);
  FollowSettings hasty;
  hasty.gain = 5000.0;
  EXPECT_THROW(Follower(arm.model(), hand, path, hasty, q), InputError);
  for (const double gain : {0.0, -1.0}) {
    FollowSettings idle;
    idle.gain = gain;
    const std::string said = sinew_test::refusal([&] { Follower(arm.model(), hand, path, idle, q); });
    EXPECT_NE(said.find("above zero"), std::string::npos) << said;
  }
}

}  // namespace
