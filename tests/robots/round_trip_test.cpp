// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/formats/urdf/reader.h"
#include "sinew/formats/urdf/writer.h"
#include "sinew/formats/yaml/reader.h"
#include "sinew/formats/yaml/writer.h"
#include "tests/robots/shipped_robots.h"
#include "tests/support/differences.h"
#include "tests/support/kinematics.h"
#include "tests/support/problem_texts.h"

/// A robot is the same after any way through the formats: every frame at any q, every body, every joint.
namespace {

using namespace sinew;
using sinew_test::difference;
using sinew_test::inertia_in_own_frame;
using sinew_test::Placement;
using sinew_test::Random;
using sinew_test::random_position;
using sinew_test::shipped;
using sinew_test::texts;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double round_trip_tolerance = 1e-12;

RobotDescription<double> from_yaml(const std::string& text) {
  Diagnostics diagnostics("");
  auto robot = read_sinew_yaml({"written.yaml", text}, {}, diagnostics);
  EXPECT_THAT(texts(diagnostics), IsEmpty()) << text;
  return robot;
}

RobotDescription<double> from_urdf(const std::string& text) {
  Diagnostics diagnostics("");
  auto robot = read_urdf({"written.urdf", text}, {}, diagnostics);
  EXPECT_THAT(texts(diagnostics), IsEmpty()) << text;
  return robot;
}

std::string urdf_of(const RobotDescription<double>& robot) {
  Diagnostics notes("");
  std::string text = write_urdf(robot, notes);
  EXPECT_FALSE(notes.has_errors()) << texts(notes).front();
  return text;
}

void expect_same_joint(const Link<double>& a, const Link<double>& b) {
  const std::string& who = a.joint_name;
  EXPECT_EQ(a.kind, b.kind) << who;
  EXPECT_EQ(a.pitch, b.pitch) << who;
  EXPECT_EQ(a.follows, b.follows) << who;
  EXPECT_EQ(a.multiplier, b.multiplier) << who;
  EXPECT_EQ(a.offset, b.offset) << who;
  EXPECT_EQ(a.limits.lower, b.limits.lower) << who;
  EXPECT_EQ(a.limits.upper, b.limits.upper) << who;
  EXPECT_EQ(a.limits.velocity, b.limits.velocity) << who;
  EXPECT_EQ(a.limits.acceleration, b.limits.acceleration) << who;
  EXPECT_EQ(a.limits.jerk, b.limits.jerk) << who;
  EXPECT_EQ(a.limits.effort, b.limits.effort) << who;
  EXPECT_EQ(a.limits.restitution, b.limits.restitution) << who;
  EXPECT_EQ(a.friction.viscous, b.friction.viscous) << who;
  EXPECT_EQ(a.friction.coulomb_plus, b.friction.coulomb_plus) << who;
  EXPECT_EQ(a.friction.coulomb_minus, b.friction.coulomb_minus) << who;
  EXPECT_EQ(a.friction.static_plus, b.friction.static_plus) << who;
  EXPECT_EQ(a.friction.static_minus, b.friction.static_minus) << who;
  EXPECT_EQ(a.motor.has_value(), b.motor.has_value()) << who;
  EXPECT_EQ(a.spring.has_value(), b.spring.has_value()) << who;
}

void expect_same_robot(const RobotDescription<double>& one, const RobotDescription<double>& other) {
  const Model<double> a = build_model(one), b = build_model(other);
  EXPECT_EQ(a.name(), b.name());
  EXPECT_EQ(one.source, other.source);
  EXPECT_LT(difference(a.gravity(), b.gravity()), round_trip_tolerance);
  EXPECT_LT(difference(a.base_inertia(), b.base_inertia()), round_trip_tolerance);
  ASSERT_EQ(a.frames().size(), b.frames().size());
  ASSERT_EQ(a.link_count(), b.link_count());
  ASSERT_EQ(a.position_count(), b.position_count());
  for (const Link<double>& link : a.links()) {
    const auto same = b.find_joint(link.joint_name);
    ASSERT_TRUE(same) << link.joint_name;
    expect_same_joint(link, b.link(*same));
    EXPECT_EQ(b.link(*same).name, link.name);
    EXPECT_LT(difference(inertia_in_own_frame(a, *a.find_joint(link.joint_name)), inertia_in_own_frame(b, *same)),
              round_trip_tolerance)
        << link.name;
  }
  Random random(11);
  for (int sample = 0; sample < 20; ++sample) {
    const auto q_a = random_position(a, random);
    std::vector<double> q_b(q_a.size());
    for (const Link<double>& link : a.links())
      if (!link.follows)
        q_b[static_cast<std::size_t>(b.link(*b.find_joint(link.joint_name)).position_index)] =
            q_a[static_cast<std::size_t>(link.position_index)];
    const Placement<double> in_a(a, q_a), in_b(b, q_b);
    for (const Frame<double>& frame : a.frames())
      EXPECT_LT(difference(in_a.of(frame.name), in_b.of(frame.name)), round_trip_tolerance) << frame.name;
  }
}

class RoundTrip : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Of, RoundTrip, testing::ValuesIn(sinew_test::shipped_robots()),
                         [](const auto& robot) { return robot.param; });

