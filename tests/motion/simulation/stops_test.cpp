// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/motion/simulation/machines.h"

namespace sinew_test {
namespace {

using Kind = sinew::SimulationEvent::Kind;
using sinew::SimulationMethod;

sinew::SimulationSettings bouncing(SimulationMethod method, double restitution) {
  auto settings = settings_of(method);
  settings.stops = true;
  settings.restitution = {restitution};
  settings.until = 10.0;
  return settings;
}

TEST(BallOnAStop, BouncesAtTheTimesOfTheClosedForm) {
  const double g = 9.81, height = 1.0, r = 0.5;
  for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::RungeKutta4,
                                        SimulationMethod::Stiff, SimulationMethod::EnergyKeeping}) {
    sinew::Simulation run(lift("limits: {position: [0, 5]}"), bouncing(method, r));
    const double q[] = {height}, qd[] = {0.0};
    run.start(0.0, q, qd);
    run_until(run);
    // it falls for √(2h/g), and then flies for 2·v·rᵏ/g between bounces, which end after (1 + r)/(1 − r) falls
    const double fall = std::sqrt(2.0 * height / g), speed = g * fall;
    const auto hits = events_of(run, Kind::HitsStop);
    ASSERT_GT(hits.size(), 10U) << static_cast<int>(method);
    double t = fall, v = speed;
    for (std::size_t k = 0; k < 10; ++k) {
      EXPECT_NEAR(hits[k].t, t, 1e-9) << static_cast<int>(method) << ' ' << k;
      EXPECT_NEAR(hits[k].value, -v, 1e-8);
      v *= r;
      t += 2.0 * v / g;
    }
    const auto ends = events_of(run, Kind::BouncesEnd);
    ASSERT_EQ(ends.size(), 1U);
    EXPECT_NEAR(ends[0].t, fall * (1.0 + r) / (1.0 - r), 1e-9) << static_cast<int>(method);
    EXPECT_EQ(ends[0].value, static_cast<double>(hits.size()));
    EXPECT_EQ(run.q()[0], 0.0);
    EXPECT_EQ(run.qd()[0], 0.0);
    EXPECT_NEAR(run.ledger().impacts[0], g * height, 1e-8);
  }
}

TEST(BallWithoutRestitution, RestsWhereItHitsAndLeavesWhenItIsLifted) {
  // lifted by 4·t N: it leaves when that is its weight
  sinew::Simulation run(lift("limits: {position: [0, 5]}"), bouncing(SimulationMethod::Automatic, 0.0),
                        law([](double t, auto, auto, sinew::Out<double> tau) { tau[0] = 4.0 * t; }));
  const double q[] = {0.0}, qd[] = {-1.0};
  run.start(0.0, q, qd);
  run.advance_to(2.6);
  const auto leaves = events_of(run, Kind::LeavesStop);
  ASSERT_EQ(leaves.size(), 1U);
  EXPECT_NEAR(leaves[0].t, 9.81 / 4.0, 1e-10);
  sinew::SimulationSample sample = run.sample();
  run.at(2.6, sample);
  const double after = 2.6 - 9.81 / 4.0;
  EXPECT_NEAR(sample.q[0], 4.0 * after * after * after / 6.0, 1e-10);
}

TEST(PerfectlyElasticStop, KeepsTheEnergyOverManyBounces) {
  sinew::Simulation run(lift("limits: {position: [0, 5]}"), bouncing(SimulationMethod::Automatic, 1.0));
  const double q[] = {1.0}, qd[] = {0.0};
  run.start(0.0, q, qd);
  run_until(run);
  EXPECT_EQ(events_of(run, Kind::HitsStop).size(), 11U);  // 10 s in units of 2·√(2/g), less half of one
  EXPECT_NEAR(run.ledger().total(), 9.81, 1e-9);
  EXPECT_NEAR(run.ledger().residual(), 0.0, 1e-9);
}

TEST(ImpactOfOneJoint, IsFeltByTheOthers) {
  // a free double pendulum: momentum conjugate to the other joint stays when the elbow hits its stop
  const sinew::Arm arm = arm_of(
      "sinew: 1\nname: arm\nlinks:\n"
      "  - {name: a, joint: {kind: revolute}, mass: 1, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
      "  - {name: b, joint: {kind: revolute, limits: {position: [-1, 0.5]}}, pose: Tx(1), mass: 1, com: [0.5, 0, 0],"
      " inertia: [0.1, 0.1, 0.1]}\n");
  auto settings = bouncing(SimulationMethod::Adaptive, 0.3);
  settings.tolerance = 1e-12;
  settings.until = 1.0;
  sinew::Simulation run(arm, settings);
  const double q[] = {0.0, 0.0}, qd[] = {0.2, 1.0};
  run.start(0.0, q, qd);
  const auto about_shoulder = [&] {
    const Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(run.q().data(), 2);
    return (arm.mass_matrix(x) * Eigen::Map<const Eigen::VectorXd>(run.qd().data(), 2))[0];
  };
  const double before = about_shoulder();
  run_until(run);
  ASSERT_GE(events_of(run, Kind::HitsStop).size(), 1U);
  EXPECT_NEAR(about_shoulder(), before, 1e-10);
  EXPECT_NEAR(run.ledger().residual(), 0.0, 1e-10);
  EXPECT_GT(run.ledger().impacts[1], 0.0);
}

TEST(SeveralStopsAtOnce, AreHitTogether) {
  const sinew::Arm arm = arm_of(
      "sinew: 1\nname: pair\ngravity: [0, 0, -9.81]\nlinks:\n"
      "  - {name: a, axis: z, joint: {kind: prismatic, limits: {position: [0, 5]}}, mass: 1}\n"
      "  - {name: b, axis: z, joint: {kind: prismatic, limits: {position: [0, 5]}}, mass: 2}\n");
  auto settings = bouncing(SimulationMethod::Automatic, 0.0);
  settings.until = 2.0;
  sinew::Simulation run(arm, settings);
  const double q[] = {1.0, 0.0}, qd[] = {0.0, 0.0};
  run.start(0.0, q, qd);
  run_until(run);
  EXPECT_EQ(run.q()[0], 0.0);
  EXPECT_EQ(run.q()[1], 0.0);
  EXPECT_NEAR(run.ledger().residual(), 0.0, 1e-9);
  EXPECT_NEAR(run.ledger().impacts[0] + run.ledger().impacts[1], 3.0 * 9.81, 1e-9);
}

}  // namespace
}  // namespace sinew_test
