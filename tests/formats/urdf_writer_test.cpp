// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "sinew/formats/urdf/reader.h"
#include "sinew/model/build_model.h"
#include "tests/support/descriptions.h"
#include "tests/support/differences.h"
#include "tests/support/problem_texts.h"
#include "tests/support/random.h"

namespace {

using namespace sinew;
using sinew_test::difference;
using sinew_test::Random;
using sinew_test::texts;
using std::numbers::pi;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
constexpr double tolerance = 1e-12;

std::string written(const RobotDescription<double>& robot) {
  Diagnostics notes("");
  std::string text = write_urdf(robot, notes);
  EXPECT_FALSE(notes.has_errors()) << texts(notes).front();
  return text;
}

std::vector<std::string> notes_on(const RobotDescription<double>& robot) {
  Diagnostics notes("");
  write_urdf(robot, notes);
  return texts(notes);
}

RobotDescription<double> read_back(const std::string& text) {
  Diagnostics diagnostics("");
  auto robot = read_urdf({"written.urdf", text}, {}, diagnostics);
  EXPECT_THAT(texts(diagnostics), IsEmpty()) << text;
  return robot;
}

// ---- when two robots are the same

struct Placed {
  std::vector<Pose<double>> X_WL;
  Pose<double> of(const Frame<double>& frame) const {
    return (frame.link == base_link ? Pose<double>{} : X_WL[static_cast<std::size_t>(frame.link)]) * frame.X_LF;
  }
};

Placed place(const Model<double>& model, const std::vector<double>& q) {
  Placed placed;
  for (const Link<double>& link : model.links()) {
    const double angle = link.multiplier * q[static_cast<std::size_t>(link.position_index)] + link.offset;
    const auto X_WP = link.parent == base_link ? Pose<double>{} : placed.X_WL[static_cast<std::size_t>(link.parent)];
    placed.X_WL.push_back(X_WP * pose_on_parent(link, angle));
  }
  return placed;
}

void expect_same_joint(const Link<double>& a, const Link<double>& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.joint_name, b.joint_name);
  EXPECT_EQ(a.parent, b.parent);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.pitch, b.pitch);
  EXPECT_EQ(a.position_index, b.position_index);
  EXPECT_EQ(a.velocity_index, b.velocity_index);
  EXPECT_EQ(a.follows, b.follows);
  EXPECT_EQ(a.multiplier, b.multiplier);
  EXPECT_EQ(a.offset, b.offset);
  for (const auto bound :
       {&Limits::lower, &Limits::upper, &Limits::velocity, &Limits::acceleration, &Limits::jerk, &Limits::effort})
    EXPECT_EQ(a.limits.*bound, b.limits.*bound);
  using F = Friction<double>;
  for (const auto value : {&F::viscous, &F::coulomb_plus, &F::coulomb_minus, &F::static_plus, &F::static_minus})
    EXPECT_EQ(a.friction.*value, b.friction.*value);
  EXPECT_EQ(a.friction.stribeck_velocity, b.friction.stribeck_velocity);
  ASSERT_EQ(a.friction.table.size(), b.friction.table.size());
  for (std::size_t k = 0; k < a.friction.table.size(); ++k) {
    EXPECT_EQ(a.friction.table[k].position, b.friction.table[k].position);
    EXPECT_EQ(a.friction.table[k].effort, b.friction.table[k].effort);
  }
  ASSERT_EQ(a.spring.has_value(), b.spring.has_value());
  if (a.spring) {
    EXPECT_EQ(a.spring->stiffness, b.spring->stiffness);
    EXPECT_EQ(a.spring->rest, b.spring->rest);
  }
  ASSERT_EQ(a.motor.has_value(), b.motor.has_value());
  if (a.motor) {
    EXPECT_EQ(a.motor->carrier, b.motor->carrier);
    EXPECT_EQ(a.motor->rotor_inertia, b.motor->rotor_inertia);
    EXPECT_EQ(a.motor->gear_ratio, b.motor->gear_ratio);
  }
}

