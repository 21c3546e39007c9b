// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <filesystem>
#include <string>

#include "sinew/model/build_model.h"
#include "sinew/model/structure.h"
#include "tests/support/differences.h"
#include "tests/support/problem_texts.h"

namespace {

using namespace sinew;
using sinew_test::difference;
using sinew_test::texts;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct Read {
  RobotDescription<double> robot;
  Diagnostics diagnostics{"arm.urdf"};
};

Read read(const std::string& text, const ReadOptions& options = {}) {
  Read r;
  r.robot = read_urdf({"arm.urdf", text}, options, r.diagnostics);
  return r;
}

/// A base, an arm and a joint between them, whose elements are given; about x unless they say otherwise.
Read read_joint(const std::string& type, std::string elements, const ReadOptions& options = {}) {
  if (type != "fixed" && type != "floating" && elements.find("<ax") == std::string::npos)
    elements += "<axis xyz='1 0 0'/>";
  return read("<robot name='arm'><link name='base'/><link name='arm'/>\n<joint name='elbow' type='" + type +
                  "'><parent link='base'/><child link='arm'/>\n" + elements + "</joint></robot>",
              options);
}

/// A lone link with these elements.
Read read_link(const std::string& elements) {
  return read("<robot name='arm'>\n<link name='base'>\n" + elements + "</link></robot>");
}

const std::string limit = "<limit lower='-1' upper='2' effort='3' velocity='4'/>";
const std::string zero_inertia = "<inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/>";

// ---- what is read

TEST(ADoublePendulum, IsReadInFull) {
  const Read r = read(R"(<?xml version="1.0"?>
<robot name="pendulum">
  <link name="base"/>
  <link name="upper">
    <inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.3"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/>
    <origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="2" effort="30" velocity="4"/>
    <dynamics damping="0.25" friction="0.5"/>
  </joint>
</robot>)");
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  EXPECT_EQ(r.robot.name, "pendulum");
  EXPECT_EQ(r.robot.file, "arm.urdf");
  ASSERT_EQ(r.robot.links.size(), 2U);
  EXPECT_FALSE(r.robot.links[0].inertia);
  EXPECT_EQ(r.robot.links[1].source.line, 4);
  const Inertia<double>& I = *r.robot.links[1].inertia;
  EXPECT_EQ(difference(I, {2, {0, 0, -1}, {0.1 + 0.5, 0, 0, 0.2 + 0.5, 0, 0.3}}), 0);
  ASSERT_EQ(r.robot.joints.size(), 1U);
  const JointDescription<double>& j = r.robot.joints[0];
  EXPECT_EQ(j.source.line, 8);
  EXPECT_EQ(j.kind, JointKind::Revolute);
  EXPECT_EQ(j.parent, "base");
  EXPECT_EQ(j.child, "upper");
  EXPECT_EQ(difference(j.X_PJ, {Rotation<double>::about_z({1, 0}), {0, 0, 1}}), 0);
  EXPECT_EQ(difference(j.axis, {0, 1, 0}), 0);
  EXPECT_EQ(j.limits.lower, -1.5);
  EXPECT_EQ(j.limits.upper, 2);
  EXPECT_EQ(j.limits.effort, 30);
  EXPECT_EQ(j.limits.velocity, 4);
  EXPECT_EQ(j.friction.viscous, 0.25);
  for (const double f :
       {j.friction.coulomb_plus, j.friction.coulomb_minus, j.friction.static_plus, j.friction.static_minus})
    EXPECT_EQ(f, 0.5);
}

TEST(AnInertial, MayHaveItsOwnAxes) {
  // a quarter turn about z swaps x and y, and ixy changes sign
  const Read r = read_link(
      "<inertial><origin rpy='0 0 1.5707963267948966'/><mass value='1'/>"
      "<inertia ixx='1' ixy='0.1' ixz='0' iyy='2' iyz='0' izz='3'/></inertial>");
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  EXPECT_LT(difference(r.robot.links[0].inertia->I, {2, -0.1, 0, 1, 0, 3}), 1e-15);
}

TEST(AnOrigin, TurnsAboutFixedAxesRollFirst) {
  const Read r = read_joint("fixed", "<origin xyz='1 2 3' rpy='0.1 0.2 0.3'/>");
  const auto R = Rotation<double>::about_z(sincos(0.3)) * Rotation<double>::about_y(sincos(0.2)) *
                 Rotation<double>::about_x(sincos(0.1));
  EXPECT_LT(difference(r.robot.joints[0].X_PJ, {R, {1, 2, 3}}), 1e-15);
}

TEST(AnOrigin, MayBeAQuaternion) {
  const Read r = read_joint("fixed", "<origin quat_xyzw='0 0 2 2'/>");
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  EXPECT_LT(difference(r.robot.joints[0].X_PJ.R, Rotation<double>::about_z({1, 0})), 1e-15);
  EXPECT_THAT(texts(read_joint("fixed", "<origin rpy='0 0 0' quat_xyzw='0 0 0 1'/>").diagnostics),
              ElementsAre("arm.urdf:3: joint 'elbow': <origin> has both rpy and quat_xyzw; keep one of them"));
  EXPECT_THAT(texts(read_joint("fixed", "<origin quat_xyzw='0 0 0 0'/>").diagnostics),
              ElementsAre(HasSubstr("arm.urdf:3: joint 'elbow': <origin> has a quaternion of zero")));
}

TEST(AnAxis, ThatIsMissingIsXWithAWarning) {
  for (const std::string missing : {"<!--<ax-->", "<axsi xyz='0 1 0'/>", "<axis xzy='0 1 0'/>", "<axis>0 1 0</axis>"}) {
    const Read r = read_joint("continuous", missing);
    EXPECT_EQ(difference(r.robot.joints[0].axis, {1, 0, 0}), 0);
    EXPECT_THAT(texts(r.diagnostics), testing::Contains(HasSubstr("joint 'elbow' has no <axis xyz="))) << missing;
  }
}

TEST(Angles, OfMoreThanATurnAreTakenForDegrees) {
  EXPECT_THAT(texts(read_joint("fixed", "<origin rpy='0 90 0'/>").diagnostics),
              ElementsAre(HasSubstr("arm.urdf:3: warning: joint 'elbow': <origin> has rpy='0 90 0'")));
}

TEST(AnElement, ThatNoJointHasIsWarnedOf) {
  EXPECT_THAT(texts(read_joint("fixed", "<pose>1 2 3</pose>").diagnostics),
              ElementsAre(HasSubstr("arm.urdf:3: warning: joint 'elbow': the element 'pose' is not known")));
}

TEST(AnAxis, IsMadeAUnitVector) {
  const auto axis = [](const std::string& xyz) {
    return read_joint("continuous", "<axis xyz='" + xyz + "'/>").robot.joints[0].axis;
  };
  EXPECT_EQ(difference(axis("0 -5 0"), {0, -1, 0}), 0);
  EXPECT_EQ(difference(axis("0.6 0 0.8"), {0.6, 0, 0.8}), 0) << "a unit vector is not touched";
  EXPECT_LT(difference(axis("1e300 1e300 0"), {std::sqrt(0.5), std::sqrt(0.5), 0}), 1e-15);
  EXPECT_LT(difference(axis("1e-300 0 1e-300"), {std::sqrt(0.5), 0, std::sqrt(0.5)}), 1e-15);
}

TEST(AnAxis, OfZeroIsAnError) {
  EXPECT_THAT(texts(read_joint("continuous", "<axis xyz='0 0 0'/>").diagnostics),
              ElementsAre("arm.urdf:3: joint 'elbow' has a zero axis; give it a direction such as \"0 0 1\""));
}

TEST(AFixedJoint, IgnoresAxisLimitAndMimic) {
  const Read r = read_joint("fixed", "<axis xyz='0 0 0'/><limit/><mimic joint='nobody'/>");
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  EXPECT_FALSE(r.robot.joints[0].mimic);
}

TEST(AContinuousJoint, HasNoBoundsButMayHaveEffortAndVelocity) {
  const Read r = read_joint("continuous", limit);
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  const JointDescription<double>& j = r.robot.joints[0];
  EXPECT_EQ(j.kind, JointKind::Continuous);
  EXPECT_EQ(j.limits.lower, -Limits::none);
  EXPECT_EQ(j.limits.upper, Limits::none);
  EXPECT_EQ(j.limits.effort, 3);
  EXPECT_EQ(j.limits.velocity, 4);
}

TEST(AMissingLimit, IsAWarningAndMeansNone) {
  const Read r = read_joint("prismatic", "");
  EXPECT_FALSE(r.diagnostics.has_errors());
  EXPECT_THAT(texts(r.diagnostics),
              ElementsAre("arm.urdf:2: warning: joint 'elbow' has no <limit>, so its motion and effort are taken as "
                          "unlimited; add <limit lower=\"…\" upper=\"…\" effort=\"…\" velocity=\"…\"/>"));
  EXPECT_EQ(r.robot.joints[0].limits.upper, Limits::none);
  EXPECT_THAT(texts(read_joint("revolute", "").diagnostics), ElementsAre(HasSubstr("or make it continuous")));
}

TEST(LimitsLeftOut, AreZeroForPositionsAndNoneForTheRest) {
  const Read r = read_joint("revolute", "<limit upper='1'/>");
  EXPECT_EQ(r.robot.joints[0].limits.lower, 0);
  EXPECT_EQ(r.robot.joints[0].limits.upper, 1);
  EXPECT_EQ(r.robot.joints[0].limits.effort, Limits::none);
  EXPECT_THAT(texts(r.diagnostics), ElementsAre(HasSubstr("has no 'effort'"), HasSubstr("has no 'velocity'")));
  EXPECT_THAT(texts(read_joint("revolute", "<limit effort='1' velocity='1'/>").diagnostics),
              ElementsAre(HasSubstr("arm.urdf:3: warning: joint 'elbow': <limit> has neither 'lower' nor 'upper'")));
}

TEST(AMimic, HasMultiplierOneAndOffsetZeroUnlessGiven) {
  const auto mimic = [](const std::string& attributes) {
    return *read_joint("continuous", "<mimic joint='hip' " + attributes + "/>").robot.joints[0].mimic;
  };
  EXPECT_EQ(mimic("").leader, "hip");
  EXPECT_EQ(mimic("").multiplier, 1);
  EXPECT_EQ(mimic("").offset, 0);
  EXPECT_EQ(mimic("multiplier='-2' offset='0.5'").multiplier, -2);
  EXPECT_EQ(mimic("multiplier='-2' offset='0.5'").offset, 0.5);
}

TEST(APlanarJoint, BecomesTwoSlidesAndATurn) {
  const Read r = read_joint("planar", "<origin xyz='0 0 1'/><axis xyz='0 0 1'/>");
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  const auto& j = r.robot.joints;
  ASSERT_EQ(j.size(), 3U);
  EXPECT_THAT((std::vector{j[0].name, j[1].name, j[2].name}), ElementsAre("elbow_x", "elbow_y", "elbow"));
  EXPECT_THAT((std::vector{j[0].parent, j[1].parent, j[2].parent}), ElementsAre("base", "arm_x", "arm_y"));
  EXPECT_THAT((std::vector{j[0].child, j[1].child, j[2].child}), ElementsAre("arm_x", "arm_y", "arm"));
  EXPECT_THAT((std::vector{j[0].kind, j[1].kind, j[2].kind}),
              ElementsAre(JointKind::Prismatic, JointKind::Prismatic, JointKind::Continuous));
  EXPECT_EQ(difference(j[0].axis, {1, 0, 0}) + difference(j[1].axis, {0, 1, 0}) + difference(j[2].axis, {0, 0, 1}), 0);
  EXPECT_EQ(difference(j[0].X_PJ.p, {0, 0, 1}) + difference(j[1].X_PJ.p, {}) + difference(j[2].X_PJ.p, {}), 0);
  EXPECT_EQ(build_model(r.robot).velocity_count(), 3);
}

TEST(APlanarJoint, SlidesInThePlaneOfItsNormal) {
  const Read r = read_joint("planar", "<axis xyz='1 2 -2'/>");
  const auto& j = r.robot.joints;
  EXPECT_LT(difference(cross(j[0].axis, j[1].axis), j[2].axis), 1e-15);
  EXPECT_LT(difference(j[2].axis, {1 / 3.0, 2 / 3.0, -2 / 3.0}), 1e-15);
}

TEST(APlanarJoint, WarnsThatItsLimitsSayNothing) {
  EXPECT_THAT(texts(read_joint("planar", limit).diagnostics),
              ElementsAre(HasSubstr("the <limit> of a planar joint is passed over")));
}

TEST(AFloatingJoint, UnderAnEmptyRootFreesTheBase) {
  const Read r = read_joint("floating", "");
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  EXPECT_TRUE(r.robot.floating_base);
  EXPECT_THAT(r.robot.joints, IsEmpty());
  ASSERT_EQ(r.robot.links.size(), 1U);
  EXPECT_EQ(r.robot.links[0].name, "arm");
  EXPECT_EQ(build_model(r.robot).velocity_count(), 6);
}

TEST(AFloatingJoint, LeavesItsOriginToTheState) {
  const Read r = read_joint("floating", "<origin rpy='0 0 1'/>");
  EXPECT_THAT(texts(r.diagnostics),
              ElementsAre(StartsWith("arm.urdf:2: warning: the origin of floating joint 'elbow'")));
}

TEST(AFloatingJoint, AnywhereElseIsAnError) {
  const auto told = ElementsAre(StartsWith("arm.urdf:3: joint 'free' is floating, but not between"));
  const std::string joint = "\n<joint name='free' type='floating'><parent link='world'/><child link='base'/></joint>";
  const std::string links = "<link name='base'/><link name='other'/>";
  EXPECT_THAT(texts(read("<robot name='a'>\n<link name='world'><inertial><mass value='1'/>" + zero_inertia +
                         "</inertial></link>" + links + joint + "</robot>")
                        .diagnostics),
              told)
      << "the root has mass";
  EXPECT_THAT(texts(read("<robot name='a'>\n<link name='world'/>" + links + joint +
                         "<joint name='j' type='fixed'><parent link='world'/><child link='other'/></joint></robot>")
                        .diagnostics),
              told)
      << "the root has another child";
  EXPECT_THAT(texts(read("<robot name='a'>\n<link name='world'/>" + links + joint +
                         "<joint name='j' type='fixed'><parent link='other'/><child link='world'/></joint></robot>")
                        .diagnostics),
              told)
      << "its parent is not the root";
}

TEST(AFloatingJoint, IsNotTakenForOneWhoseChildIsMisspelt) {
  EXPECT_THAT(texts(read("<robot name='a'><link name='world'/><link name='base'/>\n<joint name='free' type='floating'>"
                         "<parent link='world'/><child link='bse'/></joint></robot>")
                        .diagnostics),
              ElementsAre(StartsWith("arm.urdf:2: joint 'free' is floating, but not between")));
}

TEST(ReadOptions, CanFreeTheBase) {
  EXPECT_FALSE(read_link("").robot.floating_base);
  EXPECT_TRUE(read_joint("fixed", "", {.floating_base = true}).robot.floating_base);
}

TEST(WhatIsNotDynamics, IsPassedOverInSilence) {
  const Read r = read(R"(<robot name="arm" xmlns:xacro="http://ros.org/wiki/xacro" version="1.0">
  <!-- <xacro:macro name="${old}"/> -->
  <material name="blue"><color rgba="0 0 1 1"/></material>
  <link name="base" type="x"><visual><geometry><box size="1 1 1"/></geometry></visual>
    <collision/><contact><stiffness value="1"/></contact><self_collision_checking/></link>
  <transmission name="t"><joint name="elbow"/><actuator name="m"/></transmission>
  <gazebo reference="base"><kp>1</kp></gazebo>
  <sensor name="s"/>
</robot>)");
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  EXPECT_EQ(r.robot.links.size(), 1U);
  EXPECT_THAT(r.robot.joints, IsEmpty());
}

TEST(MissingMeshes, AreOneWarning) {
  const Read r = read_link(R"(<visual><geometry><mesh filename="package://a/b.stl"/></geometry></visual>
<visual><geometry><mesh filename="no_such_file.stl"/></geometry></visual>
<collision><geometry><mesh filename="package://a/b.stl"/></geometry></collision>)");
  EXPECT_THAT(
      texts(r.diagnostics),
      ElementsAre("arm.urdf:3: warning: 2 mesh files are not there, the first is 'package://a/b.stl'; shapes are "
                  "not needed for dynamics; to see them, put the files beside this one"));
}

TEST(AMesh, IsLookedForBesideTheFile) {
  Diagnostics diagnostics("");
  const std::string here = SINEW_SOURCE_DIR "/tests/formats/arm.urdf";
  const auto text = [](const std::string& file) {
    return "<robot name='a'><link name='b'><visual><geometry><mesh filename='" + file +
           "'/></geometry></visual></link></robot>";
  };
  read_urdf({here, text("urdf_reader_test.cpp")}, {}, diagnostics);
  read_urdf({here, text("../formats/urdf_reader_test.cpp")}, {}, diagnostics);
  read_urdf({"elsewhere.urdf", text("file://" SINEW_SOURCE_DIR "/tests/formats/urdf_reader_test.cpp")}, {},
            diagnostics);
  EXPECT_THAT(texts(diagnostics), IsEmpty());
}

// ---- what is refused

TEST(ANumber, IsReadInFullOrNotAtAll) {
  const auto told = [](const std::string& mass) {
    return texts(read_link("<inertial><mass value='" + mass + "'/>" + zero_inertia + "</inertial>").diagnostics);
  };
  for (const char* good : {"1", "+1", "-1", "1.", ".5", "1e-3", "1E+3", " 2 ", "5e-324"})
    EXPECT_THAT(told(good), IsEmpty()) << good;
  for (const char* bad : {"1.2.3", "1,5", "1kg", "0x10", "--1", "+-1", "+", "e5", "one"})
    EXPECT_THAT(told(bad), ElementsAre(AllOf(StartsWith("arm.urdf:3: link 'base': <mass> value="),
                                             HasSubstr("is not a number; "
                                                       "write a plain decimal number"))))
        << bad;
  for (const char* bad : {"nan", "inf", "-inf"}) EXPECT_THAT(told(bad), ElementsAre(HasSubstr("is not finite"))) << bad;
  EXPECT_THAT(told("1e999"), ElementsAre(HasSubstr("is too large or too small for a number")));
  EXPECT_THAT(told("1 2"), ElementsAre(HasSubstr("value='1 2' holds 2, but one number is needed")));
  EXPECT_THAT(told(""), ElementsAre(HasSubstr("value='' holds 0, but one number is needed")));
}

TEST(ANumber, IsReadAlikeInEveryCountry) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* country : {"de_DE.UTF-8", "fr_FR.UTF-8"}) std::setlocale(LC_ALL, country);
  EXPECT_EQ(read_joint("continuous", "<dynamics damping='0.5'/>").robot.joints[0].friction.viscous, 0.5);
  std::setlocale(LC_ALL, before.c_str());
}

