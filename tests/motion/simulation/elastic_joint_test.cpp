// SPDX-License-Identifier: BSD-3-Clause
//
// A joint that is elastic, in time. Its coordinates: the motor's θ, then the link's q.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/motion/simulation/machines.h"
#include "tests/support/elastic_arm.h"

namespace sinew_test {
namespace {

using Kind = sinew::SimulationEvent::Kind;
using sinew::SimulationMethod;

constexpr double stiffness = 600.0, link_inertia = 0.1 + 2.0 * 0.3 * 0.3, motor_inertia = 80.0 * 80.0 * 2e-5;

/// A link that turns about a vertical axis, with whatever else its joint and its transmission have.
sinew::Arm elastic_link(const std::string& joint = "", const std::string& transmission = "") {
  return arm_of(
      "sinew: 1\nname: elastic\ngravity: [0, 0, -9.81]\nlinks:\n"
      "  - {name: link, axis: z, joint: {name: joint, kind: revolute, motor: {rotor_inertia: 2e-5, gear_ratio: 80},"
      " transmission: {stiffness: 600" +
      transmission + "}" + joint + "}, mass: 2, com: [0.3, 0, 0], inertia: [0.1, 0.1, 0.1]}\n");
}

/// The time of that many zeros of a velocity, each of which is located; the run goes on from there.
double time_of_zeros(sinew::Simulation& run, std::size_t velocity, std::vector<double> q, int zeros) {
  run.watch([velocity](double, auto, sinew::In<double> qd) { return qd[velocity]; });
  std::vector<double> qd(q.size(), 0.0);
  double t = 0.0;
  for (int k = 0; k < zeros; ++k) {
    run.start(t, q, qd);
    run_until(run);
    t = run.t();
    q.assign(run.q().begin(), run.q().end());
    qd.assign(run.qd().begin(), run.qd().end());
    qd[velocity] = 0.0;
  }
  return t;
}

TEST(ElasticJoint, SwingsAgainstItsMotorWithTheFrequencyOfTheClosedForm) {
  const double omega = std::sqrt(stiffness * (1.0 / link_inertia + 1.0 / motor_inertia));
  for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::Adaptive}) {
    sinew::Simulation run(elastic_link(), settings_of(method, 1e-12));
    const double t = time_of_zeros(run, 1, {0.0, 0.05}, 20);
    EXPECT_NEAR(t * omega / (20.0 * std::numbers::pi), 1.0, 1e-9) << static_cast<int>(method);
  }
}

TEST(ElasticJoint, KeepsItsEnergyAndMomentumOverManyPeriods) {
  for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::EnergyKeeping}) {
    auto settings = settings_of(method, 1e-3);
    settings.until = 10.0;
    sinew::Simulation run(elastic_link(), settings);
    const double q[] = {0.0, 0.05}, qd[] = {0.7, -0.2};
    run.start(0.0, q, qd);
    run_until(run);
    EXPECT_NEAR(run.ledger().residual() / run.ledger().at_start, 0.0, 1e-9) << static_cast<int>(method);
    EXPECT_NEAR(motor_inertia * run.qd()[0] + link_inertia * run.qd()[1], motor_inertia * 0.7 - link_inertia * 0.2,
                1e-9);
  }
}

TEST(ElasticJoint, LetsItsMotorSwingWhereTheLinkIsPressedAgainstAStop) {
  // the spring stays stretched: the motor swings about τ/K with K/(N²·J), as if the link were clamped
  const double push = 12.0, omega = std::sqrt(stiffness / motor_inertia);
  auto settings = settings_of(SimulationMethod::Adaptive, 1e-12);
  settings.stops = true;
  sinew::Simulation run(elastic_link(", limits: {position: [-1, 0.5]}"), settings,
                        law([=](double, auto, auto, sinew::Out<double> tau) { tau[0] = push; }));
  const double t = time_of_zeros(run, 0, {0.5 + 0.5 * push / stiffness, 0.5}, 20);
  EXPECT_NEAR(t * omega / (20.0 * std::numbers::pi), 1.0, 1e-9);
  EXPECT_EQ(run.q()[1], 0.5);
  EXPECT_EQ(run.qd()[1], 0.0);
}

