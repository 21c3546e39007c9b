// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/chain/dh_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/formats/load.h"
#include "sinew/model/build_model.h"
#include "tests/support/descriptions.h"
#include "tests/support/differences.h"
#include "tests/support/kinematics.h"
#include "tests/support/refusal.h"

namespace sinew {
namespace {

using sinew_test::difference;
using sinew_test::Placement;
using sinew_test::Random;
using sinew_test::random_position;
using sinew_test::refusal;
using testing::HasSubstr;

constexpr DhConvention both_conventions[] = {DhConvention::Standard, DhConvention::Modified};

std::vector<DhRow<double>> random_changes(std::size_t count, double size, Random& random) {
  std::vector<DhRow<double>> changes(count);
  for (auto& [theta, d, a, alpha] : changes)
    for (double* part : {&theta, &d, &a, &alpha}) *part = random.uniform(-size, size);
  return changes;
}

/// A chain with a fixed joint after every moving one, and a branch at its middle.
RobotDescription<double> chain_with_mounts(std::uint64_t seed) {
  RobotDescription<double> robot = sinew_test::a_random_chain(seed, 5);
  Random random(seed);
  std::vector<JointDescription<double>> joints;
  for (JointDescription<double>& joint : robot.joints) {
    auto mount = sinew_test::a_joint("mount_" + joint.name, JointKind::Fixed, joint.parent, "plate_" + joint.name);
    mount.X_PJ = random.pose();
    mount.X_JC = random.pose();
    joint.parent = mount.child;
    joint.X_JC = random.pose();
    robot.links.push_back(sinew_test::a_link(mount.child));
    joints.push_back(mount);
    joints.push_back(joint);
  }
  auto branch = sinew_test::a_joint("branch", JointKind::Revolute, "link2", "hand");
  branch.X_PJ = random.pose();
  robot.links.push_back(sinew_test::a_link("hand", random.inertia()));
  joints.push_back(branch);
  robot.joints = joints;
  robot.end_frame = "link5";
  return robot;
}

/// Where row i of the table ends, with the joint at q.
Pose<double> row_at(const DhTable& table, const JointDescription<double>& joint, std::size_t i, double q) {
  const DhTransform<double> split = dh_transform(table.rows[i].row, table.convention);
  Pose<double> J;
  if (turns(joint.kind)) J.R = Rotation<double>::about_z(sincos(q));
  if (joint.kind == JointKind::Prismatic) J.p.z = q;
  if (joint.kind == JointKind::Helical) J.p.z = joint.pitch * q;
  return split.before * J * split.after;
}

const JointDescription<double>& joint_named(const RobotDescription<double>& robot, const std::string& name) {
  return *std::find_if(robot.joints.begin(), robot.joints.end(), [&](const auto& joint) { return joint.name == name; });
}

double position_of(const Model<double>& model, const std::vector<double>& q, const std::string& joint) {
  return q[static_cast<std::size_t>(model.link(*model.find_joint(joint)).position_index)];
}

TEST(ARobotWithDhChanges, HasItsLinksWhereTheRowsAre) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const DhConvention convention : both_conventions) {
      Random random(seed);
      const RobotDescription<double> robot = chain_with_mounts(seed);
      DhTable table = dh_table_to(robot, convention);
      ASSERT_EQ(table.rows.size(), 5U);
      const std::vector<DhRow<double>> changes = random_changes(5, 0.1, random);
      const Model<double> model = build_model(with_dh_changes(robot, convention, changes));
      for (std::size_t i = 0; i < 5; ++i) {
        DhRow<double>& row = table.rows[i].row;
        row = {row.theta + changes[i].theta, row.d + changes[i].d, row.a + changes[i].a, row.alpha + changes[i].alpha};
      }
      const std::vector<double> q = random_position(model, random);
      const Placement<double> here(model, q);
      Pose<double> end = table.base;
      for (std::size_t i = 0; i < 5; ++i) {
        const DhTableRow& row = table.rows[i];
        end = end * row_at(table, joint_named(robot, row.joint), i, position_of(model, q, row.joint));
        EXPECT_LT(difference(here.of(row.link), end * row.after), 1e-11) << seed << " " << row.link;
      }
    }
}

TEST(ARobotWithDhChanges, EndsAtTheSamePlaceWhereverItsLinksStand) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const DhConvention convention : both_conventions) {
      Random random(seed);
      const RobotDescription<double> robot = chain_with_mounts(seed);
      const std::vector<DhRow<double>> changes = random_changes(5, 0.01, random);
      const RobotDescription<double> on_rows = with_dh_changes(robot, convention, changes);
      const RobotDescription<double> on_axes = with_dh_changes(robot, convention, changes, {}, LinkPlacement::OnAxes);
      const Model<double> a = build_model(on_rows), b = build_model(on_axes);
      for (int k = 0; k < 5; ++k) {
        const std::vector<double> q = random_position(a, random);
        EXPECT_LT(difference(Placement<double>(a, q).of("link5"), Placement<double>(b, q).of("link5")), 1e-11) << seed;
      }
      for (int i = 1; i < 5; ++i) {
        const std::string name = "joint" + std::to_string(i);
        EXPECT_EQ(difference(joint_named(robot, name).X_JC, joint_named(on_axes, name).X_JC), 0.0) << name;
      }
    }
}