TEST(AVector, HasThreeNumbers) {
  const auto told = [](const std::string& xyz) {
    return texts(read_joint("fixed", "<origin xyz='" + xyz + "'/>").diagnostics);
  };
  EXPECT_THAT(told("\t1\n2  3 "), IsEmpty());
  EXPECT_THAT(told("1 2"),
              ElementsAre("arm.urdf:3: joint 'elbow': <origin> xyz='1 2' holds 2, but 3 numbers are needed; "
                          "write three, such as \"0 0 0.5\""));
  EXPECT_THAT(told("1 2 3 4"), ElementsAre(HasSubstr("holds 4, but 3 numbers are needed")));
  EXPECT_THAT(told("1 2 x"), ElementsAre(HasSubstr("xyz='1 2 x': 'x' is not a number")));
}

TEST(EveryProblem, IsToldWithItsLine) {
  const Read r = read(R"(<robot name="arm">
  <link name="base"/>
  <link name="arm">
    <inertial>
      <mass value="heavy"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0"/>
    </inertial>
  </link>
  <joint name="elbow" type="revolut">
    <child link="arm"/>
  </joint>
</robot>)");
  EXPECT_THAT(texts(r.diagnostics),
              ElementsAre(StartsWith("arm.urdf:5: link 'arm': <mass> value='heavy' is not a number; "),
                          "arm.urdf:6: link 'arm': <inertia> has no 'iyz'; add iyz=\"…\"",
                          "arm.urdf:9: joint 'elbow' has no <parent>; add <parent link=\"…\"/>",
                          "arm.urdf:9: joint 'elbow' has the unknown type 'revolut'; did you mean 'revolute'?"));
}

