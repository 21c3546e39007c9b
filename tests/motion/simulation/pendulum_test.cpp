// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <numbers>

#include "sinew/algorithms/forward_dynamics.h"
#include "sinew/motion/integration/dormand_prince.h"
#include "tests/motion/simulation/machines.h"
#include "tests/support/quad.h"
#include "tests/support/soak.h"
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
    run.watch([&](double, sinew::In<double>, sinew::In<double> qd) { return qd[0]; });
    const double q[] = {amplitude}, qd[] = {0.0};
    run.start(0.0, q, qd);
    run_until(run);
    // I/(m·g·r) = (1/3)/(9.81/2)
    const double period = 4.0 * std::sqrt(2.0 / (3.0 * 9.81)) * quarter_period_factor(amplitude);
    ASSERT_EQ(run.events().size(), 1U);
    EXPECT_EQ(run.events()[0].kind, SimulationEvent::Kind::StopCondition);
    EXPECT_NEAR(2.0 * run.t() / period, 1.0, 1e-10) << amplitude;
    EXPECT_NEAR(run.q()[0], -amplitude, 1e-10);
  }
}

using Steps = std::vector<double>;

/// The same equations in quads, by DormandPrince in quads with the given steps.
std::vector<double> swing_in_quads(const sinew::Model<double>& model, const std::vector<double>& q,
                                   const Steps& steps) {
  const sinew::Model<Quad> robot = numbers_as<Quad>(model);
  const std::size_t n = q.size();
  sinew::ForwardDynamicsScratch<Quad> scratch(robot);
  const std::vector<Quad> tau(n, Quad(0.0));
  const auto rate = [&](const Quad&, std::span<const Quad> y, std::span<Quad> dy) {
    for (std::size_t i = 0; i < n; ++i) dy[i] = y[n + i];
    sinew::forward_dynamics<Quad, Quad>(robot, y.first(n), y.subspan(n, n), tau, sinew::own_loads<Quad>(robot), scratch,
                                        dy.subspan(n, n));
  };
  sinew::DormandPrince<Quad> method(static_cast<int>(2 * n), 0);
  std::vector<Quad> y(2 * n, Quad(0.0)), end(y);
  for (std::size_t i = 0; i < n; ++i) y[i] = Quad(q[i]);
  for (const double h : steps) {
    rate(Quad(0.0), y, method.first_rate());
    method.take(rate, Quad(0.0), y, Quad(h), end);
    y = end;
  }
  std::vector<double> result;
  for (const Quad& value : y) result.push_back(static_cast<double>(value));
  return result;
}

/// The steps of a run whose tolerance is out of reach of doubles: in quads they are short enough for 1e-14.
Steps short_steps(const sinew::Arm& arm, const std::vector<double>& q, double duration) {
  auto settings = settings_of(SimulationMethod::Adaptive, 1e-15);
  settings.until = duration;
  sinew::Simulation run(arm, settings);
  run.start(0.0, q, std::vector<double>(q.size(), 0.0));
  Steps steps;
  double t = 0.0;
  while (!run.ended()) {
    run.step();
    steps.push_back(run.t() - t);
    t = run.t();
  }
  return steps;
}

/// How far a method is from the quad reading at the end.
double error_of(const sinew::Arm& arm, const std::vector<double>& q, sinew::SimulationSettings settings,
                const std::vector<double>& truth) {
  sinew::Simulation run(arm, settings);
  run.start(0.0, q, std::vector<double>(q.size(), 0.0));
  run_until(run);
  double worst = 0.0;
  for (std::size_t i = 0; i < q.size(); ++i) worst = std::max(worst, std::abs(run.q()[i] - truth[i]));
  return worst;
}

TEST(PendulumOfSevenLinks, FollowsTheQuadReading) {
  // stretched out at 1 rad; and with every joint at 1 rad: the chain lies coiled, falls
  // chaotically, and magnifies round-off a hundredfold every second: after five seconds doubles are 1e-7 away
  const sinew::Arm arm = pendulum(7);
  for (const bool coiled : {false, true}) {
    std::vector<double> q(7, coiled ? 1.0 : 0.0);
    q[0] = 1.0;
    const double duration = coiled ? case_count(1.5, 3.5) : 5.0;
    const std::vector<double> truth = swing_in_quads(arm.model(), q, short_steps(arm, q, duration));
    for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::EnergyKeeping}) {
      auto settings = settings_of(method, 5e-4);
      settings.until = duration;
      EXPECT_LT(error_of(arm, q, settings, truth), 1e-8) << coiled << ' ' << static_cast<int>(method);
    }
  }
}

}  // namespace
}  // namespace sinew_test
