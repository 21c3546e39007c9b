// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <map>
#include <random>
#include <string>

#include "sinew/formats/smidata/reader.h"
#include "sinew/model/build_model.h"
#include "tests/formats/smidata_file.h"

namespace sinew::smidata_test {
namespace {

// ---- the law of every joint ----

struct JointLaw {
  const char* type;
  std::vector<const char*> suffixes;
  Pose<double> (*J)(const std::array<double, 6>& q);
};

const JointLaw joint_laws[] = {
    {"WeldJoint", {}, [](const std::array<double, 6>&) { return Pose<double>{}; }},
    {"RevoluteJoint", {""}, [](const std::array<double, 6>& q) { return turn(z, q[0]); }},
    {"PrismaticJoint", {""}, [](const std::array<double, 6>& q) { return slide(z, q[0]); }},
    {"CylindricalJoint",
     {".turn", ".z"},
     [](const std::array<double, 6>& q) { return turn(z, q[0]) * slide(z, q[1]); }},
    {"RectangularJoint",
     {".x", ".y"},
     [](const std::array<double, 6>& q) {
       return slide({q[0], q[1], 0}, 1);
     }},
    {"CartesianJoint",
     {".x", ".y", ".z"},
     [](const std::array<double, 6>& q) {
       return slide({q[0], q[1], q[2]}, 1);
     }},
    {"PlanarJoint",
     {".x", ".y", ".turn"},
     [](const std::array<double, 6>& q) {
       return slide({q[0], q[1], 0}, 1) * turn(z, q[2]);
     }},
    {"PinSlotJoint", {".x", ".turn"}, [](const std::array<double, 6>& q) { return slide(x, q[0]) * turn(z, q[1]); }},
    {"UniversalJoint",
     {".turn_x", ".turn_y"},
     [](const std::array<double, 6>& q) { return turn(x, q[0]) * turn(y, q[1]); }},
    {"GimbalJoint",
     {".turn_x", ".turn_y", ".turn_z"},
     [](const std::array<double, 6>& q) { return turn(x, q[0]) * turn(y, q[1]) * turn(z, q[2]); }},
    {"BearingJoint",
     {".z", ".turn_x", ".turn_y", ".turn_z"},
     [](const std::array<double, 6>& q) { return slide(z, q[0]) * turn(x, q[1]) * turn(y, q[2]) * turn(z, q[3]); }},
    {"BushingJoint",
     {".x", ".y", ".z", ".turn_x", ".turn_y", ".turn_z"},
     [](const std::array<double, 6>& q) {
       return slide({q[0], q[1], q[2]}, 1) * turn(x, q[3]) * turn(y, q[4]) * turn(z, q[5]);
     }},
};

TEST(SmiJoint, OfEveryTypePutsTheChildWhereItsFramesSay) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> d(-2.0, 2.0);
  for (const JointLaw& law : joint_laws) {
    const Placed B = anywhere(random), F = anywhere(random);
    std::array<double, 6> q{};
    for (double& each : q) each = d(random);
    const Pose<double> X_PC = B.pose() * law.J(q) * F.pose().inverse();

    // drawn from the base outwards, and towards it
    const auto along = robot_of(grounded_pair(law.type, "[base-1:-:arm-1]", B, F));
    const auto against = robot_of(grounded_pair(law.type, "[arm-1:-:base-1]", B, F));
    std::map<std::string, double> at;
    for (std::size_t i = 0; i < law.suffixes.size(); ++i) at[std::string("base-1--arm-1") + law.suffixes[i]] = q[i];
    ASSERT_EQ(along.joints.size(), 1 + std::max<std::size_t>(1, law.suffixes.size())) << law.type;
    for (const auto& [name, value] : at) {
      EXPECT_EQ(joint_named(along, name).name, name);
      EXPECT_EQ(joint_named(against, name).name, name);
    }
    EXPECT_LT(difference(pose_of(along, "arm-1", at), X_PC), 1e-14) << law.type;
    EXPECT_LT(difference(pose_of(against, "arm-1", at), X_PC.inverse()), 1e-14) << law.type;
  }
}

TEST(SmiJoint, OfEveryTypeSurvivesBeingBuilt) {
  std::mt19937 random(6);
  for (const JointLaw& law : joint_laws) {
    const auto model =
        build_model(robot_of(grounded_pair(law.type, "[arm-1:-:base-1]", anywhere(random), anywhere(random))));
    EXPECT_EQ(model.position_count(), static_cast<int>(law.suffixes.size())) << law.type;
    EXPECT_NE(model.find_frame("arm-1"), nullptr);
  }
}

TEST(SmiJoint, ThatRunsTowardsTheBaseTurnsAboutMinusZ) {
  const auto robot = robot_of(grounded_pair("RevoluteJoint", "[arm-1:-:base-1]", {}, {}));
  const auto& joint = joint_named(robot, "base-1--arm-1");
  EXPECT_EQ(joint.parent, "base-1");
  EXPECT_EQ(joint.child, "arm-1");
  EXPECT_EQ(joint.axis.z, -1.0);
}

TEST(SmiJoint, MovesFromItsFramesAndNotFromTheDrawnPosition) {
  const SmiFile file = grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {{0.1, 0, 0}}, {});
  const auto drawn = read(file.text() + "smiData.RevoluteJoint(1).Rz.Pos = 57;  % deg\n");
  ASSERT_TRUE(drawn.diagnostics.empty()) << drawn.all_text();
  EXPECT_LT(difference(pose_of(drawn.robot, "arm-1"), pose_of(robot_of(file), "arm-1")), 1e-15);
}