TEST(AnInertial, NeedsMassAndInertia) {
  EXPECT_THAT(texts(read_link("<inertial/>").diagnostics),
              ElementsAre("arm.urdf:3: link 'base': <inertial> has no <mass>; add <mass value=\"…\"/>",
                          StartsWith("arm.urdf:3: link 'base': <inertial> has no <inertia>; ")));
}

TEST(AnElementGivenTwice, IsAnError) {
  const std::string mass = "<mass value='1'/>\n";
  const std::string inertial = "<inertial>" + mass + zero_inertia + "</inertial>\n";
  EXPECT_THAT(texts(read_link(inertial + inertial).diagnostics),
              ElementsAre("arm.urdf:5: link 'base' has a second <inertial>, the first is on line 3; keep one of them"));
  EXPECT_THAT(texts(read_link("<inertial>" + mass + mass + zero_inertia + "</inertial>").diagnostics),
              ElementsAre("arm.urdf:4: link 'base' has a second <mass>, the first is on line 3; keep one of them"));
}

TEST(AName, MustBeThere) {
  EXPECT_THAT(texts(read("<robot>\n<link/>\n<link name=''/></robot>").diagnostics),
              ElementsAre("arm.urdf:1: the robot: <robot> has no 'name'; add name=\"…\"",
                          "arm.urdf:2: link '': <link> has no 'name'; add name=\"…\"",
                          "arm.urdf:3: link '': <link> has an empty 'name'; fill it in"));
}

