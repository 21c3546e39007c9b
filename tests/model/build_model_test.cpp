// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/build_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "sinew/model/shapes.h"
#include "tests/support/descriptions.h"
#include "tests/support/differences.h"

namespace {

using sinew::base_link;
using sinew::Inertia;
using sinew::JointKind;
using sinew::Model;
using sinew::Pose;
using sinew::RobotDescription;
using sinew::Rotation;
using sinew::sincos;
using sinew_test::a_joint;
using sinew_test::a_link;
using sinew_test::a_random_tree;
using sinew_test::a_sound_arm;
using sinew_test::difference;
using sinew_test::Random;
using sinew_test::some_inertia;

/// How a joint about or along `axis` moves by q.
Pose<double> moved(JointKind kind, const sinew::Vec3<double>& axis, double pitch, double q) {
  const Rotation<double> R = turns(kind) ? Rotation<double>::about(axis, sincos(q)) : Rotation<double>{};
  const double slide = kind == JointKind::Prismatic ? q : kind == JointKind::Helical ? pitch * q : 0.0;
  return {R, slide * axis};
}

/// Every link and frame of a description in its root, straight from what a joint description means.
class Described {
 public:
  Described(const RobotDescription<double>& robot, const std::map<std::string, double>& q) : robot_(robot), q_(q) {
    for (const auto& link : robot.links) X_[link.name] = pose_of(link.name);
    for (const auto& frame : robot.frames) X_[frame.name] = X_[frame.link] * frame.X_LF;
  }

  const Pose<double>& pose(const std::string& name) const { return X_.at(name); }

  Inertia<double> whole() const {
    Inertia<double> sum;
    for (const auto& link : robot_.links)
      if (link.inertia) sum = sum + X_.at(link.name) * *link.inertia;
    for (const auto& payload : robot_.payloads) sum = sum + X_.at(payload.frame) * payload.inertia;
    for (const auto& joint : robot_.joints)
      if (joint.motor) sum = sum + sinew::point_mass(joint.motor->mass, X_.at(joint.motor->carrier) * joint.motor->p);
    return sum;
  }

 private:
  double position_of(const std::string& name) const {
    for (const auto& joint : robot_.joints)
      if (joint.name == name && joint.mimic)
        return joint.mimic->multiplier * position_of(joint.mimic->leader) + joint.mimic->offset;
    return q_.at(name);
  }
  Pose<double> pose_of(const std::string& link) const {
    for (const auto& joint : robot_.joints)
      if (joint.child == link) {
        const bool fixed = joint.kind == JointKind::Fixed;
        const Pose<double> J =
            fixed ? Pose<double>{} : moved(joint.kind, joint.axis, joint.pitch, position_of(joint.name));
        return pose_of(joint.parent) * joint.X_PJ * J * joint.X_JC;
      }
    return {};
  }

  const RobotDescription<double>& robot_;
  const std::map<std::string, double>& q_;
  std::map<std::string, Pose<double>> X_;
};

/// Every moving link of a model in its base.
class Modelled {
 public:
  Modelled(const Model<double>& model, const std::map<std::string, double>& q) : model_(model) {
    std::map<int, double> by_index;
    for (const auto& link : model.links())
      if (!link.follows) by_index[link.position_index] = q.at(link.joint_name);
    for (const auto& link : model.links()) {
      const double q_joint = link.multiplier * by_index.at(link.position_index) + link.offset;
      const Pose<double> zero{sinew::Rotation<double>::about_z(link.at_zero), {}};
      X_.push_back(of_link(link.parent) * link.X_PJ * zero *
                   moved(link.kind, sinew::unit_z<double>(), link.pitch, q_joint));
    }
  }

  Pose<double> pose(const std::string& frame) const {
    const auto& found = model_.frame(frame);
    return of_link(found.link) * found.X_LF;
  }

  Pose<double> of_link(int i) const { return i == base_link ? Pose<double>{} : X_[static_cast<std::size_t>(i)]; }

  Inertia<double> whole() const {
    Inertia<double> sum = model_.base_inertia();
    for (int i = 0; i < model_.link_count(); ++i) sum = sum + of_link(i) * model_.link(i).inertia;
    return sum;
  }

