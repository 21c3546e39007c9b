// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/structure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "sinew/model/build_model.h"
#include "tests/support/descriptions.h"
#include "tests/support/problem_texts.h"

namespace {

using sinew::Diagnostics;
using sinew::JointKind;
using sinew::RobotDescription;
using sinew_test::a_joint;
using sinew_test::a_link;
using sinew_test::a_sound_arm;
using sinew_test::texts;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> tree_complaints(const RobotDescription<double>& robot) {
  Diagnostics diagnostics("arm.yaml");
  EXPECT_FALSE(find_tree(robot, diagnostics));
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_THROW(sinew::build_model(robot), sinew::InputError);
  return texts(diagnostics);
}

TEST(ATree, OfASoundArmFollowsItsJoints) {
  Diagnostics diagnostics("arm.yaml");
  const auto tree = find_tree(a_sound_arm(), diagnostics);
  ASSERT_TRUE(tree);
  EXPECT_THAT(texts(diagnostics), ElementsAre());
  EXPECT_EQ(tree->root, 0);
  EXPECT_THAT(tree->joint_order, ElementsAre(0, 1));
  EXPECT_THAT(tree->parent_link, ElementsAre(0, 1));
  EXPECT_THAT(tree->child_link, ElementsAre(1, 2));
  EXPECT_THAT(tree->joint_of_link, ElementsAre(-1, 0, 1));
}

TEST(ATree, MayBeOneLink) {
  RobotDescription<double> robot;
  robot.links = {a_link("base")};
  Diagnostics diagnostics("a");
  const auto tree = find_tree(robot, diagnostics);
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->root, 0);
  EXPECT_TRUE(tree->joint_order.empty());
}

TEST(ATree, HasEveryJointAfterTheOneThatCarriesIt) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto robot = sinew_test::a_random_tree(seed, 30, false);
    Diagnostics diagnostics("a");
    const auto tree = find_tree(robot, diagnostics);
    ASSERT_TRUE(tree) << texts(diagnostics).front();
    std::vector<bool> placed(robot.links.size());
    placed[static_cast<std::size_t>(tree->root)] = true;
    for (const int j : tree->joint_order) {
      EXPECT_TRUE(placed[static_cast<std::size_t>(tree->parent_link[static_cast<std::size_t>(j)])]);
      placed[static_cast<std::size_t>(tree->child_link[static_cast<std::size_t>(j)])] = true;
    }
    EXPECT_EQ(std::count(placed.begin(), placed.end(), true), 30);
  }
}

TEST(ATree, IsWalkedDepthFirstElseInFileOrder) {
  auto robot = a_sound_arm();
  robot.links.push_back(a_link("hand"));
  robot.links.push_back(a_link("lamp"));
  robot.joints = {a_joint("elbow", JointKind::Revolute, "upper", "lower"),
                  a_joint("socket", JointKind::Revolute, "base", "lamp"),
                  a_joint("wrist", JointKind::Revolute, "lower", "hand"),
                  a_joint("shoulder", JointKind::Revolute, "base", "upper")};
  Diagnostics diagnostics("a");
  EXPECT_THAT(find_tree(robot, diagnostics)->joint_order, ElementsAre(3, 0, 2, 1));
}

TEST(ATree, NeedsALink) {
  EXPECT_THAT(tree_complaints({}),
              ElementsAre("arm.yaml: the robot has no link; define at least a base and one moving link"));
}

TEST(ATree, NeedsNames) {
  auto robot = a_sound_arm();
  robot.links[2].name = "";
  EXPECT_THAT(tree_complaints(robot), ElementsAre("arm.yaml:3: a link has no name; give it one",
                                                  "arm.yaml:5: joint 'elbow' has the child link 'lower', which is not "
                                                  "defined; known: base, upper"));
  robot = a_sound_arm();
  robot.joints[0].name = "";
  EXPECT_THAT(tree_complaints(robot), ElementsAre("arm.yaml:4: a joint has no name; give it one"));
  robot = a_sound_arm();
  robot.frames.push_back({"", "lower", {}, {9}});
  EXPECT_THAT(tree_complaints(robot), ElementsAre("arm.yaml:9: a frame has no name; give it one"));
}

TEST(ATree, NeedsEachNameOnce) {
  auto robot = a_sound_arm();
  robot.links.push_back(a_link("upper", 8));
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:8: link 'upper' is defined twice, first on line 2; rename one of them"));
  robot = a_sound_arm();
  robot.joints[1].name = "shoulder";
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:5: joint 'shoulder' is defined twice, first on line 4; rename one of them"));
  robot = a_sound_arm();
  robot.frames = {{"tool", "lower", {}, {8}}, {"tool", "upper", {}, {9}}};
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:9: frame 'tool' is defined twice, first on line 8; rename one of them"));
}

TEST(ATree, NeedsTheLinksThatItsJointsName) {
  auto robot = a_sound_arm();
  robot.joints[1].parent = "uper";
  EXPECT_THAT(tree_complaints(robot), ElementsAre("arm.yaml:5: joint 'elbow' has the parent link 'uper', which is not "
                                                  "defined; did you mean 'upper'?"));
  robot = a_sound_arm();
  robot.joints[1].child = "hand";
  EXPECT_THAT(tree_complaints(robot), ElementsAre("arm.yaml:5: joint 'elbow' has the child link 'hand', which is not "
                                                  "defined; known: base, lower, upper"));
}