TEST(Misspellings, AreWarningsWithASuggestion) {
  EXPECT_THAT(
      texts(read_link("<inertal/>").diagnostics),
      ElementsAre("arm.urdf:3: warning: link 'base': the element 'inertal' is not known and was passed over; did "
                  "you mean 'inertial'?"));
  EXPECT_THAT(texts(read_joint("fixed", "<parnt link='x'/>").diagnostics),
              ElementsAre(HasSubstr("did you mean 'parent'?")));
  EXPECT_THAT(texts(read("<robot name='a'>\n<joints/></robot>").diagnostics),
              ElementsAre(HasSubstr("did you mean 'joint'?")));
  EXPECT_THAT(
      texts(read_joint("continuous", "<dynamics dampin='1'/>").diagnostics),
      ElementsAre("arm.urdf:3: warning: joint 'elbow': <dynamics> has 'dampin', which is not known and was passed "
                  "over; did you mean 'damping'?"));
}

TEST(UnexpandedXacro, IsOneError) {
  const Read r = read(R"(<robot name="arm" xmlns:xacro="x">
  <link name="${prefix}base"/>
  <xacro:macro name="leg"><link name="${prefix}leg"/></xacro:macro>
  <joint name="elbow" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><origin xyz="0 0 ${2*length}"/></joint>
</robot>)");
  EXPECT_THAT(texts(r.diagnostics),
              ElementsAre("arm.urdf:2: the file still has xacro in it: name='${prefix}base' and 2 more; "
                          "expand with xacro first: xacro robot.urdf.xacro > robot.urdf"));
  EXPECT_TRUE(r.diagnostics.has_errors());
  EXPECT_THAT(
      texts(read("<robot name='a'>\n<xacro:include filename='b'/></robot>").diagnostics),
      ElementsAre(StartsWith("arm.urdf:2: the file still has xacro in it: the element 'xacro:include'; expand")));
}

