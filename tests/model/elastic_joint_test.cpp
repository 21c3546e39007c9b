// SPDX-License-Identifier: BSD-3-Clause
/// Where the motors of elastic joints are in a model, and what belongs to them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sinew/model/build_model.h"
#include "sinew/model/end_frame.h"
#include "tests/support/descriptions.h"
#include "tests/support/differences.h"

namespace {

using sinew::base_link;
using sinew::JointKind;
using sinew::Limits;
using sinew::Model;
using sinew::RobotDescription;
using sinew_test::a_joint;
using sinew_test::a_link;
using sinew_test::a_random_tree;
using sinew_test::a_sound_arm;
using sinew_test::add_transmissions;
using sinew_test::difference;
using sinew_test::some_inertia;
using testing::ElementsAre;
using testing::HasSubstr;

void make_elastic(RobotDescription<double>& robot, std::size_t joint, const std::string& carrier) {
  robot.joints[joint].motor = sinew::Motor<double>{
      .carrier = carrier, .mass = 1.5, .p = {0.1, 0.2, 0.3}, .rotor_inertia = 2e-4, .gear_ratio = 60.0};
  robot.joints[joint].transmission = sinew::Transmission<double>{3000.0, 2.0, {.viscous = 0.7}};
}

std::vector<std::string> link_names(const Model<double>& model) {
  std::vector<std::string> names;
  for (const auto& link : model.links()) names.push_back(link.name);
  return names;
}

TEST(AMotorOfAnElasticJoint, ComesRightBehindItsCarrier) {
  auto arm = a_sound_arm();
  make_elastic(arm, 0, "base");
  make_elastic(arm, 1, "upper");
  const Model<double> model = sinew::build_model(arm);
  EXPECT_THAT(link_names(model), ElementsAre("shoulder.motor", "upper", "elbow.motor", "lower"));
  EXPECT_EQ(model.position_count(), 4);
  EXPECT_EQ(model.velocity_count(), 4);
  EXPECT_EQ(model.find_joint("elbow.motor"), 2);
  EXPECT_EQ(model.link(0).parent, base_link);
  EXPECT_EQ(model.link(1).parent, base_link);
  EXPECT_EQ(model.link(2).parent, 1);
  EXPECT_EQ(model.link(3).parent, 1);
  EXPECT_TRUE(model.joints_are_local()) << "each rotor rides on what carries its motor";
  ASSERT_EQ(model.couplings().size(), 2U);
  EXPECT_EQ(model.couplings()[1].motor, 2);
  EXPECT_EQ(model.couplings()[1].joint, 3);
  EXPECT_EQ(model.couplings()[1].stiffness, 3000.0);
  EXPECT_EQ(model.couplings()[1].damping, 2.0);
  EXPECT_TRUE(model.has_springs());
  EXPECT_TRUE(model.has_friction());
}

TEST(AMotorOfAnElasticJoint, MayBeCarriedFurtherDownOrBeyondItsJoint) {
  auto arm = a_sound_arm();
  arm.links.push_back(a_link("flange"));
  arm.joints.push_back(a_joint("weld", JointKind::Fixed, "lower", "flange"));
  arm.joints.back().X_PJ.p = {1.0, 0.0, 0.0};
  make_elastic(arm, 0, "flange");
  make_elastic(arm, 1, "base");
  const Model<double> model = sinew::build_model(arm);
  EXPECT_THAT(link_names(model), ElementsAre("elbow.motor", "upper", "lower", "shoulder.motor"));
  EXPECT_EQ(model.link(3).parent, 2);
  EXPECT_EQ(model.subtree_end(1), 4);
  EXPECT_EQ(model.link(2).inertia.m, 1.0 + 1.5) << "and weighs there";
  EXPECT_LT(difference(model.frame("lower").X_LF * sinew::translation<double>({1.1, 0.2, 0.3}).p,
                       (pose_on_parent(model.link(3), 0.0)).p),
            1e-15);
}

TEST(AMotorOfAnElasticJoint, HasNoMassAndAllThatIsTheMotors) {
  auto arm = a_sound_arm();
  arm.joints[0].limits = {-1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 0.25};
  arm.joints[0].friction.viscous = 0.1;
  make_elastic(arm, 0, "base");
  const Model<double> model = sinew::build_model(arm);
  const auto &motor = model.link(0), &joint = model.link(1);
  EXPECT_TRUE(motor.is_motor);
  EXPECT_FALSE(joint.is_motor);
  EXPECT_EQ(motor.inertia.m, 0.0);
  EXPECT_EQ(motor.inertia.I.trace(), 0.0);
  EXPECT_EQ(motor.motor->rotor_inertia, 2e-4);
  EXPECT_EQ(motor.motor->gear_ratio, 60.0);
  EXPECT_FALSE(joint.motor);
  EXPECT_EQ(motor.friction.viscous, 0.7);
  EXPECT_EQ(joint.friction.viscous, 0.1);
  EXPECT_EQ(motor.limits.effort, 5.0) << "what a motor can give";
  EXPECT_EQ(joint.limits.effort, Limits::none) << "nothing is given there";
  EXPECT_EQ(motor.limits.velocity, 2.0);
  EXPECT_EQ(joint.limits.velocity, 2.0);
  EXPECT_EQ(motor.limits.upper, Limits::none) << "stops are on the joint";
  EXPECT_EQ(motor.limits.restitution, 0.0);
  EXPECT_EQ(joint.limits.upper, 1.0);
  EXPECT_EQ(joint.limits.restitution, 0.25);
}

TEST(AMotorOfAnElasticJoint, CountsInTheUnitOfItsJoint) {
  for (const auto& [kind, motor_kind] :
       {std::pair{JointKind::Prismatic, JointKind::Prismatic}, {JointKind::Helical, JointKind::Revolute}}) {
    auto arm = a_sound_arm();
    arm.joints[1].kind = kind;
    make_elastic(arm, 1, "upper");
    EXPECT_EQ(sinew::build_model(arm).link(1).kind, motor_kind);
  }
}

TEST(AMotorOfAnElasticJoint, LeavesTheOtherLinksAsTheyAre) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto tree = a_random_tree(seed, 3 + static_cast<int>(seed % 9), seed % 2 == 0);
    const Model<double> rigid = sinew::build_model(tree);
    add_transmissions(tree, seed);
    const Model<double> elastic = sinew::build_model(tree);
    EXPECT_EQ(sinew::end_frame(elastic), sinew::end_frame(rigid)) << seed;
    for (const auto& link : rigid.links()) {
      const auto& same = elastic.link(*elastic.find_joint(link.joint_name));
      EXPECT_EQ(same.turn, link.turn) << seed << ": a motor must not choose its carrier's x axis";
      EXPECT_LT(difference(same.X_PJ, link.X_PJ), 1e-15) << seed;
    }
    for (int i = 0; i < elastic.link_count(); ++i) {
      EXPECT_LT(elastic.link(i).parent, i);
      if (!elastic.link(i).is_motor) continue;
      EXPECT_EQ(elastic.subtree_end(i), i + 1);
      const auto axis = elastic.link(i).X_PJ.R.column(2);
      EXPECT_LT(difference(axis, elastic.link(i).motor->axis), 1e-14) << "its z is its axis";
      EXPECT_EQ(elastic.frame(elastic.link(i).name).link, i);
    }
  }
}

