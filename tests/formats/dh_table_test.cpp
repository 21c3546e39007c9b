// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/dh_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sinew/formats/load.h"
#include "sinew/formats/yaml/writer.h"
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

constexpr DhConvention both[] = {DhConvention::Standard, DhConvention::Modified};

/// A chain of turning and sliding joints in any position, its frames anywhere on the links.
RobotDescription<double> any_chain(std::uint64_t seed, int joints) {
  sinew_test::Random random(seed);
  RobotDescription<double> chain;
  chain.name = "chain";
  chain.links.push_back(sinew_test::a_link("base"));
  for (int i = 0; i < joints; ++i) {
    const std::string name = "link" + std::to_string(i + 1);
    chain.links.push_back(sinew_test::a_link(name, random.inertia()));
    auto joint = sinew_test::a_joint("joint" + std::to_string(i + 1),
                                     random.below(3) == 0 ? JointKind::Prismatic : JointKind::Revolute,
                                     chain.links[chain.links.size() - 2].name, name);
    joint.X_PJ = random.pose();
    joint.X_JC = random.pose();
    joint.axis = random.direction();
    // parallel and coincident axes are what robots are made of
    if (random.below(3) == 0 && i > 0) {
      joint.axis = chain.joints.back().axis;
      joint.X_PJ.R = chain.joints.back().X_JC.R.inverse();
      if (random.below(2) == 0) joint.X_PJ.p = chain.joints.back().X_JC.inverse() * (0.3 * joint.axis);
    }
    chain.joints.push_back(joint);
  }
  return chain;
}

void expect_same_robot(const Model<double>& a, const Model<double>& b, double tolerance, const std::string& which) {
  ASSERT_EQ(a.link_count(), b.link_count());
  sinew_test::Random random(7);
  for (int sample = 0; sample < 5; ++sample) {
    std::vector<double> q;
    for (int i = 0; i < a.position_count(); ++i) q.push_back(random.uniform(-3.0, 3.0));
    const Placement<double> in_a(a, q), in_b(b, q);
    for (const Link<double>& link : a.links()) {
      EXPECT_LT(difference(in_a.of(link.name), in_b.of(link.name)), tolerance) << which << " " << link.name;
    }
    for (int i = 0; i < a.link_count(); ++i)
      EXPECT_LT(difference(in_a.of_link(i) * a.link(i).inertia, in_b.of_link(i) * b.link(i).inertia), 100 * tolerance)
          << which;
  }
}

TEST(TheDhTableOfAnyChain, GivesTheSameRobot) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed)
    for (const DhConvention convention : both) {
      const RobotDescription<double> chain = any_chain(seed, 6);
      Diagnostics diagnostics("chain.yaml");
      const auto table = dh_table(chain, convention, diagnostics);
      ASSERT_TRUE(table);
      const LoadedRobot again = load_robot(SourceText{"again.yaml", write_sinew_yaml(chain, *table)});
      expect_same_robot(build_model(chain), again.model, 2e-12, "seed " + std::to_string(seed));
    }
}

TEST(ADhTable, IsTheOneThatTheFileWasWrittenWith) {
  const std::string rows[] = {"{theta: 10deg, d: 0.1, a: -0.2, alpha: -90deg}",
                              "{theta: -20deg, d: 0, a: 0.3, alpha: 0}", "{theta: 0, d: -0.4, a: 0, alpha: 37deg}",
                              "{theta: 180deg, d: 0.05, a: 0.01, alpha: 90deg}"};
  for (const DhConvention convention : both) {
    std::string text =
        std::string("sinew: 1\ndh: ") + (convention == DhConvention::Standard ? "standard" : "modified") + "\nlinks:\n";
    for (const std::string& row : rows) text += "  - {mass: 1, dh: " + row + "}\n";
    // through poses, so that only the geometry can tell
    const LoadedRobot written = load_robot(SourceText{"dh.yaml", text});
    const LoadedRobot poses = load_robot(SourceText{"poses.yaml", write_sinew_yaml(written.description)});
    Diagnostics diagnostics("poses.yaml");
    const auto table = dh_table(poses.description, convention, diagnostics);
    ASSERT_TRUE(table);
    const double deg = std::numbers::pi / 180;
    const DhRow<double> expected[] = {{10 * deg, 0.1, -0.2, -90 * deg},
                                      {-20 * deg, 0, 0.3, 0},
                                      {0, -0.4, 0, 37 * deg},
                                      {180 * deg, 0.05, 0.01, 90 * deg}};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(table->rows[i].row.theta, expected[i].theta, 1e-12) << i;
      EXPECT_NEAR(table->rows[i].row.d, expected[i].d, 1e-12) << i;
      EXPECT_NEAR(table->rows[i].row.a, expected[i].a, 1e-12) << i;
      EXPECT_NEAR(table->rows[i].row.alpha, expected[i].alpha, 1e-12) << i;
    }
    EXPECT_LT(difference(table->base, Pose<double>{}), 1e-15);
  }
}

TEST(ADhTable, BeginsAtTheBaseIfItsAxisIsTheFirstJoints) {
  RobotDescription<double> arm = sinew_test::a_sound_arm();
  arm.joints[0].X_PJ.p = {0.0, 0.0, 0.3};
  arm.joints[0].X_JC.p = {0.1, 0.2, 0.0};  // link frames that are no DH frames
  arm.joints[1].X_PJ.R = Rotation<double>::about_x({1.0, 0.0});
  for (const DhConvention convention : both) {
    Diagnostics diagnostics("arm.yaml");
    const auto table = dh_table(arm, convention, diagnostics);
    ASSERT_TRUE(table);
    EXPECT_TRUE(is_identity(table->base));
    EXPECT_NEAR(table->rows[0].row.d, 0.3, 1e-15);
  }
}

TEST(ADhTable, IsRefusedWithThePlainReason) {
  const auto reason = [](const RobotDescription<double>& robot) {
    Diagnostics diagnostics("arm.yaml");
    EXPECT_FALSE(dh_table(robot, DhConvention::Standard, diagnostics));
    return sinew_test::texts(diagnostics);
  };
  RobotDescription<double> branching = sinew_test::a_sound_arm();
  branching.links.push_back(sinew_test::a_link("other", sinew_test::some_inertia()));
  branching.joints.push_back(sinew_test::a_joint("fork", JointKind::Revolute, "upper", "other"));
  EXPECT_THAT(reason(branching),
              Contains(HasSubstr("it branches at 'upper', where joint 'fork' begins another chain")));
  RobotDescription<double> floating = sinew_test::a_sound_arm();
  floating.floating_base = true;
  EXPECT_THAT(reason(floating), Contains(HasSubstr("its base floats")));
  RobotDescription<double> still = sinew_test::a_sound_arm();
  for (auto& joint : still.joints) joint.kind = JointKind::Fixed;
  EXPECT_THAT(reason(still), Contains(HasSubstr("nothing moves")));
}

TEST(AxesThatAreAlmostParallel, AreWrittenAsParallelWithAWarning) {
  RobotDescription<double> arm = sinew_test::a_sound_arm();
  arm.joints[1].X_PJ.R = Rotation<double>::from(RollPitchYaw<double>{5e-12, 0, 0});
  Diagnostics diagnostics("arm.yaml");
  const auto table = dh_table(arm, DhConvention::Standard, diagnostics);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->rows[0].row.alpha, 0.0);
  EXPECT_THAT(sinew_test::texts(diagnostics), Contains(HasSubstr("off by up to 5")));
}

}  // namespace
}  // namespace sinew