/// Same joints, and at random positions every frame, body and motor axis in the same place in the world. The
/// canonical frames may differ by a turn about, or a shift along, the joint axis: that is nobody's business.
void expect_same_robot(const RobotDescription<double>& was, const RobotDescription<double>& is) {
  const Model<double> a = build_model(was), b = build_model(is);
  EXPECT_EQ(a.name(), b.name());
  EXPECT_EQ(a.floating_base(), b.floating_base());
  EXPECT_EQ(difference(a.gravity(), b.gravity()), 0);
  EXPECT_EQ(was.source, is.source);
  EXPECT_EQ(was.payloads.size(), is.payloads.size());
  EXPECT_EQ(was.links.size(), is.links.size());
  EXPECT_EQ(was.joints.size(), is.joints.size());
  ASSERT_EQ(was.parameters.size(), is.parameters.size());
  for (std::size_t i = 0; i < was.parameters.size(); ++i) {
    EXPECT_EQ(was.parameters[i].name, is.parameters[i].name);
    EXPECT_EQ(was.parameters[i].value, is.parameters[i].value);
    EXPECT_EQ(was.parameters[i].unit, is.parameters[i].unit);
  }
  ASSERT_EQ(a.link_count(), b.link_count());
  for (int i = 0; i < a.link_count(); ++i) expect_same_joint(a.link(i), b.link(i));
  EXPECT_LT(difference(a.base_inertia(), b.base_inertia()), tolerance);
  ASSERT_EQ(a.frames().size(), b.frames().size());
  Random random(7);
  for (int sample = 0; sample < 5; ++sample) {
    std::vector<double> q(static_cast<std::size_t>(a.position_count()));
    for (double& angle : q) angle = random.angle();
    const Placed in_a = place(a, q), in_b = place(b, q);
    for (const Frame<double>& frame : a.frames())
      EXPECT_LT(difference(in_a.of(frame), in_b.of(b.frame(frame.name))), tolerance) << frame.name;
    for (int i = 0; i < a.link_count(); ++i) {
      const Pose<double>&X_WA = in_a.X_WL[static_cast<std::size_t>(i)], &X_WB = in_b.X_WL[static_cast<std::size_t>(i)];
      EXPECT_LT(difference(X_WA * a.link(i).inertia, X_WB * b.link(i).inertia), tolerance) << a.link(i).name;
      EXPECT_LT(difference(X_WA.R.column(2), X_WB.R.column(2)), tolerance) << a.link(i).joint_name;
      if (!a.link(i).motor || a.link(i).motor->carrier == base_link) continue;
      const auto carrier = static_cast<std::size_t>(a.link(i).motor->carrier);
      EXPECT_LT(difference(in_a.X_WL[carrier].R * a.link(i).motor->axis, in_b.X_WL[carrier].R * b.link(i).motor->axis),
                tolerance);
    }
  }
}

void expect_survives(const RobotDescription<double>& robot) {
  const std::string text = written(robot);
  SCOPED_TRACE(text);
  expect_same_robot(robot, read_back(text));
}

// ---- robots to write

/// A chain of links l0 (the base), l1, … on joints j1, j2, … of these kinds, otherwise at random.
RobotDescription<double> random_chain(const std::vector<JointKind>& kinds, std::uint64_t seed) {
  Random random(seed);
  RobotDescription<double> robot;
  robot.name = "chain";
  robot.links.push_back({"l0", random.inertia(), {}});
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    JointDescription<double> joint;
    joint.name = "j" + std::to_string(i + 1);
    joint.kind = kinds[i];
    joint.parent = "l" + std::to_string(i);
    joint.child = "l" + std::to_string(i + 1);
    joint.X_PJ = random.pose();
    joint.axis = random.direction();
    if (kinds[i] == JointKind::Helical) joint.pitch = random.uniform(-0.1, 0.1);
    robot.joints.push_back(joint);
    robot.links.push_back({joint.child, random.inertia(), {}});
  }
  return robot;
}

using enum JointKind;

TEST(AWrittenRobot, IsReadBackTheSame) {
  expect_survives(random_chain({Revolute, Prismatic, Continuous, Fixed, Revolute}, 1));
}

