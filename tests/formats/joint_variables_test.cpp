// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sinew/formats/load.h"

namespace sinew {
namespace {

using testing::HasSubstr;

std::string why_refused(const std::string& text) {
  try {
    load_robot(SourceText{"arm.yaml", "sinew: 1\n" + text});
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

LoadedRobot accepted(const std::string& text) { return load_robot(SourceText{"arm.yaml", "sinew: 1\n" + text}); }

TEST(AJointVariable, StandsForOneJoint) {
  const std::string two_links = "links:\n  - {name: a, mass: 1}\n  - {name: b, mass: 1}\n";
  EXPECT_THAT(why_refused("chain: Rz(q1) Tx(1 m) Rz(q1) Tx(1 m)\n" + two_links),
              HasSubstr("arm.yaml:2: the joint variable q1 stands for two joints, 'joint1' and 'joint2'"));
  EXPECT_THAT(why_refused("chain: Rz(q) Tx(1 m) Rz(q) Tx(1 m)\n" + two_links), HasSubstr("q stands for two joints"));
  EXPECT_THAT(why_refused("chain: Rz(q_a) Tx(1 m) Tz(q_a)\n" + two_links), HasSubstr("q_a stands for two joints"));
  EXPECT_THAT(why_refused("links:\n  - {chain: Rz(q1) Tx(1), mass: 1}\n  - {chain: Rz(q1) Tx(1), mass: 1}\n"),
              HasSubstr("arm.yaml:4: the joint variable q1 stands for two joints"));
}

TEST(AJointVariable, OfTwoJointsThatMoveAsOneIsOne) {
  const LoadedRobot robot = accepted(
      "chain: Rz(q1) Tx(1 m) Rz(q1) Tx(1 m)\nlinks:\n  - {name: a, mass: 1}\n"
      "  - {name: b, mass: 1, joint: {mimic: {joint: joint1}}}\n");
  EXPECT_EQ(robot.model.position_count(), 1);
}

TEST(ANumberedJointVariable, IsTheCoordinateOfThatNumber) {
  const std::string two_links = "links:\n  - {name: a, mass: 1}\n  - {name: b, mass: 1}\n";
  const std::string swapped = why_refused("chain: Rz(q2) Tx(1 m) Rz(q1) Tx(1 m)\n" + two_links);
  EXPECT_THAT(swapped,
              HasSubstr("arm.yaml:2: the joint variable q2 belongs to joint 'joint1', whose coordinate is q1"));
  EXPECT_THAT(swapped, HasSubstr("the joint variable q1 belongs to joint 'joint2', whose coordinate is q2"));
  EXPECT_THAT(why_refused("chain: Rz(q0) Tx(1 m) Rz(q1) Tx(1 m)\n" + two_links), HasSubstr("whose coordinate is q1"));
  EXPECT_THAT(why_refused("links:\n  - {chain: Rz(q1), mass: 1}\n  - {chain: Rz(q3), mass: 1}\n"),
              HasSubstr("write q2"));
  EXPECT_EQ(accepted("chain: Rz(q1) Tx(1 m) Rz(q2) Tx(1 m)\n" + two_links).model.position_count(), 2);
}

TEST(ANumberedJointVariable, CountsBranchesAsTheRobotDoes) {
  // the robot's coordinates follow each branch to its end: a, c, b
  const std::string file =
      "links:\n"
      "  - {name: a, chain: Rz(q1) Tx(1), mass: 1}\n"
      "  - {name: b, parent: base, chain: Rz(q3) Tx(1), mass: 1}\n"
      "  - {name: c, parent: a, chain: Rz(q2) Tx(1), mass: 1}\n";
  EXPECT_EQ(accepted(file).model.link(1).name, "c");
}

TEST(ANumberedJointVariable, DoesNotCountFixedJointsAndFollowers) {
  const std::string file =
      "links:\n"
      "  - {name: a, chain: Rz(q1) Tx(1), mass: 1}\n"
      "  - {name: f, joint: fixed, pose: Tx(1), mass: 1}\n"
      "  - {name: b, chain: Rz(q1) Tx(1), mass: 1, joint: {mimic: {joint: joint1}}}\n"
      "  - {name: c, chain: Rz(q2) Tx(1), mass: 1}\n";
  EXPECT_EQ(accepted(file).model.position_count(), 2);
}

TEST(ANamedJointVariable, NamesItsJointUnlessThatHasAName) {
  const LoadedRobot robot = accepted(
      "chain: Rz(q_turn) Tx(1 m) Tz(q_lift)\nlinks:\n  - {name: a, mass: 1}\n  - {name: b, mass: 1, joint: {name: "
      "up}}\n");
  EXPECT_EQ(robot.model.link(0).joint_name, "q_turn");
  EXPECT_EQ(robot.model.link(1).joint_name, "up");
  const LoadedRobot nameless = accepted("links:\n  - {chain: Rz(q), mass: 1}\n  - {chain: Rz(q), mass: 1}\n");
  EXPECT_EQ(nameless.model.link(1).joint_name, "joint2");
}

}  // namespace
}  // namespace sinew
