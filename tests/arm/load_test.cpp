// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "sinew/arm/arm.h"
#include "sinew/formats/shipped_robots.h"
#include "tests/support/command.h"

namespace {

using testing::Contains;
using testing::HasSubstr;

TEST(Load, FindsAShippedRobotByItsName) {
  EXPECT_EQ(sinew::load("puma560").joint_names().size(), 6U);
  EXPECT_THAT(sinew::shipped_robot_names(), Contains("puma560"));
}

TEST(Load, NamesTheNearestRobotForAnUnknownOne) {
  try {
    sinew::load("puma56");
    FAIL() << "there is no such robot";
  } catch (const sinew::InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("no shipped robot of that name; did you mean 'puma560'?"));
  }
}

TEST(Load, LooksFirstWhereTheEnvironmentSays) {
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "puma560.yaml") << "sinew: 1\nlinks: [{mass: 1}]\n";
  ::setenv("SINEW_ROBOTS", folder.path().c_str(), 1);
  const std::size_t joints = sinew::load("puma560").joint_names().size();
  ::unsetenv("SINEW_ROBOTS");
  EXPECT_EQ(joints, 1U);
}

}  // namespace