TEST(UnexpandedXacro, IsSeenInsideLinks) {
  EXPECT_THAT(texts(read_link("<visual>\n<xacro:box size='1'/></visual>").diagnostics),
              ElementsAre(HasSubstr("arm.urdf:4: the file still has xacro in it: the element 'xacro:box'")));
}

TEST(AnotherFormat, IsCalledByItsName) {
  const auto told = [](const std::string& text) { return texts(read(text).diagnostics); };
  EXPECT_THAT(told("<sdf/>"), ElementsAre("arm.urdf:1: this is an SDF file, not URDF; give the robot's URDF instead"));
  EXPECT_THAT(told("\n<mujoco/>"), ElementsAre(StartsWith("arm.urdf:2: this is a MuJoCo model (MJCF), not URDF; ")));
  EXPECT_THAT(told("<xacro:robot/>"),
              ElementsAre(HasSubstr("this is a xacro file, not URDF; expand with xacro first")));
  EXPECT_THAT(told("<html/>"),
              ElementsAre(StartsWith("arm.urdf:1: the root element is 'html', not 'robot'; a URDF file "
                                     "starts with <robot name=")));
}

TEST(BrokenXml, IsOneErrorWithItsLine) {
  const auto told = [](const std::string& text) { return texts(read(text).diagnostics); };
  EXPECT_THAT(told(""), ElementsAre(HasSubstr("the file is empty")));
  EXPECT_THAT(told("hello"), ElementsAre(StartsWith("arm.urdf")));
  EXPECT_THAT(told("<!-- only this -->"), ElementsAre(HasSubstr("the file has no element")));
  EXPECT_THAT(told("<robot name='a'>\n<link name='b'>\n</robot>"),
              ElementsAre(StartsWith("arm.urdf:2: an element is not closed, or closed under another name; ")));
  EXPECT_THAT(told("<robot name='a'>\n<link name=b/></robot>"),
              ElementsAre(StartsWith("arm.urdf:2: an attribute is not written name=\"value\"; ")));
  EXPECT_THAT(told("<robot name='a'/>\n<robot name='b'/>"),
              ElementsAre(StartsWith("arm.urdf:2: a second root element")));
  EXPECT_THAT(told("\xFF\xFE<\0r\0"), ElementsAre("arm.urdf:1: the file is written in UTF-16; save it as UTF-8"));
  EXPECT_THAT(told(std::string("<robot name='a'>\n\0</robot>", 26)),
              ElementsAre(StartsWith("arm.urdf:2: the file holds a zero byte")));
}