TEST(SmiJoint, ThatIsNoChainIsRefusedByNameWithItsLine) {
  for (const char* type : {"SphericalJoint", "TelescopingJoint", "LeadScrewJoint", "ConstantVelocityJoint",
                           "SixDofJoint", "UnheardOfJoint"}) {
    const auto errors = read(grounded_pair(type, "[base-1:-:arm-1]", {}, {})).errors();
    ASSERT_EQ(errors.size(), 1U) << type;
    EXPECT_NE(errors[0].what.find(type), std::string::npos) << errors[0].what;
    EXPECT_NE(errors[0].what.find("[base-1:-:arm-1]"), std::string::npos) << errors[0].what;
    EXPECT_GT(errors[0].line, 0);
    EXPECT_FALSE(errors[0].remedy.empty());
  }
}

// ---- ground, free parts, the root ----

TEST(SmiGround, PutsAPartInTheWorldWithItsPose) {
  std::mt19937 random(7);
  const Placed G = anywhere(random);
  const auto robot = robot_of(SmiFile().transform("RootGround[base-1]", G).solid("base*:*Default"));
  EXPECT_EQ(link_names(robot), (std::vector<std::string>{"world", "base-1"}));
  EXPECT_EQ(joint_names(robot), (std::vector<std::string>{"world--base-1"}));
  EXPECT_FALSE(robot.links[0].inertia.has_value());
  EXPECT_LT(difference(pose_of(robot, "base-1"), G.pose()), 1e-15);
  EXPECT_FALSE(robot.floating_base);
  EXPECT_EQ(robot.name, "arm");
}

TEST(SmiGround, IsAnEmptySideOfAJoint) {
  std::mt19937 random(8);
  const Placed B = anywhere(random), F = anywhere(random);
  const auto child = robot_of(SmiFile().joint("RevoluteJoint", "[:-:a-1]", B, F).solid("a*:*Default"));
  EXPECT_LT(difference(pose_of(child, "a-1", {{"world--a-1", 0.7}}), B.pose() * turn(z, 0.7) * F.pose().inverse()),
            1e-14);
  const auto parent = robot_of(SmiFile().joint("RevoluteJoint", "[a-1:-:]", B, F).solid("a*:*Default"));
  EXPECT_LT(difference(pose_of(parent, "a-1", {{"world--a-1", 0.7}}), F.pose() * turn(z, -0.7) * B.pose().inverse()),
            1e-14);
}

