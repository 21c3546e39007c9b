// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "sinew/model/shapes.h"
#include "tests/support/descriptions.h"
#include "tests/support/problem_texts.h"

namespace {

using sinew::Diagnostics;
using sinew::Inertia;
using sinew::JointKind;
using sinew::RobotDescription;
using sinew::Symmetric3;
using sinew_test::a_joint;
using sinew_test::a_link;
using sinew_test::a_sound_arm;
using sinew_test::texts;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Arm = RobotDescription<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::nan("");

std::vector<std::string> complaints(const Arm& robot) {
  Diagnostics diagnostics("arm.yaml");
  Diagnostics unused("arm.yaml");
  check_physics(robot, sinew::find_tree(robot, unused), diagnostics);
  return texts(diagnostics);
}

/// About the sound arm after `change`.
std::vector<std::string> complaints_after(const std::function<void(Arm&)>& change) {
  Arm arm = a_sound_arm();
  change(arm);
  return complaints(arm);
}

/// A body with this inertia about its centre of mass, a kilogram, on the link `lower`.
std::vector<std::string> complaints_about(const Symmetric3<double>& I_com, const sinew::Vec3<double>& com = {}) {
  return complaints_after([&](Arm& arm) { arm.links[2].inertia = Inertia<double>::about_com(1.0, com, I_com); });
}

TEST(ASoundRobot, RaisesNoComplaint) {
  EXPECT_THAT(complaints(a_sound_arm()), ElementsAre());
  auto arm = a_sound_arm();
  arm.gravity = {};
  EXPECT_THAT(complaints(arm), ElementsAre()) << "there is no gravity in orbit";
}

TEST(EveryNumber, OfARobotIsFinite) {
  using Change = std::function<void(Arm&, double)>;
  const std::pair<const char*, Change> numbers[] = {
      {"arm.yaml: the robot has a gravity", [](Arm& a, double x) { a.gravity.y = x; }},
      {"arm.yaml:9: parameter 'l1' has a value",
       [](Arm& a, double x) {
         a.parameters = {{"l1", x, "m", {9}}};
       }},
      {"arm.yaml:2: link 'upper' has a mass", [](Arm& a, double x) { a.links[1].inertia->m = x; }},
      {"arm.yaml:2: link 'upper' has a first moment", [](Arm& a, double x) { a.links[1].inertia->h.z = x; }},
      {"arm.yaml:2: link 'upper' has an inertia", [](Arm& a, double x) { a.links[1].inertia->I.yz = x; }},
      {"arm.yaml:4: joint 'shoulder' has a pose", [](Arm& a, double x) { a.joints[0].X_PJ.p.x = x; }},
      {"arm.yaml:4: joint 'shoulder' has a pose",
       [](Arm& a, double x) {
         a.joints[0].X_PJ.R = sinew::Rotation<double>::from_rows({1, 0, 0}, {0, x, 0}, {0, 0, 1});
       }},
      {"arm.yaml:4: joint 'shoulder' has a child pose", [](Arm& a, double x) { a.joints[0].X_JC.p.z = x; }},
      {"arm.yaml:4: joint 'shoulder' has an axis", [](Arm& a, double x) { a.joints[0].axis.x = x; }},
      {"arm.yaml:4: joint 'shoulder' has a pitch", [](Arm& a, double x) { a.joints[0].pitch = x; }},
      {"arm.yaml:4: joint 'shoulder' has a viscous friction",
       [](Arm& a, double x) { a.joints[0].friction.viscous = x; }},
      {"arm.yaml:4: joint 'shoulder' has a Coulomb friction forwards",
       [](Arm& a, double x) { a.joints[0].friction.coulomb_plus = x; }},
      {"arm.yaml:4: joint 'shoulder' has a Coulomb friction backwards",
       [](Arm& a, double x) { a.joints[0].friction.coulomb_minus = x; }},
      {"arm.yaml:4: joint 'shoulder' has a static friction forwards",
       [](Arm& a, double x) { a.joints[0].friction.static_plus = x; }},
      {"arm.yaml:4: joint 'shoulder' has a static friction backwards",
       [](Arm& a, double x) { a.joints[0].friction.static_minus = x; }},
      {"arm.yaml:4: joint 'shoulder' has a Stribeck velocity",
       [](Arm& a, double x) { a.joints[0].friction.stribeck_velocity = x; }},
      {"arm.yaml:4: joint 'shoulder' has point 1 of its friction table",
       [](Arm& a, double x) {
         a.joints[0].friction.table = {{x, 0.0}};
       }},
      {"arm.yaml:4: joint 'shoulder' has point 2 of its friction table",
       [](Arm& a, double x) {
         a.joints[0].friction.table = {{0.0, 0.0}, {1.0, x}};
       }},
      {"arm.yaml:4: the motor of joint 'shoulder' has a mass",
       [](Arm& a, double x) { a.joints[0].motor = sinew::Motor<double>{.carrier = "base", .mass = x}; }},
      {"arm.yaml:4: the motor of joint 'shoulder' has a position",
       [](Arm& a, double x) {
         a.joints[0].motor = sinew::Motor<double>{.carrier = "base", .p = {x, 0, 0}};
       }},
      {"arm.yaml:4: the motor of joint 'shoulder' has a rotor inertia",
       [](Arm& a, double x) { a.joints[0].motor = sinew::Motor<double>{.carrier = "base", .rotor_inertia = x}; }},
      {"arm.yaml:4: the motor of joint 'shoulder' has a gear ratio",
       [](Arm& a, double x) { a.joints[0].motor = sinew::Motor<double>{.carrier = "base", .gear_ratio = x}; }},
      {"arm.yaml:4: the motor of joint 'shoulder' has an axis",
       [](Arm& a, double x) {
         a.joints[0].motor = sinew::Motor<double>{.carrier = "base", .axis = {0, 0, x}};
       }},
      {"arm.yaml:4: joint 'shoulder' has a spring stiffness",
       [](Arm& a, double x) {
         a.joints[0].spring = sinew::Spring<double>{x, 0.0};
       }},
      {"arm.yaml:4: joint 'shoulder' has a spring rest position",
       [](Arm& a, double x) {
         a.joints[0].spring = sinew::Spring<double>{1.0, x};
       }},
      {"arm.yaml:4: joint 'shoulder' has a mimic multiplier",
       [](Arm& a, double x) {
         a.joints[0].mimic = sinew::Mimic<double>{"elbow", x, 0.0};
       }},
      {"arm.yaml:4: joint 'shoulder' has a mimic offset",
       [](Arm& a, double x) {
         a.joints[0].mimic = sinew::Mimic<double>{"elbow", 1.0, x};
       }},
      {"arm.yaml:8: frame 'tool' has a pose",
       [](Arm& a, double x) {
         a.frames = {{"tool", "lower", sinew::translation<double>({x, 0, 0}), {8}}};
       }},
      {"arm.yaml:9: the payload at 'lower' has a mass",
       [](Arm& a, double x) {
         a.payloads = {{"lower", Inertia<double>{.m = x}, {9}}};
       }},
  };
  for (const auto& number : numbers)
    for (const double bad : {nan, infinity, -infinity})
      EXPECT_THAT(complaints_after([&](Arm& arm) { number.second(arm, bad); }),
                  ElementsAre(AllOf(StartsWith(number.first), HasSubstr(" with the value "),
                                    HasSubstr("; give a finite number"))))
          << number.first;
}

TEST(Limits, AreNumbersButMayBeInfinite) {
  double sinew::Limits::*const all[] = {&sinew::Limits::lower,        &sinew::Limits::upper, &sinew::Limits::velocity,
                                        &sinew::Limits::acceleration, &sinew::Limits::jerk,  &sinew::Limits::effort};
  for (const auto limit : all)
    EXPECT_THAT(complaints_after([&](Arm& arm) { arm.joints[0].limits.*limit = nan; }),
                ElementsAre(AllOf(StartsWith("arm.yaml:4: joint 'shoulder' has a"),
                                  HasSubstr(" limit that is not a number; give a number"))));
}

TEST(Limits, GoUpwards) {
  EXPECT_THAT(
      complaints_after([](Arm& arm) {
        arm.joints[0].limits.lower = 2.0;
        arm.joints[0].limits.upper = -1.0;
      }),
      ElementsAre("arm.yaml:4: joint 'shoulder' has the lower limit 2 above the upper limit -1; exchange them"));
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.joints[0].limits.lower = infinity; }),
              ElementsAre(HasSubstr("has limits from inf to inf")));
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.joints[0].limits.upper = -infinity; }),
              ElementsAre(HasSubstr("has limits from -inf to -inf")));
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.joints[0].limits.lower = arm.joints[0].limits.upper = 1.0; }),
              ElementsAre());
}