TEST(EntityDeclarations, AreRefused) {
  const auto told = [](const std::string& text) { return texts(read(text).diagnostics); };
  const auto refused = ElementsAre(
      StartsWith("arm.urdf:2: document types and entities (<!DOCTYPE, <!ENTITY) are not accepted; remove them"));
  EXPECT_THAT(told("<?xml version='1.0'?>\n<!DOCTYPE lolz [<!ENTITY lol 'lol'><!ENTITY l2 "
                   "'&lol;&lol;'>]>\n<robot name='&l2;'/>"),
              refused);
  EXPECT_THAT(told("<!-- a\n--><!DOCTYPE robot>\n<robot name='a'/>"), refused);
  EXPECT_THAT(told("<!-- <!DOCTYPE robot> --><robot name='a'><![CDATA[<!ENTITY]]></robot>"), IsEmpty());
}

TEST(AMillionNestedElements, AreRefusedAtOnce) {
  std::string deep = "<robot name='a'>";
  for (int i = 0; i < 1'000'000; ++i) deep += "<a>";
  EXPECT_THAT(texts(read(deep).diagnostics), ElementsAre(HasSubstr("elements are nested more than 100 deep")));
}

// ---- <sinew> elements

TEST(SinewElements, SayWhatUrdfCannot) {
  const Read r = read(R"(<robot name="arm">
  <sinew floating_base="true"><gravity xyz="0 0 -1.62"/><source text="Corke 1996"/>
    <parameter name="l1" value="0.5" unit="m"/></sinew>
  <link name="base"/>
  <link name="arm"><sinew><inertia mass="0" first_moment="1 2 3" ixx="4" ixy="5" ixz="6" iyy="7" iyz="8" izz="9"/></sinew></link>
  <joint name="elbow" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <dynamics damping="1" friction="2"/>
    <sinew kind="revolute">
      <limit lower="-3" effort="inf" acceleration="10" jerk="100"/>
      <friction coulomb_minus="3" static_plus="4" static_minus="5" stribeck_velocity="0.1">
        <point position="0" effort="0.1"/><point position="1" effort="0.2"/></friction>
      <motor carrier="base" rotor_inertia="1e-4" gear_ratio="-100" axis="0 2 0" xyz="0 0 1"/>
      <spring stiffness="7" rest="0.3"/>
    </sinew></joint>
</robot>)");
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  EXPECT_TRUE(r.robot.floating_base);
  EXPECT_EQ(difference(r.robot.gravity, {0, 0, -1.62}), 0);
  EXPECT_EQ(r.robot.source, "Corke 1996");
  ASSERT_EQ(r.robot.parameters.size(), 1U);
  EXPECT_EQ(r.robot.parameters[0].name + r.robot.parameters[0].unit, "l1m");
  EXPECT_EQ(r.robot.parameters[0].value, 0.5);
  EXPECT_EQ(difference(*r.robot.links[1].inertia, {0, {1, 2, 3}, {4, 5, 6, 7, 8, 9}}), 0);
  const JointDescription<double>& j = r.robot.joints[0];
  EXPECT_EQ(j.kind, JointKind::Revolute);
  EXPECT_EQ(j.limits.lower, -3);
  EXPECT_EQ(j.limits.upper, Limits::none);
  EXPECT_EQ(j.limits.acceleration, 10);
  EXPECT_EQ(j.limits.jerk, 100);
  EXPECT_EQ(j.friction.viscous, 1);
  EXPECT_EQ(j.friction.coulomb_plus, 2) << "from <dynamics>";
  EXPECT_EQ(j.friction.coulomb_minus, 3);
  EXPECT_EQ(j.friction.static_plus, 4);
  EXPECT_EQ(j.friction.static_minus, 5);
  EXPECT_EQ(j.friction.stribeck_velocity, 0.1);
  ASSERT_EQ(j.friction.table.size(), 2U);
  EXPECT_EQ(j.friction.table[1].effort, 0.2);
  EXPECT_EQ(j.motor->carrier, "base");
  EXPECT_EQ(j.motor->rotor_inertia, 1e-4);
  EXPECT_EQ(j.motor->gear_ratio, -100);
  EXPECT_EQ(difference(j.motor->axis, {0, 1, 0}) + difference(j.motor->p, {0, 0, 1}), 0);
  EXPECT_EQ(j.spring->stiffness, 7);
  EXPECT_EQ(j.spring->rest, 0.3);
}

