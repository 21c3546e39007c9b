// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/given_trajectory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "sinew/errors/formula_error.h"
#include "sinew/motion/given/move_text.h"
#include "sinew/motion/trajectory/profile.h"
#include "sinew/motion/trajectory/spline.h"
#include "tests/motion/arm_of_joints.h"
#include "tests/support/refusal.h"

namespace sinew {
namespace {

using sinew_test::arm_of_joints;
using sinew_test::at;
using sinew_test::read;
using testing::HasSubstr;

constexpr double one_degree = std::numbers::pi / 180.0;

std::string remarks(const GivenTrajectory& given) {
  std::string all;
  for (const Diagnostic& remark : given.remarks) all += remark.text() + "\n";
  return all;
}

/// Both trajectories are the same motion.
void expect_same(const Trajectory& a, const Trajectory& b, double tolerance = 1e-12) {
  ASSERT_NEAR(a.duration(), b.duration(), tolerance);
  MotionSample x = a.sample(), y = b.sample();
  for (int i = 0; i <= 50; ++i) {
    const double t = a.duration() * i / 50.0;
    a.at(t, x);
    b.at(t, y);
    EXPECT_LT((x.q - y.q).cwiseAbs().maxCoeff(), tolerance) << t;
    EXPECT_LT((x.qd - y.qd).cwiseAbs().maxCoeff(), 100.0 * tolerance) << t;
  }
}

TEST(FormulasOfAFile, AreTheMotionThatTheySay) {
  const Arm arm = arm_of_joints(3);
  const GivenTrajectory given =
      read("trajectory: homework\nuntil: 10 s\nq1: sin(t)\nq2: 3*cos(2*t)\nq3: sin(3*t)\n", arm);
  EXPECT_EQ(given.name, "homework");
  EXPECT_DOUBLE_EQ(given.trajectory->duration(), 10.0);
  ASSERT_TRUE(given.formulas);
  EXPECT_EQ(given.formulas->q.size(), 3U);
  EXPECT_EQ(remarks(given), "");
  for (const double t : {0.0, 0.1, 3.7, 10.0}) {
    const MotionSample y = at(given, t);
    EXPECT_NEAR(y.q[1], 3.0 * std::cos(2.0 * t), 1e-14);
    EXPECT_NEAR(y.qd[0], std::cos(t), 1e-14);
    EXPECT_NEAR(y.qdd[1], -12.0 * std::cos(2.0 * t), 1e-13);
    EXPECT_NEAR(y.qddd[2], -27.0 * std::cos(3.0 * t), 1e-13);
  }
}

TEST(FormulasOfAFile, TakeTimeAsATimeOrAsSeconds) {
  const Arm arm = arm_of_joints(2);
  const std::string parameters = "parameters: {A: 20deg, w: 2 rad/s, T: 500 ms}\nuntil: 2 s\n";
  const auto value = [&](const std::string& formula) {
    return at(read(parameters + "a: " + formula + "\nb: 0\n", arm), 0.7).q[0];
  };
  EXPECT_NEAR(value("A*sin(w*t)"), 20.0 * one_degree * std::sin(1.4), 1e-15);
  EXPECT_NEAR(value("0.1*sin(2*t)"), 0.1 * std::sin(1.4), 1e-15);
  EXPECT_NEAR(value("20deg*t/T"), 28.0 * one_degree, 1e-14);
  EXPECT_NEAR(value("30deg/s*t"), 21.0 * one_degree, 1e-14);  // not 30 degrees per second-tonne
  EXPECT_NEAR(value("0.5*t^2"), 0.245, 1e-15);
  EXPECT_NEAR(value("abs(sin(w*t) - 0.5)"), std::abs(std::sin(1.4) - 0.5), 1e-15);
}

TEST(FormulasOfAFile, MayBeginAtAnotherTime) {
  const GivenTrajectory given = read("from: 2 s\nduration: 3 s\na: t\nb: t^2\n", arm_of_joints(2));
  EXPECT_DOUBLE_EQ(given.start, 2.0);
  EXPECT_DOUBLE_EQ(given.trajectory->duration(), 3.0);
  EXPECT_DOUBLE_EQ(at(given, 1.0).q[0], 3.0);
  EXPECT_DOUBLE_EQ(at(given, 1.0).qd[1], 6.0);
}

TEST(JointsWithoutAFormula, StandAtZeroOrAtTheStart) {
  const GivenTrajectory at_zero = read("until: 1\nb: t\n", arm_of_joints(3));
  EXPECT_THAT(remarks(at_zero), HasSubstr("stand at 0: 'a', 'c'"));
  EXPECT_EQ(at(at_zero, 0.5).q[0], 0.0);
  const GivenTrajectory at_start = read("start: {a: 30deg, c: -1}\nuntil: 1\nb: t\n", arm_of_joints(3));
  EXPECT_EQ(remarks(at_start), "");
  EXPECT_NEAR(at(at_start, 0.5).q[0], 30.0 * one_degree, 1e-15);
  EXPECT_EQ(at(at_start, 0.5).qd[0], 0.0);
}

TEST(ViaPoints, AreTheSplineThroughThem) {
  const Arm arm = arm_of_joints(2);
  Eigen::MatrixXd points(2, 4);
  points << 0.0, 20.0 * one_degree, 1.0, 0.0, 0.0, -0.3, 0.4, 0.0;
  const std::string via = "via: [[0, 0], [20deg, -0.3], {q1: 1, b: 0.4}, \"0, 0\"]\n";
  const std::vector<double> times = {1.0, 2.0, 2.5, 4.0};
  for (const char* end : {"natural", "clamped", "periodic", "not-a-knot"}) {
    const auto path = spline_path(times, points, 3, *spline_end_named(end));
    const GivenTrajectory given = read(via + "times: [1 s, 2, 2500 ms, 4]\nends: " + end + "\n", arm);
    expect_same(*given.trajectory, Trajectory(path, plain_clock(3.0)));
    EXPECT_DOUBLE_EQ(given.start, 1.0);
  }
  const auto quintic = spline_path({0.0, 1.0, 1.5, 3.0}, points, 5, SplineEnd::Clamped);
  expect_same(*read(via + "durations: [1, 0.5, 1.5]\nspline: quintic\n", arm).trajectory,
              Trajectory(quintic, plain_clock(3.0)));
  const auto even = spline_path({0.0, 1.0, 2.0, 3.0}, points, 3, SplineEnd::Clamped);
  expect_same(*read(via + "duration: 3 s\n", arm).trajectory, Trajectory(even, plain_clock(3.0)));
}

TEST(Moves, GoFromRestToRestWithEveryProfile) {
  const Arm arm = arm_of_joints(2);
  const Eigen::Vector2d from(0.1, 0.2), to(90.0 * one_degree, -0.3);
  for (const std::string_view name : profile_names()) {
    const GivenTrajectory given =
        read("from: [0.1, 0.2]\nto: [90deg, -0.3]\nduration: 2 s\nwith: " + std::string(name) + "\n", arm);
    expect_same(*given.trajectory, Trajectory(line_path(from, to), profile_clock(*profile_named(name), 2.0)));
  }
  expect_same(*read("from: [0.1, 0.2]\nto: [90deg, -0.3]\nduration: 2 s\n", arm).trajectory,
              Trajectory(line_path(from, to), profile_clock(Profile::Quintic, 2.0)));
}

TEST(MovesUnderLimits, AreSynchronisedAndTheSlowestJointDecides) {
  const Arm arm = arm_of_joints(2);
  const GivenTrajectory by_file = read("from: [0, 0]\nto: [1, -3]\nwith: trapezoidal\nlimits: robot\n", arm);
  // b: 3 rad at 2 rad/s with ramps of 0.25 s
  EXPECT_NEAR(by_file.trajectory->duration(), 1.5 + 0.25, 1e-12);
  const GivenTrajectory given = read(
      "from: [0, 0]\nto: [1, -3]\nwith: double-s\nlimits: {velocity: robot, acceleration: {a: 1, b: 6}, jerk: 40}\n",
      arm);
  MotionSample y = given.trajectory->sample();
  Eigen::Vector2d v = Eigen::Vector2d::Zero(), a = v, j = v;
  for (int i = 0; i <= 20'000; ++i) {
    given.trajectory->at(given.trajectory->duration() * i / 20'000.0, y);
    EXPECT_NEAR(y.q[1], -3.0 * y.q[0], 1e-12);  // both share the clock
    v = v.cwiseMax(y.qd.cwiseAbs());
    a = a.cwiseMax(y.qdd.cwiseAbs());
    j = j.cwiseMax(y.qddd.cwiseAbs());
  }
  EXPECT_LT((v - Eigen::Vector2d(2, 2)).maxCoeff(), 1e-9);
  EXPECT_LT(a[0] - 1.0, 1e-9);
  EXPECT_LT(a[1] - 6.0, 1e-9);
  EXPECT_LT(j.maxCoeff() - 40.0, 1e-7);
  const double fullest = std::max({v.maxCoeff() / 2.0, a[0], a[1] / 6.0, j.maxCoeff() / 40.0});
  EXPECT_NEAR(fullest, 1.0, 1e-7);
}

TEST(Segments, FollowEachOtherInAnyMix) {
  const Arm arm = arm_of_joints(2);
  const GivenTrajectory given = read(R"(trajectory: mix
start: [0, 0]
segments:
  - {to: [1, 0.5], duration: 1 s}
  - {hold: 500 ms}
  - {via: [[1, 0.5], [0.5, 0], [0, 0]], durations: [1, 1], spline: quintic}
  - {duration: 2 s, a: 0.1*t^3*(2-t)^3, b: 0}
)",
                                     arm);
  EXPECT_EQ(remarks(given), "");
  EXPECT_DOUBLE_EQ(given.trajectory->duration(), 5.5);
  EXPECT_FALSE(given.formulas);
  EXPECT_NEAR(at(given, 1.2).q[0], 1.0, 1e-14);
  EXPECT_EQ(at(given, 1.2).qd.norm(), 0.0);
  EXPECT_NEAR(at(given, 2.5).q[0], 0.5, 1e-14);
  EXPECT_NEAR(at(given, 4.5).q[0], 0.1, 1e-14);  // t is 1 s since its segment began
}

TEST(TheOnlySegment, KeepsItsFormulas) {
  EXPECT_TRUE(read("segments:\n  - {until: 2, a: t, b: t^2}\n", arm_of_joints(2)).formulas);
}

TEST(Jumps, OfVelocityAndAccelerationAreRemarkedWithTimeJointAndAmount) {
  const GivenTrajectory velocity =
      read("start: [0, 0]\nsegments:\n  - {duration: 1, a: 2*t, b: 0}\n  - {hold: 1 s}\n", arm_of_joints(2));
  EXPECT_THAT(remarks(velocity),
              HasSubstr("motion.yaml:4: warning: the velocity jumps by 2 rad/s: joint 'a' at t = 1 s"));
  const GivenTrajectory acceleration =
      read("from: [0, 0]\nto: [1, 3]\nwith: trapezoidal\nduration: 3 s\n", arm_of_joints(2));
  EXPECT_THAT(remarks(acceleration), HasSubstr("acceleration jumps at 2 times, most by 1.5 rad/s²: joint 'b'"));
}

TEST(AJumpOfPosition, IsRefused) {
  const std::string said = sinew_test::refusal([] {
    read("segments:\n  - {from: [0, 0], to: [1, 1], duration: 1}\n  - {from: [0, 1], to: [2, 2], duration: 1}\n",
         arm_of_joints(2));
  });
  EXPECT_THAT(said, HasSubstr("motion.yaml:3: the position jumps by 1 rad: joint 'a' at t = 1 s"));
}

TEST(ACsvOfSamples, IsASplineThroughThem) {
  const Arm arm = arm_of_joints(2);
  std::string text = "t,q.a,b,qd.a,scale\n";
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.5 + 0.02 * i;
    text += std::to_string(t) + "," + std::to_string(std::sin(t) * 1e3) + "mrad," + std::to_string(t * t) + ",9,1\n";
  }
  std::string exact = "t,q1,q2\n";
  char line[100];
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.5 + 0.02 * i;
    std::snprintf(line, sizeof line, "%.17g,%.17g,%.17g\n", t, std::sin(t), t * t);
    exact += line;
  }
  EXPECT_NEAR(at(read(text, arm, "rounded.csv"), 1.0).q[0], std::sin(1.5), 1e-6);
  const GivenTrajectory given = read(exact, arm, "folder/samples.csv");
  EXPECT_EQ(given.name, "samples");
  EXPECT_EQ(remarks(given), "");
  EXPECT_DOUBLE_EQ(given.start, 0.5);
  for (const double t : {0.0, 0.31, 1.11, 2.0}) {
    const MotionSample y = at(given, t);
    EXPECT_NEAR(y.q[0], std::sin(t + 0.5), 1e-8);
    EXPECT_NEAR(y.qdd[0], -std::sin(t + 0.5), 1e-3);
    EXPECT_NEAR(y.qdd[1], 2.0, 1e-9);
  }
}