TEST(Limits, OfSpeedAndEffortArePositive) {
  double sinew::Limits::*const all[] = {&sinew::Limits::velocity, &sinew::Limits::acceleration, &sinew::Limits::jerk,
                                        &sinew::Limits::effort};
  for (const auto limit : all)
    EXPECT_THAT(complaints_after([&](Arm& arm) { arm.joints[0].limits.*limit = -1.0; }),
                ElementsAre(AllOf(StartsWith("arm.yaml:4: joint"), HasSubstr(" limit of -1; give a positive number"))));
  for (const auto limit : {&sinew::Limits::acceleration, &sinew::Limits::jerk})
    EXPECT_THAT(complaints_after([&](Arm& arm) { arm.joints[0].limits.*limit = 0.0; }),
                ElementsAre(AllOf(StartsWith("arm.yaml:4: joint"), HasSubstr(" limit of 0; give a positive number"))));
  for (const auto limit : {&sinew::Limits::velocity, &sinew::Limits::effort})
    EXPECT_THAT(complaints_after([&](Arm& arm) { arm.joints[0].limits.*limit = 0.0; }),
                ElementsAre(AllOf(StartsWith("arm.yaml:4: warning: joint"), HasSubstr("which never lets it move"))));
}

TEST(Limits, OfAFixedJointMayBeZeros) {
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.joints[1].kind = JointKind::Fixed;
                arm.joints[1].axis = {};
                arm.joints[1].limits = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
              }),
              ElementsAre());
}

