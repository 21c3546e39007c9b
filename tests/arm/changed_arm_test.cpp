// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/formats/shipped_robots.h"
#include "sinew/formats/source_text.h"
#include "sinew/model/end_frame.h"
#include "tests/support/elastic_arm.h"

namespace {

using Eigen::VectorXd;
using sinew::Arm;
using sinew::SourceText;
using testing::AllOf;
using testing::HasSubstr;

/// The text of a shipped robot with some of it written otherwise; each piece must be there.
SourceText written_otherwise(const std::string& robot, const std::vector<std::pair<std::string, std::string>>& pieces) {
  SourceText source = sinew::read_source_text(sinew::robot_file(robot));
  for (const auto& [old_text, new_text] : pieces) {
    const std::size_t at = source.text.find(old_text);
    EXPECT_NE(at, std::string::npos) << old_text;
    source.text.replace(at, old_text.size(), new_text);
  }
  return source;
}

VectorXd waves(int n, double size, int which) {
  VectorXd x(n);
  for (int i = 0; i < n; ++i) x[i] = size * std::sin(1.3 * i + 0.7 * which + 0.2);
  return x;
}

/// The largest difference of the torques of two robots, relative to the torques.
double torque_difference(const Arm& a, const Arm& b) {
  double largest = 0.0;
  EXPECT_EQ(a.joint_names(), b.joint_names());
  for (int which = 0; which < 5; ++which) {
    const VectorXd q = waves(a.position_count(), 1.2, which), qd = waves(a.velocity_count(), 0.8, which + 7),
                   qdd = waves(a.velocity_count(), 1.1, which + 11);
    const VectorXd tau = b.torque(q, qd, qdd);
    largest = std::max(largest, (a.torque(q, qd, qdd) - tau).norm() / tau.norm());
  }
  return largest;
}

SourceText panda_with_fixed_fingers() {
  return written_otherwise("panda", {{R"(      kind: prismatic
      limits: {position: [0, 0.04], velocity: 0.2, effort: 100}
      friction: {viscous: 0.3}
    pose: {xyz: [0, 0, 0.0584]}
    axis: y)",
                                      R"(      kind: fixed
    pose: {xyz: [0, 0.03, 0.0584]})"},
                                     {R"(      kind: prismatic
      limits: {position: [0, 0.04], velocity: 0.2, effort: 100}
      friction: {viscous: 0.3}
      mimic: {joint: panda_finger_joint1}
    pose: {xyz: [0, 0, 0.0584]}
    axis: -y)",
                                      R"(      kind: fixed
    pose: {xyz: [0, -0.03, 0.0584]})"}});
}

TEST(ALockedPanda, HasTheTorquesOfAFileWrittenThatWay) {
  const Arm locked = sinew::load("panda").locked({{"panda_finger_joint1", 0.03}});
  EXPECT_EQ(locked.velocity_count(), 7);
  EXPECT_LT(torque_difference(locked, Arm(sinew::load_robot(panda_with_fixed_fingers()))), 1e-12);
}

TEST(APandaWithAPayload, HasTheTorquesOfAFileWrittenThatWay) {
  SourceText file = sinew::read_source_text(sinew::robot_file("panda"));
  file.text +=
      "payload: {frame: panda_hand_tcp, mass: 2.5 kg, com: [0, 10 mm, 80 mm], inertia: [0.01, 0.02, 0.015], "
      "inertia_about: com}\n";
  const Arm holding = sinew::load("panda").with_payload(
      {.mass = 2.5, .com = {0, 0.01, 0.08}, .inertia = sinew::Symmetric3<double>::diagonal(0.01, 0.02, 0.015)});
  EXPECT_LT(torque_difference(holding, Arm(sinew::load_robot(file))), 1e-12);
  EXPECT_GT(torque_difference(holding, sinew::load("panda")), 0.01);
}

TEST(APandaWithAllOfIt, HasTheTorquesOfAFileWrittenThatWay) {
  SourceText file = panda_with_fixed_fingers();
  file.text +=
      "frames: [{name: tool, link: panda_hand_tcp, pose: {xyz: [0, 0, 0.1], rpy: [0, 90deg, 0]}}]\n"
      "payload: {frame: tool, mass: 2 kg, com: [0.05, 0, 0]}\n";
  const sinew::Pose<double> tool{sinew::Rotation<double>::from(sinew::RollPitchYaw<double>{0, std::acos(0.0), 0}),
                                 {0, 0, 0.1}};
  const Arm changed = sinew::load("panda")
                          .locked({{"panda_finger_joint1", 0.03}})
                          .with_tool(tool)
                          .with_payload({.mass = 2, .com = {0.05, 0, 0}});
  EXPECT_LT(torque_difference(changed, Arm(sinew::load_robot(file))), 1e-12);
  const Arm at_once = sinew::load("panda", {.changes = {.locked = {{"panda_finger_joint1", 0.03}},
                                                        .tool = sinew::Tool{.X_FT = tool},
                                                        .payloads = {{.mass = 2, .com = {0.05, 0, 0}}}}});
  EXPECT_EQ(torque_difference(changed, at_once), 0.0);
}

/// Every kind of joint, motors on the links before and further down, springs, friction, and joints that follow others.
constexpr const char* rich_robot = R"(sinew: 1
name: rich
gravity: [1, -2, -9]
base: {name: stand, mass: 3, inertia: [0.1, 0.1, 0.1]}
links:
  - {name: a, joint: {name: one, kind: revolute, friction: {viscous: 0.4}, motor: {carrier: stand, mass: 1,
     at: [0.1, 0, 0], rotor_inertia: 1e-3, gear_ratio: 50, axis: z}}, pose: Tz(0.2), mass: 2, com: [0.1, 0.2, 0],
     inertia: [0.1, 0.2, 0.15]}
  - {name: b, joint: {name: two, kind: prismatic, spring: {stiffness: 20, rest: 0.1}, motor: {carrier: a, mass: 0.5,
     at: [0.1, 0.1, 0], rotor_inertia: 2e-3, gear_ratio: -30, axis: [0.6, 0, 0.8]}}, pose: Rx(70deg) Tx(0.3),
     mass: 1.5, com: [0, 0.1, 0.2], inertia: [0.05, 0.02, 0.04]}
  - {name: c, joint: {name: three, kind: helical, pitch: 5 mm/rev, motor: {carrier: a, mass: 0.4, at: [0, 0.1, 0],
     rotor_inertia: 3e-3, gear_ratio: 40, axis: [0, 0.6, 0.8]}}, pose: Ry(40deg) Tz(0.2), mass: 1.2, com: [0.1, 0, 0],
     inertia: [0.03, 0.02, 0.04]}
  - {name: d, parent: b, joint: {name: four, kind: revolute, mimic: {joint: two, multiplier: -1.5, offset: 0.3}},
     pose: Rx(90deg) Ty(0.1), mass: 0.8, com: [0, 0.2, 0], inertia: [0.01, 0.02, 0.02]}
  - {name: e, joint: {name: five, kind: prismatic, mimic: {joint: four, multiplier: 2}}, pose: Ty(0.1) Rz(20deg),
     axis: [0, 0.6, 0.8], mass: 0.7, com: [0, 0.1, 0.1], inertia: [0.01, 0.01, 0.015]}
  - {name: f, joint: {name: six, kind: continuous, motor: {carrier: c, mass: 0.2, at: [0, 0, 0.1],
     rotor_inertia: 1e-3, gear_ratio: 60, axis: x}}, pose: Ry(30deg) Tx(0.2), mass: 0.6, com: [0.2, 0, 0],
     inertia: [0.01, 0.02, 0.02]}
)";

