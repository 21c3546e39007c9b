// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/motion/simulation/machines.h"

namespace sinew_test {
namespace {

using Kind = sinew::SimulationEvent::Kind;
using sinew::SimulationMethod;

constexpr SimulationMethod every_method[] = {SimulationMethod::Automatic, SimulationMethod::Stiff,
                                             SimulationMethod::RungeKutta4, SimulationMethod::SemiImplicitEuler,
                                             SimulationMethod::EnergyKeeping};

TEST(CoulombSlider, StopsAtTheExactTimeAndStays) {
  for (const SimulationMethod method : every_method) {
    auto settings = settings_of(method);
    settings.until = 5.0;
    sinew::Simulation run(slider("friction: {coulomb: 2}"), settings);
    const double q[] = {0.5}, qd[] = {3.0};
    run.start(0.0, q, qd);
    run_until(run);
    // q̇ = 3 − 2·t: at rest after 1.5 s and 2.25 m
    const auto sticks = events_of(run, Kind::Sticks);
    ASSERT_EQ(sticks.size(), 1U) << static_cast<int>(method);
    EXPECT_NEAR(sticks[0].t, 1.5, 1e-13);
    const double accuracy = method == SimulationMethod::SemiImplicitEuler ? 2e-3 : 1e-12;
    EXPECT_NEAR(run.q()[0], 2.75, accuracy) << static_cast<int>(method);
    EXPECT_EQ(run.qd()[0], 0.0);
    EXPECT_EQ(run.qdd()[0], 0.0);
    EXPECT_NEAR(run.ledger().dry[0], 4.5, 4.5 * accuracy);
  }
}

TEST(MassPulledByASpring, SticksAndSlipsWithThePeriodOfTheClosedForm) {
  // τ = k·(v·t − q): stuck until the spring has the static force S, then it slides against C
  const double k = 25.0, v = 0.1, S = 3.0, C = 2.0;
  const auto pull = [=](double t, sinew::In<double> q, sinew::In<double>, sinew::Out<double> tau) {
    tau[0] = k * (v * t - q[0]);
  };
  for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::Stiff,
                                        SimulationMethod::RungeKutta4, SimulationMethod::EnergyKeeping}) {
    auto settings = settings_of(method);
    settings.until = 12.0;
    sinew::Simulation run(slider("friction: {coulomb: 2, static: 3}"), settings, law(pull));
    const double q[] = {0.0}, qd[] = {0.0};
    run.start(0.0, q, qd);
    run_until(run);
    const auto slips = events_of(run, Kind::StartsSliding), sticks = events_of(run, Kind::Sticks);
    ASSERT_GT(slips.size(), 3U);
    ASSERT_GT(sticks.size(), 3U);
    EXPECT_NEAR(slips[0].t, S / (k * v), 1e-9) << static_cast<int>(method);
    // with e the stretch beyond C/k: e(0) = (S − C)/k, ė(0) = v; e = A·cos ωs + (v/ω)·sin ωs; the block's speed v − ė
    // comes back to 0 when ė = v again, after (2π − 2φ)/ω with tan φ = A·ω/v; then the stretch grows back by 2·A at v
    const double w = std::sqrt(k), A = (S - C) / k, phi = std::atan2(A * w, v);
    const double slide = 2.0 * (3.14159265358979323846 - phi) / w, hold = 2.0 * A / v;
    EXPECT_NEAR(sticks[0].t - slips[0].t, slide, 1e-6) << static_cast<int>(method);
    for (std::size_t i = 1; i < slips.size(); ++i)
      EXPECT_NEAR(slips[i].t - slips[i - 1].t, slide + hold, 1e-6) << static_cast<int>(method);
    EXPECT_LT(std::abs(run.ledger().residual()), 1e-6);
  }
}