TEST(Masses, AreNotNegative) {
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.links[1].inertia->m = -1.0; }),
              ElementsAre("arm.yaml:2: link 'upper' has a mass of -1 kg; give zero or more"));
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.payloads = {{"lower", Inertia<double>{.m = -1.0}, {9}}};
              }),
              ElementsAre("arm.yaml:9: the payload at 'lower' has a mass of -1 kg; give zero or more"));
  EXPECT_THAT(
      complaints_after([](Arm& arm) { arm.joints[0].motor = sinew::Motor<double>{.carrier = "base", .mass = -1.0}; }),
      ElementsAre("arm.yaml:4: the motor of joint 'shoulder' has a mass of -1; give zero or more"));
}

TEST(WhatResists, IsNotNegative) {
  EXPECT_THAT(
      complaints_after([](Arm& arm) {
        arm.joints[0].friction = {.viscous = -1.0,
                                  .coulomb_plus = -1.0,
                                  .coulomb_minus = -1.0,
                                  .static_plus = -1.0,
                                  .static_minus = -1.0,
                                  .stribeck_velocity = -1.0};
        arm.joints[0].spring = sinew::Spring<double>{-1.0, 0.0};
        arm.joints[0].motor = sinew::Motor<double>{.carrier = "base", .rotor_inertia = -1.0};
      }),
      ElementsAre(HasSubstr("a viscous friction of -1; give zero or more"), HasSubstr("a Stribeck velocity of -1"),
                  HasSubstr("a Coulomb friction forwards of -1"), HasSubstr("a static friction forwards of -1"),
                  HasSubstr("a Coulomb friction backwards of -1"), HasSubstr("a static friction backwards of -1"),
                  HasSubstr("a rotor inertia of -1"), HasSubstr("a spring stiffness of -1")));
}

