// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sinew/model/build_model.h"
#include "sinew/readings/numbers.h"

namespace {

using namespace sinew;

/// Links on a line, each on the one before it, or all on the base; with `leader`, the last joint follows the first.
Model<double> many_joints(int count, bool wide, bool leader = false) {
  RobotDescription<double> robot;
  robot.name = "long";
  robot.links.push_back({"l0", std::nullopt, {}});
  for (int i = 1; i <= count; ++i) {
    LinkDescription<double> link;
    link.name = "l" + std::to_string(i);
    link.inertia = Inertia<double>::about_com(1.0, {0.1, 0.02, 0.0}, Symmetric3<double>::diagonal(0.1, 0.1, 0.1));
    JointDescription<double> joint;
    joint.name = "j" + std::to_string(i);
    joint.kind = JointKind::Revolute;
    joint.parent = wide ? "l0" : "l" + std::to_string(i - 1);
    joint.child = link.name;
    joint.X_PJ.p = {0.1, 0.0, 0.0};
    joint.axis = i % 2 == 0 ? unit_y<double>() : unit_z<double>();
    if (leader && i == count) joint.mimic = Mimic<double>{"j1", 1.0, 0.0};
    robot.links.push_back(link);
    robot.joints.push_back(joint);
  }
  return build_model(robot);
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

TEST(AModelOfManyJoints, IsMadeInATimeThatGrowsWithTheirNumber) {
  // where the cost grew with the cube of the length this took hours
  for (const bool wide : {false, true}) {
    const int count = 50'000;
    const Model<double> model = many_joints(count, wide);
    ASSERT_EQ(model.link_count(), count);
    EXPECT_EQ(model.subtree_end(7), wide ? 8 : count);
    EXPECT_EQ(model.subtree_end(count - 1), count);
  }
}

TEST(AWorkspaceOfManyJoints, HoldsNoMatrixThatNobodyAsksFor) {
  const int count = 50'000;  // whose square is 20 GB of doubles
  const Model<double> model = many_joints(count, false);
  Workspace work(model);
  const std::vector<double> q(at(count), 1e-4), zeros(at(count), 0.0);
  std::vector<double> tau(at(count)), qdd(at(count), 1.0);
  numbers::torque(model, q, zeros, zeros, work, tau);
  EXPECT_TRUE(std::isfinite(tau.front()) && tau.front() != 0.0);
  numbers::acceleration(model, q, zeros, tau, work, qdd);
  EXPECT_LT(largest_difference(qdd, zeros), 1.0);
}

TEST(MatricesOfALongChain, AreMadeWhenTheyAreAskedFor) {
  for (const bool leader : {false, true}) {
    const Model<double> model = many_joints(230, true, leader);
    const std::size_t n = at(model.velocity_count());
    Workspace work(model);
    EXPECT_TRUE(work.M.empty());
    std::vector<double> q(n), qd(n), tau(n), back(n), qdd(n), M(n * n), inverse(n * n), by_q(n * n), by_qd(n * n),
        by_tau(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      q[i] = 0.01 * static_cast<double>(i);
      qd[i] = 0.5 - 0.001 * static_cast<double>(i);
      qdd[i] = std::sin(static_cast<double>(i));
    }
    numbers::torque(model, q, qd, qdd, work, tau);
    numbers::acceleration(model, q, qd, tau, work, back);  // factorised where a joint follows another
    EXPECT_LT(largest_difference(back, qdd), 1e-9) << leader;
    numbers::mass_matrix(model, q, work, M);
    numbers::inverse_mass_matrix(model, q, work, inverse);
    numbers::acceleration_derivatives(model, {q, qd, tau}, own_loads<double>(model), work, {by_q, by_qd, by_tau});
    EXPECT_LT(largest_difference(inverse, by_tau), 1e-9) << leader;
    double product = 0.0;
    for (std::size_t k = 0; k < n; ++k) product += M[5 * n + k] * inverse[k * n + 5];
    EXPECT_NEAR(product, 1.0, 1e-9);
  }
}

}  // namespace
