// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "sinew/formats/load.h"
#include "sinew/formats/yaml/writer.h"
#include "tests/support/command.h"
#include "tests/support/descriptions.h"
#include "tests/support/differences.h"
#include "tests/support/kinematics.h"
#include "tests/support/problem_texts.h"

namespace sinew {
namespace {

using sinew_test::difference;
using sinew_test::Placement;
using testing::Contains;
using testing::HasSubstr;

using std::numbers::pi;

LoadedRobot robot(const std::string& text) { return load_robot(SourceText{"arm.yaml", text}); }

std::vector<std::string> problems_of(const std::string& text) {
  Diagnostics diagnostics("arm.yaml");
  read_sinew_yaml(SourceText{"arm.yaml", text}, {}, diagnostics);
  return sinew_test::texts(diagnostics);
}

Pose<double> pose_at(const std::string& text, const std::string& frame, const std::vector<double>& q) {
  const LoadedRobot loaded = robot(text);
  return Placement<double>(loaded.model, q).of(frame);
}

Pose<double> turn_z(double q) { return {Rotation<double>::about_z(sincos(q)), {}}; }
Pose<double> turn_x(double q) { return {Rotation<double>::about_x(sincos(q)), {}}; }
Pose<double> turn_y(double q) { return {Rotation<double>::about_y(sincos(q)), {}}; }

const std::string heading = "sinew: 1\n";

TEST(AStandardDhRow, PutsTheLinksFrameAtItsFarEnd) {
  const Pose<double> X = pose_at(heading + R"(dh: standard
links:
  - {dh: {theta: 10deg, d: 0.3, a: 0.5, alpha: 25deg}, mass: 1}
)",
                                 "link1", {0.7});
  const Pose<double> expected = turn_z(0.7 + 10 * pi / 180) * translation(Vec3<double>{0, 0, 0.3}) *
                                translation(Vec3<double>{0.5, 0, 0}) * turn_x(25 * pi / 180);
  EXPECT_LT(difference(X, expected), 1e-15);
}

TEST(AModifiedDhRow, PutsTheLinksFrameOnItsJoint) {
  const Pose<double> X = pose_at(heading + R"(dh: modified
links:
  - {joint: prismatic, dh: {theta: 10deg, d: 0.3, a: 0.5, alpha: 25deg}, mass: 1}
)",
                                 "link1", {0.7});
  const Pose<double> expected = turn_x(25 * pi / 180) * translation(Vec3<double>{0.5, 0, 0}) * turn_z(10 * pi / 180) *
                                translation(Vec3<double>{0, 0, 0.3 + 0.7});
  EXPECT_LT(difference(X, expected), 1e-15);
}

TEST(ADhRow, BeginsWhereTheParentsRowEndedWhateverComesAfterThat) {
  const std::string plain = R"(dh: standard
links:
  - {dh: {a: 0.5, alpha: 25deg}, mass: 1}
  - {dh: {d: 0.2, alpha: -30deg}, mass: 1}
)";
  const std::string moved = R"(dh: standard
links:
  - {dh: {a: 0.5, alpha: 25deg}, after: {xyz: [0.1, 0.2, 0.3], rpy: [0.1, 0.2, 0.3]}, mass: 1}
  - {dh: {d: 0.2, alpha: -30deg}, mass: 1}
)";
  EXPECT_LT(difference(pose_at(heading + plain, "link2", {0.3, -0.8}), pose_at(heading + moved, "link2", {0.3, -0.8})),
            1e-15);
  EXPECT_GT(difference(pose_at(heading + plain, "link1", {0.3, -0.8}), pose_at(heading + moved, "link1", {0.3, -0.8})),
            0.1);
}

TEST(AChain, IsItsTransformsOneAfterTheOther) {
  const std::string text = heading + R"(parameters: {l1: 2 m, l2: 1 m}
chain: Rz(q1) Tz(l1) Rx(90deg) Rz(q2) Tx(l2) Ry(90deg) Tz(q3)
links:
  - {mass: 5}
  - {mass: 2}
  - {mass: 1}
)";
  const std::vector<double> q = {0.3, -0.8, 0.4};
  const Pose<double> X1 = turn_z(q[0]) * translation(Vec3<double>{0, 0, 2}) * turn_x(pi / 2);
  const Pose<double> X2 = X1 * turn_z(q[1]) * translation(Vec3<double>{1, 0, 0}) * turn_y(pi / 2);
  EXPECT_LT(difference(pose_at(text, "link1", q), X1), 1e-15);
  EXPECT_LT(difference(pose_at(text, "link2", q), X2), 1e-15);
  EXPECT_LT(difference(pose_at(text, "link3", q), X2 * translation(Vec3<double>{0, 0, q[2]})), 1e-15);
}

