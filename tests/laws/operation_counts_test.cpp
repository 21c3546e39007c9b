// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

/// A double that counts what is done with it. Parameters are plain doubles, so that a model's zeros cost nothing.
struct Counted {
  double value = 0.0;
  Counted() = default;
  Counted(double x) : value(x) {}  // NOLINT(google-explicit-constructor)

  static inline int products = 0, sums = 0, others = 0;
  static int take() {
    const int all = products + sums + others;
    products = sums = others = 0;
    return all;
  }
  static Counted counted(int& kind, double x) {
    ++kind;
    return {x};
  }
  friend Counted operator+(const Counted& a, const Counted& b) { return counted(sums, a.value + b.value); }
  friend Counted operator-(const Counted& a, const Counted& b) { return counted(sums, a.value - b.value); }
  friend Counted operator*(const Counted& a, const Counted& b) { return counted(products, a.value * b.value); }
  friend Counted operator/(const Counted& a, const Counted& b) { return counted(others, a.value / b.value); }
  friend Counted operator-(const Counted& a) { return counted(others, -a.value); }
  Counted& operator+=(const Counted& b) { return *this = *this + b; }
  Counted& operator-=(const Counted& b) { return *this = *this - b; }
  Counted& operator*=(const Counted& b) { return *this = *this * b; }
  friend bool operator<(const Counted& a, const Counted& b) { return a.value < b.value; }
  friend Counted exp(const Counted& a) { return counted(others, std::exp(a.value)); }
  friend sinew::SinCos<Counted> sincos(const Counted& a) {
    return {counted(others, std::sin(a.value)), counted(others, std::cos(a.value))};
  }
};

using namespace sinew_test;

const LawRobot& robot_named(const std::string& name) {
  for (const LawRobot& robot : shipped_law_robots())
    if (robot.name == name) return robot;
  throw std::runtime_error("no robot " + name);
}

struct Costs {
  int inverse, mass, forward, derivatives;
};

Costs costs_of(const Model<double>& robot) {
  const auto model = without(robot, {.friction = true, .motors = true});
  Random random(1);
  const auto s = numbers_as<Counted>(random_state(model, random));
  Costs costs{};
  Counted::take();
  torques<double, Counted>(model, s.q, s.qd, s.qdd, s.weight());
  costs.inverse = Counted::take();
  mass_matrix_of<double, Counted>(model, s.q);
  costs.mass = Counted::take();
  accelerations<double, Counted>(model, s.q, s.qd, s.tau, s.weight());
  costs.forward = Counted::take();
  State<Counted> unloaded = s;
  unloaded.external.clear();
  torque_derivatives<double, Counted>(model, unloaded);
  costs.derivatives = Counted::take();
  for (const auto& [name, value] : {std::pair<const char*, int>{"inverse", costs.inverse},
                                    {"mass", costs.mass},
                                    {"forward", costs.forward},
                                    {"derivatives", costs.derivatives}})
    testing::Test::RecordProperty(robot.name() + "_" + name, value);
  return costs;
}

// loose ceilings: they are there to catch an algorithm that grows by an order, or loses what it knows of a model's zeros
TEST(AnArmOfSevenJoints, CostsFewOperations) {
  const Costs costs = costs_of(robot_named("iiwa14").model);
  EXPECT_LT(costs.inverse, 1600);
  EXPECT_LT(costs.mass, 1500);
  EXPECT_LT(costs.forward, 3500);
  EXPECT_LT(costs.derivatives, 13000);
}

TEST(InverseDynamics, CostsAsMuchForEachFurtherLink) {
  const auto cost_of = [](int joints) {
    sinew::RobotDescription<double> chain;
    chain.name = "chain";
    chain.links.push_back(a_link("link0"));
    Random random(1);
    for (int i = 1; i <= joints; ++i) {
      chain.links.push_back(a_link("link" + std::to_string(i), random.inertia()));
      chain.joints.push_back(a_joint("joint" + std::to_string(i), sinew::JointKind::Revolute,
                                     "link" + std::to_string(i - 1), "link" + std::to_string(i)));
      chain.joints.back().X_PJ = random.pose();
    }
    return costs_of(sinew::build_model(chain));
  };
  const Costs ten = cost_of(10), twenty = cost_of(20), forty = cost_of(40);
  EXPECT_NEAR(forty.inverse - twenty.inverse, 2 * (twenty.inverse - ten.inverse), 5);
  EXPECT_NEAR(forty.forward - twenty.forward, 2 * (twenty.forward - ten.forward), 50);
}

}  // namespace
