// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/continuity.h"

#include <gtest/gtest.h>

#include <vector>

#include "sinew/motion/trajectory/formula_path.h"
#include "sinew/motion/trajectory/profile.h"
#include "sinew/motion/trajectory/spline.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;

TEST(SmoothTrajectories, HaveNoJumps) {
  const Vector2d a(0.0, 1.0), b(2.0, -1.0);
  for (const Profile profile : {Profile::Quintic, Profile::Septic, Profile::DoubleS}) {
    const Trajectory there_and_back(
        {{line_path(a, b), profile_clock(profile, 1.3)}, {line_path(b, a), profile_clock(profile, 0.7)}});
    EXPECT_TRUE(jumps_of(there_and_back).empty()) << name_of(profile);
  }
  std::vector<double> times;
  for (int i = 0; i < 1000; ++i) times.push_back(1e-3 * i + 1e-4 * (i % 7));
  const MatrixXd points = MatrixXd::Random(2, 1000);
  for (const int degree : {3, 5}) {
    const auto path = spline_path(times, points, degree, SplineEnd::Natural);
    EXPECT_TRUE(jumps_of(Trajectory(path, plain_clock(path->end()))).empty()) << degree;
  }
}

TEST(Jumps, AreFoundWithTimeJointAndAmount) {
  const Vector2d a(0.0, 0.0), b(1.0, 0.0), c(1.0, 3.0);
  // position: b.y jumps by 3; velocity: linear moves; acceleration: cubic ones
  const std::vector<Jump> position = jumps_of(Trajectory({{line_path(a, b), profile_clock(Profile::Quintic, 2.0)},
                                                          {line_path(c, a), profile_clock(Profile::Quintic, 2.0)}}));
  ASSERT_EQ(position.size(), 1U);
  EXPECT_EQ(position[0].order, 0);
  EXPECT_EQ(position[0].joint, 1);
  EXPECT_DOUBLE_EQ(position[0].t, 2.0);
  EXPECT_DOUBLE_EQ(position[0].amount, 3.0);
  EXPECT_EQ(position[0].segment, 1U);
  const std::vector<Jump> velocity = jumps_of(Trajectory({{line_path(a, b), profile_clock(Profile::Linear, 2.0)},
                                                          {line_path(b, c), profile_clock(Profile::Linear, 1.0)}}));
  ASSERT_EQ(velocity.size(), 2U);
  EXPECT_EQ(velocity[0].order, 1);
  EXPECT_DOUBLE_EQ(velocity[0].amount, -0.5);
  EXPECT_DOUBLE_EQ(velocity[1].amount, 3.0);
  const std::vector<Jump> acceleration =
      jumps_of(Trajectory(line_path(a, b), profile_clock(Profile::Trapezoidal, 3.0)));
  ASSERT_EQ(acceleration.size(), 2U);
  EXPECT_EQ(acceleration[0].order, 2);
  EXPECT_NEAR(acceleration[0].t, 1.0, 1e-15);
  EXPECT_NEAR(acceleration[0].amount, -0.5, 1e-12);
}

TEST(Jumps, OfAFormulaAreFoundWhereItsSignChanges) {
  ExprGraph graph;
  const Expr t = graph.symbol("t"), x = t - Expr(0.3);
  const Trajectory corner(formula_path(std::vector<Expr>{x * sign(x), t}, t, 0.0, 1.0), plain_clock(1.0));
  const std::vector<Jump> jumps = jumps_of(corner);
  ASSERT_EQ(jumps.size(), 1U);
  EXPECT_EQ(jumps[0].order, 1);
  EXPECT_EQ(jumps[0].joint, 0);
  EXPECT_NEAR(jumps[0].t, 0.3, 1e-15);
  EXPECT_NEAR(jumps[0].amount, 2.0, 1e-12);
}

}  // namespace
}  // namespace sinew
