// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/follow/follow_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sinew/arm/arm.h"

namespace {

using namespace sinew;

Arm watched_robot(const std::string& name) { return load(std::string(SINEW_SOURCE_DIR) + "/robots/" + name + ".yaml"); }

TEST(APathDeviation, IsTheDistanceFromTheCurveAtAnyTime) {
  const Pose<double> start{{}, {0.4, 0.0, 0.2}};
  const std::shared_ptr<const CartesianPath> line = line_path(start, {start.R, {0.4, 0.5, 0.2}}, 2.0);
  const std::shared_ptr<const CartesianPath> circle = circle_path(start, {0.2, 0.0, 0.2}, {0, 0, 1}, 3.0, false, 2.0);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  for (int k = 0; k < 500; ++k) {
    PathDeviation from_line(line, FrameRows::pose()), from_circle(circle, FrameRows::pose());
    const double time = 2.0 * part(random), lag = 0.2 * (part(random) - 0.5), off = 0.01 * part(random);
    // beside the line, while the path's time is somewhere else
    const Vec3<double> on_line = line->at(time).X.p;
    EXPECT_NEAR(
        from_line.of({start.R, on_line + Vec3<double>{0.0, 0.0, off}}, std::clamp(time + lag, 0.0, 2.0)).position, off,
        1e-6);
    const Vec3<double> on_circle = circle->at(time).X.p, centre{0.2, 0.0, 0.2};
    const Vec3<double> outwards = (1.0 / norm(on_circle - centre)) * (on_circle - centre);
    EXPECT_NEAR(from_circle.of({start.R, on_circle + off * outwards}, std::clamp(time + lag, 0.0, 2.0)).position, off,
                1e-6);
  }
  // beyond the end
  PathDeviation beyond(line, FrameRows::pose());
  EXPECT_NEAR(beyond.of({start.R, {0.4, 0.53, 0.2}}, 1.0).position, 0.03, 1e-9);
  PathDeviation turned(line, FrameRows::pose());
  EXPECT_NEAR(turned.of({Rotation<double>::about_x(sincos(0.02)), line->at(0.7).X.p}, 0.9).orientation, 0.02, 1e-9);
}

/// A sample of a planar arm at q that moves there at constant velocity.
FollowSample sample_at(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& before, double T) {
  FollowSample sample;
  sample.t = sample.path_time = t;
  sample.q = q;
  sample.qd = (q - before) / T;
  sample.qdd = Eigen::VectorXd::Zero(q.size());
  return sample;
}

TEST(AWatch, SeesWhatHappensBetweenSamples) {
  const Arm arm = watched_robot("two_link_2r");
  const Eigen::VectorXd from = Eigen::Vector2d(-0.5, 0.0), to = Eigen::Vector2d(0.5, 0.0);
  const Pose<double> a = arm.pose(from, "tip"), b = arm.pose(to, "tip");
  FrameMotionChoice tip;
  tip.frame = "tip";
  tip.rows = FrameRows::position();
  const std::shared_ptr<const CartesianPath> line = line_path(a, {a.R, b.p}, 1.0);
  const double reach = norm(a.p);
  // a ball in the middle of the way that touches neither end
  const auto ball =
      std::make_shared<ObstacleDistance>(arm.model(), std::vector<LinkShape>{{"tip", "tip", {{}, {}, 0.01}}},
                                         std::vector<Obstacle>{{"ball", Ball{{reach, 0.0, 0.0}, 0.02}}});
  FollowWatch watch(arm.model(), tip, line, CommandLevel::Velocity, {ball});
  watch.see(sample_at(0.0, from, from, 1.0));
  EXPECT_FALSE(watch.findings().contact);
  watch.see(sample_at(1.0, to, from, 1.0));
  // the arc between both samples leaves the chord by r·(1 − cos 0.5)
  EXPECT_NEAR(watch.findings().position, reach * (1.0 - std::cos(0.5)), 1e-4);
  EXPECT_NEAR(watch.findings().position_at.t, 0.5, 0.01);
  ASSERT_TRUE(watch.findings().contact);
  EXPECT_NEAR(watch.findings().contact->depth, 0.03, 1e-3);
  EXPECT_EQ(watch.findings().contact->obstacle, "ball");
  EXPECT_LT(watch.findings().contact->first.t, 0.5);
}

TEST(AWatch, NamesTheLargestExcessOfEachLimit) {
  const Arm arm = watched_robot("panda");
  Eigen::VectorXd q = Eigen::VectorXd::Zero(arm.position_count());
  q.head(7) << 0.0, -0.6, 0.0, -2.2, 0.0, 1.7, 0.8;
  const Pose<double> X = arm.pose(q, "panda_hand");
  FrameMotionChoice hand;
  hand.frame = "panda_hand";
  const std::shared_ptr<const CartesianPath> line = line_path(X, {X.R, X.p + Vec3<double>{0.1, 0.0, 0.0}}, 1.0);
  FollowWatch watch(arm.model(), hand, line, CommandLevel::Velocity, {});
  FollowSample sample = sample_at(0.0, q, q, 1.0);
  watch.see(sample);
  EXPECT_TRUE(watch.beyond().empty());
  sample.t = 0.1;
  sample.qd[1] = 2.5;  // its limit is 2.175
  watch.see(sample);
  ASSERT_EQ(watch.beyond().size(), 1U);
  sample.t = 0.2;
  sample.qd[1] = -3.0;
  sample.qdd[1] = 200.0;
  watch.see(sample);
  sample.t = 0.3;
  sample.qd[1] = sample.qdd[1] = 0.0;
  watch.see(sample);
  EXPECT_TRUE(watch.beyond().empty());
  const std::vector<LimitExcess>& excess = watch.findings().excess;
  ASSERT_GE(excess.size(), 2U);
  EXPECT_EQ(excess[0].kind, WatchedLimit::Velocity);
  EXPECT_EQ(excess[0].joint, 1);
  EXPECT_NEAR(excess[0].excess(), 3.0 - 2.175, 1e-12);
  EXPECT_NEAR(excess[0].t, 0.2, 1e-12);
  EXPECT_EQ(excess[1].kind, WatchedLimit::Effort);
}

}  // namespace
