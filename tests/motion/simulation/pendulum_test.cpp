// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <numbers>

#include "sinew/algorithms/forward_dynamics.h"
#include "sinew/motion/integration/dormand_prince.h"
#include "tests/motion/simulation/machines.h"
#include "tests/support/quad.h"
#include "tests/support/states.h"

namespace sinew_test {
namespace {

using sinew::SimulationEvent;
using sinew::SimulationMethod;

/// The complete elliptic integral K(sin(amplitude/2)), by the arithmetic-geometric mean.
double quarter_period_factor(double amplitude) {
  double a = 1.0, b = std::cos(0.5 * amplitude);
  for (int i = 0; i < 10; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 0.5 * std::numbers::pi / a;
}

TEST(PhysicalPendulum, HasThePeriodOfTheEllipticIntegral) {
  for (const double amplitude : {0.5, 2.0, 3.0}) {
    auto settings = settings_of(SimulationMethod::Adaptive, 1e-13);
    settings.until = 100.0;
    sinew::Simulation run(pendulum(1), settings);
    // from rest on one side: q̇ changes its sign again after half a period, on the other side
    int crossings = 0;
    run.watch([&](double, sinew::In<double>, sinew::In<double> qd) { return qd[0]; });
    const double q[] = {amplitude}, qd[] = {0.0};
    run.start(0.0, q, qd);
    run_until(run);
    ++crossings;
    // I/(m·g·r) = (1/3)/(9.81/2)
    const double period = 4.0 * std::sqrt(2.0 / (3.0 * 9.81)) * quarter_period_factor(amplitude);
    ASSERT_EQ(run.events().size(), 1U);
    EXPECT_EQ(run.events()[0].kind, SimulationEvent::Kind::StopCondition);
    EXPECT_NEAR(2.0 * run.t() / period, 1.0, 1e-10) << amplitude;
    EXPECT_NEAR(run.q()[0], -amplitude, 1e-10);
  }
}

/// The same equations in quads, by a method and steps of their own.
std::vector<double> swing_in_quads(const sinew::Model<double>& model, double angle, double duration, int steps) {
  const sinew::Model<Quad> robot = numbers_as<Quad>(model);
  const int n = model.velocity_count();
  sinew::ForwardDynamicsScratch<Quad> scratch(robot);
  const std::vector<Quad> tau(sinew::at(n), Quad(0.0));
  const auto rate = [&](const Quad&, std::span<const Quad> y, std::span<Quad> dy) {
    const std::size_t half = sinew::at(n);
    std::copy(y.begin() + n, y.end(), dy.begin());
    sinew::forward_dynamics<Quad, Quad>(robot, y.first(half), y.subspan(half, half), tau, sinew::own_loads<Quad>(robot),
                                        scratch, dy.subspan(half, half));
  };
  sinew::DormandPrince<Quad> method(2 * n, 0);
  std::vector<Quad> y(2 * sinew::at(n), Quad(0.0)), end(y);
  for (int i = 0; i < n; ++i) y[sinew::at(i)] = Quad(angle);
  const Quad h = Quad(duration) / Quad(static_cast<double>(steps));
  for (int k = 0; k < steps; ++k) {
    rate(Quad(0.0), y, method.first_rate());
    method.take(rate, Quad(0.0), y, h, end);
    y = end;
  }
  std::vector<double> result;
  for (const Quad& value : y) result.push_back(static_cast<double>(value));
  return result;
}

TEST(PendulumOfSevenLinks, FollowsTheQuadReadingForFiveSeconds) {
  const sinew::Arm arm = pendulum(7);
  const std::vector<double> truth = swing_in_quads(arm.model(), 1.0, 5.0, 6000);
  for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::EnergyKeeping}) {
    auto settings = settings_of(method, 2e-3);
    settings.tolerance = 1e-13;
    settings.until = 5.0;
    sinew::Simulation run(arm, settings);
    const std::vector<double> q(7, 1.0), qd(7, 0.0);
    run.start(0.0, q, qd);
    run_until(run);
    ASSERT_EQ(run.t(), 5.0);
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_NEAR(run.q()[i], truth[i], 1e-8) << static_cast<int>(method);
      EXPECT_NEAR(run.qd()[i], truth[7 + i], 1e-7) << static_cast<int>(method);
    }
  }
}

}  // namespace
}  // namespace sinew_test
