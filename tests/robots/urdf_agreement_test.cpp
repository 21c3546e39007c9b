// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <set>

#include "tests/robots/shipped_robots.h"
#include "tests/support/differences.h"
#include "tests/support/kinematics.h"

/// Our YAML of a robot says what its published URDF says. Those files are not ours to ship; where they are
/// not at hand, published_figures_test.cpp has to do.
namespace {

using namespace sinew;
using sinew_test::difference;
using sinew_test::Placement;
using sinew_test::Random;
using sinew_test::random_position;

class PublishedUrdf : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string path = std::string(SINEW_SOURCE_DIR) + "/../shared/reference/robots/" + GetParam() + ".urdf";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the published URDF is not at hand";
    urdf_ = load_robot(path);
    yaml_ = sinew_test::shipped(GetParam());
  }

  const Model<double>& urdf() const { return urdf_->model; }
  const Model<double>& yaml() const { return yaml_->model; }

  std::optional<LoadedRobot> urdf_, yaml_;
};
INSTANTIATE_TEST_SUITE_P(Of, PublishedUrdf, testing::Values("ur5", "panda", "iiwa14"),
                         [](const auto& robot) { return std::string(robot.param); });

TEST_P(PublishedUrdf, HasTheSameLinksAndJoints) {
  std::set<std::string> links_of_urdf, links_of_yaml, joints_of_urdf, joints_of_yaml;
  for (const auto& link : urdf_->description.links) links_of_urdf.insert(link.name);
  for (const auto& link : yaml_->description.links) links_of_yaml.insert(link.name);
  for (const auto& joint : urdf_->description.joints) joints_of_urdf.insert(joint.name);
  for (const auto& joint : yaml_->description.joints) joints_of_yaml.insert(joint.name);
  EXPECT_EQ(links_of_yaml, links_of_urdf);
  EXPECT_EQ(joints_of_yaml, joints_of_urdf);
}

TEST_P(PublishedUrdf, HasTheSameMassAndInertiaOfEachLink) {
  double total_of_urdf = 0, total_of_yaml = 0;
  for (const auto& link : urdf_->description.links)
    for (const auto& same : yaml_->description.links) {
      if (same.name != link.name) continue;
      const Inertia<double> a = link.inertia.value_or(Inertia<double>{});
      const Inertia<double> b = same.inertia.value_or(Inertia<double>{});
      EXPECT_LT(difference(a, b), 1e-12) << link.name;
      total_of_urdf += a.m;
      total_of_yaml += b.m;
    }
  EXPECT_GT(total_of_urdf, 1.0);
  EXPECT_NEAR(total_of_yaml, total_of_urdf, 1e-12);
}

TEST_P(PublishedUrdf, HasEveryFrameAndTheCentreOfMassInTheSamePlace) {
  ASSERT_EQ(yaml().position_count(), urdf().position_count());
  Random random(21);
  for (int sample = 0; sample < 20; ++sample) {
    const auto q = random_position(yaml(), random);
    // by joint, since the two files may list them in different orders
    std::vector<double> q_of_urdf(q.size());
    for (const auto& link : yaml().links())
      if (!link.follows)
        q_of_urdf[static_cast<std::size_t>(urdf().link(*urdf().find_joint(link.joint_name)).position_index)] =
            q[static_cast<std::size_t>(link.position_index)];
    const Placement<double> in_yaml(yaml(), q), in_urdf(urdf(), q_of_urdf);
    for (const auto& frame : urdf().frames())
      EXPECT_LT(difference(in_yaml.of(frame.name), in_urdf.of(frame.name)), 1e-9) << frame.name;
    EXPECT_LT(difference(centre_of_mass(in_yaml.whole()), centre_of_mass(in_urdf.whole())), 1e-9);
  }
}

TEST_P(PublishedUrdf, HasTheSameLimitsAndFrictionOfEachJoint) {
  for (const auto& link : urdf().links()) {
    const auto& same = yaml().link(*yaml().find_joint(link.joint_name));
    EXPECT_EQ(same.kind, link.kind) << link.joint_name;
    EXPECT_NEAR(same.limits.lower, link.limits.lower, 1e-9) << link.joint_name;
    EXPECT_NEAR(same.limits.upper, link.limits.upper, 1e-9) << link.joint_name;
    EXPECT_EQ(same.limits.velocity, link.limits.velocity) << link.joint_name;
    EXPECT_EQ(same.limits.effort, link.limits.effort) << link.joint_name;
    EXPECT_EQ(same.friction.viscous, link.friction.viscous) << link.joint_name;
    EXPECT_EQ(same.friction.coulomb_plus, link.friction.coulomb_plus) << link.joint_name;
    EXPECT_EQ(same.friction.coulomb_minus, link.friction.coulomb_minus) << link.joint_name;
    EXPECT_EQ(same.follows, link.follows) << link.joint_name;
    EXPECT_EQ(same.multiplier, link.multiplier) << link.joint_name;
    EXPECT_EQ(same.offset, link.offset) << link.joint_name;
  }
}

}  // namespace