TEST_P(RoundTrip, ThroughOurOwnYamlKeepsTheRobot) {
  const RobotDescription<double> robot = shipped(GetParam()).description;
  expect_same_robot(robot, from_yaml(write_sinew_yaml(robot)));
}

TEST_P(RoundTrip, ThroughUrdfAndYamlKeepsTheRobot) {
  const RobotDescription<double> robot = shipped(GetParam()).description;
  expect_same_robot(robot, from_yaml(write_sinew_yaml(from_urdf(urdf_of(robot)))));
}

TEST_P(RoundTrip, WritesTheSameYamlTheSecondTime) {
  const std::string once = write_sinew_yaml(shipped(GetParam()).description);
  EXPECT_EQ(write_sinew_yaml(from_yaml(once)), once);
}

void keep_robot_through_dh(const std::string& name, DhConvention convention) {
  const RobotDescription<double> robot = shipped(name).description;
  Diagnostics diagnostics("");
  const auto table = dh_table(robot, convention, diagnostics);
  if (name == "panda") {
    EXPECT_FALSE(table);
    EXPECT_THAT(texts(diagnostics),
                ElementsAre(AllOf(HasSubstr("it branches at 'panda_link7'"), HasSubstr("panda_finger_joint2"))));
    return;
  }
  EXPECT_THAT(texts(diagnostics), IsEmpty());
  ASSERT_TRUE(table);
  const RobotDescription<double> by_rows = from_yaml(write_sinew_yaml(robot, *table));
  expect_same_robot(robot, by_rows);
  // to poses, and to rows once more
  const RobotDescription<double> by_poses = from_yaml(write_sinew_yaml(by_rows));
  const auto again = dh_table(by_poses, convention, diagnostics);
  EXPECT_THAT(texts(diagnostics), IsEmpty());
  ASSERT_TRUE(again);
  expect_same_robot(robot, from_yaml(write_sinew_yaml(by_poses, *again)));
}

TEST_P(RoundTrip, ThroughStandardDhAndPosesKeepsTheRobotOrSaysWhyNot) {
  keep_robot_through_dh(GetParam(), DhConvention::Standard);
}

TEST_P(RoundTrip, ThroughModifiedDhAndPosesKeepsTheRobotOrSaysWhyNot) {
  keep_robot_through_dh(GetParam(), DhConvention::Modified);
}

/// θ, d, a, α of each row.
std::vector<std::vector<double>> rows_of(const DhTable& table) {
  std::vector<std::vector<double>> rows;
  for (const DhTableRow& row : table.rows) rows.push_back({row.row.theta, row.row.d, row.row.a, row.row.alpha});
  return rows;
}

TEST(DhTable, OfARobotGivenByRowsIsItsOwn) {
  constexpr double quarter = std::numbers::pi / 2;
  Diagnostics diagnostics("");
  const auto puma = dh_table(shipped("puma560").description, DhConvention::Standard, diagnostics);
  const auto stanford = dh_table(shipped("stanford").description, DhConvention::Standard, diagnostics);
  ASSERT_TRUE(puma && stanford);
  const std::vector<std::vector<double>> rows_of_puma = {
      {0, 0, 0, quarter},      {0, 0, 0.4318, 0},   {0, 0.15005, 0.0203, -quarter},
      {0, 0.4318, 0, quarter}, {0, 0, 0, -quarter}, {0, 0, 0, 0}};
  const std::vector<std::vector<double>> rows_of_stanford = {{0, 0.412, 0, -quarter}, {0, 0.154, 0, quarter},
                                                             {-quarter, 0, 0, 0},     {0, 0, 0, -quarter},
                                                             {0, 0, 0, quarter},      {0, 0, 0, 0}};
  for (const auto& [found, wanted] :
       {std::pair{rows_of(*puma), rows_of_puma}, std::pair{rows_of(*stanford), rows_of_stanford}}) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
      for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(found[i][k], wanted[i][k], 1e-15) << i << ' ' << k;
  }
}

}  // namespace