TEST(StaticFriction, BelowCoulombFrictionIsOdd) {
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.joints[0].friction = {
                    .coulomb_plus = 2.0, .coulomb_minus = 2.0, .static_plus = 1.0, .static_minus = 3.0};
              }),
              ElementsAre("arm.yaml:4: warning: joint 'shoulder' has a static friction forwards of 1, less than its "
                          "Coulomb friction of 2; a joint is harder to start than to keep moving: check the figures"));
}

TEST(AFrictionTable, GoesUpwards) {
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.joints[0].friction.table = {{0.0, 1.0}, {2.0, 1.0}, {2.0, 3.0}};
              }),
              ElementsAre("arm.yaml:4: joint 'shoulder' has point 3 of its friction table at 2, not beyond the point "
                          "before it at 2; list the positions in ascending order, each once"));
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.joints[0].friction.table = {{0.0, 1.0}, {-1.0, 1.0}};
              }),
              ElementsAre(HasSubstr("has point 2 of its friction table at -1, not beyond")));
}

TEST(AFrictionTable, MayLessenFrictionButNotReverseIt) {
  const auto with_dip = [](double effort) {
    return complaints_after([&](Arm& arm) {
      arm.joints[0].friction = {.coulomb_plus = 1.0, .coulomb_minus = 1.0, .static_plus = 1.0, .static_minus = 1.0};
      arm.joints[0].friction.table = {{0.0, effort}};
    });
  };
  EXPECT_THAT(with_dip(-1.0), ElementsAre());
  EXPECT_THAT(with_dip(-1.5), ElementsAre(HasSubstr("has a friction of -0.5 at point 1 of its friction table")));
}

TEST(AnAxis, HasADirection) {
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.joints[1].axis = {}; }),
              ElementsAre("arm.yaml:5: joint 'elbow' has a zero axis; give it a direction such as \"0 0 1\""));
  EXPECT_THAT(
      complaints_after([](Arm& arm) { arm.joints[1].motor = sinew::Motor<double>{.carrier = "upper", .axis = {}}; }),
      ElementsAre(StartsWith("arm.yaml:5: the motor of joint 'elbow' has a zero axis; ")));
}

TEST(AnAxis, HasUnitLength) {
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.joints[1].axis = {0.0, 3.0, 4.0};
              }),
              ElementsAre("arm.yaml:5: joint 'elbow' has an axis of length 5; divide it by its length"));
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.joints[1].axis = {0.0, 0.0, 1.0 + 1e-7}; }), ElementsAre());
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.joints[1].axis = {1e-200, 0.0, 0.0};
              }),
              ElementsAre(HasSubstr("an axis of length 1e-200")));
}

TEST(AGear, Turns) {
  EXPECT_THAT(
      complaints_after(
          [](Arm& arm) { arm.joints[1].motor = sinew::Motor<double>{.carrier = "upper", .gear_ratio = 0.0}; }),
      ElementsAre("arm.yaml:5: the motor of joint 'elbow' has a gear ratio of zero; give the turns of the rotor "
                  "per turn of the joint, 1 without a gear"));
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.joints[1].motor = sinew::Motor<double>{.carrier = "upper", .gear_ratio = -100.0};
              }),
              ElementsAre());
}

TEST(ARotation, IsOrthonormal) {
  const auto with_rows = [](const sinew::Vec3<double>& x, const sinew::Vec3<double>& y) {
    return complaints_after(
        [&](Arm& arm) { arm.joints[0].X_PJ.R = sinew::Rotation<double>::from_rows(x, y, sinew::unit_z<double>()); });
  };
  EXPECT_THAT(with_rows({1, 0, 0}, {0.001, 1, 0}),
              ElementsAre("arm.yaml:4: joint 'shoulder' has a pose whose rotation is not orthonormal: R·Rᵀ misses 1 by "
                          "0.001; give a rotation with more digits"));
  EXPECT_THAT(with_rows({1, 0, 0}, {1e-7, 1, 0}), ElementsAre());
  EXPECT_THAT(with_rows({0, 1, 0}, {1, 0, 0}),
              ElementsAre("arm.yaml:4: joint 'shoulder' has a pose whose rotation is a reflection; reverse one of its "
                          "axes"));
}

