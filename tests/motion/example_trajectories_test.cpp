// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "sinew/formats/load.h"
#include "sinew/motion/given/trajectory_file.h"

namespace sinew {
namespace {

/// Every example is read, by the robot that it is for, and has nothing to remark but that samples were smoothed.
TEST(ExampleTrajectories, AreReadWithoutRemarks) {
  const std::map<std::string, std::string> robots = {{"homework", "rrp"},
                                                     {"swing", "two_link_2r"},
                                                     {"pick_and_place", "two_link_2r"},
                                                     {"measured", "two_link_2r"},
                                                     {"ur5_circle", "ur5"}};
  const std::filesystem::path top = SINEW_SOURCE_DIR;
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(top / "examples/trajectories")) {
    const std::string name = entry.path().stem();
    ASSERT_TRUE(robots.contains(name)) << name << " has no robot";
    const Arm arm(load_robot((top / "robots" / (robots.at(name) + ".yaml")).string()).model);
    const GivenTrajectory given = read_trajectory(read_source_text(entry.path().string()), arm);
    EXPECT_GT(given.trajectory->duration(), 0.4) << name;
    ++count;
    for (const Diagnostic& remark : given.remarks)
      EXPECT_TRUE(remark.what.find("were smoothed") != std::string::npos) << remark.text();
  }
  EXPECT_EQ(count, robots.size());
}

}  // namespace
}  // namespace sinew