 private:
  const Model<double>& model_;
  std::vector<Pose<double>> X_;
};

std::map<std::string, double> random_positions(const RobotDescription<double>& robot, Random& random) {
  std::map<std::string, double> q;
  for (const auto& joint : robot.joints) q[joint.name] = random.uniform(-2.0, 2.0);
  return q;
}

TEST(AModel, HasEveryLinkAndFrameWhereTheDescriptionHasIt) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto robot = a_random_tree(seed, 12, seed % 2 == 0);
    const Model<double> model = sinew::build_model(robot);
    Random random(seed);
    for (int i = 0; i < 5; ++i) {
      const auto q = random_positions(robot, random);
      const Described described(robot, q);
      const Modelled modelled(model, q);
      for (const auto& link : robot.links)
        EXPECT_LT(difference(modelled.pose(link.name), described.pose(link.name)), 2e-14) << seed << " " << link.name;
      for (const auto& frame : robot.frames)
        EXPECT_LT(difference(modelled.pose(frame.name), described.pose(frame.name)), 2e-14)
            << seed << " " << frame.name;
    }
  }
}

TEST(AModel, HasTheMassOfTheDescriptionWhereverItMoves) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto robot = a_random_tree(seed, 12, seed % 2 == 0);
    const Model<double> model = sinew::build_model(robot);
    Random random(seed);
    const auto q = random_positions(robot, random);
    const Inertia<double> whole = Described(robot, q).whole();
    EXPECT_LT(difference(Modelled(model, q).whole(), whole), 1e-14 * (1.0 + whole.I.trace())) << seed;
    EXPECT_NEAR(Modelled(model, q).whole().m, whole.m, 1e-13) << seed;
  }
}

TEST(AModel, NumbersParentsFirst) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Model<double> model = sinew::build_model(a_random_tree(seed, 30, false));
    for (int i = 0; i < model.link_count(); ++i) EXPECT_LT(model.link(i).parent, i);
  }
}

TEST(AModel, NumbersIndependentJointsInLinkOrderWithoutGaps) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const bool floating : {false, true}) {
      const Model<double> model = sinew::build_model(a_random_tree(seed, 20, floating));
      int position = floating ? 7 : 0, velocity = floating ? 6 : 0;
      for (const auto& link : model.links()) {
        if (link.follows) continue;
        EXPECT_EQ(link.position_index, position++);
        EXPECT_EQ(link.velocity_index, velocity++);
        EXPECT_EQ(link.multiplier, 1.0);
        EXPECT_EQ(link.offset, 0.0);
      }
      EXPECT_EQ(model.position_count(), position);
      EXPECT_EQ(model.velocity_count(), velocity);
      EXPECT_EQ(model.floating_base(), floating);
    }
}

TEST(AModel, PutsZAlongTheJointAxis) {
  auto arm = a_sound_arm();
  arm.joints[0].axis = {0.0, -1.0, 0.0};
  const Model<double> model = sinew::build_model(arm);
  const auto& shoulder = model.link(0);
  EXPECT_EQ(difference(shoulder.X_PJ.R * sinew::unit_z<double>(), {0.0, -1.0, 0.0}), 0.0);
  // the user's link frame, seen from the canonical one, is turned back
  EXPECT_EQ(difference(pose_on_parent(shoulder, 0.0) * model.frame("upper").X_LF, Pose<double>{}), 0.0);
  EXPECT_EQ(difference(model.frame("upper").X_LF.R * sinew::Vec3<double>{0.0, -1.0, 0.0}, sinew::unit_z<double>()),
            0.0);
}

TEST(AModel, KeepsAFrameWhoseAxisIsAlreadyZ) {
  const auto arm = a_sound_arm();
  const Model<double> model = sinew::build_model(arm);
  EXPECT_EQ(difference(model.frame("lower").X_LF, Pose<double>{}), 0.0);
  EXPECT_EQ(difference(model.link(1).X_PJ, arm.joints[1].X_PJ), 0.0);
  EXPECT_EQ(difference(model.link(1).inertia, some_inertia()), 0.0);
}