TEST(SmiGround, OfASubAssemblyHoldsItsPartsToo) {
  std::mt19937 random(9);
  const Placed G = anywhere(random), S = anywhere(random), P = anywhere(random);
  // the sub-assembly has the name of one of its parts, whose mass must count once
  const auto robot = robot_of(SmiFile()
                                  .transform("AssemblyGround[motor-1:gear-1:wheel-2]", P)
                                  .transform("AssemblyGround[motor-1:gear-1]", S)
                                  .transform("AssemblyGround[motor-1:motor-1]")
                                  .transform("RootGround[motor-1]", G)
                                  .solid("wheel*:*Default", 3.0)
                                  .solid("motor*:*Default", 5.0));
  EXPECT_LT(difference(pose_of(robot, "motor-1:gear-1:wheel-2"), G.pose() * S.pose() * P.pose()), 1e-14);
  EXPECT_FALSE(link_named(robot, "motor-1").inertia.has_value());
  EXPECT_FALSE(link_named(robot, "motor-1:gear-1").inertia.has_value());
  EXPECT_EQ(link_named(robot, "motor-1:motor-1").inertia->m, 5.0);
  EXPECT_EQ(build_model(robot).base_inertia().m, 8.0);
}

TEST(SmiGround, OfAnAssemblyThatIsNotNamedIsTheWorld) {
  const auto robot = robot_of(SmiFile().transform("AssemblyGround[base-1]", {{1, 2, 3}}).solid("base*:*Default"));
  EXPECT_EQ(joint_names(robot), (std::vector<std::string>{"world--base-1"}));
  EXPECT_LT(difference(pose_of(robot, "base-1"), slide({1, 2, 3}, 1)), 1e-15);
}

SmiFile drone() {
  return SmiFile()
      .transform("SixDofRigidTransform[body-1]", {{1, 2, 3}})
      .joint("RevoluteJoint", "[propeller-1:-:body-1]")
      .solid("body*:*Default")
      .solid("propeller*:*Default");
}

TEST(SmiFreePart, FloatsIfNothingIsGrounded) {
  const auto robot = robot_of(drone());
  EXPECT_TRUE(robot.floating_base);
  EXPECT_EQ(robot.links[0].name, "body-1");
  EXPECT_EQ(build_model(robot).position_count(), 8);
}

TEST(SmiFreePart, MayBeSaidByAJointOfSixFreedomsToTheWorld) {
  const auto robot = robot_of(SmiFile()
                                  .joint("SixDofJoint", "[:-:body-1]")
                                  .joint("RevoluteJoint", "[body-1:-:propeller-1]")
                                  .solid("body*:*Default")
                                  .solid("propeller*:*Default"));
  EXPECT_TRUE(robot.floating_base);
  EXPECT_EQ(robot.links[0].name, "body-1");
}

TEST(SmiFreePart, IsAnErrorBesideAnotherOrBesideTheGround) {
  auto errors = read(drone().transform("SixDofRigidTransform[screw-1]").solid("screw*:*Default")).errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].what.find("'screw-1'"), std::string::npos);
  errors = read(drone().transform("RootGround[floor-1]").solid("floor*:*Default")).errors();
  ASSERT_GE(errors.size(), 1U);
  EXPECT_NE(errors[0].what.find("'body-1' is free"), std::string::npos) << errors[0].what;
}

TEST(SmiRoot, FloatsWhenTheUserSaysSo) {
  ReadOptions options;
  options.floating_base = true;
  EXPECT_TRUE(robot_of(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {}), options).floating_base);
}

SmiFile ungrounded(const std::string& first, const std::string& second) {
  return SmiFile()
      .joint("RevoluteJoint", first)
      .joint("RevoluteJoint", second)
      .solid("a*:*Default")
      .solid("b*:*Default")
      .solid("c*:*Default");
}

TEST(SmiRoot, IsTheOnlyPartThatIsNobodysChildIfNothingIsGrounded) {
  const Reading reading = read(ungrounded("[b-1:-:c-1]", "[a-1:-:b-1]"));
  EXPECT_TRUE(reading.errors().empty());
  ASSERT_EQ(reading.diagnostics.size(), 1U);  // a warning
  EXPECT_EQ(link_names(reading.robot), (std::vector<std::string>{"a-1", "b-1", "c-1"}));
}