TEST(ElasticJoint, HitsItsStopBouncesAndRests) {
  const double push = 5.0;
  for (const double restitution : {0.0, 0.5}) {
    auto settings = settings_of(SimulationMethod::Automatic);
    settings.stops = true;
    settings.restitution = {restitution};
    settings.until = 20.0;
    sinew::Simulation run(elastic_link(", limits: {position: [-1, 0.5]}", ", damping: 4"), settings,
                          law([=](double, auto, auto, sinew::Out<double> tau) { tau[0] = push; }));
    const double q[] = {0.0, 0.0}, qd[] = {0.0, 0.0};
    run.start(0.0, q, qd);
    run_until(run);
    const auto hits = events_of(run, Kind::HitsStop);
    ASSERT_GE(hits.size(), 1U) << restitution;
    EXPECT_EQ(hits[0].velocity_index, 1);
    EXPECT_EQ(run.q()[1], 0.5) << restitution;
    EXPECT_NEAR(run.q()[0], 0.5 + push / stiffness, 1e-9) << restitution;
    const sinew::EnergyLedger ledger = run.ledger();
    EXPECT_NEAR(ledger.residual(), 0.0, 1e-8) << restitution;
    EXPECT_GT(ledger.impacts[1], 0.0);
    EXPECT_EQ(ledger.impacts[0], 0.0);
  }
}

TEST(ElasticJoint, SticksAndSlipsWithThePeriodOfTheClosedForm) {
  // the motor moves at v, for its torque takes the spring's back; the link rubs with C, and S breaks it away
  const double v = 0.02, C = 1.0, S = 1.6, omega = std::sqrt(stiffness / link_inertia);
  const auto drive = law([](double, sinew::In<double> q, auto, sinew::Out<double> tau) {
    tau[0] = stiffness * (q[0] - q[1]);
    tau[1] = 0.0;
  });
  auto settings = settings_of(SimulationMethod::Adaptive, 1e-12);
  settings.until = 3.0;
  sinew::Simulation run(elastic_link(", friction: {coulomb: 1, static: 1.6}"), settings, drive);
  const double q[] = {0.0, 0.0}, qd[] = {v, 0.0};
  run.start(0.0, q, qd);
  run_until(run);
  const auto slips = events_of(run, Kind::StartsSliding), sticks = events_of(run, Kind::Sticks);
  ASSERT_GE(slips.size(), 5U);
  const double slipping = 2.0 / omega * (std::numbers::pi - std::atan((S - C) * omega / (stiffness * v)));
  const double sticking = 2.0 * (S - C) / (stiffness * v);
  EXPECT_NEAR(slips[0].t, S / (stiffness * v), 1e-9);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(slips[k].velocity_index, 1);
    EXPECT_NEAR(sticks[k].t - slips[k].t, slipping, 1e-8) << k;
    EXPECT_NEAR(slips[k + 1].t - slips[k].t, slipping + sticking, 1e-8) << k;
  }
}

TEST(ElasticArm, FallsWithStopsFrictionAndMotorsThatStick) {
  const sinew::Arm arm = arm_of(elastic_arm);
  for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::Stiff}) {
    auto settings = settings_of(method);
    settings.stops = true;
    settings.until = 3.0;
    sinew::Simulation run(arm, settings);
    const double q[] = {2.5, 2.5, 0.3, 0.3}, qd[] = {6.0, 6.0, 0.0, 0.0};
    run.start(0.0, q, qd);
    run_until(run);
    EXPECT_GE(events_of(run, Kind::HitsStop).size(), 1U) << static_cast<int>(method);
    EXPECT_GE(events_of(run, Kind::Sticks).size() + events_of(run, Kind::StartsSliding).size(), 1U);
    EXPECT_NEAR(run.ledger().residual(), 0.0, 1e-5 * run.ledger().at_start) << static_cast<int>(method);
  }
}

}  // namespace
}  // namespace sinew_test