TEST(AModel, MergesWhatIsFixedByTheParallelAxisTheorem) {
  auto arm = a_sound_arm();
  arm.links.push_back(a_link("tool", sinew::sphere(0.5, 0.1)));
  arm.joints.push_back(a_joint("flange", JointKind::Fixed, "lower", "tool"));
  arm.joints.back().X_PJ.p = {0.4, 0.0, 0.0};
  const Model<double> model = sinew::build_model(arm);
  EXPECT_EQ(model.link_count(), 2);
  EXPECT_FALSE(model.find_joint("flange"));
  // 0.01 (lower: com at 0.2 m, 1 kg) and 2/5·0.5·0.1² = 0.002 at 0.4 m
  const Inertia<double> expected{
      1.5,
      {0.2 + 0.2, 0.0, 0.0},
      sinew::Symmetric3<double>::diagonal(0.01 + 0.002, 0.02 + 0.04 + 0.002 + 0.08, 0.02 + 0.04 + 0.002 + 0.08)};
  EXPECT_LT(difference(model.link(1).inertia, expected), 1e-16);
  EXPECT_EQ(model.frame("tool").link, 1);
  EXPECT_EQ(difference(model.frame("tool").X_LF.p, {0.4, 0.0, 0.0}), 0.0);
}

TEST(AModel, GivesTheBaseWhatIsFixedToIt) {
  auto arm = a_sound_arm();
  arm.links[0].inertia = sinew::sphere(2.0, 0.1);
  arm.links.push_back(a_link("pedestal", sinew::sphere(5.0, 0.1)));
  arm.joints.push_back(a_joint("bolts", JointKind::Fixed, "base", "pedestal"));
  EXPECT_EQ(sinew::build_model(arm).base_inertia().m, 7.0);
}

TEST(AMimicJoint, SharesTheIndicesOfTheJointAtTheEndOfItsChain) {
  auto arm = a_sound_arm();
  arm.links.push_back(a_link("hand", some_inertia()));
  arm.joints.push_back(a_joint("wrist", JointKind::Revolute, "lower", "hand"));
  arm.joints[0].mimic = sinew::Mimic<double>{"wrist", 2.0, 0.5};
  arm.joints[1].mimic = sinew::Mimic<double>{"shoulder", -3.0, 0.25};
  const Model<double> model = sinew::build_model(arm);
  EXPECT_EQ(model.position_count(), 1);
  EXPECT_EQ(model.velocity_count(), 1);
  for (const auto& link : model.links()) EXPECT_EQ(link.position_index, 0);
  EXPECT_FALSE(model.link(2).follows);
  EXPECT_TRUE(model.link(0).follows && model.link(1).follows);
  EXPECT_EQ(model.link(0).multiplier, 2.0);
  EXPECT_EQ(model.link(0).offset, 0.5);
  // −3·(2·q + 0.5) + 0.25
  EXPECT_EQ(model.link(1).multiplier, -6.0);
  EXPECT_EQ(model.link(1).offset, -1.25);
}

TEST(AMotor, RidesOnItsCarrier) {
  auto arm = a_sound_arm();
  arm.joints[0].axis = {0.0, 1.0, 0.0};
  arm.joints[1].motor = sinew::Motor<double>{.carrier = "upper",
                                             .mass = 2.0,
                                             .p = {0.1, 0.0, 0.0},
                                             .rotor_inertia = 1e-4,
                                             .gear_ratio = 50.0,
                                             .axis = {0.0, 1.0, 0.0}};
  const Model<double> model = sinew::build_model(arm);
  EXPECT_EQ(model.link(0).inertia.m, 3.0);
  EXPECT_NEAR(model.link(0).inertia.I.zz, 0.02 + 0.04 + 2.0 * 0.01, 1e-16) << "about y of the file";
  ASSERT_TRUE(model.link(1).motor);
  EXPECT_FALSE(model.link(0).motor);
  EXPECT_EQ(model.link(1).motor->carrier, 0);
  EXPECT_EQ(model.link(1).motor->rotor_inertia, 1e-4);
  EXPECT_EQ(model.link(1).motor->gear_ratio, 50.0);
  EXPECT_EQ(difference(model.link(1).motor->axis, sinew::unit_z<double>()), 0.0) << "y of the file is z of the model";
}