std::vector<Arm> robots_to_lock() {
  std::vector<Arm> arms{Arm(sinew::load_robot(SourceText{"rich.yaml", rich_robot}))};
  for (const std::string& name : sinew::shipped_robot_names()) arms.push_back(sinew::load(name));
  return arms;
}

/// The law of locking: the other joints need what they needed with this joint at rest in that position. It holds with
/// motors, whose rotors go on turning with the links that carry them, and with joints that follow.
TEST(ALockedJoint, LeavesTheOthersTheTorquesThatTheyHadWithItAtRest) {
  for (const Arm& free : robots_to_lock()) {
    const std::string& name = free.model().name();
    const std::vector<std::string> joints = free.joint_names();
    for (std::size_t k = 0; k < joints.size() && joints.size() > 1; ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      VectorXd q = waves(free.position_count(), 0.9, 1), qd = waves(free.velocity_count(), 0.8, 2),
               qdd = waves(free.velocity_count(), 1.1, 3);
      qd[at] = qdd[at] = 0.0;
      const Arm locked = free.locked({{joints[k], q[at]}});
      ASSERT_EQ(locked.velocity_count(), free.velocity_count() - 1) << name << ", " << joints[k];
      const auto others = [&](const VectorXd& x) {
        VectorXd y(x.size() - 1);
        y << x.head(at), x.tail(x.size() - at - 1);
        return y;
      };
      const VectorXd tau = free.torque(q, qd, qdd);
      EXPECT_LT((locked.torque(others(q), others(qd), others(qdd)) - others(tau)).norm(), 1e-12 * tau.norm())
          << name << ", " << joints[k];
    }
  }
}