TEST(AChain, MayTurnBackwardsAndFromAnOffset) {
  const std::string text = heading + "links:\n  - {chain: \"Tx(0.1) Ry(90deg - q1) Tz(0.2)\", mass: 1}\n";
  EXPECT_LT(difference(pose_at(text, "link1", {0.4}), translation(Vec3<double>{0.1, 0, 0}) * turn_y(pi / 2 - 0.4) *
                                                          translation(Vec3<double>{0, 0, 0.2})),
            1e-15);
}

TEST(AChain, TellsTheKindOfAJointThatGivesOnlyItsName) {
  const LoadedRobot loaded = robot(heading + "links:\n  - {chain: Tz(q1), joint: {name: lift}, mass: 1}\n");
  EXPECT_EQ(loaded.model.link(0).kind, JointKind::Prismatic);
  EXPECT_EQ(loaded.model.link(0).joint_name, "lift");
}

TEST(APose, MayBeWrittenInFiveWays) {
  const Rotation<double> R = Rotation<double>::from(RollPitchYaw<double>{0.1, 0.2, 0.3});
  const Quaternion<double> p = quaternion(R);
  const AxisAngle<double> a = axis_angle(R);
  const auto number = [](double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", x);
    return std::string(text);
  };
  const auto list = [&](const Vec3<double>& v) {
    return "[" + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + "]";
  };
  const std::vector<std::string> ways = {
      "{xyz: [1, 2, 3], rpy: [0.1, 0.2, 0.3]}",
      "{xyz: [1, 2, 3], quaternion: [" + number(p.x) + ", " + number(p.y) + ", " + number(p.z) + ", " + number(p.w) +
          "]}",
      "{xyz: [1, 2, 3], axis: " + list(a.axis) + ", angle: " + number(a.angle) + "}",
      "{xyz: [1, 2, 3], matrix: [" + list(R.row(0)) + ", " + list(R.row(1)) + ", " + list(R.row(2)) + "]}",
      "Tx(1) Ty(2) Tz(3) Rz(0.3) Ry(0.2) Rx(0.1)"};
  for (const std::string& way : ways)
    EXPECT_LT(difference(pose_at(heading + "links:\n  - {joint: fixed, pose: " + way + "}\n", "link1", {}),
                         Pose<double>{R, {1, 2, 3}}),
              1e-15)
        << way;
}

TEST(ALink, HangsOnTheOneBeforeItUnlessItSaysOtherwise) {
  const LoadedRobot loaded = robot(heading + R"(base: ground
links:
  - {name: left, mass: 1}
  - {name: hand, mass: 1}
  - {name: right, parent: ground, mass: 1}
)");
  EXPECT_EQ(loaded.model.link(0).parent, base_link);
  EXPECT_EQ(loaded.model.link(1).parent, 0);
  EXPECT_EQ(loaded.model.link(2).parent, base_link);
}

TEST(AnInertia, MayBeAboutTheCentreOrTheOriginOrGivenByItsMoment) {
  const Inertia<double> expected =
      Inertia<double>::about_com(2.0, {0.1, 0.2, 0.3}, Symmetric3<double>{0.3, 0.01, 0.02, 0.4, 0.03, 0.5});
  const auto body = [](const std::string& entries) {
    return robot(heading + "links:\n  - {" + entries + "}\n").model.link(0).inertia;
  };
  EXPECT_LT(difference(body("mass: 2, com: [0.1, 0.2, 0.3], inertia: {xx: 0.3, xy: 0.01, xz: 0.02, yy: 0.4, "
                            "yz: 0.03, zz: 0.5}"),
                       expected),
            1e-15);
  EXPECT_LT(difference(body("mass: 2 kg, com: [100mm, 20 cm, 0.3], inertia: [[0.3, 0.01, 0.02], [0.01, 0.4, "
                            "0.03], [0.02, 0.03, 0.5]]"),
                       expected),
            1e-15);
  const Symmetric3<double>& I = expected.I;
  const std::string about_origin = "inertia_about: origin, inertia: {xx: " + std::to_string(I.xx) +
                                   ", xy: " + std::to_string(I.xy) + ", xz: " + std::to_string(I.xz) +
                                   ", yy: " + std::to_string(I.yy) + ", yz: " + std::to_string(I.yz) +
                                   ", zz: " + std::to_string(I.zz) + "}";
  EXPECT_LT(difference(body("mass: 2, com: [0.1, 0.2, 0.3], " + about_origin), expected), 1e-6);
  EXPECT_LT(difference(body("mass: 2, first_moment: [0.2, 0.4, 0.6], " + about_origin), expected), 1e-6);
}