TEST(NoisySamples, AreWarnedOfAndSmoothedWhereThatIsAskedFor) {
  const Arm arm = arm_of_joints(2);
  std::string rows;
  unsigned state = 1;
  char line[100];
  for (int i = 0; i <= 400; ++i) {
    const double t = 0.01 * i;
    double noise = 0.0;
    for (int k = 0; k < 12; ++k)
      noise += static_cast<double>((state = state * 1664525U + 1013904223U) >> 8U) / (1U << 24U);
    std::snprintf(line, sizeof line, "  - [%.17g, %.17g, 0]\n", t, std::sin(t) + 1e-3 * (noise - 6.0));
    rows += line;
  }
  const GivenTrajectory rough = read("samples:\n" + rows, arm);
  EXPECT_THAT(remarks(rough), HasSubstr("the samples look noisy"));
  double worst_rough = 0.0;
  const auto worst = [&](const GivenTrajectory& given) {
    double most = 0.0;
    for (double t = 0.5; t < 3.5; t += 0.013) most = std::max(most, std::abs(at(given, t).qdd[0] + std::sin(t)));
    return most;
  };
  worst_rough = worst(rough);
  const GivenTrajectory by_cutoff = read("smooth: 1 Hz\nsamples:\n" + rows, arm);
  EXPECT_THAT(remarks(by_cutoff), HasSubstr("half the amplitude is left at 1 Hz"));
  EXPECT_GT(worst_rough, 10.0);
  EXPECT_LT(worst(by_cutoff), 0.1);
  const GivenTrajectory by_noise = read("smooth: {noise: 1 mrad}\nsamples:\n" + rows, arm);
  EXPECT_LT(worst(by_noise), 0.1);
}

