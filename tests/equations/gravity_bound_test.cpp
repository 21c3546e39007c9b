// SPDX-License-Identifier: BSD-3-Clause
// The closed form of the bound of ∂G/∂q: never passed, and reached, whatever signs the figures have.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <random>

#include "sinew/analysis/gravity_bound.h"
#include "sinew/analysis/matrices.h"
#include "sinew/analysis/random_states.h"
#include "sinew/equations/equation_book.h"
#include "sinew/equations/gravity_design.h"
#include "sinew/symbolic/evaluate.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {
namespace {

SymbolicRobot robot_of(const std::string& text, const SymbolChoice& choice = {}) {
  return symbolic_robot(SourceText{"arm.yaml", text}, choice);
}

double value_of(const SymbolicRobot& robot, const Expr& x) {
  const std::array roots{x};
  return evaluated<double>(std::span<const Expr>(roots), [&](const Symbol& s) { return robot.values.at(s.name); })
      .front();
}

/// α in numbers: the largest eigenvalue of H, and what stands for it in closed form.
double bound_of(const SymbolicRobot& robot, const GravitySlopeBound& bound) {
  const int n = robot.size();
  Eigen::MatrixXd H(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) H(i, j) = value_of(robot, bound.matrix[static_cast<std::size_t>(i * n + j)]);
  const double largest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(H).eigenvalues().maxCoeff();
  if (bound.bound) {
    EXPECT_NEAR(value_of(robot, *bound.bound), largest, 1e-11 * (1.0 + largest));
  }
  if (!bound.eigenvalues.empty()) {
    double most = 0.0;
    for (const Expr& x : bound.eigenvalues) most = std::max(most, value_of(robot, x));
    EXPECT_NEAR(most, largest, 1e-11 * (1.0 + largest));
  }
  return largest;
}

std::string shown(const Expr& x) { return printed(x, Language::Unicode); }

constexpr const char* behind_its_joint = R"(sinew: 1
name: neg
parameters: {l1: 0.7 m, d1: 0.31 m, d2: -0.17 m, m1: 3.1 kg, m2: 1.7 kg, g0: 9.81 m/s^2}
gravity: [0, -g0, 0]
links:
  - {name: link1, joint: revolute, mass: m1, com: [d1, 0, 0]}
  - {name: link2, joint: revolute, pose: Tx(l1), mass: m2, com: [d2, 0, 0]}
)";

TEST(TheClosedGravityBound, IsRightForACentreOfMassBehindItsJoint) {
  SymbolicRobot robot = robot_of(behind_its_joint);
  const auto bound = gravity_slope_bound(robot, energy_equations(robot));
  ASSERT_TRUE(bound && bound->bound);
  EXPECT_NEAR(bound_of(robot, *bound), 24.31, 0.005);
  EXPECT_THAT(shown(bound->matrix[3]), testing::HasSubstr("|d₂|"));
}

/// A chain of joints with axes along ±z in a plane with gravity, centres of mass anywhere, some figures negative.
std::string random_planar_arm(std::mt19937& random) {
  const auto some = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  const int joints = std::uniform_int_distribution<int>(1, 4)(random);
  const bool aside = some(0.0, 1.0) < 0.5;
  std::string parameters = "g0: 9.81 m/s^2", links;
  for (int k = 1; k <= joints; ++k) {
    // one after the other: arguments of a call have no order
    const double m = some(0.3, 4.0), l = some(-0.8, 0.8), d = some(-0.5, 0.5), e = some(-0.5, 0.5);
    parameters += fmt::format(", m{0}: {1:.3f} kg, l{0}: {2:.3f} m, d{0}: {3:.3f} m, e{0}: {4:.3f} m", k, m, l, d, e);
    const std::string before = k == 1 ? "0" : fmt::format("l{}", k - 1);
    links +=
        fmt::format("  - {{name: k{0}, joint: revolute, axis: {1}, pose: Tx({2}), mass: m{0}, com: [d{0}, {3}, 0]}}\n",
                    k, some(0.0, 1.0) < 0.3 ? "-z" : "z", before, aside ? fmt::format("e{}", k) : "0");
  }
  return "sinew: 1\nname: planar\nparameters: {" + parameters + "}\ngravity: [0, -g0, 0]\nlinks:\n" + links;
}