TEST(ABody, IsMadeOfShapes) {
  const Inertia<double> body = robot(heading + R"(links:
  - bodies:
      - {shape: box, size: [0.1, 0.2, 0.3], density: 1000, pose: {xyz: [1, 0, 0]}}
      - {shape: cylinder, radius: 50 mm, length: 0.2, axis: x, mass: 2}
      - {shape: hollow_cylinder, inner_radius: 40 mm, outer_radius: 50 mm, length: 0.2, axis: y, mass: 2}
      - {shape: sphere, radius: 0.1, mass: 1}
      - {shape: hollow_sphere, inner_radius: 0.05, outer_radius: 0.1, mass: 1}
      - {shape: cone, radius: 0.1, height: 0.4, mass: 4}
      - {shape: ellipsoid, semi_axes: [0.1, 0.2, 0.3], mass: 5}
      - {shape: rod, length: 1.2, axis: y, mass: 1}
      - {shape: point, mass: 3, pose: Tz(0.5)}
      - {mass: 1, com: [0, 1, 0]}
)")
                                   .model.link(0)
                                   .inertia;
  EXPECT_NEAR(body.m, 6 + 2 + 2 + 1 + 1 + 4 + 5 + 1 + 3 + 1, 1e-13);
  EXPECT_NEAR(body.h.x, 6, 1e-13);
  EXPECT_NEAR(body.h.y, 1, 1e-13);
  EXPECT_NEAR(body.h.z, 4 * 0.1 + 3 * 0.5, 1e-13);
  const double xx = 6 * (0.04 + 0.09) / 12 + 2 * 0.0025 / 2 + 2 * (3 * (0.0016 + 0.0025) + 0.04) / 12 + 0.4 * 0.01 +
                    0.4 * (1e-5 - 3.125e-7) / (1e-3 - 1.25e-4) + 4 * (3 * 0.01 + 2 * 0.16) / 20 +
                    5 * (0.04 + 0.09) / 5 + 1.44 / 12 + 3 * 0.25 + 1;
  EXPECT_NEAR(body.I.xx, xx, 1e-13);
}

TEST(ABody, MayBeAMeshBesideTheFile) {
  // a tetrahedron with edges of a = 60 mm along the axes
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "part.stl") << R"(solid part
facet normal 0 0 -1 outer loop vertex 0 0 0 vertex 0 60 0 vertex 60 0 0 endloop endfacet
facet normal 0 -1 0 outer loop vertex 0 0 0 vertex 60 0 0 vertex 0 0 60 endloop endfacet
facet normal -1 0 0 outer loop vertex 0 0 0 vertex 0 0 60 vertex 0 60 0 endloop endfacet
facet normal 1 1 1 outer loop vertex 60 0 0 vertex 0 60 0 vertex 0 0 60 endloop endfacet
endsolid part
)";
  std::ofstream(folder.path() / "arm.yaml") << heading + R"(links:
  - bodies: [{shape: mesh, file: part.stl, scale: 1 mm, density: 2700}]
)";
  const Inertia<double> body = load_robot((folder.path() / "arm.yaml").string()).model.link(0).inertia;
  const double a = 0.06, m = 2700 * a * a * a / 6;
  EXPECT_NEAR(body.m, m, 1e-15);
  EXPECT_NEAR(body.h.x, m * a / 4, 1e-16);
  EXPECT_NEAR(body.I.xx, m * a * a / 5, 1e-17) << "∫ y² dm = ∫ z² dm = m·a²/10";
  EXPECT_NEAR(body.I.xy, -m * a * a / 20, 1e-17) << "∫ x·y dm = m·a²/20";
}