TEST(AnInertia, ThatBreaksTheTriangleInequalityExistsNowhere) {
  EXPECT_THAT(complaints_about(Symmetric3<double>::diagonal(0.2, 0.2, 0.8)),
              ElementsAre("arm.yaml:3: warning: link 'lower' has the inertia diag(0.2, 0.2, 0.8) kg·m², whose largest "
                          "principal moment exceeds the sum of the others; no rigid body has that: check the figures"));
  EXPECT_THAT(complaints_about({0.5, -0.3, 0.0, 0.5, 0.0, 0.2}, {0.1, 0.0, 0.0}),
              ElementsAre(HasSubstr("link 'lower' has in its principal axes the inertia diag(0.2, 0.2, 0.8) kg·m², ")));
}

TEST(AnInertia, WithANegativeMomentExistsNowhere) {
  EXPECT_THAT(complaints_about(Symmetric3<double>::diagonal(-0.1, 0.2, 0.2)),
              ElementsAre(HasSubstr("has the inertia diag(-0.1, 0.2, 0.2) kg·m², whose smallest principal moment is "
                                    "negative; no rigid body has that")));
}

TEST(AnInertia, TooSmallForItsCentreOfMassExistsNowhere) {
  // a kilogram at 1 m needs 1 kg·m² about the origin at least
  EXPECT_THAT(
      complaints_after([](Arm& arm) {
        arm.links[2].inertia = Inertia<double>{1.0, {1.0, 0.0, 0.0}, Symmetric3<double>::diagonal(0.1, 0.9, 0.9)};
      }),
      ElementsAre(HasSubstr("whose smallest principal moment is negative")));
}

TEST(AnInertia, OnTheEdgeOfWhatExistsIsFine) {
  EXPECT_THAT(complaints_about(Symmetric3<double>::diagonal(0.1, 0.2, 0.3)), ElementsAre()) << "a plate";
  EXPECT_THAT(complaints_about(Symmetric3<double>::diagonal(0.0, 0.2, 0.2)), ElementsAre()) << "a rod";
  EXPECT_THAT(complaints_about({}, {1.0, 2.0, 3.0}), ElementsAre()) << "a point";
  EXPECT_THAT(complaints_about(Symmetric3<double>::diagonal(0.1, 0.2, 0.3 + 1e-7)), ElementsAre()) << "rounded figures";
  EXPECT_THAT(complaints_about(Symmetric3<double>::diagonal(0.1, 0.2, 0.3 + 1e-6)), ElementsAre(HasSubstr("exceeds")));
}

TEST(AnInertia, OfABodyThatExistsIsFineInEveryFrame) {
  sinew_test::Random random(71);
  for (int i = 0; i < 200; ++i) {
    const auto X = random.pose();
    for (const auto& body : {sinew::thin_rod(2.0, 0.5, sinew::Axis::X), sinew::point_mass(3.0, {0.1, 0.2, 0.3}),
                             sinew::box<double>(1.0, {0.3, 0.2, 1e-9}), random.inertia()})
      EXPECT_THAT(complaints_after([&](Arm& arm) { arm.links[2].inertia = X * body; }), ElementsAre());
  }
}

TEST(AnInertia, WithoutMassExistsNowhere) {
  const std::string expected =
      "arm.yaml:3: warning: link 'lower' has no mass but a first moment or an inertia; no rigid body has "
      "that: give its "
      "mass";
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.links[2].inertia = Inertia<double>{0.0, {}, Symmetric3<double>::diagonal(1.0, 1.0, 1.0)};
              }),
              ElementsAre(expected));
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.links[2].inertia = Inertia<double>{0.0, {0.0, 1.0, 0.0}, {}};
              }),
              ElementsAre(expected));
}