TEST(BlockOnAnIncline, StaysWithinItsBandAndSlipsBeyond) {
  // pulled by 1.9 N against 2 N it stays; by 2.1 N it accelerates with 0.1 m/s²
  for (const double force : {1.9, 2.1}) {
    sinew::Simulation run(slider("friction: {coulomb: 2}"), {},
                          law([=](double, auto, auto, sinew::Out<double> tau) { tau[0] = force; }));
    const double q[] = {0.0}, qd[] = {0.0};
    run.start(0.0, q, qd);
    run.advance_to(1.0);
    sinew::SimulationSample sample = run.sample();
    run.at(1.0, sample);
    EXPECT_NEAR(sample.q[0], force > 2.0 ? 0.05 : 0.0, 1e-12);
  }
}

TEST(StickingJoint, IsCarriedByItsNeighbourUntilThatThrowsIt) {
  // a double pendulum whose elbow is held by friction swings as one body; then the shoulder's torque breaks it loose
  const sinew::Arm arm = arm_of(
      "sinew: 1\nname: arm\nlinks:\n"
      "  - {name: a, joint: {name: shoulder, kind: revolute}, mass: 1, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
      "  - {name: b, joint: {name: elbow, kind: revolute, friction: {coulomb: 0.4}}, pose: Tx(1), mass: 1,"
      " com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}\n");
  auto settings = settings_of(SimulationMethod::Adaptive, 1e-11);
  settings.until = 2.0;
  sinew::Simulation run(arm, settings, law([](double t, auto, auto, sinew::Out<double> tau) { tau[0] = t; }));
  const double q[] = {0.0, 0.0}, qd[] = {0.0, 0.0};
  run.start(0.0, q, qd);
  run_until(run);
  const auto slips = events_of(run, Kind::StartsSliding);
  ASSERT_GE(slips.size(), 1U);
  // at q = 0 and q̈₂ = 0: q̈₁ = t/M₁₁ and the elbow needs M₂₁·q̈₁ − centrifugal part; M₁₁ = 0.2 + 0.25 + 2.25, M₂₁ =
  // 0.1 + 0.75 with the elbow straight there is no centrifugal part: it slips when 0.85/2.7·t = 0.4
  EXPECT_NEAR(slips[0].t, 0.4 * 2.7 / 0.85, 1e-9);
  EXPECT_EQ(slips[0].velocity_index, 1);
  EXPECT_EQ(slips[0].value, -1.0);
}

TEST(RegularisedFriction, ComesCloseToStickSlipAsItBendsMoreSharply) {
  double before = 1e9;
  for (const double bend : {1e-1, 1e-2, 1e-3}) {
    auto settings = settings_of(SimulationMethod::Stiff, 1e-8);
    settings.dry_friction = sinew::DryFriction::Regularised;
    settings.sliding_velocity = bend;
    settings.until = 3.0;
    sinew::Simulation run(slider("friction: {coulomb: 2}"), settings);
    const double q[] = {0.0}, qd[] = {3.0};
    run.start(0.0, q, qd);
    run_until(run);
    EXPECT_TRUE(run.events().empty());
    const double apart = std::abs(run.q()[0] - 2.25);
    EXPECT_LT(apart, 0.5 * before);
    before = apart;
  }
  EXPECT_LT(before, 1e-3);
}

TEST(MimicJoints, RubAtTheirLeadersVelocity) {
  // two blocks, the second follows at −2 times the speed: 1 + 4 kg, and 0.5 + 2·0.75 N of friction
  const sinew::Arm arm = arm_of(
      "sinew: 1\nname: pair\nlinks:\n"
      "  - {name: a, axis: x, joint: {name: lead, kind: prismatic, friction: {coulomb: 0.5}}, mass: 1}\n"
      "  - {name: b, parent: base, axis: x, joint: {name: follow, kind: prismatic, friction: {coulomb: [9, 0.75]},"
      " mimic: {joint: lead, multiplier: -2}}, mass: 1}\n");
  auto settings = settings_of(SimulationMethod::Adaptive);
  settings.until = 4.0;
  sinew::Simulation run(arm, settings);
  const double q[] = {0.0}, qd[] = {1.0};
  run.start(0.0, q, qd);
  run_until(run);
  const auto sticks = events_of(run, Kind::Sticks);
  ASSERT_EQ(sticks.size(), 1U);
  EXPECT_NEAR(sticks[0].t, 5.0 / 2.0, 1e-12);
}

}  // namespace
}  // namespace sinew_test