TEST(AJoint, HasWhatTheFileSaysOfIt) {
  const LoadedRobot loaded = robot(heading + R"(links:
  - name: a
    joint:
      name: shoulder
      kind: revolute
      limits: {position: [-90deg, 1.5 rad], velocity: 180 deg/s, acceleration: 5, jerk: 50, effort: 12 N*m}
      friction: {viscous: 0.1 N*m*s/rad, coulomb: [1, 2], static: 3, stribeck_velocity: 0.01, table: [[-1, 0.1], [1, 0.3]]}
      motor: {mass: 0.5, rotor_inertia: 200 g*cm^2, gear_ratio: 100}
      spring: {stiffness: 3 N*m/rad, rest: 10deg}
    pose: Tz(0.3) Rx(90deg)
    mass: 1
  - name: b
    joint: {kind: helical, pitch: 5 mm/rev, mimic: {joint: shoulder, multiplier: -2, offset: 0.1}}
    mass: 1
)");
  const Link<double>& a = loaded.model.link(0);
  EXPECT_EQ(a.joint_name, "shoulder");
  EXPECT_DOUBLE_EQ(a.limits.lower, -pi / 2);
  EXPECT_DOUBLE_EQ(a.limits.upper, 1.5);
  EXPECT_DOUBLE_EQ(a.limits.velocity, pi);
  EXPECT_EQ(a.limits.acceleration, 5);
  EXPECT_EQ(a.limits.jerk, 50);
  EXPECT_EQ(a.limits.effort, 12);
  EXPECT_EQ(a.friction.coulomb_plus, 1);
  EXPECT_EQ(a.friction.coulomb_minus, 2);
  EXPECT_EQ(a.friction.static_minus, 3);
  EXPECT_EQ(a.friction.table.size(), 2U);
  EXPECT_EQ(a.friction.table[1].effort, 0.3);
  ASSERT_TRUE(a.motor);
  EXPECT_DOUBLE_EQ(a.motor->rotor_inertia, 2e-5);
  EXPECT_EQ(a.motor->carrier, base_link);
  EXPECT_EQ(loaded.model.base_inertia().m, 0.5) << "the motor's mass rides on the link before the joint";
  EXPECT_DOUBLE_EQ(loaded.model.base_inertia().h.z, 0.15) << "at the joint";
  EXPECT_LT(difference(a.motor->axis, Vec3<double>{0, -1, 0}), 1e-15) << "in line with it";
  ASSERT_TRUE(a.spring);
  EXPECT_EQ(a.spring->stiffness, 3);
  const Link<double>& b = loaded.model.link(1);
  EXPECT_DOUBLE_EQ(b.pitch, 0.005 / (2 * pi));
  EXPECT_TRUE(b.follows);
  EXPECT_EQ(b.multiplier, -2);
  EXPECT_EQ(b.position_index, 0);
  EXPECT_EQ(loaded.model.position_count(), 1);
}