TEST(MovesInOneLine, AreSegments) {
  const Arm arm = arm_of_joints(3);
  const auto one = [&](const char* text) { return read_trajectory(*moves_in_line(text), "--move", arm); };
  const GivenTrajectory given = one("0,0,0 -> 90deg,45deg,0 in 2s -> c=0.5 in 1 s with cubic");
  EXPECT_DOUBLE_EQ(given.trajectory->duration(), 3.0);
  EXPECT_NEAR(at(given, 1.0).q[0], 45.0 * one_degree, 1e-14);
  EXPECT_NEAR(at(given, 3.0).q[0], 90.0 * one_degree, 1e-14);
  EXPECT_NEAR(at(given, 3.0).q[2], 0.5, 1e-14);
  EXPECT_NEAR(at(given, 2.5).qd[2], 0.75, 1e-13);
  // as fast as the limits allow: 2 rad/s for a quintic, whose peak is 1.875 of the mean
  EXPECT_NEAR(one("0,0,0 → 4,0,0").trajectory->duration(), 1.875 * 4.0 / 2.0, 1e-12);
  EXPECT_THAT(sinew_test::refusal([&] { one("0,0,0 -> 1,0,0 with double-s"); }), HasSubstr("needs one of jerk"));
  EXPECT_THROW(moves_in_line("0,0,0"), FormulaError);
  EXPECT_THROW(moves_in_line("0 -> 1 in 2s in 3s"), FormulaError);
  EXPECT_THROW(moves_in_line("-> 1 in 2s"), FormulaError);
  EXPECT_THROW(moves_in_line("0 -> in 2s"), FormulaError);
}

TEST(ARobotThatFloats, IsTold) {
  const Arm arm(load_robot(SourceText{"f.yaml",
                                      "sinew: 1\nname: boat\nfloating_base: true\nbase: {mass: 1, inertia: [1, 1, 1]}\n"
                                      "links:\n  - {joint: {name: a, kind: revolute}, mass: 1}\n"})
                    .model);
  EXPECT_THAT(sinew_test::refusal([&] { read("until: 1\na: t\n", arm); }), HasSubstr("has a floating base"));
}

}  // namespace
}  // namespace sinew