TEST(SmiRoot, HasToBeSaidIfSeveralPartsAreNobodysChild) {
  const auto errors = read(ungrounded("[a-1:-:b-1]", "[c-1:-:b-1]")).errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].remedy.find("RootGround[a-1]"), std::string::npos) << errors[0].remedy;
}

TEST(SmiRoot, IsTheAssemblyThatHoldsAGroundedPart) {
  const Reading reading = read(SmiFile()
                                   .joint("RevoluteJoint", "[elbow-1:-:sub-1:base-1]")
                                   .transform("AssemblyGround[sub-1:base-1]")
                                   .solid("base*:*Default")
                                   .solid("elbow*:*Default"));
  EXPECT_TRUE(reading.errors().empty()) << reading.all_text();
  EXPECT_EQ(link_names(reading.robot), (std::vector<std::string>{"sub-1", "sub-1:base-1", "elbow-1"}));
}

// ---- the tree ----

TEST(SmiTree, GrowsFromTheGroundWhateverTheDirectionAndOrderOfTheJoints) {
  const auto robot = robot_of(SmiFile()
                                  .joint("RevoluteJoint", "[hand-1:-:elbow-1]")
                                  .joint("PrismaticJoint", "[elbow-1:-:base-1]")
                                  .joint("RevoluteJoint", "[base-1:-:lamp-1]")
                                  .transform("RootGround[base-1]")
                                  .solid("base*:*Default")
                                  .solid("elbow*:*Default")
                                  .solid("hand*:*Default")
                                  .solid("lamp*:*Default"));
  EXPECT_EQ(joint_names(robot),
            (std::vector<std::string>{"world--base-1", "base-1--elbow-1", "elbow-1--hand-1", "base-1--lamp-1"}));
  EXPECT_EQ(build_model(robot).position_count(), 3);
}

TEST(SmiTree, KeepsEachPairOfFramesWithoutAJointAsAWeld) {
  std::mt19937 random(10);
  const Placed B = anywhere(random), F = anywhere(random);
  const auto robot = robot_of(SmiFile()
                                  .transform("RootGround[base-1]")
                                  .weld("[plate-1:-:base-1]", B, F)
                                  .solid("base*:*Default")
                                  .solid("plate*:*Default"));
  EXPECT_EQ(joint_named(robot, "base-1--plate-1").kind, JointKind::Fixed);
  EXPECT_LT(difference(pose_of(robot, "plate-1"), F.pose() * B.pose().inverse()), 1e-14);
}

TEST(SmiTree, RefusesACutJointByNameWithItsLine) {
  const SmiFile file = SmiFile()
                           .transform("RootGround[a-1]")
                           .joint("RevoluteJoint", "[a-1:-:b-1]")
                           .joint("RevoluteJoint", "[a-1:-:c-1]")
                           .cut_joint("PlanarJoint", "[b-1:-:c-1]")
                           .solid("a*:*Default")
                           .solid("b*:*Default")
                           .solid("c*:*Default");
  const Reading reading = read(file);
  ASSERT_EQ(reading.errors().size(), 1U) << reading.all_text();
  const Diagnostic error = reading.errors()[0];
  EXPECT_NE(error.what.find("[b-1:-:c-1]"), std::string::npos);
  EXPECT_NE(error.remedy.find("loops are not supported"), std::string::npos);
  const std::string text = file.text();
  EXPECT_EQ(
      error.line,
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("PlanarJoint(1).ID")), '\n'));
}

TEST(SmiTree, RefusesAnyOtherLoop) {
  for (const char* closing : {"[b-1:-:c-1]", "[c-1:-:a-1]", "[:-:c-1]"}) {
    const auto errors = read(SmiFile()
                                 .transform("RootGround[a-1]")
                                 .joint("RevoluteJoint", "[a-1:-:b-1]")
                                 .joint("RevoluteJoint", "[a-1:-:c-1]")
                                 .weld(closing)
                                 .solid("a*:*Default")
                                 .solid("b*:*Default")
                                 .solid("c*:*Default"))
                            .errors();
    ASSERT_EQ(errors.size(), 1U) << closing;
    EXPECT_NE(errors[0].what.find("closes a loop"), std::string::npos) << errors[0].what;
    EXPECT_GT(errors[0].line, 0);
  }
}

