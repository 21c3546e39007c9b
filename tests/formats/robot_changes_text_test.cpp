// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/robot_changes_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "sinew/errors/formula_error.h"

namespace sinew {
namespace {

using testing::HasSubstr;

constexpr double quarter = 1.5707963267948966;

std::string refusal_of_text(const std::function<void()>& parse) {
  try {
    parse();
  } catch (const FormulaError& e) {
    return std::string(e.what()) + "; " + e.remedy;
  }
  return "accepted";
}

void expect_same(const Pose<double>& a, const Pose<double>& b, const std::string& text) {
  EXPECT_EQ(a.p.x, b.p.x) << text;
  EXPECT_EQ(a.p.y, b.p.y) << text;
  EXPECT_EQ(a.p.z, b.p.z) << text;
  for (int i = 0; i < 3; ++i) EXPECT_LT(norm(a.R.row(i) - b.R.row(i)), 1e-15) << text;
}

TEST(LockedJoints, AreNamesWithPositionsInAnyUnit) {
  const std::vector<LockedJoint> locked = parse_locked_joints("elbow = 90deg, slide=40 mm,wrist=-0.5");
  ASSERT_EQ(locked.size(), 3U);
  EXPECT_EQ(locked[0].joint, "elbow");
  EXPECT_DOUBLE_EQ(locked[0].position, quarter);
  EXPECT_EQ(locked[0].dimension, dimension::angle);
  EXPECT_DOUBLE_EQ(locked[1].position, 0.04);
  EXPECT_EQ(locked[1].dimension, dimension::length);
  EXPECT_EQ(locked[2].position, -0.5);
  EXPECT_TRUE(locked[2].dimension.is_plain());
  EXPECT_THAT(refusal_of_text([] { parse_locked_joints("elbow"); }),
              HasSubstr("'elbow' has no value; write NAME=VALUE"));
  EXPECT_THAT(refusal_of_text([] { parse_locked_joints("elbow=,wrist=1"); }), HasSubstr("lacks a name or a value"));
  EXPECT_THAT(refusal_of_text([] { parse_locked_joints("elbow=straight"); }), HasSubstr("'straight' is no number"));
}

TEST(APayload, IsAMassAtAPointWithItsInertiaOnAFrame) {
  for (const char* text : {"2.5 kg at 10mm,0,80mm inertia 0.01,0.02,0.03,1e-3,2e-3,3e-3 on the hand",
                           "mass=2.5, at=[0.01,0,0.08], inertia=[0.01,0.02,0.03,1e-3,2e-3,3e-3], on=the hand"}) {
    const Payload payload = parse_payload(text);
    EXPECT_EQ(payload.mass, 2.5) << text;
    EXPECT_DOUBLE_EQ(payload.com.x, 0.01) << text;
    EXPECT_DOUBLE_EQ(payload.com.z, 0.08) << text;
    EXPECT_EQ(payload.inertia.xx, 0.01) << text;
    EXPECT_EQ(payload.inertia.yy, 0.02) << text;
    EXPECT_EQ(payload.inertia.zz, 0.03) << text;
    EXPECT_EQ(payload.inertia.xy, 1e-3) << text;
    EXPECT_EQ(payload.inertia.xz, 2e-3) << text;
    EXPECT_EQ(payload.inertia.yz, 3e-3) << text;
    EXPECT_EQ(payload.frame, "the hand") << text;
  }
  const Payload point = parse_payload("300 g");
  EXPECT_DOUBLE_EQ(point.mass, 0.3);
  EXPECT_EQ(point.inertia.xx, 0.0);
  EXPECT_EQ(point.frame, "");
  EXPECT_THAT(refusal_of_text([] { parse_payload("2 m"); }), HasSubstr("is in m; give it in kg"));
  EXPECT_THAT(refusal_of_text([] { parse_payload("-2 kg"); }), HasSubstr("has a negative mass"));
  EXPECT_THAT(refusal_of_text([] { parse_payload("at=[0,0,0]"); }), HasSubstr("has no mass"));
  EXPECT_THAT(refusal_of_text([] { parse_payload("2 kg at"); }), HasSubstr("says nothing of at"));
  EXPECT_THAT(refusal_of_text([] { parse_payload("2 kg at 0,0,1 at 0,0,2"); }), HasSubstr("gives at twice"));
  EXPECT_THAT(refusal_of_text([] { parse_payload("2 kg at 0,0"); }), HasSubstr("is no vector"));
  EXPECT_THAT(refusal_of_text([] { parse_payload("2 kg inertia 1,2"); }), HasSubstr("has an inertia of 2 numbers"));
  EXPECT_THAT(refusal_of_text([] { parse_payload("mass=2, atx=[0,0,1]"); }), HasSubstr("did you mean 'at'?"));
}

TEST(APose, CanBeWrittenInEveryWayOfRobotFiles) {
  const Pose<double> wanted{Rotation<double>::about_y({1.0, 0.0}), {0.0, 0.0, 0.1}};
  for (const char* text :
       {"Tz(100mm) Ry(90deg)", "{xyz: [0, 0, 100 mm], rpy: [0, 90deg, 0]}", "xyz=[0,0,0.1],rpy=[0,90deg,0]",
        "0,0,100mm,0,90deg,0", "[0, 0, 0.1, 0, 90deg, 0]", "0,0,0.1,0,0.70710678118654752,0,0.70710678118654752",
        "xyz=[0,0,0.1],quaternion=[0,sqrt(0.5),0,sqrt(0.5)]"})
    expect_same(parse_pose(text), wanted, text);
  expect_same(parse_pose("0,0,100mm"), {{}, wanted.p}, "0,0,100mm");
  EXPECT_THAT(refusal_of_text([] { parse_pose("0,0"); }), HasSubstr("has 2 numbers; give x,y,z alone"));
  EXPECT_THAT(refusal_of_text([] { parse_pose("0,0,20deg"); }), HasSubstr("in rad"));
  EXPECT_THAT(refusal_of_text([] { parse_pose("xyz=[0,0,0],rpi=[0,0,0]"); }), HasSubstr("did you mean 'rpy'?"));
  EXPECT_THAT(refusal_of_text([] { parse_pose("0,0,0,0,0,0,0.5"); }), HasSubstr("is not of length 1"));
  EXPECT_THAT(refusal_of_text([] { parse_pose("Rz(q1)"); }), HasSubstr("joint variable"));
}

TEST(ATool, MayStandOnAnyFrame) {
  EXPECT_EQ(parse_tool("0,0,0.1").frame, "");
  EXPECT_EQ(parse_tool("0,0,0.1 on panda_hand").frame, "panda_hand");
  EXPECT_EQ(parse_tool("0,0,0.1 on panda_hand").X_FT.p.z, 0.1);
  EXPECT_EQ(parse_tool("on=panda_hand,xyz=[0,0,0.1]").frame, "panda_hand");
  EXPECT_EQ(parse_tool("on=panda_hand,xyz=[0,0,0.1]").X_FT.p.z, 0.1);
  EXPECT_EQ(parse_tool("0,0,0.1").name, "tool");
}

}  // namespace
}  // namespace sinew