TEST(ALockedJoint, LeavesEveryFrameWhereItWas) {
  const Arm free = sinew::load("panda");
  VectorXd q = waves(8, 0.9, 4);
  const Arm locked = free.locked({{"panda_joint3", q[2]}, {"panda_finger_joint1", q[7]}});
  VectorXd others(6);
  others << q.head(2), q.segment(3, 4);
  for (const sinew::Frame<double>& frame : free.model().frames()) {
    const sinew::Pose<double> was = free.pose(q, frame.name), is = locked.pose(others, frame.name);
    EXPECT_LT(norm(was.p - is.p), 1e-14) << frame.name;
    for (int i = 0; i < 3; ++i) EXPECT_LT(norm(was.R.row(i) - is.R.row(i)), 1e-14) << frame.name;
  }
  EXPECT_EQ(end_frame(locked.model()), end_frame(free.model()));
}

TEST(AnArmWithAllJointsLocked, StillHasItsFrames) {
  const Arm stiff = sinew::load("two_link_2r").locked({{"shoulder", 0.5}, {"elbow", 1.0}});
  EXPECT_EQ(stiff.velocity_count(), 0);
  const sinew::Vec3<double> tip = stiff.pose(VectorXd(0), "tip").p;
  EXPECT_NEAR(tip.x, std::cos(0.5) + 0.8 * std::cos(1.5), 1e-14);
  EXPECT_NEAR(tip.y, std::sin(0.5) + 0.8 * std::sin(1.5), 1e-14);
}

TEST(ATool, IsWhereTheArmEndsThen) {
  const Arm arm = sinew::load("panda");
  const sinew::Pose<double> X_ET{sinew::Rotation<double>::from(sinew::RollPitchYaw<double>{0.1, 0.2, 0.3}),
                                 {0.1, 0.2, 0.3}};
  const Arm with_tool = arm.with_tool(X_ET);
  EXPECT_EQ(end_frame(with_tool.model()), "tool");
  const VectorXd q = waves(8, 0.5, 1);
  const sinew::Pose<double> is = with_tool.pose(q, "tool"), wanted = arm.pose(q, end_frame(arm.model())) * X_ET;
  EXPECT_LT(norm(is.p - wanted.p), 1e-15);
  for (int i = 0; i < 3; ++i) EXPECT_LT(norm(is.R.row(i) - wanted.R.row(i)), 1e-15);
}

TEST(ASetParameter, GivesTheRobotOfAFileWithThatValue) {
  const Arm set = sinew::load("point_mass_2r", {.parameters = {{"m2", "3 kg"}, {"l2", "2*l1"}}});
  const Arm file = Arm(
      sinew::load_robot(written_otherwise("point_mass_2r", {{"m2: 2.3 kg", "m2: 3 kg"}, {"l2: 0.5 m", "l2: 1 m"}})));
  EXPECT_EQ(torque_difference(set, file), 0.0);
  EXPECT_EQ(torque_difference(sinew::load("point_mass_2r", {.parameters = {{"m2", "3"}, {"l2", "100cm"}}}), file), 0.0);
}