TEST(SmiTree, NamesPartsThatNoJointReaches) {
  const auto errors = read(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {})
                               .joint("RevoluteJoint", "[lost-1:-:lost-2]")
                               .solid("lost*:*Default"))
                          .errors();
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_NE(errors[0].what.find("'lost-1'"), std::string::npos);
  EXPECT_NE(errors[1].what.find("'lost-2'"), std::string::npos);
}

TEST(SmiTree, NeedsBothFramesOfAJointAndAJointOfTwoParts) {
  const auto broken = [](const SmiFile& file) { return read(file).errors(); };
  const SmiFile ground = SmiFile().transform("RootGround[a-1]").solid("a*:*Default");
  for (const SmiFile& file :
       {SmiFile(ground).transform("B[a-1:-:b-1]"), SmiFile(ground).transform("F[a-1:-:b-1]"),
        SmiFile(ground).transform("B[a-1:-:b-1]").joint_alone("RevoluteJoint", "[a-1:-:b-1]"),
        SmiFile(ground).joint_alone("RevoluteJoint", "[a-1:-:b-1]"),
        SmiFile(ground).joint_alone("SixDofJoint", "ConstraintSixDof[Parallel]"), SmiFile(ground).weld("[a-1:-:a-1]"),
        SmiFile(ground).weld("[:-:]"), SmiFile(ground).transform("RootGround[a-1]")}) {
    const auto errors = broken(file);
    ASSERT_EQ(errors.size(), 1U) << file.text();
    EXPECT_GT(errors[0].line, 0);
  }
  EXPECT_NE(broken(SmiFile(ground).weld("[a-1:-:a-1]"))[0].what.find("joined to itself"), std::string::npos);
  // twice the same
  EXPECT_EQ(broken(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {}).transform("B[base-1:-:arm-1]")).size(),
            1U);
  EXPECT_EQ(
      broken(
          grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {}).joint_alone("PrismaticJoint", "[base-1:-:arm-1]"))
          .size(),
      1U);
}

TEST(SmiTree, WarnsOfATransformThatItDoesNotUnderstand) {
  const Reading reading = read(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {}).transform("Mystery[base-1]"));
  EXPECT_TRUE(reading.errors().empty());
  EXPECT_EQ(reading.diagnostics.size(), 1U);
}

TEST(SmiTree, FindsTheFramesOfASubAssemblysJointsUnderItsDesign) {
  std::mt19937 random(11);
  const Placed B = anywhere(random), F = anywhere(random), W = anywhere(random), G = anywhere(random);
  const std::string design = "cylinder.iam_{DF54-41F4}";
  const auto robot = robot_of(SmiFile()
                                  .transform("RootGround[base:1]")
                                  .weld("[base:1:-:cylinder:1:tube:1]")
                                  .weld("[base:1:-:cylinder:2:tube:1]")
                                  .weld("[" + design + ":tube:1:-:" + design + ":rod:1]", B, F)
                                  .weld("[" + design + ":cap:1:-:" + design + ":rod:1]", W, {})
                                  .transform("AssemblyGround[" + design + ":tube:1]", G)
                                  .joint_alone("PrismaticJoint", "[cylinder:1:tube:1:-:cylinder:1:rod:1]")
                                  .joint_alone("PrismaticJoint", "[cylinder:2:tube:1:-:cylinder:2:rod:1]")
                                  .solid("base.ipt_{1}")
                                  .solid("tube.ipt_{2}")
                                  .solid("rod.ipt_{3}")
                                  .solid("cap.ipt_{4}"));
  for (const std::string each : {"cylinder:1", "cylinder:2"}) {
    const std::string joint = each + ":tube:1--" + each + ":rod:1";
    const Pose<double> X_BR = B.pose() * slide(z, 0.3) * F.pose().inverse();
    EXPECT_LT(difference(pose_of(robot, each + ":rod:1", {{joint, 0.3}}), X_BR), 1e-14);
    EXPECT_LT(difference(pose_of(robot, each + ":cap:1", {{joint, 0.3}}), X_BR * W.pose().inverse()), 1e-14);
    EXPECT_LT(difference(pose_of(robot, each), G.pose().inverse()), 1e-14);
  }
  EXPECT_EQ(build_model(robot).position_count(), 2);
}

