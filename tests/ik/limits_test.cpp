// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <chrono>
#include <cmath>
#include <numbers>

#include "sinew/ik/inverse_kinematics.h"
#include "sinew/model/end_frame.h"
#include "sinew/tasks/joint_limits.h"
#include "tests/robots/shipped_robots.h"
#include "tests/support/kinematics.h"
#include "tests/support/refusal.h"

namespace {

using namespace sinew;
using namespace sinew_test;
using std::numbers::pi;
using testing::HasSubstr;

/// Within its limits, with `count` of the joints that move the frame at one of them; ±π where there is none.
std::vector<double> with_joints_at_limits(const Model<double>& model, const std::vector<int>& moving, int count,
                                          Random& random) {
  std::vector<double> q(at(model.position_count()));
  std::vector<char> at_limit(moving.size());
  for (int k = 0; k < count;)
    if (char& chosen = at_limit[at(random.below(static_cast<int>(moving.size())))]; chosen == 0) {
      chosen = 1;
      ++k;
    }
  const JointLimits limits = JointLimits::of(model);
  for (std::size_t k = 0; k < moving.size(); ++k) {
    const std::size_t i = at(moving[k]);
    const double lower = std::max(limits.lower[i], -pi), upper = std::min(limits.upper[i], pi);
    q[i] = at_limit[k] == 0 ? random.uniform(lower, upper) : random.below(2) == 0 ? lower : upper;
  }
  return q;
}

TEST(APoseOfJointsAtTheirLimits, IsFoundOnEveryFaceOfTheJointBox) {
  for (const char* name : {"panda", "iiwa14", "ur5", "puma560"}) {
    const Model<double> model = shipped(name).model;
    const std::string frame = end_frame(model);
    InverseKinematics ik(model, frame);
    const std::vector<int> moving = ik.moving_positions();
    Random random(31);
    for (int count = 1; count <= static_cast<int>(moving.size()); ++count) {
      int solved = 0;
      constexpr int poses = 400;
      for (int k = 0; k < poses; ++k) {
        const std::vector<double> q = with_joints_at_limits(model, moving, count, random);
        const IkSolution& solution = ik.solve(IkTarget::pose(Placement<double>(model, q).of(frame)));
        solved += solution.solved ? 1 : 0;
        // the pose is within limits: whatever is said of it, this is not
        EXPECT_FALSE(solution.failure.proven) << name;
      }
      EXPECT_EQ(solved, poses) << name << " with " << count << " joints at limits";
    }
  }
}

TEST(APoseOfJointsAtTheirLimits, IsFoundAtEveryCornerOfAPanda) {
  const Model<double> model = shipped("panda").model;
  InverseKinematics ik(model, "panda_hand");
  const JointLimits limits = JointLimits::of(model);
  for (unsigned corner = 0; corner < 128; ++corner) {
    std::vector<double> q(at(model.position_count()));
    for (std::size_t i = 0; i < 7; ++i) q[i] = ((corner >> i) & 1U) != 0 ? limits.upper[i] : limits.lower[i];
    EXPECT_TRUE(ik.solve(IkTarget::pose(Placement<double>(model, q).of("panda_hand"))).solved) << corner;
  }
}

TEST(TheBoundOfReach, IsNeverExceededAndNearlyReached) {
  for (const char* name : {"panda", "iiwa14", "ur5", "puma560", "two_link_2r", "stanford"}) {
    const Model<double> model = shipped(name).model;
    const std::string frame = end_frame(model);
    InverseKinematics ik(model, frame);
    const IkFailure failure = ik.solve(IkTarget::position(Vec3<double>{50.0, 0.0, 0.0}), {}, {.limits = true}).failure;
    // the slide of the Stanford arm would get there without its limits
    const IkCause cause = std::string(name) == "stanford" ? IkCause::Limits : IkCause::BeyondReach;
    EXPECT_EQ(failure.cause, cause) << name;
    EXPECT_TRUE(failure.proven) << name;
    EXPECT_GE(failure.reach_bound, failure.largest_reach * (1.0 - 1e-12)) << name;
    EXPECT_LE(failure.reach_bound, failure.largest_reach * 1.15) << name;
    Random random(32);
    const std::vector<int> moving = ik.moving_positions();
    for (int k = 0; k < 2000; ++k) {
      const std::vector<double> q = with_joints_at_limits(model, moving, 0, random);
      EXPECT_LE(norm(Placement<double>(model, q).of(frame).p), failure.reach_bound) << name;
    }
  }
}

// ---- tolerances of single rows

TEST(ATargetWithTolerancesOfItsOwn, IsReachedWithinThemAndNoFurther) {
  const Model<double> model = shipped("ur5").model;
  InverseKinematics ik(model, "tool0");
  IkOptions options;
  options.row_tolerances = {0.0, 0.0, 5.0 * pi / 180.0, 1e-3, 2e-3, 0.0};
  Random random(33);
  int at_the_edge = 0;
  for (int k = 0; k < 300; ++k) {
    const std::vector<double> q = random_position(model, random);
    IkTarget target = IkTarget::pose(Placement<double>(model, q).of("tool0"));
    if (k % 2 == 1) target.R_WA = target.X_WF.R;
    const IkSolution& solution = ik.solve(target, {}, options);
    ASSERT_TRUE(solution.solved) << k;
    // measured by itself: the turn that is left, and the way
    const Pose<double> X = Placement<double>(model, solution.q).of("tool0");
    const Quaternion<double> left = quaternion(target.X_WF.R * X.R.inverse());
    const double sign = left.w < 0.0 ? -1.0 : 1.0;
    const Vec3<double> turn = target.R_WA.inverse_times(sign * Vec3<double>{left.x, left.y, left.z});
    const Vec3<double> way = target.R_WA.inverse_times(target.X_WF.p - X.p);
    for (int i = 0; i < 3; ++i) {
      const double turned = 2.0 * std::asin(turn[i]);
      const double allowed_turn = std::max(options.row_tolerances[at(i)], 1e-8);
      const double allowed_way = std::max(options.row_tolerances[at(i) + 3], 1e-8);
      EXPECT_LE(std::abs(turned), allowed_turn * (1.0 + 1e-6) + 1e-12) << k;
      EXPECT_LE(std::abs(way[i]), allowed_way * (1.0 + 1e-6) + 1e-12) << k;
      EXPECT_NEAR(solution.row_errors[at(i)], turned, 1e-9);
      EXPECT_NEAR(solution.row_errors[at(i) + 3], way[i], 1e-9);
    }
    if (std::abs(way.x) > 0.9e-3) ++at_the_edge;
  }
  EXPECT_GT(at_the_edge, 10);  // the tolerance is made use of
}

TEST(ATargetWithTolerancesOfItsOwn, IsReachedWhereItsMiddleIsNot) {
  // 30 mm beyond the reach of the stretched arm
  const Model<double> model = shipped("two_link_2r").model;
  InverseKinematics ik(model, "tip");
  const IkTarget target = IkTarget::position(Vec3<double>{1.83, 0.0, 0.0});
  EXPECT_FALSE(ik.solve(target).solved);
  IkOptions options;
  options.row_tolerances[3] = 0.04;
  const IkSolution& solution = ik.solve(target, {}, options);
  EXPECT_TRUE(solution.solved);
  EXPECT_LE(solution.position_error, 0.04);
  EXPECT_GE(solution.position_error, 0.03);
  EXPECT_THAT(refusal([&] { ik.all_solutions(target, {}, options); }), HasSubstr("single rows"));
  options.row_tolerances[3] = -1.0;
  EXPECT_THAT(refusal([&] { ik.solve(target, {}, options); }), HasSubstr("tolerance of a row"));
}

// ---- a budget of time

TEST(ABudgetOfTime, IsSpentOnAHopelessTargetAndSavedOnAnEasyOne) {
  const Model<double> model = shipped("panda").model;
  InverseKinematics ik(model, "panda_hand");
  IkOptions options{.starts = IkOptions::most_starts, .explain = false};
  options.seconds = 0.2;
  const auto begin = std::chrono::steady_clock::now();
  const IkSolution hopeless = ik.solve(IkTarget::position(Vec3<double>{5.0, 0.0, 0.0}), {}, options);
  const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_FALSE(hopeless.solved);
  EXPECT_TRUE(hopeless.out_of_time);
  EXPECT_GT(hopeless.starts, 100);
  EXPECT_GE(spent, 0.2);
  EXPECT_LT(spent, 2.0);
  const IkSolution& easy = ik.solve(IkTarget::position(Vec3<double>{0.4, 0.0, 0.5}), {}, options);
  EXPECT_TRUE(easy.solved);
  EXPECT_FALSE(easy.out_of_time);
  options.seconds = -1.0;
  EXPECT_THAT(refusal([&] {
                ik.solve(IkTarget::position(Vec3<double>{5.0, 0.0, 0.0}), {}, options);
              }),
              HasSubstr("above zero"));
}

// ---- Eigen's types

TEST(EigensTypes, AskTheSameQuestion) {
  const Model<double> model = shipped("ur5").model;
  InverseKinematics ik(model, "tool0");
  Eigen::VectorXd start(6);
  start << 0.1, -1.2, 1.5, -0.3, 1.0, 0.4;
  const std::vector<double> same(start.begin(), start.end());
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  X.translate(Eigen::Vector3d(0.4, 0.2, 0.3));
  X.rotate(Eigen::AngleAxisd(2.0, Eigen::Vector3d::UnitX()));
  const Pose<double> own{Rotation<double>::about_x(sincos(2.0)), {0.4, 0.2, 0.3}};
  const std::vector<double> wanted = ik.solve(IkTarget::pose(own), same).q;
  const IkSolution& solution = ik.solve(IkTarget::pose(X), start);
  ASSERT_TRUE(solution.solved);
  EXPECT_LT((solution.q_vector() - Eigen::Map<const Eigen::VectorXd>(wanted.data(), 6)).norm(), 1e-9);
  EXPECT_EQ(ik.all_solutions(IkTarget::pose(X), start).solutions.size(),
            ik.all_solutions(IkTarget::pose(own), same).solutions.size());
  EXPECT_TRUE(ik.solve(IkTarget::position(X.translation()), solution.q_vector()).solved);
  EXPECT_TRUE(ik.solve(IkTarget::orientation(X.linear()), start).solved);
  EXPECT_THAT(refusal([&] { ik.solve(IkTarget::pose(X), Eigen::VectorXd::Zero(5).eval()); }), HasSubstr("5 numbers"));
}

}  // namespace