TEST(AWrittenRobot, KeepsItsLimitsAndPlainFriction) {
  auto robot = random_chain({Revolute, Prismatic}, 2);
  for (auto& joint : robot.joints) {
    joint.limits = {.lower = -1.25, .upper = 2.5, .velocity = 3, .effort = 4};
    joint.friction = {.viscous = 0.1, .coulomb_plus = 2, .coulomb_minus = 2, .static_plus = 2, .static_minus = 2};
  }
  EXPECT_THAT(notes_on(robot), IsEmpty());
  EXPECT_THAT(written(robot), Not(HasSubstr("<sinew ")));
  expect_survives(robot);
}

TEST(AWrittenRobot, MayBranch) {
  auto robot = random_chain({Revolute, Revolute, Prismatic, Revolute, Fixed, Revolute}, 3);
  robot.joints[2].parent = "l0";
  robot.joints[4].parent = "l1";
  expect_survives(robot);
}

TEST(AWrittenRobot, KeepsTheOrderOfJointsThatStandBeforeTheirParents) {
  auto robot = random_chain({Revolute, Prismatic, Revolute}, 4);
  std::swap(robot.joints[0], robot.joints[2]);
  expect_survives(robot);
}

TEST(AWrittenRobot, MayFloatUnderAnotherGravity) {
  auto robot = random_chain({Revolute}, 5);
  robot.floating_base = true;
  robot.gravity = {0.1, 0, -1.62};
  robot.source = "Moon <base> & \"friends\"\n\tsecond line";
  robot.parameters = {{"l1", 0.1 + 0.2, "m", {}}, {"n", 3, "", {}}};
  robot.joints[0].limits = {.lower = -1, .upper = 1, .velocity = 1, .effort = 1};
  expect_survives(robot);
  EXPECT_THAT(notes_on(robot),
              ElementsAre("warning: other programs will not see that the base floats, gravity, where the "
                          "figures come from, parameters; nothing is lost for sinew, which reads it back "
                          "from the <sinew> elements"));
}

// ---- rotations

TEST(ARotation, SurvivesGimbalLock) {
  for (const double pitch : {pi / 2, -pi / 2, pi / 2 - 1e-9, -pi / 2 + 1e-12})
    for (const double yaw : {0.0, 0.7, -2.5, pi}) {
      auto robot = random_chain({Revolute, Fixed}, 6);
      robot.joints[0].X_PJ.R = Rotation<double>::from(RollPitchYaw<double>{0.3, pitch, yaw});
      robot.joints[1].X_PJ.R = Rotation<double>::from(RollPitchYaw<double>{-1.1, pitch, yaw});
      expect_survives(robot);
    }
}

TEST(AQuarterTurn, StaysExact) {
  auto robot = random_chain({Revolute}, 7);
  robot.joints[0].X_PJ.R = Rotation<double>::about_x({1, 0});
  const auto is = read_back(written(robot));
  EXPECT_EQ(difference(robot.joints[0].X_PJ.R, is.joints[0].X_PJ.R), 0);
}

// ---- frames away from their joints

/// Standard DH: turn θ about z, shift d along z, shift a along x, turn α about x.
Pose<double> standard_dh_end(double d, double a, double alpha) {
  return {Rotation<double>::about_x(sincos_of_constant(alpha)), {a, 0, d}};
}

TEST(ALinkFrameOffItsAxis, TakesAMasslessLinkMore) {
  auto robot = random_chain({Revolute, Revolute, Revolute}, 8);
  const double alpha[] = {pi / 2, 0, -pi / 2}, a[] = {0.1, 0.4318, -0.02}, d[] = {0.67, 0, 0.15};
  for (std::size_t i = 0; i < 3; ++i) {
    robot.joints[i].X_PJ = {};
    robot.joints[i].axis = {0, 0, 1};
    robot.joints[i].X_JC = standard_dh_end(d[i], a[i], alpha[i]);
    robot.joints[i].limits = {.lower = -1, .upper = 1, .velocity = 1, .effort = 1};
  }
  EXPECT_THAT(written(robot),
              AllOf(HasSubstr("<link name=\"j2_axis\">"), HasSubstr("<joint name=\"l2_fixed\" type=\"fixed\">")));
  EXPECT_THAT(notes_on(robot), IsEmpty()) << "any program understands a massless link";
  expect_survives(robot);
}