TEST(AMotor, OfAFixedJointStillHasItsMass) {
  auto arm = a_sound_arm();
  arm.joints[1].kind = JointKind::Fixed;
  arm.joints[1].motor = sinew::Motor<double>{.carrier = "upper", .mass = 2.0};
  const Model<double> model = sinew::build_model(arm);
  EXPECT_EQ(model.link_count(), 1);
  EXPECT_EQ(model.link(0).inertia.m, 4.0);
  EXPECT_FALSE(model.link(0).motor);
}

TEST(APayload, IsPartOfTheLinkThatHoldsIt) {
  auto arm = a_sound_arm();
  arm.frames.push_back({"tool", "lower", sinew::translation<double>({0.3, 0.0, 0.0}), {}});
  arm.payloads.push_back({"tool", sinew::point_mass(4.0, {0.1, 0.0, 0.0}), {}});
  const Model<double> model = sinew::build_model(arm);
  EXPECT_EQ(model.link(1).inertia.m, 5.0);
  EXPECT_NEAR(model.link(1).inertia.h.x, 0.2 + 4.0 * 0.4, 1e-15);
  EXPECT_NEAR(model.link(1).inertia.I.zz, 0.06 + 4.0 * 0.16, 1e-15);
}

TEST(AModel, KeepsWhatBelongsToTheJoint) {
  auto arm = a_sound_arm();
  arm.gravity = {0.0, -9.81, 0.0};
  arm.joints[0].limits.upper = 2.0;
  arm.joints[0].friction.viscous = 0.3;
  arm.joints[0].spring = sinew::Spring<double>{5.0, 0.1};
  arm.joints[1].kind = JointKind::Helical;
  arm.joints[1].pitch = 0.02;
  const Model<double> model = sinew::build_model(arm);
  EXPECT_EQ(model.name(), "arm");
  EXPECT_EQ(difference(model.gravity(), {0.0, -9.81, 0.0}), 0.0);
  EXPECT_EQ(model.link(0).name, "upper");
  EXPECT_EQ(model.link(0).joint_name, "shoulder");
  EXPECT_EQ(model.link(0).limits.upper, 2.0);
  EXPECT_EQ(model.link(0).friction.viscous, 0.3);
  EXPECT_EQ(model.link(0).spring->stiffness, 5.0);
  EXPECT_FALSE(model.link(1).spring);
  EXPECT_EQ(model.link(1).kind, JointKind::Helical);
  EXPECT_EQ(model.link(1).pitch, 0.02);
}

TEST(AModel, FindsFramesAndJointsByName) {
  const Model<double> model = sinew::build_model(a_sound_arm());
  EXPECT_EQ(model.find_joint("elbow"), 1);
  EXPECT_EQ(model.find_joint("base"), std::nullopt);
  EXPECT_EQ(model.frame("base").link, base_link);
  EXPECT_EQ(model.find_frame("nothing"), nullptr);
  try {
    model.frame("lowr");
    FAIL() << "found a frame that is not there";
  } catch (const sinew::InputError& error) {
    EXPECT_STREQ(error.what(), "arm: there is no frame 'lowr'; did you mean 'lower'?");
  }
}

TEST(AModel, OfOneLinkHasNothingThatMoves) {
  RobotDescription<double> rock;
  rock.links = {a_link("rock", some_inertia())};
  EXPECT_EQ(sinew::build_model(rock).link_count(), 0);
  EXPECT_EQ(sinew::build_model(rock).position_count(), 0);
  rock.floating_base = true;
  EXPECT_EQ(sinew::build_model(rock).position_count(), 7);
  EXPECT_EQ(sinew::build_model(rock).velocity_count(), 6);
  EXPECT_EQ(sinew::build_model(rock).base_inertia().m, 1.0);
}

TEST(AnAxis, OfAnyLengthGivesARotation) {
  auto arm = sinew_test::a_sound_arm();
  arm.joints[0].axis = {0.0, 2.0, 0.0};
  const auto model = sinew::build_model(arm);
  EXPECT_LT(sinew_test::difference(model.link(0).X_PJ.R.column(2), {0.0, 1.0, 0.0}), 1e-15);
  arm.joints[0].axis = {0.0, 0.0, 0.0};
  EXPECT_THROW(sinew::build_model(arm), sinew::InputError);
}

}  // namespace