TEST(AModelWithoutMotors, HasRigidJoints) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto tree = a_random_tree(seed, 3 + static_cast<int>(seed % 9), seed % 2 == 0);
    for (auto& joint : tree.joints) joint.limits.effort = 7.0;
    auto bare = tree;
    add_transmissions(tree, seed);
    for (std::size_t j = 0; j < tree.joints.size(); ++j) {
      bare.joints[j].motor = tree.joints[j].motor;
      if (bare.joints[j].motor) bare.joints[j].motor->rotor_inertia = 0.0;
    }
    const Model<double> expected = sinew::build_model(bare);
    const Model<double> found = without(sinew::build_model(tree), {.motors = true});
    ASSERT_EQ(link_names(found), link_names(expected));
    EXPECT_EQ(found.position_count(), expected.position_count());
    EXPECT_EQ(found.frames().size(), expected.frames().size());
    EXPECT_TRUE(found.couplings().empty());
    for (int i = 0; i < found.link_count(); ++i) {
      EXPECT_EQ(found.link(i).parent, expected.link(i).parent);
      EXPECT_EQ(found.link(i).position_index, expected.link(i).position_index);
      EXPECT_EQ(found.link(i).velocity_index, expected.link(i).velocity_index);
      EXPECT_EQ(found.link(i).limits.effort, expected.link(i).limits.effort);
    }
    for (std::size_t f = 0; f < found.frames().size(); ++f) {
      EXPECT_EQ(found.frames()[f].name, expected.frames()[f].name);
      EXPECT_EQ(found.frames()[f].link, expected.frames()[f].link);
    }
  }
}

TEST(AMotorOfAnElasticJoint, MustNotShareItsName) {
  auto arm = a_sound_arm();
  make_elastic(arm, 0, "base");
  arm.frames.push_back({"shoulder.motor", "lower", {}, {7}});
  try {
    sinew::build_model(arm);
    FAIL() << "it was built";
  } catch (const sinew::InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("arm.yaml:4: the motor of the elastic joint 'shoulder' has the name "
                                    "'shoulder.motor', which is that of a frame; rename the frame"));
  }
}

}  // namespace