TEST(ALinkFrameOnItsAxis, TakesNoLinkMore) {
  auto robot = random_chain({Revolute, Continuous, Prismatic}, 9);
  Random random(10);
  for (auto& joint : robot.joints) joint.X_JC = {random.rotation(), 0.75 * joint.axis};
  robot.joints[2].X_JC = random.pose();  // a slide carries every frame alike
  const std::string text = written(robot);
  EXPECT_THAT(text, Not(HasSubstr("stands_for")));
  expect_survives(robot);
}

TEST(NewNames, AvoidTheOnesThatAreTaken) {
  auto robot = random_chain({Revolute, Fixed, Fixed}, 11);
  robot.joints[0].X_JC.p = {1, 2, 3};
  robot.links[2].name = robot.joints[1].child = robot.joints[2].parent = "j1_axis";
  robot.joints[2].name = "l1_fixed";
  expect_survives(robot);
}

TEST(EveryKindOfJoint, MayHaveItsFrameAnywhere) {
  auto robot = random_chain({Revolute, Prismatic, Continuous, Fixed, Helical, Revolute}, 12);
  Random random(13);
  for (auto& joint : robot.joints) joint.X_JC = random.pose();
  expect_survives(robot);
}

// ---- what URDF has no word for

TEST(AScrew, IsATurnAndASlideThatFollowsIt) {
  auto robot = random_chain({Revolute, Helical, Revolute}, 14);
  robot.joints[1].limits = {.lower = -10, .upper = 20, .velocity = 5, .effort = 3};
  const std::string text = written(robot);
  EXPECT_THAT(text, AllOf(HasSubstr("<joint name=\"j2_slide\" type=\"prismatic\">"), HasSubstr("<mimic joint=\"j2\"")));
  expect_survives(robot);
}

/// What another program sees: the marks taken off.
std::string without_marks(std::string text) {
  for (std::size_t at; (at = text.find(" stands_for=")) != std::string::npos;)
    text.erase(at, text.find("\"", text.find("\"", at) + 1) + 1 - at);
  return text;
}

TEST(AScrew, MovesAlikeForOtherPrograms) {
  auto robot = random_chain({Helical}, 15);
  Random random(16);
  robot.joints[0].X_JC = random.pose();
  const Model<double> a = build_model(robot), b = build_model(read_back(without_marks(written(robot))));
  EXPECT_EQ(b.link_count(), 2);
  EXPECT_EQ(b.velocity_count(), 1);
  for (const double q : {0.0, 0.4, -3.0})
    EXPECT_LT(difference(place(a, {q}).of(a.frame("l1")), place(b, {q}).of(b.frame("l1"))), tolerance);
}

TEST(AScrew, MayFollowAnotherJointAndLeadOne) {
  auto robot = random_chain({Revolute, Helical, Revolute}, 17);
  robot.joints[1].mimic = Mimic<double>{"j1", 2, 0.5};
  robot.joints[2].mimic = Mimic<double>{"j2", -1, 0.25};
  expect_survives(robot);
}

TEST(FramesAndPayloads, AreLinksToOthersAndThemselvesToUs) {
  auto robot = random_chain({Revolute, Revolute}, 18);
  Random random(19);
  robot.frames = {{"tool", "l2", random.pose(), {}}, {"camera", "l0", random.pose(), {}}};
  robot.payloads = {{"tool", random.inertia(), {}}, {"l1", random.inertia(), {}}};
  expect_survives(robot);
  const Model<double> a = build_model(robot), b = build_model(read_back(without_marks(written(robot))));
  for (int i = 0; i < 2; ++i) EXPECT_LT(difference(a.link(i).inertia, b.link(i).inertia), tolerance);
}