TEST(APayload, IsABodyToo) {
  EXPECT_THAT(
      complaints_after([](Arm& arm) {
        arm.payloads = {{"lower", {1.0, {}, Symmetric3<double>::diagonal(0.2, 0.2, 0.8)}, {9}}};
      }),
      ElementsAre(StartsWith("arm.yaml:9: warning: the payload at 'lower' has the inertia diag(0.2, 0.2, 0.8)")));
}

TEST(TheLastLink, HasMass) {
  const std::string expected =
      "arm.yaml:3: warning: link 'lower' moves but gives no mass; give its inertia, or fix it to its parent";
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.links[2].inertia.reset(); }), ElementsAre(expected));
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.links[2].inertia = Inertia<double>{}; }), ElementsAre(expected));
}

TEST(TheLastLink, MayHaveItsMassFromWhatIsFixedToIt) {
  const auto without_own_mass = [](const std::function<void(Arm&)>& change) {
    return complaints_after([&](Arm& arm) {
      arm.links[2].inertia.reset();
      change(arm);
    });
  };
  EXPECT_THAT(without_own_mass([](Arm& arm) {
                arm.links.push_back(a_link("tool", sinew_test::some_inertia()));
                arm.joints.push_back(a_joint("flange", JointKind::Fixed, "lower", "tool"));
              }),
              ElementsAre());
  EXPECT_THAT(without_own_mass([](Arm& arm) {
                arm.payloads = {{"lower", sinew_test::some_inertia(), {}}};
              }),
              ElementsAre());
  EXPECT_THAT(without_own_mass([](Arm& arm) {
                arm.frames = {{"tool", "lower", {}, {}}};
                arm.payloads = {{"tool", sinew_test::some_inertia(), {}}};
              }),
              ElementsAre());
  EXPECT_THAT(
      without_own_mass([](Arm& arm) { arm.joints[0].motor = sinew::Motor<double>{.carrier = "lower", .mass = 1.0}; }),
      ElementsAre());
}

TEST(ALinkBetweenTwoJoints, MayBeWithoutMassIfItGivesNone) {
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.links[1].inertia.reset(); }), ElementsAre());
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.links[1].inertia = Inertia<double>{}; }),
              ElementsAre(HasSubstr("link 'upper' moves but gives no mass")));
}

TEST(TheBase, NeedsMassOnlyIfItFloats) {
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.floating_base = true;
                arm.links[0].inertia = Inertia<double>{};
              }),
              ElementsAre(HasSubstr("link 'base' floats but gives no mass")));
  EXPECT_THAT(
      complaints_after([](Arm& arm) {
        arm.floating_base = true;
        arm.links[0].inertia.reset();
      }),
      ElementsAre(HasSubstr("link 'base' floats but gives no mass; give its inertia, or leave the base fixed")));
  EXPECT_THAT(complaints_after([](Arm& arm) { arm.links[0].inertia = Inertia<double>{}; }), ElementsAre());
}

TEST(ARobot, Moves) {
  const auto fixed = [](bool floating) {
    return complaints_after([&](Arm& arm) {
      arm.floating_base = floating;
      for (auto& joint : arm.joints) joint.kind = JointKind::Fixed;
    });
  };
  EXPECT_THAT(fixed(false), ElementsAre("arm.yaml: warning: nothing of the robot moves; give it a joint that is not "
                                        "fixed, or a floating base"));
  EXPECT_THAT(fixed(true), ElementsAre());
}

TEST(ARobotThatIsNoTree, IsStillCheckedInItsParts) {
  EXPECT_THAT(complaints_after([](Arm& arm) {
                arm.joints[1].parent = "nowhere";
                arm.links[1].inertia->m = -1.0;
                arm.links[2].inertia.reset();
              }),
              ElementsAre(HasSubstr("has a mass of -1 kg")));
  EXPECT_THAT(complaints({}), ElementsAre());
}

}  // namespace