TEST(ATree, CarriesALinkByOneJoint) {
  auto robot = a_sound_arm();
  robot.joints.push_back(a_joint("rod", JointKind::Revolute, "base", "lower", 6));
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:6: link 'lower' is carried by two joints, 'elbow' and 'rod'; "
                          "closed loops are not supported: remove one of them"));
}

TEST(ATree, DoesNotJoinALinkToItself) {
  auto robot = a_sound_arm();
  robot.joints[1].parent = "lower";
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:5: joint 'elbow' joins a link to itself; give it another parent or child"));
}

TEST(ATree, HasOneRoot) {
  auto robot = a_sound_arm();
  robot.links.push_back(a_link("lamp", 8));
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:8: no joint carries link 'lamp', nor 'base': two roots; join it "
                          "to the robot, with a fixed joint if it does not move"));
}

TEST(ATree, HasARoot) {
  auto robot = a_sound_arm();
  robot.joints.push_back(a_joint("rod", JointKind::Revolute, "lower", "base", 6));
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:4: every link is carried by a joint, so the joints form a loop; "
                          "remove the joint that closes it; one link must be the base"));
}

TEST(ATree, HasNoLoopApart) {
  auto robot = a_sound_arm();
  robot.joints[0].parent = "lower";
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:4: joint 'shoulder' is part of a loop that does not reach the "
                          "base; remove the joint that closes the loop"));
}

TEST(AMotor, IsCarriedByALink) {
  auto robot = a_sound_arm();
  robot.joints[1].motor = sinew::Motor<double>{.carrier = "uper"};
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:5: the motor of joint 'elbow' is carried by 'uper', which is not "
                          "a link; did you mean 'upper'?"));
  robot.joints[1].motor->carrier = "";
  EXPECT_THAT(tree_complaints(robot), ElementsAre(HasSubstr("the motor of joint 'elbow' is carried by '', which")));
}

TEST(AFrame, IsOnALinkAndNamedUnlikeOne) {
  auto robot = a_sound_arm();
  robot.frames.push_back({"tool", "lowr", {}, {8}});
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:8: frame 'tool' is on 'lowr', which is not a link; did you mean 'lower'?"));
  robot.frames = {{"upper", "lower", {}, {8}}};
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:8: frame 'upper' has the name of a link; rename the frame"));
}

TEST(APayload, IsHeldAtAFrameOrLink) {
  auto robot = a_sound_arm();
  robot.frames.push_back({"tool", "lower", {}, {8}});
  robot.payloads.push_back({"tol", {}, {9}});
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:9: the payload is held at 'tol', which is no frame or link; did you mean 'tool'?"));
  for (const char* place : {"tool", "lower"}) {
    robot.payloads[0].frame = place;
    EXPECT_NO_THROW(sinew::build_model(robot));
  }
}

TEST(AMimicJoint, FollowsAMovingJoint) {
  auto robot = a_sound_arm();
  robot.joints[1].mimic = sinew::Mimic<double>{"sholder"};
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:5: joint 'elbow' mimics 'sholder', which is not defined; did you "
                          "mean 'shoulder'?"));
  robot.joints[1].mimic->leader = "";
  EXPECT_THAT(tree_complaints(robot), ElementsAre(HasSubstr("joint 'elbow' mimics '', which is not defined")));
  robot.joints[1].mimic->leader = "shoulder";
  robot.joints[0].kind = JointKind::Fixed;
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:5: joint 'elbow' mimics the fixed joint 'shoulder'; name a joint that moves"));
}

TEST(AMimicJoint, Moves) {
  auto robot = a_sound_arm();
  robot.joints[1].kind = JointKind::Fixed;
  robot.joints[1].mimic = sinew::Mimic<double>{"shoulder"};
  EXPECT_THAT(tree_complaints(robot), ElementsAre("arm.yaml:5: fixed joint 'elbow' mimics another; remove its mimic"));
}

TEST(AMimicJoint, DoesNotFollowItself) {
  auto robot = a_sound_arm();
  robot.joints[1].mimic = sinew::Mimic<double>{"elbow"};
  EXPECT_THAT(tree_complaints(robot),
              ElementsAre("arm.yaml:5: joint 'elbow' mimics itself in a circle; let one joint of the "
                          "circle move on its own"));
  robot.joints[0].mimic = sinew::Mimic<double>{"elbow"};
  robot.joints[1].mimic->leader = "shoulder";
  EXPECT_THAT(tree_complaints(robot), ElementsAre(HasSubstr("'shoulder' mimics itself"))) << "a circle is one problem";
}

TEST(EveryProblem, OfAStructureIsFoundAtOnce) {
  auto robot = a_sound_arm();
  robot.joints[0].parent = "bse";
  robot.joints[1].motor = sinew::Motor<double>{.carrier = "uper"};
  robot.joints[1].mimic = sinew::Mimic<double>{"sholder"};
  robot.frames.push_back({"tool", "lowr", {}, {8}});
  robot.payloads.push_back({"tol", {}, {9}});
  EXPECT_EQ(tree_complaints(robot).size(), 5U);
}

TEST(AHugeFile, FullOfWrongNamesIsRefusedWithoutDelay) {
  RobotDescription<double> robot;
  for (int i = 0; i < 20000; ++i) {
    robot.links.push_back(a_link("link" + std::to_string(i)));
    robot.joints.push_back(a_joint("joint" + std::to_string(i), JointKind::Revolute, "lonk" + std::to_string(i),
                                   "lank" + std::to_string(i)));
  }
  const auto start = std::chrono::steady_clock::now();
  Diagnostics diagnostics("a");
  EXPECT_FALSE(find_tree(robot, diagnostics));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(diagnostics.all().size(), 1001U);
}

}  // namespace