TEST(AMotor, WeighsOnItsCarrierOnceForEveryProgram) {
  auto robot = random_chain({Revolute, Revolute}, 20);
  robot.joints[1].motor = Motor<double>{"l1", 2.5, {0.1, 0.2, 0.3}, 1e-4, -100, {0.6, 0, 0.8}};
  robot.joints[0].motor = Motor<double>{"l0", 0, {0, 0, 1}, 2e-4, 50, {0, 0, 1}};
  expect_survives(robot);
  EXPECT_THAT(written(robot), HasSubstr("axis=\"0.6 0 0.8\"/>")) << "where it is, its mass says";
  const auto back = read_back(written(robot));
  EXPECT_EQ(back.joints[1].motor->mass, 2.5);
  EXPECT_EQ(difference(back.joints[1].motor->p, {0.1, 0.2, 0.3}), 0);
  EXPECT_EQ(difference(back.joints[0].motor->p, {0, 0, 1}), 0);
  const Model<double> a = build_model(robot), b = build_model(read_back(without_marks(written(robot))));
  // without its mark the mass is a link's, and the motor that is left has none
  EXPECT_LT(difference(a.link(0).inertia, b.link(0).inertia), tolerance);
}

TEST(SpringsFrictionAndLimits, AreKeptBesidePlainUrdf) {
  auto robot = random_chain({Revolute, Prismatic, Continuous, Revolute}, 21);
  robot.joints[0].friction = {.viscous = 0.1,
                              .coulomb_plus = 1,
                              .coulomb_minus = 3,
                              .static_plus = 1.5,
                              .static_minus = 4,
                              .stribeck_velocity = 0.01,
                              .table = {{-1, 0.1}, {0.5, 0.3}, {2, 0.2}}};
  robot.joints[1].spring = Spring<double>{100, 0.05};
  robot.joints[1].limits = {.lower = 0, .acceleration = 10, .jerk = 1e3, .effort = 1e12};
  robot.joints[2].limits = {.lower = -7, .upper = 8, .velocity = 2};
  robot.joints[3].limits = {.velocity = 2};
  expect_survives(robot);
  EXPECT_THAT(written(robot), HasSubstr("<dynamics damping=\"0.1\" friction=\"2\"/>")) << "others see the mean";
  EXPECT_THAT(notes_on(robot),
              ElementsAre(AllOf(HasSubstr("which limits are absent"), HasSubstr("acceleration and jerk limits"),
                                HasSubstr("springs"), HasSubstr("friction beyond viscous and one Coulomb value"))));
}

TEST(FrictionOfOneDirection, IsNoPlainFriction) {
  using F = Friction<double>;
  for (const auto value : {&F::coulomb_plus, &F::coulomb_minus, &F::static_plus, &F::static_minus}) {
    auto robot = random_chain({Revolute}, 29);
    robot.joints[0].friction = {.coulomb_plus = 1, .coulomb_minus = 1, .static_plus = 1, .static_minus = 1};
    robot.joints[0].friction.*value = 2;
    expect_survives(robot);
  }
  auto robot = random_chain({Revolute}, 29);
  robot.joints[0].friction = {.coulomb_plus = 1, .coulomb_minus = 1, .static_plus = 1, .static_minus = 1};
  robot.joints[0].friction.stribeck_velocity = 2;
  expect_survives(robot);
}

TEST(AMimic, SurvivesWithItsChain) {
  auto robot = random_chain({Revolute, Prismatic, Revolute}, 22);
  robot.joints[0].mimic = Mimic<double>{"j2", 0.1, 1e-3};
  robot.joints[1].mimic = Mimic<double>{"j3", -3, 0};
  expect_survives(robot);
}

// ---- inertias

TEST(ABodyWithoutMass, KeepsItsInertiaAndFirstMoment) {
  auto robot = random_chain({Revolute, Revolute, Revolute}, 23);
  robot.links[1].inertia = Inertia<double>{0, {}, {1, 0.1, 0.2, 2, 0.3, 3}};
  robot.links[2].inertia = Inertia<double>{0, {0.5, 0, 1}, {1, 0, 0, 1, 0, 1}};
  robot.links[3].inertia = Inertia<double>{1e-18, {0.5, 0, 1}, {1, 0, 0, 1, 0, 1}};
  expect_survives(robot);
  robot.links[3].inertia->m = 1e-320;  // whose centre of mass is no double
  expect_survives(robot);
  robot.payloads = {{"l1", {0, {1, 2, 3}, {}}, {}}};
  expect_survives(robot);
}