TEST(SmiTree, ReadsCoordinateSystemsAsFrames) {
  std::mt19937 random(12);
  const Placed U = anywhere(random);
  const Reading reading = read(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {})
                                   .transform("UCS[arm*:*Default:tool tip]", U)
                                   .transform("UCS[the assembly:origin]"));
  EXPECT_TRUE(reading.errors().empty());
  EXPECT_EQ(reading.diagnostics.size(), 1U);  // the assembly itself is no part
  ASSERT_EQ(reading.robot.frames.size(), 1U);
  EXPECT_EQ(reading.robot.frames[0].name, "arm-1:tool tip");
  EXPECT_EQ(reading.robot.frames[0].link, "arm-1");
  EXPECT_LT(difference(reading.robot.frames[0].X_LF, U.pose()), 1e-15);
  EXPECT_NE(build_model(reading.robot).find_frame("arm-1:tool tip"), nullptr);
}

// ---- whole files ----

TEST(SmiFile, AsSmimportWritesItReads) {
  const Reading reading = read(R"(% Simscape(TM) Multibody(TM) version: 7.3

% This is a model data file derived from a Simscape Multibody Import XML file using the smimport function.

%%%VariableName:EXOsmiData


%============= RigidTransform =============%

%Initialize the RigidTransform structure array by filling in null values.
EXOsmiData.RigidTransform(3).translation = [0.0 0.0 0.0];
EXOsmiData.RigidTransform(3).angle = 0.0;
EXOsmiData.RigidTransform(3).axis = [0.0 0.0 0.0];
EXOsmiData.RigidTransform(3).ID = "";

%Translation Method - Cartesian
%Rotation Method - Arbitrary Axis
EXOsmiData.RigidTransform(1).translation = [0 12 -0];  % cm
EXOsmiData.RigidTransform(1).angle = 1.5707963267948966;  % rad
EXOsmiData.RigidTransform(1).axis = [-1 -0 -0];
EXOsmiData.RigidTransform(1).ID = "B[it's the base-1:-:arm-1]";

EXOsmiData.RigidTransform(2).translation = [1 0 0];  % in
EXOsmiData.RigidTransform(2).angle = 0;  % rad
EXOsmiData.RigidTransform(2).axis = [0 0 0];
EXOsmiData.RigidTransform(2).ID = 'F[it''s the base-1:-:arm-1]';

EXOsmiData.RigidTransform(3).translation = [0 0 1e-1];  % m
EXOsmiData.RigidTransform(3).angle = 0;  % rad
EXOsmiData.RigidTransform(3).axis = [0 0 0];
EXOsmiData.RigidTransform(3).ID = "RootGround[it's the base-1]";


%============= Solid =============%
%Center of Mass (CoM) %Moments of Inertia (MoI) %Product of Inertia (PoI)

%Initialize the Solid structure array by filling in null values.
EXOsmiData.Solid(2).mass = 0.0;
EXOsmiData.Solid(2).CoM = [0.0 0.0 0.0];
EXOsmiData.Solid(2).MoI = [0.0 0.0 0.0];
EXOsmiData.Solid(2).PoI = [0.0 0.0 0.0];
EXOsmiData.Solid(2).color = [0.0 0.0 0.0];
EXOsmiData.Solid(2).opacity = 0.0;
EXOsmiData.Solid(2).ID = "";

%Inertia Type - Custom
%Visual Properties - Simple
EXOsmiData.Solid(1).mass = 3;  % kg
EXOsmiData.Solid(1).CoM = [0 0 0];  % mm
EXOsmiData.Solid(1).MoI = [1 1 1];  % kg*mm^2
EXOsmiData.Solid(1).PoI = [0 0 0];  % kg*mm^2
EXOsmiData.Solid(1).color = [0.5 0.5 0.5];
EXOsmiData.Solid(1).opacity = 1;
EXOsmiData.Solid(1).ID = "it's the base*:*Default";

EXOsmiData.Solid(2).mass = 500;  % g
EXOsmiData.Solid(2).CoM = [1 0 0];  % cm
EXOsmiData.Solid(2).MoI = [1 1 1];  % lbm*mm^2
EXOsmiData.Solid(2).PoI = [0 0 0];  % kg*mm^2
EXOsmiData.Solid(2).color = [0.5 0.5 0.5];
EXOsmiData.Solid(2).opacity = 1;
EXOsmiData.Solid(2).ID = "arm*:*Default";


%============= Joint =============%
%X Revolute Primitive (Rx) %Y Revolute Primitive (Ry) %Z Revolute Primitive (Rz)

%Initialize the RevoluteJoint structure array by filling in null values.
EXOsmiData.RevoluteJoint(1).Rz.Pos = 0.0;
EXOsmiData.RevoluteJoint(1).ID = "";

EXOsmiData.RevoluteJoint(1).Rz.Pos = -22.9;  % deg
EXOsmiData.RevoluteJoint(1).ID = "[it's the base-1:-:arm-1]";
)");
  ASSERT_TRUE(reading.diagnostics.empty()) << reading.all_text();
  EXPECT_EQ(joint_names(reading.robot), (std::vector<std::string>{"world--it's the base-1", "it's the base-1--arm-1"}));
  const auto& joint = reading.robot.joints[1];
  EXPECT_NEAR(joint.X_PJ.p.y, 0.12, 1e-16);
  EXPECT_EQ(joint.X_PJ.R(1, 2), 1.0);
  EXPECT_NEAR(joint.X_JC.p.x, -0.0254, 1e-16);
  EXPECT_EQ(joint.source.line, 73);
  EXPECT_NEAR(reading.robot.joints[0].X_PJ.p.z, 0.1, 1e-16);
  EXPECT_NEAR(link_named(reading.robot, "arm-1").inertia->m, 0.5, 1e-16);
}

