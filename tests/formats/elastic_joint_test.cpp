// SPDX-License-Identifier: BSD-3-Clause
/// The `transmission:` of a joint and the `restitution:` of its limits, from file to robot and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/formats/dh_table.h"
#include "sinew/formats/load.h"
#include "sinew/formats/urdf/reader.h"
#include "sinew/formats/urdf/writer.h"
#include "sinew/formats/yaml/writer.h"
#include "tests/support/elastic_arm.h"
#include "tests/support/problem_texts.h"

namespace {

using namespace sinew;
using sinew_test::elastic_arm;
using sinew_test::texts;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LoadedRobot loaded(const std::string& text) { return load_robot(SourceText{"arm.yaml", text}); }

TEST(ATransmission, IsReadWithItsUnitsAndParameters) {
  const LoadedRobot robot = loaded(elastic_arm);
  EXPECT_THAT(texts(robot.warnings), IsEmpty());
  const auto& shoulder = robot.description.joints[0];
  ASSERT_TRUE(shoulder.transmission);
  EXPECT_EQ(shoulder.transmission->stiffness, 6000.0);
  EXPECT_EQ(shoulder.transmission->damping, 4.0);
  EXPECT_EQ(shoulder.transmission->motor_friction.viscous, 0.9);
  EXPECT_EQ(shoulder.transmission->motor_friction.coulomb_minus, 2.0);
  EXPECT_EQ(shoulder.transmission->motor_friction.static_plus, 3.0);
  EXPECT_EQ(shoulder.friction.viscous, 0.6);
  EXPECT_EQ(shoulder.limits.restitution, 0.3);
  EXPECT_EQ(robot.description.joints[1].limits.restitution, 0.0);
  EXPECT_EQ(robot.model.link_count(), 4);
}

TEST(ATransmission, OfASlideIsInNewtonsAndMetres) {
  const LoadedRobot robot = loaded(R"(sinew: 1
links:
  - name: cart
    joint: {name: belt, kind: prismatic, motor: {rotor_inertia: 1 kg*cm^2, gear_ratio: 50 rad/m},
            transmission: {stiffness: 20 N/mm, damping: 5 N*s/m, motor_friction: {coulomb: 3 N}}}
    mass: 2
)");
  EXPECT_DOUBLE_EQ(robot.description.joints[0].transmission->stiffness, 20000.0);
  EXPECT_EQ(robot.model.link(0).friction.coulomb_plus, 3.0);
}

TEST(ATransmission, ThatTransmitsNothingIsWarnedOf) {
  EXPECT_THAT(texts(loaded("sinew: 1\nlinks:\n  - {joint: {motor: {rotor_inertia: 1}, transmission: {stiffness: 0}}, "
                           "mass: 1, inertia: [1, 1, 1]}\n")
                        .warnings),
              ElementsAre(HasSubstr("arm.yaml:3: warning: joint 'joint1' has a transmission with neither stiffness nor "
                                    "damping, so that its motor drives nothing")));
}

void expect_same(const RobotDescription<double>& a, const RobotDescription<double>& b) {
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (std::size_t j = 0; j < a.joints.size(); ++j) {
    EXPECT_EQ(a.joints[j].limits.restitution, b.joints[j].limits.restitution);
    ASSERT_TRUE(a.joints[j].transmission && b.joints[j].transmission);
    const Transmission<double>&x = *a.joints[j].transmission, &y = *b.joints[j].transmission;
    EXPECT_EQ(x.stiffness, y.stiffness);
    EXPECT_EQ(x.damping, y.damping);
    const Friction<double>&f = x.motor_friction, &g = y.motor_friction;
    for (const auto value :
         {&Friction<double>::viscous, &Friction<double>::coulomb_plus, &Friction<double>::coulomb_minus,
          &Friction<double>::static_plus, &Friction<double>::static_minus})
      EXPECT_EQ(f.*value, g.*value);
    EXPECT_EQ(f.stribeck_velocity, g.stribeck_velocity);
    ASSERT_EQ(f.table.size(), g.table.size());
    for (std::size_t k = 0; k < f.table.size(); ++k) EXPECT_EQ(f.table[k].effort, g.table[k].effort);
  }
}

RobotDescription<double> rich_transmissions() {
  RobotDescription<double> robot = loaded(elastic_arm).description;
  Friction<double>& friction = robot.joints[1].transmission->motor_friction;
  friction.stribeck_velocity = 0.05;
  friction.static_plus = friction.static_minus = 1.0 / 3.0;
  friction.table = {{-1.0, 0.1}, {1.0, 0.7}};
  return robot;
}

TEST(ATransmission, StaysThroughOurOwnYaml) {
  const RobotDescription<double> robot = rich_transmissions();
  const std::string text = write_sinew_yaml(robot);
  const RobotDescription<double> back = loaded(text).description;
  expect_same(robot, back);
  EXPECT_EQ(write_sinew_yaml(back), text);
}

TEST(ATransmission, StaysThroughUrdfWhichTellsWhatOthersWillNotSee) {
  const RobotDescription<double> robot = rich_transmissions();
  Diagnostics notes("");
  const std::string text = write_urdf(robot, notes);
  EXPECT_THAT(texts(notes),
              Contains(testing::AllOf(HasSubstr("other programs will not see"), HasSubstr("that joints are elastic"),
                                      HasSubstr("how joints bounce off their limits"))));
  Diagnostics diagnostics("");
  const RobotDescription<double> back = read_urdf({"written.urdf", text}, {}, diagnostics);
  EXPECT_THAT(texts(diagnostics), IsEmpty());
  expect_same(robot, back);
}

TEST(ATransmission, OfUrdfIsCheckedLikeOurs) {
  const auto refusal = [](const std::string& sinew) {
    try {
      load_robot(SourceText{"arm.urdf",
                            "<robot name=\"a\"><link name=\"b\"/><link name=\"c\"/>\n<joint name=\"j\" "
                            "type=\"continuous\"><parent link=\"b\"/><child link=\"c\"/>\n<sinew>" +
                                sinew + "</sinew></joint></robot>"});
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("it was read");
  };
  EXPECT_THAT(refusal("<transmission damping=\"1\"/>"), HasSubstr("stiffness"));
  EXPECT_THAT(refusal("<transmission stiffness=\"9\"/>"),
              HasSubstr("arm.urdf:3: joint 'j' has a transmission but no motor behind it"));
}

TEST(ATransmission, IsNoPartOfADhTable) {
  Diagnostics diagnostics("");
  const auto table = dh_table(loaded(elastic_arm).description, DhConvention::Modified, diagnostics);
  ASSERT_TRUE(table) << texts(diagnostics).front();
  EXPECT_EQ(table->rows.size(), 2U);
}

TEST(ATransmission, IsLeftOutWithWhatItIsMadeOf) {
  const auto without = [](const Without& parts) {
    return load_robot(SourceText{"arm.yaml", elastic_arm}, {.changes = {.without = parts}});
  };
  EXPECT_EQ(without({.motors = true}).model.link_count(), 2) << "the joints are rigid";
  EXPECT_EQ(without({.springs = true}).model.couplings()[0].stiffness, 0.0);
  EXPECT_EQ(without({.springs = true}).model.couplings()[0].damping, 4.0);
  const Model<double> smooth = without({.friction = true}).model;
  EXPECT_FALSE(smooth.has_friction());
  EXPECT_EQ(smooth.couplings()[0].stiffness, 6000.0);
  const LoadedRobot locked = load_robot(SourceText{"arm.yaml", elastic_arm}, {.changes = {.locked = {{"elbow", 0.5}}}});
  EXPECT_EQ(locked.model.link_count(), 2) << "a joint is locked with its motor";
  EXPECT_EQ(locked.model.couplings().size(), 1U);
}

}  // namespace
