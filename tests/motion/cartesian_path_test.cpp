// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/cartesian/cartesian_path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/cartesian/path_csv.h"
#include "tests/support/refusal.h"

namespace {

using namespace sinew;

Pose<double> pose(double x, double y, double z, double roll, double pitch, double yaw) {
  return {Rotation<double>::from(RollPitchYaw<double>{roll, pitch, yaw}), {x, y, z}};
}

std::vector<std::unique_ptr<CartesianPath>> every_path() {
  const Pose<double> a = pose(0.5, 0.1, 0.3, 0.1, -0.4, 2.0), b = pose(0.2, -0.3, 0.6, -1.0, 0.3, 0.5),
                     c = pose(0.4, 0.0, 0.9, 0.5, 0.5, -0.5);
  std::vector<std::unique_ptr<CartesianPath>> paths;
  paths.push_back(line_path(a, b, 1.7));
  paths.push_back(circle_path(a, {0.3, 0.0, 0.0}, {0.2, 0.5, 2.0}, 5.0, false, 2.5));
  paths.push_back(circle_path(a, {0.3, 0.0, 0.0}, {0.0, 0.0, -3.0}, -2.0, true, 0.7));
  paths.push_back(via_path({a, b, c, a}, 3.0));
  paths.push_back(timed_path({0.5, 0.9, 2.0, 2.2}, {a, b, c, b}));
  return paths;
}

Vec3<double> turn(const Rotation<double>& R) {
  const AxisAngle<double> a = axis_angle(R);
  return a.angle * a.axis;
}

TEST(EveryPath, MovesAsItsPosesDo) {
  constexpr double h = 1e-5;
  for (const auto& path : every_path())
    for (int i = 1; i < 60; ++i) {
      const double t = path->duration() * (i + 0.37) / 61.0;
      const PathPoint before = path->at(t - h), now = path->at(t), after = path->at(t + h);
      EXPECT_LT(norm(now.v - (0.5 / h) * (after.X.p - before.X.p)), 1e-7);
      EXPECT_LT(norm(now.a - (0.5 / h) * (after.v - before.v)), 1e-6);
      EXPECT_LT(norm(now.w - (0.5 / h) * turn(after.X.R * before.X.R.inverse())), 1e-7);
      EXPECT_LT(norm(now.wd - (0.5 / h) * (after.w - before.w)), 1e-6);
    }
}

TEST(EveryPath, StandsStillBeforeAndAfter) {
  for (const auto& path : every_path())
    for (const double t : {-1.0, path->duration() + 1.0}) {
      const PathPoint end = path->at(std::clamp(t, 0.0, path->duration())), beyond = path->at(t);
      EXPECT_LT(norm(end.X.p - beyond.X.p), 1e-15);
      EXPECT_EQ(norm(beyond.v) + norm(beyond.w), 0.0);
    }
}

TEST(EveryPath, BeginsAndEndsAtRest) {
  for (const auto& path : every_path())
    for (const double t : {0.0, 1e-9, path->duration() - 1e-9, path->duration()}) {
      const PathPoint end = path->at(t);
      EXPECT_LT(norm(end.v) + norm(end.w), 1e-6) << path->text();
    }
}

TEST(EveryPath, NeedsNothingMoreFromItsEndOn) {
  for (const auto& path : every_path()) {
    const PathPoint end = path->at(path->duration());
    EXPECT_EQ(norm(end.v) + norm(end.w) + norm(end.a) + norm(end.wd), 0.0) << path->text();
  }
}

TEST(APath, SaysWhatItIs) {
  const Pose<double> a = pose(0.5, 0.1, 0.3, 0.0, 0.0, 0.0), b = pose(0.3, 0.1, 0.3, 0.0, 0.0, 0.0);
  EXPECT_EQ(line_path(a, b, 1.0)->text(), "line of 0.2 m");
  // what the centre has along the axis does not count
  EXPECT_EQ(circle_path(a, {0.4, 0.1, 7.0}, {0, 0, 2}, 2.0 * M_PI, false, 1.0)->text(),
            "circle of radius 0.1 m, 0.6283 m long");
  EXPECT_EQ(circle_path(a, {0.4, 0.1, 7.0}, {0, 0, 2}, M_PI_2, false, 1.0)->text(),
            "circle of radius 0.1 m, 0.1571 m long, by 90°");
  EXPECT_EQ(timed_path({0.0, 1.0}, {a, b})->text(), "way through 2 poses, 0.2 m long");
}

TEST(APath, GoesThroughItsPoses) {
  const Pose<double> a = pose(0.5, 0.1, 0.3, 0.1, -0.4, 2.0), b = pose(0.2, -0.3, 0.6, -1.0, 0.3, 0.5),
                     c = pose(0.4, 0.0, 0.9, 0.5, 0.5, -0.5);
  const auto timed = timed_path({1.0, 2.0, 4.0}, {a, b, c});
  EXPECT_DOUBLE_EQ(timed->duration(), 3.0);
  EXPECT_LT(norm(timed->at(1.0).X.p - b.p) + norm(turn(timed->at(1.0).X.R * b.R.inverse())), 1e-12);
  const auto line = line_path(a, c, 2.0);
  EXPECT_LT(norm(line->at(2.0).X.p - c.p) + norm(turn(line->at(2.0).X.R * c.R.inverse())), 1e-12);
  EXPECT_NEAR(line->length(), norm(c.p - a.p), 1e-15);
  const auto circle = circle_path(a, {0.0, 0.1, 0.3}, {0.0, 0.0, 1.0}, M_PI, false, 1.0);
  EXPECT_LT(norm(circle->at(1.0).X.p - Vec3<double>{-0.5, 0.1, 0.3}), 1e-14);
  EXPECT_NEAR(circle->length(), 0.5 * M_PI, 1e-14);
}

TEST(APath, IsRefusedIfItIsNone) {
  const Pose<double> a = pose(0.5, 0.1, 0.3, 0.0, 0.0, 0.0), b = pose(0.2, -0.3, 0.6, 0.0, 0.0, 0.0);
  EXPECT_THROW(line_path(a, b, 0.0), InputError);
  EXPECT_THROW(line_path(a, b, std::numeric_limits<double>::infinity()), InputError);
  EXPECT_THROW(circle_path(a, a.p, {0.0, 0.0, 1.0}, 1.0, false, 1.0), InputError);
  EXPECT_THROW(circle_path(a, b.p, {0.0, 0.0, 0.0}, 1.0, false, 1.0), InputError);
  EXPECT_THROW(via_path({a}, 1.0), InputError);
  EXPECT_THROW(via_path({a, a, b}, 1.0), InputError);
  EXPECT_THROW(timed_path({0.0, 0.0}, {a, b}), InputError);
  EXPECT_THROW(timed_path({0.0}, {a, b}), InputError);
}

TEST(APathFile, IsReadWithUnitsAndOrientations) {
  const PathTable table = read_path_csv(
      "t,x,y,z,roll,pitch,yaw\n0,300mm,0,0.5,0,0,90deg\n# on the way\n1.5s,0.4,0,0.5,0,0,0\n", "way.csv", {});
  ASSERT_EQ(table.poses.size(), 2U);
  EXPECT_EQ(table.times, (std::vector<double>{0.0, 1.5}));
  EXPECT_NEAR(table.poses[0].p.x, 0.3, 1e-15);
  EXPECT_NEAR(table.poses[0].R(1, 0), 1.0, 1e-15);
}

TEST(APathFile, IsReadFromEveryEditorAndWithQuotes) {
  const PathTable table = read_path_csv("\xEF\xBB\xBF\"x\",y,z\r\n\"1\",2,3\r\n", "way.csv", {});
  ASSERT_EQ(table.poses.size(), 1U);
  EXPECT_EQ(table.poses[0].p.x, 1.0);
}

TEST(APathFile, NamesEveryLineThatIsWrong) {
  const auto problems_of = [](const char* text) {
    return sinew_test::refusal([&] { read_path_csv(text, "way.csv", {}); });
  };
  EXPECT_NE(problems_of("x,y,z\n1,2\n1,2,furlong\n").find("way.csv:3"), std::string::npos);
  EXPECT_NE(problems_of("x,y\n1,2\n").find("no column z"), std::string::npos);
  EXPECT_NE(problems_of("x,y,z,qx\n1,2,3,4\n").find("quaternion"), std::string::npos);
  EXPECT_NE(problems_of("x,y,z,qx,qy,qz,qw\n1,2,3,0,0,0,2\n").find("length 2"), std::string::npos);
  EXPECT_NE(problems_of("").find("empty"), std::string::npos);
  const std::string quotes = problems_of("x,y,z\n\"1\"5,2,3\n1,2,\"3\n");
  EXPECT_NE(quotes.find("way.csv:2: field 1 has '5' after its closing quote"), std::string::npos);
  EXPECT_NE(quotes.find("way.csv:3: field 3 has no closing quote"), std::string::npos);
}

}  // namespace