/// The norm has a ridge that is oblique to the joints: a search joint by joint alone ends 1e-6 below.
constexpr const char* oblique_ridge = R"(
sinew: 1
name: ridge
parameters: {g0: 9.81 m/s^2, m1: 0.354 kg, l1: 0.011 m, d1: -0.145 m, e1: -0.208 m, m2: 2.829 kg, l2: -0.666 m, d2: 0.048 m,
             e2: 0.298 m, m3: 0.301 kg, l3: 0.492 m, d3: -0.457 m, e3: 0.182 m, m4: 3.822 kg, l4: 0.211 m, d4: -0.430 m,
             e4: 0.170 m}
gravity: [0, -g0, 0]
links:
  - {name: k1, joint: revolute, axis: z, pose: Tx(0), mass: m1, com: [d1, e1, 0]}
  - {name: k2, joint: revolute, axis: z, pose: Tx(l1), mass: m2, com: [d2, e2, 0]}
  - {name: k3, joint: revolute, axis: z, pose: Tx(l2), mass: m3, com: [d3, e3, 0]}
  - {name: k4, joint: revolute, axis: -z, pose: Tx(l3), mass: m4, com: [d4, e4, 0]}
)";

TEST(TheClosedGravityBound, IsReachedOnAnObliqueRidge) {
  SymbolicRobot robot = robot_of(oblique_ridge);
  const auto bound = gravity_slope_bound(robot, energy_equations(robot));
  ASSERT_TRUE(bound);
  const double alpha = bound_of(robot, *bound);
  EXPECT_NEAR(gravity_bound(robot.numbers).norm, alpha, 1e-9 * alpha);
}

TEST(TheClosedGravityBound, OfRandomPlanarArmsIsNeverPassedAndReached) {
  std::mt19937 random(7);
  for (int arm = 0; arm < 100; ++arm) {
    const std::string text = random_planar_arm(random);
    SymbolicRobot robot = robot_of(text);
    const auto bound = gravity_slope_bound(robot, energy_equations(robot));
    ASSERT_TRUE(bound) << text;
    const double alpha = bound_of(robot, *bound);
    Workspace work(robot.numbers);
    RandomStates states(static_cast<unsigned>(arm));
    for (int k = 0; k < 200; ++k) {
      const Eigen::VectorXd q = states.position(robot.numbers);
      const Eigen::MatrixXd G = gravity_torque_derivative(robot.numbers, in(q), robot.numbers.gravity(), work);
      ASSERT_LE(G.operatorNorm(), alpha * (1.0 + 1e-12)) << text;
    }
    EXPECT_NEAR(gravity_bound(robot.numbers).norm, alpha, 1e-7 * alpha) << text;
  }
}

TEST(TheClosedGravityBound, IsZeroWhereGIsConstant) {
  SymbolicRobot robot = robot_of(
      "sinew: 1\nparameters: {m: 2 kg, g0: 9.81 m/s^2}\ngravity: [0, 0, -g0]\n"
      "links:\n  - {name: a, joint: prismatic, mass: m}\n  - {name: b, joint: revolute, mass: m}\n");
  const auto bound = gravity_slope_bound(robot, energy_equations(robot));
  ASSERT_TRUE(bound && bound->bound);
  EXPECT_TRUE(bound->bound->is_zero());
}

TEST(TheClosedGravityBound, AddsNumbersUp) {
  SymbolicRobot numbers = robot_of(behind_its_joint, {.parameters = false, .numbers_will_do = true});
  const auto bound = gravity_slope_bound(numbers, energy_equations(numbers));
  ASSERT_TRUE(bound && bound->bound);
  for (const Expr& entry : bound->matrix) EXPECT_TRUE(entry.is_constant()) << shown(entry);
  EXPECT_TRUE(bound->bound->is_constant()) << shown(*bound->bound);
  // one symbol left: everything is a multiple of it
  SymbolicRobot gravity = robot_of(behind_its_joint, {.gravity = true, .parameters = false});
  const auto scaled = gravity_slope_bound(gravity, energy_equations(gravity));
  ASSERT_TRUE(scaled && scaled->bound);
  EXPECT_TRUE(split_coefficient(*scaled->bound).rest.op() == Expr::Op::Symbol) << shown(*scaled->bound);
}

}  // namespace
}  // namespace sinew