TEST(ARobotWithDhChanges, KeepsWhatIsNotOnTheWay) {
  Random random(4);
  const RobotDescription<double> robot = chain_with_mounts(4);
  const RobotDescription<double> now =
      with_dh_changes(robot, DhConvention::Modified, random_changes(3, 0.01, random), "link3");
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const JointDescription<double>&a = robot.joints[j], &b = now.joints[j];
    const bool moves = a.name == "joint1" || a.name == "joint2" || a.name == "joint3";
    EXPECT_EQ(difference(a.X_PJ, b.X_PJ) > 0.0, moves) << a.name;
    EXPECT_EQ(a.parent, b.parent);
  }
  const RobotDescription<double> hand =
      with_dh_changes(robot, DhConvention::Modified, random_changes(3, 0.01, random), "hand");
  EXPECT_GT(difference(joint_named(hand, "branch").X_PJ, joint_named(robot, "branch").X_PJ), 0.0);
  EXPECT_EQ(difference(joint_named(hand, "joint3").X_PJ, joint_named(robot, "joint3").X_PJ), 0.0);
}

TEST(ADhTable, IsMadeOfAPathWhateverIsBesideIt) {
  // a finger that follows the other one
  const RobotDescription<double> panda = load_robot(std::string(SINEW_SOURCE_DIR "/robots/panda.yaml")).description;
  EXPECT_EQ(dh_table_to(panda, DhConvention::Standard, "panda_rightfinger").rows.size(), 8U);
  // a motor that rides on another branch
  RobotDescription<double> robot = chain_with_mounts(1);
  for (JointDescription<double>& joint : robot.joints)
    if (joint.name == "joint4") joint.motor = Motor<double>{.carrier = "hand"};
  EXPECT_EQ(dh_table_to(robot, DhConvention::Standard).rows.size(), 5U);
}

/// A turn of a joint's zero is the joint's own: no link changes in itself.
TEST(ARobotWithDhChanges, TakesAnEncoderOffsetAtTheJoint) {
  const RobotDescription<double> robot = load_robot(std::string(SINEW_SOURCE_DIR "/robots/puma560.yaml")).description;
  std::vector<DhRow<double>> changes(6);
  changes[2].theta = 0.01;
  const RobotDescription<double> now = with_dh_changes(robot, DhConvention::Standard, changes);
  const Model<double> before = build_model(robot), after = build_model(now);
  std::vector<double> q = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, turned = q;
  turned[2] += 0.01;
  for (const auto& link : robot.links)
    EXPECT_LT(difference(Placement<double>(after, q).of(link.name), Placement<double>(before, turned).of(link.name)),
              1e-14);
  for (std::size_t j = 0; j < robot.joints.size(); ++j)
    EXPECT_EQ(difference(robot.joints[j].X_PJ, now.joints[j].X_PJ) > 0.0, j == 2) << j;
}

TEST(ARobotWithDhChanges, IsTheRobotWhereNothingChanges) {
  for (const char* name : {"puma560", "ur5", "panda", "iiwa14", "stanford"}) {
    const RobotDescription<double> robot =
        load_robot(SINEW_SOURCE_DIR "/robots/" + std::string(name) + ".yaml").description;
    for (const DhConvention convention : both_conventions)
      for (const LinkPlacement placement : {LinkPlacement::OnRows, LinkPlacement::OnAxes}) {
        const std::vector<DhRow<double>> none(dh_table_to(robot, convention).rows.size());
        const RobotDescription<double> now = with_dh_changes(robot, convention, none, {}, placement);
        for (std::size_t j = 0; j < robot.joints.size(); ++j) {
          EXPECT_EQ(difference(robot.joints[j].X_PJ, now.joints[j].X_PJ), 0.0) << name << " " << j;
          EXPECT_EQ(difference(robot.joints[j].X_JC, now.joints[j].X_JC), 0.0) << name << " " << j;
        }
      }
  }
}

TEST(DhChanges, ThatDoNotFitTheRobotAreRefused) {
  const RobotDescription<double> arm = sinew_test::a_sound_arm();
  const auto said = [&](const std::vector<DhRow<double>>& changes, const std::string& tip = {}) {
    return refusal([&] { with_dh_changes(arm, DhConvention::Standard, changes, tip); });
  };
  EXPECT_THAT(said({{}, {}, {}}), HasSubstr("the chain has 2 DH rows, and 3 changes are given"));
  EXPECT_THAT(said({{}, {std::nan(""), 0, 0, 0}}), HasSubstr("the change of row 2 is not finite"));
  EXPECT_THAT(said({{}, {}}, "lowr"), HasSubstr("there is no frame 'lowr'; did you mean 'lower'?"));
  EXPECT_THAT(said({{}, {}}, "base"), HasSubstr("no joint moves the frame 'base'"));
}

}  // namespace
}  // namespace sinew