TEST(AParameter, MayStandForAnotherKindOfNumber) {
  // every parameter doubled: whatever the reading makes of it goes through all formulas
  const SourceText source{
      "arm.yaml", heading + "parameters: {l: 2 m, m1: 3 kg}\nlinks:\n  - {pose: Tx(l), mass: m1, com: [l/2, 0, 0]}\n"};
  Diagnostics diagnostics("arm.yaml");
  const auto doubled = read_sinew_yaml<double>(
      source, {}, [](const std::string&, double value) { return 2 * value; }, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_EQ(doubled.joints[0].X_PJ.p.x, 4);
  EXPECT_EQ(doubled.links[1].inertia->m, 6);
  EXPECT_EQ(doubled.links[1].inertia->h.x, 12);
  EXPECT_EQ(doubled.parameters[0].value, 2) << "what the file says is kept";
}

TEST(AParameter, MadeOfOthersFollowsThem) {
  const SourceText source{
      "arm.yaml", heading + "parameters: {l: 2 m, half: l/2, e: 0.1 m}\nlinks:\n  - {mass: 1, com: [half, e, 0]}\n"};
  Diagnostics diagnostics("arm.yaml");
  const auto longer = read_sinew_yaml<double>(
      source, {}, [](const std::string& name, double value) { return name == "l" ? 20.0 : value; }, diagnostics);
  EXPECT_EQ(longer.links[1].inertia->h.x, 10.0);
  EXPECT_EQ(longer.links[1].inertia->h.y, 0.1);
}

TEST(ATotalMass, IsHeldAgainstTheLinks) {
  const auto warnings = [](const std::string& total) {
    return sinew_test::texts(
        robot(heading + "total_mass: " + total + "\nlinks:\n  - {mass: 1}\n  - {mass: 2 kg}\n").warnings);
  };
  EXPECT_THAT(warnings("3 kg"), testing::IsEmpty());
  EXPECT_THAT(warnings("4 kg"), Contains(HasSubstr("weigh 3 kg together, not the total mass of 4 kg")));
}

TEST(FiguresInTheWrongUnit, AreWarnedOf) {
  const auto warnings = [](const std::string& entries) {
    return sinew_test::texts(robot(heading + "links:\n  - {" + entries + "}\n").warnings);
  };
  EXPECT_THAT(warnings("mass: 1, com: [150, 0, 0]"), Contains(HasSubstr("centre of mass 150 m off")));
  EXPECT_THAT(warnings("mass: 2, inertia: [2000, 20000, 20000]"), Contains(HasSubstr("radius of gyration")));
  EXPECT_THAT(warnings("mass: 1, joint: {kind: revolute, limits: {position: [-120, 120]}}"),
              Contains(HasSubstr("limit of -120 rad")));
  EXPECT_THAT(warnings("mass: 1, pose: {rpy: [0, 90, 0]}"), Contains(HasSubstr("write 90deg")));
  EXPECT_THAT(warnings("mass: 1, com: [0.15, 0, 0], pose: {rpy: [0, 3.14, 0]}"), testing::IsEmpty());
}

TEST(AFile, ReportsAllItsProblemsAtOnce) {
  const auto found = problems_of(heading + R"(gravity: [0, 0]
links:
  - name: a
    joint: revolut
    mass: 3 m
  - name: b
    pose: {xyz: [1, 2, three]}
    colour: red
)");
  EXPECT_EQ(found.size(), 5U);
  EXPECT_THAT(found, Contains("arm.yaml:2: the gravity is a list of 2; give 3 numbers in [ ]"));
  EXPECT_THAT(
      found,
      Contains(HasSubstr("arm.yaml:5: joint 'joint1' has the unknown kind 'revolut'; did you mean 'revolute'?")));
  EXPECT_THAT(found, Contains(HasSubstr("arm.yaml:6: the mass of the link 'a' is given in m")));
  EXPECT_THAT(found, Contains(HasSubstr("arm.yaml:8:")));
  EXPECT_THAT(found, Contains(HasSubstr("arm.yaml:9: the link 'b' has the unknown entry 'colour'")));
}

TEST(AFile, MayShareAPartByAnAnchor) {
  const LoadedRobot loaded = robot(heading + R"(links:
  - joint: &drive {kind: revolute, limits: {effort: 5}}
    mass: 1
  - joint: *drive
    mass: 1
)");
  EXPECT_EQ(loaded.model.link(1).limits.effort, 5);
}

TEST(WhatIsWritten, ReadsBackTheSame) {
  for (const bool floating : {false, true})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const RobotDescription<double> robot = sinew_test::a_random_tree(seed, 12, floating);
      const LoadedRobot again = load_robot(SourceText{"again.yaml", write_sinew_yaml(robot)});
      const Model<double> before = build_model(robot);
      ASSERT_EQ(before.link_count(), again.model.link_count());
      EXPECT_EQ(again.model.floating_base(), floating);
      EXPECT_LT(difference(before.base_inertia(), again.model.base_inertia()), 1e-12);
      for (int i = 0; i < before.link_count(); ++i) {
        EXPECT_EQ(before.link(i).joint_name, again.model.link(i).joint_name);
        EXPECT_LT(difference(before.link(i).X_PJ, again.model.link(i).X_PJ), 1e-13) << seed;
        EXPECT_LT(difference(before.link(i).inertia, again.model.link(i).inertia), 1e-12) << seed;
        EXPECT_EQ(before.link(i).pitch, again.model.link(i).pitch);
        EXPECT_EQ(before.link(i).multiplier, again.model.link(i).multiplier);
      }
      for (const Frame<double>& frame : before.frames())
        EXPECT_LT(difference(frame.X_LF, again.model.frame(frame.name).X_LF), 1e-13) << seed << frame.name;
    }
}

TEST(WhatIsWritten, KeepsNamesThatYamlWouldMisread) {
  for (const std::string name :
       {"null", "true", "1", "a: b", "- x", "\"q\"", "tab\there", "späte", "#no", " lead", "~"}) {
    RobotDescription<double> robot = sinew_test::a_sound_arm();
    robot.links[2].name = name;
    robot.joints[1].child = name;
    const LoadedRobot again = load_robot(SourceText{"again.yaml", write_sinew_yaml(robot)});
    EXPECT_EQ(again.model.link(1).name, name);
  }
}

}  // namespace
}  // namespace sinew
