// SPDX-License-Identifier: BSD-3-Clause
// The bound of ∂g/∂q in numbers: never passed, by any arm in any state, and reached.
#include "sinew/analysis/gravity_bound.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/random_states.h"
#include "sinew/formats/load.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using sinew::Model;
using sinew::RandomStates;

Model<double> model_of(const std::string& text) { return sinew::load_robot(sinew::SourceText{"arm.yaml", text}).model; }

/// Two to five joints turned against each other in any way, some with stops, some of them slides that have stops.
std::string random_arm(RandomStates& random, bool floating) {
  const auto some = [&](double reach) { return random.uniform(-reach, reach); };
  std::string text = "sinew: 1\nname: random\n";
  if (floating) text += "floating_base: true\nbase: {name: trunk, mass: 12, inertia: [0.1, 0.3, 0.35]}\n";
  text += fmt::format("gravity: [{}, {}, {}]\nlinks:\n", some(9.0), some(9.0), some(9.0));
  const int joints = 2 + static_cast<int>(random.uniform(0.0, 3.99));
  for (int k = 1; k <= joints; ++k) {
    const bool slides = random.uniform(0.0, 1.0) < 0.2;
    const bool stops = slides || random.uniform(0.0, 1.0) < 0.3;
    const std::string limits =
        stops ? fmt::format(", limits: {{position: [{}, {}]}}", some(1.0) - 1.0, some(1.0) + 1.0) : "";
    text += fmt::format(
        "  - {{name: k{}, joint: {{kind: {}{}}}, pose: {{xyz: [{}, {}, {}], rpy: [{}, {}, {}]}}, mass: {}, com: [{}, "
        "{}, {}], "
        "inertia: [0.1, 0.1, 0.1]}}\n",
        k, slides ? "prismatic" : "revolute", limits, some(0.5), some(0.5), some(0.5), some(3.0), some(3.0), some(3.0),
        random.uniform(0.2, 5.0), some(0.4), some(0.4), some(0.4));
  }
  return text;
}

double norm_of(const Model<double>& model, const VectorXd& q, sinew::Workspace& work) {
  const int n = model.independent_count();
  return MatrixXd(sinew::gravity_torque_derivative(model, sinew::in(q), model.gravity(), work).bottomRightCorner(n, n))
      .operatorNorm();
}

TEST(TheGravityBound, OfRandomArmsIsNeverPassedAndReachedWhereItSays) {
  RandomStates random(11);
  for (int arm = 0; arm < 60; ++arm) {
    const bool floating = arm % 3 == 0;
    const std::string text = random_arm(random, floating);
    const Model<double> model = model_of(text);
    const sinew::GravityBound bound = sinew::gravity_bound(model);
    ASSERT_TRUE(bound.bounded) << text;
    sinew::Workspace work(model);
    EXPECT_NEAR(norm_of(model, bound.q, work), bound.norm, 1e-10 * bound.norm) << text;
    double largest = 0.0;
    for (int k = 0; k < 2000; ++k) largest = std::max(largest, norm_of(model, random.position(model), work));
    EXPECT_LE(largest, bound.norm * (1.0 + 1e-9)) << text;
  }
}

TEST(TheGravityBound, OfAFloatingBaseTakesTheWorstAttitude) {
  const Model<double> model = model_of(
      "sinew: 1\nfloating_base: true\nbase: {name: trunk, mass: 12, inertia: [0.1, 0.3, 0.35]}\n"
      "links:\n  - {name: leg, joint: revolute, axis: y, pose: Tx(0.2), mass: 2, com: [0, 0, -0.15]}\n");
  EXPECT_NEAR(sinew::gravity_bound(model).norm, 2.0 * std::abs(model.gravity().z) * 0.15, 1e-12);
}

TEST(TheGravityBound, IsZeroWhereGravityIsTheSameEverywhere) {
  const Model<double> model = model_of(
      "sinew: 1\nlinks:\n  - {name: a, joint: prismatic, mass: 2}\n"
      "  - {name: b, joint: prismatic, pose: Rx(90deg), mass: 2}\n");
  const sinew::GravityBound bound = sinew::gravity_bound(model);
  EXPECT_EQ(bound.norm, 0.0);
  EXPECT_TRUE(bound.bounded);
}

TEST(TheGravityBound, GrowsWithASlideThatHasNoStops) {
  const std::string text =
      "sinew: 1\nlinks:\n  - {name: a, joint: revolute, pose: Rx(90deg), mass: 2, com: [0.1, 0, 0]}\n"
      "  - {name: b, joint: {kind: prismatic STOPS}, pose: Ry(90deg), mass: 2}\n";
  const std::string with = std::string(text).replace(text.find("STOPS"), 5, ", limits: {position: [0, 0.5]}");
  EXPECT_FALSE(sinew::gravity_bound(model_of(std::string(text).replace(text.find("STOPS"), 5, ""))).bounded);
  EXPECT_TRUE(
      sinew::gravity_bound(model_of(std::string(with).replace(with.find("prismatic ,"), 11, "prismatic,"))).bounded);
}

TEST(TheGravityBound, CountsAFollowerWithItsLeader) {
  const Model<double> model = model_of(
      "sinew: 1\ngravity: [0, -9.81, 0]\nlinks:\n  - {name: a, joint: {name: j, kind: revolute}, mass: 2, com: [0.3, "
      "0, 0]}\n"
      "  - {name: b, joint: {name: k, kind: revolute, mimic: {joint: j, multiplier: 2}}, pose: Tx(0.5), mass: 1, com: "
      "[0.4, 0, "
      "0]}\n");
  // U = g·((2·0.3 + 0.5)·sin q + 0.4·sin 3q), whose second derivative is largest where both peak: at q = π/2 they oppose
  double largest = 0.0;
  for (int k = 0; k < 200000; ++k) {
    const double q = k * 3.14159265358979e-5;
    largest = std::max(largest, std::abs(9.81 * (1.1 * std::sin(q) + 3.6 * std::sin(3.0 * q))));
  }
  EXPECT_NEAR(sinew::gravity_bound(model).norm, largest, 1e-7 * largest);
}

}  // namespace
