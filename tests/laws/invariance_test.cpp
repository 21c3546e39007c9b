// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;
using sinew::Pose;

// the laws of motion do not ask which way the world's axes point, nor where its origin is
TEST(TheWorldFrame, DoesNotMatter) {
  Worst worst(1e-13);
  std::vector<LawRobot> all = shipped_law_robots();
  for (const LawRobot& tree : random_trees()) all.push_back(tree);
  for (const LawRobot& robot : all) {
    Random random(robot.seed + 5);
    const Pose<double> X_NW = random.pose();  // the old world in the new one
    auto moved = robot.description;
    moved.gravity = X_NW.R * moved.gravity;
    if (!moved.floating_base) {
      // everything that stands on the root link moves with it
      std::string root;
      for (const auto& link : moved.links) {
        bool is_child = false;
        for (const auto& joint : moved.joints) is_child = is_child || joint.child == link.name;
        if (!is_child) root = link.name;
      }
      for (auto& joint : moved.joints) {
        if (joint.parent == root) joint.X_PJ = X_NW * joint.X_PJ;
        if (joint.motor && joint.motor->carrier == root) joint.motor->axis = X_NW.R * joint.motor->axis;
      }
    }
    const auto model = sinew::build_model(moved);
    for (int k = 0; k < 3; ++k) {
      const State<double> s = random_state(robot.model, random);
      auto q = s.q;
      if (moved.floating_base) {
        const Pose<double> X = X_NW * sinew::base_pose<double>(s.q);
        const auto p = quaternion(X.R);
        const double base[] = {X.p.x, X.p.y, X.p.z, p.x, p.y, p.z, p.w};
        std::copy(std::begin(base), std::end(base), q.begin());
      }
      const auto before = torques<double, double>(robot.model, s.q, s.qd, s.qdd, s.weight());
      const auto after = torques<double, double>(model, q, s.qd, s.qdd, {model.gravity(), {}, {}});
      worst.see(deviation(after, before), robot.name);
      const auto M = mass_matrix_of<double, double>(robot.model, s.q);
      worst.see(deviation(mass_matrix_of<double, double>(model, q), M), robot.name + ", M");
      worst.see(deviation(coriolis_matrix_of<double, double>(model, q, s.qd),
                          coriolis_matrix_of<double, double>(robot.model, s.q, s.qd), largest(M)),
                robot.name + ", C");
    }
  }
}

// gravity and an upward acceleration of everything are the same thing
TEST(AFloatingBase, FeelsNoGravityInFreeFall) {
  Worst worst(1e-13);
  for (const LawRobot& robot : random_trees()) {
    if (!robot.model.floating_base()) continue;
    Random random(robot.seed);
    const State<double> s = random_state(robot.model, random);
    const auto& model = robot.model;
    const auto still = zeros<double, double>(model);
    auto falling = still;
    const auto g = sinew::base_rotation<double>(s.q).inverse_times(s.gravity);
    for (int k = 0; k < 3; ++k) falling[index(k + 3)] = g[k];
    worst.see(deviation(body_torques<double, double>(model, s.q, still, falling, s.weight()), still,
                        largest(gravity_torques<double, double>(model, s.q, s.gravity))),
              robot.name);
  }
}

}  // namespace
