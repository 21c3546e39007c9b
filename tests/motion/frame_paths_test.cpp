// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/cartesian/blended_path.h"
#include "sinew/motion/cartesian/screw_path.h"
#include "tests/motion/arm_of_joints.h"

namespace sinew {
namespace {

using sinew_test::arm_of_joints;
using sinew_test::at;
using sinew_test::read;

constexpr double pi = std::numbers::pi;

Rotation<double> turned(const Vec3<double>& axis, double angle) {
  return Rotation<double>::from(AxisAngle<double>{(1.0 / norm(axis)) * axis, angle});
}

double apart(const Pose<double>& X, const Pose<double>& Y) {
  return norm(X.p - Y.p) + std::abs(axis_angle(X.R * Y.R.inverse()).angle);
}

/// Velocities and accelerations are the derivatives of the poses and velocities, and both ends are at rest.
void expect_consistent(const CartesianPath& path) {
  constexpr double h = 1e-5;
  const double T = path.duration();
  for (double t = 0.013 * T; t < T; t += 0.0371 * T) {
    const PathPoint before = path.at(t - h), here = path.at(t), after = path.at(t + h);
    EXPECT_LT(norm((0.5 / h) * (after.X.p - before.X.p) - here.v), 1e-7) << t;
    EXPECT_LT(norm((0.5 / h) * (after.v - before.v) - here.a), 1e-6) << t;
    const AxisAngle<double> turn = axis_angle(after.X.R * before.X.R.inverse());
    EXPECT_LT(norm((0.5 / h * turn.angle) * turn.axis - here.w), 1e-7) << t;
    EXPECT_LT(norm((0.5 / h) * (after.w - before.w) - here.wd), 1e-6) << t;
  }
  for (const double t : {0.0, T}) {
    const PathPoint end = path.at(t);
    EXPECT_LT(norm(end.v) + norm(end.w) + norm(end.a) + norm(end.wd), 1e-12);
  }
}

TEST(AScrew, GoesFromPoseToPoseAlongItsAxis) {
  const Pose<double> start{turned({1, 2, 3}, 0.4), {0.3, -0.2, 0.5}}, end{turned({-1, 0.5, 2}, 2.1), {0.1, 0.4, 0.2}};
  const ScrewMotion screw = screw_between(start, end);
  const auto path = screw_path(start, screw, {true}, 2.0);
  expect_consistent(*path);
  EXPECT_LT(apart(path->at(0.0).X, start), 1e-12);
  EXPECT_LT(apart(path->at(2.0).X, end), 1e-12);
  // a point of the frame keeps its distance from the axis
  const auto radius = [&](double t) { return norm(cross(screw.axis, path->at(t).X.p - screw.point)); };
  EXPECT_NEAR(radius(0.7), radius(0.0), 1e-12);
  EXPECT_NEAR(path->length(), std::hypot(radius(0.0) * screw.turn, screw.advance), 1e-12);
}

TEST(AScrew, BetweenPosesOfOneOrientationIsALine) {
  const Pose<double> start{{}, {0.1, 0.2, 0.3}}, end{{}, {0.4, 0.2, 0.7}};
  const ScrewMotion screw = screw_between(start, end);
  EXPECT_EQ(screw.turn, 0.0);
  EXPECT_NEAR(screw.advance, 0.5, 1e-15);
  EXPECT_LT(apart(screw_path(start, screw, {true}, 1.0)->at(1.0).X, end), 1e-15);
  EXPECT_THROW(screw_between(start, start), InputError);
}

TEST(AnArc, GoesThroughItsPlacesAndTurnsToItsEnd) {
  const Pose<double> start{turned({0, 1, 0}, 0.3), {0.4, 0.0, 0.3}};
  const Vec3<double> through{0.5, 0.2, 0.35}, last{0.3, 0.3, 0.5};
  const ScrewMotion arc = arc_through(start.p, through, last);
  const Rotation<double> facing = turned({1, 1, 0}, 1.0);
  const auto path = screw_path(start, arc, {false, facing}, 3.0);
  expect_consistent(*path);
  EXPECT_LT(apart(path->at(3.0).X, {facing, last}), 1e-12);
  double nearest = 1.0;
  for (int i = 0; i <= 30'000; ++i) nearest = std::min(nearest, norm(path->at(1e-4 * i).X.p - through));
  EXPECT_LT(nearest, 1e-4);
  // the other way round it is the longer arc
  const ScrewMotion rest = arc_through(start.p, last + (last - through), last);
  EXPECT_GT(rest.turn, 0.0);
  EXPECT_THROW(arc_through({0, 0, 0}, {1, 0, 0}, {2, 0, 0}), InputError);
}

TEST(BlendedLines, AreStraightBetweenTheirRoundedCorners) {
  const std::vector<Pose<double>> poses = {{{}, {0.0, 0.0, 0.0}},
                                           {turned({0, 0, 1}, 0.5), {0.4, 0.0, 0.0}},
                                           {turned({1, 0, 1}, 1.2), {0.4, 0.3, 0.1}},
                                           {turned({1, 0, 1}, 1.2), {0.0, 0.3, 0.4}}};
  const auto path = blended_path(poses, 0.05, 4.0);
  expect_consistent(*path);
  EXPECT_LT(apart(path->at(0.0).X, poses.front()), 1e-15);
  EXPECT_LT(apart(path->at(4.0).X, poses.back()), 1e-12);
  double nearest = 1.0;
  bool straight = false;
  for (int i = 0; i <= 4000; ++i) {
    const Vec3<double> p = path->at(1e-3 * i).X.p;
    nearest = std::min(nearest, norm(p - poses[1].p));
    straight = straight || (std::abs(p.y) < 1e-14 && std::abs(p.z) < 1e-14 && p.x > 0.2);
  }
  EXPECT_GT(nearest, 0.005);  // the corner is cut
  EXPECT_LT(nearest, 0.05);
  EXPECT_TRUE(straight);
  EXPECT_THROW(blended_path(poses, 0.2, 4.0), InputError);
  EXPECT_THROW(blended_path({poses[0], poses[1]}, 0.01, 4.0), InputError);
}

/// Whatever a trajectory file says of the tip, the tip does.
TEST(PathsOfAFile, MoveTheFrameAsTheySay) {
  const Arm arm = arm_of_joints(3);
  const Eigen::Vector3d q(0.3, 0.8, 0.6);
  const Pose<double> start = arm.pose(q, "tip");
  const std::string head = "start: [0.3, 0.8, 0.6]\npath:\n  rows: \"x,y,rz\"\n  frame: tip\n";
  const auto tip = [&](const GivenTrajectory& given, double t) { return arm.pose(at(given, t).q, "tip"); };

  const GivenTrajectory line = read(head + "  line: {by: [-0.2, 0.1, 0]}\n  duration: 2 s\n", arm);
  EXPECT_LT(norm(tip(line, 0.0).p - start.p), 1e-12);
  EXPECT_LT(norm(tip(line, 9.0).p - (start.p + Vec3<double>{-0.2, 0.1, 0.0})), 1e-12);
  EXPECT_LT(norm(tip(line, 1.0).p - (start.p + 0.5 * Vec3<double>{-0.2, 0.1, 0.0})), 1e-10);

  const GivenTrajectory circle =
      read(head + "  circle: {centre: [0.2, 0.6, 0], axis: z, turn: 1 rev}\n  speed: 0.3 m/s\n", arm);
  const double radius = std::hypot(start.p.x - 0.2, start.p.y - 0.6);
  EXPECT_NEAR(circle.trajectory->duration(), 2.0 * pi * radius / 0.3, 1e-6);
  for (const double t : {0.5, 1.0, 2.0}) {
    const Vec3<double> p = tip(circle, t).p;
    EXPECT_NEAR(std::hypot(p.x - 0.2, p.y - 0.6), radius, 1e-9);
  }
  EXPECT_LT(apart(tip(circle, 99.0), start), 1e-10);
  // it leads the wrist round the base: a whole turn of two joints, which is no drift to warn of
  EXPECT_LT((at(circle, 99.0).q - q - 2.0 * pi * Eigen::Vector3d(1.0, 0.0, -1.0)).norm(), 1e-6);
  // accelerations are those of the path: v²/r towards the centre at its fastest, and none along it
  const double middle = 0.5 * circle.trajectory->duration();
  const MotionSample y = at(circle, middle);
  const FrameMotion motion = arm.motion(y.q, y.qd, y.qdd, "tip");
  EXPECT_NEAR(motion.velocity.norm(), 1.875 * 0.3, 1e-5);
  EXPECT_NEAR(motion.acceleration.norm(), std::pow(1.875 * 0.3, 2) / radius, 1e-4);

  const GivenTrajectory via =
      read(head + "  via: [[0.3, 0.9, 0], [0.1, 0.9, 0], [0.1, 0.7, 0]]\n  blend: 50 mm\n  duration: 6 s\n", arm);
  EXPECT_LT(norm(tip(via, 9.0).p - Vec3<double>{0.1, 0.7, 0.0}), 1e-10);
  for (const GivenTrajectory* one : {&line, &circle, &via}) EXPECT_TRUE(one->remarks.empty()) << one->remarks[0].text();
}

}  // namespace
}  // namespace sinew