TEST(SinewElements, AreCheckedForUnknownWords) {
  EXPECT_THAT(
      texts(read_joint("continuous", "<sinew><sprig stiffness='1'/></sinew>").diagnostics),
      ElementsAre("arm.urdf:3: warning: joint 'elbow': <sinew> holds 'sprig', which is not known and was passed "
                  "over; did you mean 'spring'?"));
  EXPECT_THAT(
      texts(read_joint("continuous", "<sinew><motor inertia='1'/></sinew>").diagnostics),
      ElementsAre(HasSubstr("<motor> has 'inertia', which is not known"), HasSubstr("<motor> has no 'carrier'")));
}

TEST(AStandIn, ThatWasChangedStaysALink) {
  const Read r = read(R"(<robot name="arm"><link name="base"/>
<link name="tool"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  <sinew stands_for="frame"/></link>
<joint name="j" type="fixed"><parent link="base"/><child link="tool"/></joint></robot>)");
  EXPECT_THAT(texts(r.diagnostics),
              ElementsAre(StartsWith("arm.urdf:3: warning: link 'tool' is marked to stand for something")));
  EXPECT_EQ(r.robot.links.size(), 2U);
  EXPECT_EQ(r.robot.joints.size(), 1U);
  EXPECT_THAT(r.robot.frames, IsEmpty());
}

TEST(AStandIn, ForAPayloadMayBeMoved) {
  const Read r = read(R"(<robot name="arm"><link name="base"/>
<link name="load"><inertial><mass value="2"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>
  <sinew stands_for="payload"/></link>
<joint name="j" type="fixed"><parent link="base"/><child link="load"/><origin xyz="0 0 3"/></joint></robot>)");
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  ASSERT_EQ(r.robot.payloads.size(), 1U);
  EXPECT_EQ(r.robot.payloads[0].frame, "base");
  EXPECT_EQ(difference(r.robot.payloads[0].inertia, {2, {0, 0, 6}, {18, 0, 0, 18, 0, 0}}), 0);
}