template <class Make>
std::string refusal_of(const Make& make) {
  try {
    make();
  } catch (const sinew::InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(AChange, ThatDoesNotFitTheRobotIsRefusedWithTheNearestName) {
  const Arm panda = sinew::load("panda");
  const auto locking = [&](std::vector<sinew::LockedJoint> joints) {
    return refusal_of([&] { panda.locked(joints); });
  };
  EXPECT_THAT(locking({{"panda_finger_jont1", 0.0}}),
              HasSubstr("panda: there is no joint 'panda_finger_jont1' to lock; did you mean 'panda_finger_joint1'?"));
  EXPECT_THAT(locking({{"panda_joint8", 0.0}}), HasSubstr("'panda_joint8' is fixed already"));
  EXPECT_THAT(locking({{"panda_finger_joint2", 0.0}}), HasSubstr("follows 'panda_finger_joint1'; lock that one"));
  EXPECT_THAT(locking({{"panda_joint1", 0.0}, {"panda_joint1", 1.0}}), HasSubstr("is locked twice"));
  EXPECT_THAT(locking({{"panda_joint1", std::nan("")}}), HasSubstr("is locked at nan; give a finite number"));
  EXPECT_THAT(locking({{"panda_joint1", 0.1, sinew::dimension::length}}),
              HasSubstr("turns, and its position is given in m"));
  EXPECT_THAT(refusal_of([&] { panda.with_payload({.mass = 1, .frame = "panda_hnd"}); }),
              HasSubstr("there is no frame 'panda_hnd' for the payload; did you mean 'panda_hand'?"));
  EXPECT_THAT(refusal_of([&] { panda.with_payload({.mass = -1}); }),
              HasSubstr("has a mass of -1 kg; give zero or more"));
  EXPECT_THAT(refusal_of([&] { panda.with_payload({.mass = 1, .com = {0, std::nan(""), 0}}); }), HasSubstr("payload"));
  EXPECT_THAT(refusal_of([&] { panda.with_tool({}).with_tool({}); }), HasSubstr("there is a frame 'tool' already"));
  EXPECT_THAT(refusal_of([&] {
                panda.with_tool({{}, {0, 0, std::numeric_limits<double>::infinity()}});
              }),
              HasSubstr("the pose of the tool is not finite"));
  EXPECT_THAT(refusal_of([&] { Arm(panda.model()).with_tool({}); }), HasSubstr("has no description to change"));
}

TEST(AParameter, ThatTheFileDoesNotHaveIsRefusedWithTheNearestOne) {
  const auto setting = [](const std::string& robot, const std::string& name, const std::string& value) {
    return refusal_of([&] { sinew::load(robot, {.parameters = {{name, value}}}); });
  };
  EXPECT_THAT(setting("point_mass_2r", "mm2", "3 kg"),
              HasSubstr("there is no parameter 'mm2' to set; did you mean 'm2'?"));
  EXPECT_THAT(setting("point_mass_2r", "stiffness", "3"), HasSubstr("known: l1, l2, m1, m2, g"));
  EXPECT_THAT(setting("panda", "m2", "3"), HasSubstr("there is no parameter 'm2' to set; name it under `parameters:`"));
  EXPECT_THAT(setting("point_mass_2r", "m2", "3 m"),
              AllOf(HasSubstr("the value that is set for the parameter 'm2' cannot be understood: is given in m"),
                    HasSubstr("give it in kg as the file does")));
  SourceText urdf{"arm.urdf", "<robot name='arm'><link name='base'/></robot>"};
  EXPECT_THAT(refusal_of([&] {
                sinew::load_robot(urdf, {.parameters = {{"m2", "3"}}});
              }),
              HasSubstr("only YAML robots have named parameters to set"));
}

TEST(ALockedJoint, BeyondItsLimitsIsToldOf) {
  const auto warnings = [](double position) {
    return sinew::load_robot(sinew::robot_file("panda"), {.changes = {.locked = {{"panda_finger_joint1", position}}}})
        .warnings;
  };
  EXPECT_TRUE(warnings(0.04).empty());
  ASSERT_EQ(warnings(0.05).size(), 2U);  // of the finger, and of the one that follows it
  EXPECT_THAT(warnings(0.05).front().text(),
              HasSubstr("joint 'panda_finger_joint1' is locked at 0.05, beyond its limits of 0 to 0.04"));
}

TEST(WithoutAndGravity, AreTheSameForAnArmOfAModelAlone) {
  const Arm elastic(sinew::load_robot(SourceText{"elastic.yaml", sinew_test::elastic_arm}));
  for (const Arm& loaded : {robots_to_lock().front(), sinew::load("panda"), elastic}) {
    const std::string& name = loaded.model().name();
    const Arm alone(loaded.model());
    const sinew::Without parts{.friction = true, .motors = true, .springs = true};
    EXPECT_EQ(torque_difference(loaded.without(parts), alone.without(parts)), 0.0) << name;
    EXPECT_EQ(torque_difference(loaded.with_gravity({1, 2, 3}), alone.with_gravity({1, 2, 3})), 0.0) << name;
    if (loaded.model().couplings().empty())  // or it is another number of torques
      EXPECT_NE(torque_difference(loaded.without(parts), loaded), 0.0) << name;
    else
      EXPECT_EQ(loaded.without(parts).velocity_count(), 2) << name;
  }
}

}  // namespace