TEST(SmiFile, GivesAllItsProblemsAtOnce) {
  std::string text = grounded_pair("SphericalJoint", "[base-1:-:arm-1]", {}, {}).text();
  text += "smiData.Solid(1).mass = NaN;\nsmiData.Solid(2).mass = 5;\nrun('other.m');\n";
  text += "smiData.RigidTransform(1).translation = [1 2 3];\n";
  EXPECT_EQ(read(text).errors().size(), 5U) << read(text).all_text();
}

TEST(SmiFile, ThatIsEmptyOrForeignIsRefused) {
  for (const char* text : {"", "robot: two_link\nlinks: []\n", "<robot name='x'/>", "smiData.Solid(1).ID = 'a';",
                           "smiData.Foo(1).ID = 'a';"})
    EXPECT_GE(read(text).errors().size(), 1U) << text;
}

TEST(SmiFile, WhoseDesignsAndInstancesMultiplyWithoutEndIsRefused) {
  SmiFile file;
  for (int i = 1; i <= 400; ++i)
    file.transform(fmt::format("RootGround[part-{}]", i)).transform(fmt::format("UCS[part*:*Default:frame {}]", i));
  const auto errors = read(file.solid("part*:*Default")).errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].what.find("more than 100000"), std::string::npos) << errors[0].what;
}

TEST(SmiFile, OfAHundredThousandLinesIsReadInALinearTime) {
  SmiFile file;
  file.transform("RootGround[part-1]");
  constexpr int count = 10'000;
  for (int i = 1; i < count; ++i)
    file.joint("RevoluteJoint", fmt::format("[part-{}:-:part-{}]", i % 2 == 0 ? i : i + 1, i % 2 == 0 ? i + 1 : i),
               {{0.1, 0, 0}});
  file.solid("part*:*Default");
  const std::string text = file.text();
  ASSERT_GT(std::count(text.begin(), text.end(), '\n'), 100'000);
  const auto start = std::chrono::steady_clock::now();
  const Reading reading = read(text);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_TRUE(reading.diagnostics.empty()) << reading.diagnostics.front().text();
  EXPECT_EQ(reading.robot.links.size(), count + 1U);
  EXPECT_LT(taken.count(),
            10.0);  // generous: sanitizers and loaded machines; a quadratic reader takes minutes
  RecordProperty("milliseconds", static_cast<int>(1e3 * taken.count()));
}

}  // namespace
}  // namespace sinew::smidata_test
