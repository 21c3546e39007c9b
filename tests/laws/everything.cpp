// SPDX-License-Identifier: BSD-3-Clause
#include "tests/laws/everything.h"

#include "tests/laws/robots.h"

namespace sinew_test {

std::vector<Model<double>> robots_for_everything() {
  std::vector<Model<double>> robots;
  for (const LawRobot& robot : shipped_law_robots())
    if (robot.name == "iiwa14" || robot.name == "panda" || robot.name == "stanford") robots.push_back(robot.model);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto tree = a_random_tree(seed, 12, seed % 2 == 0);
    add_joint_forces(tree, seed);
    add_missing_bodies(tree, seed);
    if (seed > 4)  // then forward dynamics goes by articulated bodies
      for (auto& joint : tree.joints) {
        joint.mimic.reset();
        if (joint.motor) joint.motor->carrier = joint.parent;
      }
    if (seed > 8) add_transmissions(tree, seed);
    robots.push_back(sinew::build_model(tree));
  }
  return robots;
}

}  // namespace sinew_test
