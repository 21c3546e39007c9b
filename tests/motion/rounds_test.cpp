// SPDX-License-Identifier: BSD-3-Clause
// Joint drift after rounds of a closed path, against q̇ = J⁺·ṙ integrated on its own.
#include "sinew/motion/follow/rounds.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <memory>

#include "sinew/arm/arm.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/motion/follow/follow_run.h"

namespace {

using namespace sinew;

/// A planar arm of links of 1 m with a frame at its tip.
std::string planar_arm(int joints) {
  std::string text = "sinew: 1\nname: planar\nbase: base\nlinks:\n";
  for (int k = 1; k <= joints; ++k)
    text += "  - {name: link" + std::to_string(k) + ", joint: {name: joint" + std::to_string(k) +
            ", kind: revolute}, pose: Tx(" + (k == 1 ? "0" : "1") + "), mass: 1}\n";
  return text + "frames:\n  - {name: tip, link: link" + std::to_string(joints) + ", pose: Tx(1)}\n";
}

Arm arm_of(int joints) {
  return Arm(std::make_shared<const LoadedRobot>(load_robot(SourceText{"planar.yaml", planar_arm(joints)})));
}

constexpr double circle_radius = 0.4;

/// The tip goes round a circle whose centre lies to its left.
std::shared_ptr<const CartesianPath> planar_circle(const Arm& arm, const Eigen::VectorXd& q, double turn = 2.0 * M_PI) {
  const Pose<double> X = arm.pose(q, "tip");
  return circle_path(X, X.p + Vec3<double>{-circle_radius, 0.0, 0.0}, {0, 0, 1}, turn, false, 3.0);
}

FrameMotionChoice tip_in_the_plane() {
  FrameMotionChoice tip;
  tip.frame = "tip";
  tip.rows = FrameRows::parse("x,y");
  return tip;
}

FollowSummary followed_rounds(const Arm& arm, const Eigen::VectorXd& q, RedundancyMethod method, int rounds,
                              double period = 1e-3) {
  FollowSettings settings;
  settings.period = period;
  settings.method = method;
  settings.damping = {};
  settings.limits = JointLimits::none(arm.model());
  FollowRun run(arm.model(), tip_in_the_plane(), planar_circle(arm, q), settings, q, rounds);
  while (run.goes_on()) run.advance();
  EXPECT_EQ(run.summary().end, FollowEnd::Arrived);
  return run.summary();
}

/// q̇ = J⁺·ṙ of a planar 3R round the circle, by the angle φ and classical Runge-Kutta steps: no code of the library.
Eigen::Vector3d after_a_round(Eigen::Vector3d q) {
  const auto slope = [](const Eigen::Vector3d& at, double phi) -> Eigen::Vector3d {
    const double a = at[0], b = a + at[1], c = b + at[2];
    Eigen::Matrix<double, 2, 3> J;
    J << -std::sin(a) - std::sin(b) - std::sin(c), -std::sin(b) - std::sin(c), -std::sin(c),
        std::cos(a) + std::cos(b) + std::cos(c), std::cos(b) + std::cos(c), std::cos(c);
    const Eigen::Vector2d way{-circle_radius * std::sin(phi), circle_radius * std::cos(phi)};
    const Eigen::Matrix2d JJ = J * J.transpose();
    return J.transpose() * JJ.inverse() * way;
  };
  constexpr int steps = 20000;
  const double h = 2.0 * M_PI / steps;
  for (int k = 0; k < steps; ++k) {
    const double phi = k * h;
    const Eigen::Vector3d k1 = slope(q, phi), k2 = slope(q + 0.5 * h * k1, phi + 0.5 * h),
                          k3 = slope(q + 0.5 * h * k2, phi + 0.5 * h), k4 = slope(q + h * k3, phi + h);
    q += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return q;
}

TEST(JointDrift, OfThePseudoInverseIsThatOfItsDifferentialEquation) {
  const Arm arm = arm_of(3);
  const Eigen::Vector3d start(0.3, 0.7, 0.9);
  const FollowSummary summary = followed_rounds(arm, start, RedundancyMethod::PseudoInverse, 3, 2e-4);
  ASSERT_TRUE(summary.drift.has_value());
  ASSERT_EQ(summary.drift->rounds.size(), 3U);
  EXPECT_FALSE(summary.drift->is_cyclic());
  // the commands are constant for a period each: an error of the first order in it, 0.15 % of the drift
  Eigen::Vector3d q = start;
  for (const Eigen::VectorXd& drift : summary.drift->rounds) {
    const Eigen::Vector3d next = after_a_round(q);
    EXPECT_GT((next - q).lpNorm<Eigen::Infinity>(), 5e-3);
    EXPECT_LT((drift - (next - q)).lpNorm<Eigen::Infinity>(), 3e-3 * (next - q).lpNorm<Eigen::Infinity>())
        << drift.transpose() << " against " << (next - q).transpose();
    q = next;
  }
}

TEST(JointDrift, IsNoneWhereThereIsNoRedundancy) {
  const Arm arm = arm_of(2);
  for (const MethodEntry& entry : redundancy_methods()) {
    using enum RedundancyMethod;
    if (entry.method != PseudoInverse && entry.method != SnsOptimal && entry.method != QuadraticProgram) continue;
    const FollowSummary summary = followed_rounds(arm, Eigen::Vector2d(0.3, 1.4), entry.method, 2);
    ASSERT_TRUE(summary.drift.has_value()) << entry.name;
    EXPECT_EQ(summary.drift->rounds.size(), 2U) << entry.name;
    EXPECT_TRUE(summary.drift->is_cyclic()) << entry.name;
    EXPECT_LT(summary.drift->largest(), 1e-5) << entry.name;
  }
}

TEST(JointDrift, TellsWholeTurnsFromOtherDrift) {
  const Model<double>& model = load_robot(SourceText{"slide.yaml", R"(sinew: 1
name: slide
links:
  - {name: a, joint: {kind: revolute}, mass: 1}
  - {name: b, joint: {kind: continuous}, pose: Tx(1), mass: 1}
  - {name: c, joint: {kind: prismatic}, pose: Tx(1), mass: 1}
)"})
                                   .model;
  const double turn = 2.0 * std::numbers::pi;
  const auto is_of_whole_turns = [&](double a, double b, double c) {
    const JointDrift drift{{Eigen::Vector3d::Zero(), Eigen::Vector3d(a, b, c)}};
    return drift.is_of_whole_turns(model);
  };
  EXPECT_TRUE(is_of_whole_turns(0.0, 0.0, 0.0));
  EXPECT_TRUE(is_of_whole_turns(turn, -2.0 * turn, 1e-7));
  EXPECT_FALSE(is_of_whole_turns(turn, 0.01 - turn, 0.0));
  EXPECT_FALSE(is_of_whole_turns(0.5 * turn, 0.0, 0.0));
  EXPECT_FALSE(is_of_whole_turns(0.0, 0.0, turn)) << "a slide has no turns";
}

TEST(JointDrift, IsOnlyThatOfClosedPaths) {
  const Arm arm = arm_of(3);
  const Eigen::Vector3d q(0.3, 0.7, 0.9);
  EXPECT_TRUE(gap_of(*planar_circle(arm, q), FrameRows::parse("x,y")).is_closed());
  EXPECT_FALSE(gap_of(*planar_circle(arm, q, 3.0), FrameRows::parse("x,y")).is_closed());
  EXPECT_THROW(rounds_of(planar_circle(arm, q, 3.0), FrameRows::parse("x,y"), 2), InputError);
  EXPECT_NO_THROW(rounds_of(planar_circle(arm, q, 3.0), FrameRows::parse("x,y"), 1));
  EXPECT_THROW(rounds_of(planar_circle(arm, q), FrameRows::parse("x,y"), 0), InputError);
}

TEST(RoundsOfAPath, RepeatItAndRestInBetween) {
  const Arm arm = arm_of(3);
  const auto once = planar_circle(arm, Eigen::Vector3d(0.3, 0.7, 0.9));
  const auto thrice = rounds_of(once, FrameRows::parse("x,y"), 3);
  EXPECT_DOUBLE_EQ(thrice->duration(), 9.0);
  EXPECT_DOUBLE_EQ(thrice->length(), 3.0 * once->length());
  for (const double t : {0.4, 1.7, 2.9}) {
    EXPECT_NEAR(norm(thrice->at(t + 6.0).X.p - once->at(t).X.p), 0.0, 1e-12);
    EXPECT_NEAR(norm(thrice->at(t + 3.0).v - once->at(t).v), 0.0, 1e-12);
  }
  EXPECT_NEAR(norm(thrice->at(9.0).X.p - once->at(0.0).X.p), 0.0, 1e-12);
  EXPECT_NEAR(norm(thrice->at(3.0).v), 0.0, 1e-12);
}

}  // namespace