TEST(AStandIn, ForAScrewMustSlideAsItTurns) {
  const auto screw = [](const std::string& leader, const std::string& slide) {
    return read(
        R"(<robot name="arm"><link name="base"/><link name="between"><sinew stands_for="screw"/></link><link name="nut"/>
<joint name="other" type="continuous"><parent link="nut"/><child link="more"/><axis xyz="0 0 1"/></joint><link name="more"/>
<joint name="turn" type="continuous"><parent link="base"/><child link="between"/><axis xyz="0 0 1"/></joint>
<joint name="slide" type="prismatic"><parent link="between"/><child link="nut"/>)" +
        limit + "<mimic joint='" + leader + "' multiplier='0.1'/>" + slide + "</joint></robot>");
  };
  const std::string axis = "<axis xyz='0 0 1'/>";
  const Read good = screw("turn", axis);
  EXPECT_THAT(texts(good.diagnostics), IsEmpty());
  ASSERT_EQ(good.robot.joints.size(), 2U);
  EXPECT_EQ(good.robot.joints[1].kind, JointKind::Helical);
  EXPECT_EQ(good.robot.joints[1].pitch, 0.1);
  EXPECT_EQ(good.robot.joints[1].child, "nut");
  for (const Read& changed :
       {screw("other", axis), screw("turn", "<axis xyz='0 1 0'/>"), screw("turn", axis + "<dynamics damping='1'/>")}) {
    EXPECT_THAT(texts(changed.diagnostics),
                ElementsAre(HasSubstr("link 'between' is marked to stand for something ('screw')")));
    EXPECT_EQ(changed.robot.joints.size(), 3U);
  }
}

// ---- robots as published

TEST(PublishedRobots, AreReadWithoutErrors) {
  const std::filesystem::path folder = SINEW_SOURCE_DIR "/../shared/reference/robots";
  if (!std::filesystem::is_directory(folder)) return;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".urdf") continue;
    Diagnostics diagnostics(entry.path().filename().string());
    const auto robot = read_urdf(read_source_text(entry.path().string()), {}, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.all().front().text();
    EXPECT_THAT(texts(diagnostics), ElementsAre(HasSubstr("mesh files are not there"))) << entry.path();
    EXPECT_GT(build_model(robot).velocity_count(), 5) << entry.path();
  }
}

TEST(TheOdditiesOfPublishedRobots, AreAccepted) {
  // Talos: zero axes and mimics on fixed joints, gazebo blocks; Panda: a finger that mimics; Solo: limits on fixed ones
  const Read r = read(R"(<?xml version="1.0" encoding="utf-8"?>
<robot name="mini" xmlns:xacro="http://ros.org/wiki/xacro" xmlns:sensor="http://playerstage.sourceforge.net/#sensor">
  <link name="hand"/>
  <link name="left"><inertial><mass value="0.1"/><inertia ixx="1e-05" ixy="0" ixz="0" iyy="1e-05" iyz="0" izz="1e-05"/></inertial></link>
  <link name="right"/>
  <link name="tip"/>
  <joint name="finger1" type="prismatic"><parent link="hand"/><child link="left"/><axis xyz="0 1 0"/>
    <limit effort="20" lower="0.0" upper="0.04" velocity="0.2"/>
    <safety_controller k_position="100.0" k_velocity="40.0"/></joint>
  <joint name="finger2" type="prismatic"><parent link="hand"/><child link="right"/><axis xyz="0 -1 0"/>
    <limit effort="20" lower="0.0" upper="0.04" velocity="0.2"/><mimic joint="finger1"/></joint>
  <joint name="tip_joint" type="fixed"><parent link="left"/><child link="tip"/><origin rpy="0 -0 0" xyz="0 0 0.1"/>
    <axis xyz="0 0 0"/><limit effort="1000" lower="-10" upper="10" velocity="1000"/><dynamics damping="0.0" friction="0.0"/>
    <mimic joint="finger1" multiplier="1.0" offset="0.0"/></joint>
  <gazebo><plugin filename="libx.so" name="x"><mimicJoint>finger2</mimicJoint></plugin></gazebo>
</robot>)");
  EXPECT_THAT(texts(r.diagnostics), IsEmpty());
  const Model<double> model = build_model(r.robot);
  EXPECT_EQ(model.link_count(), 2);
  EXPECT_EQ(model.velocity_count(), 1);
  EXPECT_EQ(model.frame("tip").link, 0);
}

}  // namespace