TEST(ALinkWithoutInertia, IsNotALinkOfZeroInertia) {
  auto robot = random_chain({Revolute, Revolute}, 24);
  robot.links[0].inertia = std::nullopt;
  robot.links[1].inertia = Inertia<double>{};
  const auto back = read_back(written(robot));
  EXPECT_FALSE(back.links[0].inertia);
  EXPECT_TRUE(back.links[1].inertia);
}

// ---- text

TEST(TheText, IsMeantToBeRead) {
  RobotDescription<double> robot;
  robot.name = "arm";
  robot.links = {{"base", std::nullopt, {}},
                 {"fore<arm>", Inertia<double>::about_com(2, {0, 0, 0.5}, {1, 0, 0, 1, 0, 0.25}), {}}};
  JointDescription<double> joint;
  joint.name = "elbow";
  joint.kind = Revolute;
  joint.parent = "base";
  joint.child = "fore<arm>";
  joint.X_PJ = {Rotation<double>::about_z({1, 0}), {0, 0, 0.1}};
  joint.limits = {.lower = -1, .upper = 1, .velocity = 2, .effort = 30};
  robot.joints = {joint};
  EXPECT_EQ(written(robot), R"(<?xml version="1.0"?>
<!-- Written by sinew. What stands in <sinew> elements, other programs pass over. -->
<robot name="arm">
  <link name="base"/>
  <link name="fore&lt;arm&gt;">
    <inertial>
      <origin xyz="0 0 0.5"/>
      <mass value="2"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="0.25"/>
    </inertial>
  </link>
  <joint name="elbow" type="revolute">
    <parent link="base"/>
    <child link="fore&lt;arm&gt;"/>
    <origin xyz="0 0 0.1" rpy="0 0 1.5707963267948966"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="30" velocity="2"/>
  </joint>
</robot>
)");
  expect_survives(robot);
}

TEST(Names, MayHoldWhatXmlCanHold) {
  auto robot = random_chain({Revolute}, 25);
  robot.name = " a&b'c\"d<e>\t\r\n épaule";
  robot.links[1].name = robot.joints[0].child = "&amp; ]]> -->";
  expect_survives(robot);
}

TEST(WhatXmlCannotHold, IsAnError) {
  auto robot = random_chain({Revolute}, 26);
  robot.name = "bell\a";
  EXPECT_THAT(notes_on(robot), testing::Contains("XML cannot hold the control characters of 'bell\\x07'; rename it"));
  robot = random_chain({Revolute}, 27);
  robot.joints[0].X_PJ.p.x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(notes_on(robot), testing::Contains(HasSubstr("<origin> would have xyz='nan")));
  robot = random_chain({Prismatic}, 28);
  robot.joints[0].friction.viscous = std::numeric_limits<double>::infinity();
  EXPECT_THAT(notes_on(robot),
              testing::Contains(HasSubstr("<dynamics> would have damping='inf', which is not finite")));
}

TEST(PublishedRobots, SurviveWriting) {
  const std::filesystem::path folder = SINEW_SOURCE_DIR "/../shared/reference/robots";
  if (!std::filesystem::is_directory(folder)) return;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".urdf") continue;
    Diagnostics diagnostics("");
    const auto robot = read_urdf(read_source_text(entry.path().string()), {}, diagnostics);
    SCOPED_TRACE(entry.path());
    expect_same_robot(robot, read_back(written(robot)));
  }
}

TEST(AMotor, OnAFixedJointKeepsItsMass) {
  RobotDescription<double> arm = sinew_test::a_sound_arm();
  arm.links.push_back(sinew_test::a_link("hand", sinew_test::some_inertia()));
  arm.joints.push_back(sinew_test::a_joint("wrist", JointKind::Fixed, "lower", "hand"));
  arm.joints.back().motor = Motor<double>{.carrier = "lower", .mass = 3.0, .p = {0.1, 0.2, 0.3}};
  Diagnostics notes("arm.urdf");
  const std::string text = write_urdf(arm, notes);
  Diagnostics diagnostics("arm.urdf");
  const Model<double> again = build_model(read_urdf({"arm.urdf", text}, {}, diagnostics));
  EXPECT_LT(difference(again.link(1).inertia, build_model(arm).link(1).inertia), 1e-14);
}

}  // namespace
