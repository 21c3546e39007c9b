// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/motion/simulation/machines.h"

namespace sinew_test {
namespace {

using sinew::SimulationMethod;

/// What a run is refused with; empty where it is not.
std::string refusal_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const sinew::InputError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(UnstableGains, StopTheRunWithTheTimeAndTheStateSoFar) {
  const auto push = law([](double, sinew::In<double> q, sinew::In<double> qd, sinew::Out<double> tau) {
    tau[0] = 50.0 * q[0] + 20.0 * qd[0];
  });
  for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::RungeKutta4}) {
    sinew::Simulation run(slider(), settings_of(method), push);
    const double q[] = {0.1}, qd[] = {0.0};
    run.start(0.0, q, qd);
    const std::string text = refusal_of([&] { run.advance_to(100.0); });
    EXPECT_TRUE(says(text, "joint 'slide' moves at") && says(text, "at t = ") && says(text, "gains")) << text;
    EXPECT_GT(run.t(), 0.1);
    EXPECT_TRUE(std::isfinite(run.q()[0]));
    EXPECT_TRUE(std::isfinite(run.qd()[0]));
  }
}

TEST(StepThatIsTooLong, IsRefusedWithABetterOne) {
  // eigenvalues ±1000i: RK4 is stable up to 2.8 ms
  for (const SimulationMethod method :
       {SimulationMethod::RungeKutta4, SimulationMethod::SemiImplicitEuler, SimulationMethod::EnergyKeeping}) {
    sinew::Simulation run(slider("spring: {stiffness: 1000000}"), settings_of(method, 0.05));
    const double q[] = {0.1}, qd[] = {0.0};
    run.start(0.0, q, qd);
    const std::string text = refusal_of([&] { run.advance_to(1000.0); });
    EXPECT_TRUE(says(text, "take a time step of at most 0.001")) << text;
    EXPECT_LT(run.t(), 10.0);
    EXPECT_TRUE(std::isfinite(run.q()[0]));
  }
}

TEST(SingularMassMatrix, IsRefusedAtTheStartAndOnTheWay) {
  const sinew::Arm arm = sinew::load(SINEW_SOURCE_DIR "/robots/rrp.yaml");
  const double half_turn = 1.57079632679489661923;
  const auto push = law([](double, auto, auto, sinew::Out<double> tau) { tau[0] = 0.5; });
  sinew::Simulation run(arm, {}, push);
  const double singular[] = {0.0, half_turn, 0.0}, close[] = {0.0, half_turn - 1e-8, 0.0}, qd[] = {0.0, 0.0, 0.0};
  const std::string at_start = refusal_of([&] { run.start(0.0, singular, qd); });
  EXPECT_TRUE(says(at_start, "the mass matrix is singular: joint 'joint1' moves nothing")) << at_start;
  // 10⁻⁸ rad beside it the first joint runs away
  run.start(0.0, close, qd);
  const std::string on_the_way = refusal_of([&] { run.advance_to(20.0); });
  EXPECT_TRUE(says(on_the_way, "at t = ") && says(on_the_way, "joint 'joint1'")) << on_the_way;
  for (const double x : run.q()) EXPECT_TRUE(std::isfinite(x));
}

TEST(TorqueThatIsNoNumber, IsNamedWithItsJointAndTime) {
  const auto broken = law([](double t, auto, auto, sinew::Out<double> tau) { tau[0] = std::sqrt(0.5 - t); });
  for (const SimulationMethod method :
       {SimulationMethod::Automatic, SimulationMethod::RungeKutta4, SimulationMethod::EnergyKeeping}) {
    sinew::Simulation run(slider(), settings_of(method), broken);
    const double q[] = {0.0}, qd[] = {0.0};
    run.start(0.0, q, qd);
    const std::string text = refusal_of([&] { run.advance_to(1.0); });
    EXPECT_TRUE(says(text, "nan")) << text;
    EXPECT_TRUE(says(text, "0.5") || says(text, "0.499")) << text;
    EXPECT_NEAR(run.t(), 0.5, 2e-3);
    sinew::Simulation late(slider(), settings_of(method), broken);
    EXPECT_TRUE(says(refusal_of([&] { late.start(1.0, q, qd); }), "joint 'slide' a torque of nan"));
  }
}

TEST(Start, BeyondAStopOrOfTheWrongLengthIsRefused) {
  auto settings = settings_of(SimulationMethod::Automatic);
  settings.stops = true;
  sinew::Simulation run(slider("limits: {position: [-1, 1]}"), settings);
  const double beyond[] = {1.5}, qd[] = {0.0}, two[] = {0.0, 0.0};
  EXPECT_TRUE(says(refusal_of([&] { run.start(0.0, beyond, qd); }), "beyond its stops at -1 and 1"));
  EXPECT_TRUE(says(refusal_of([&] { run.start(0.0, two, qd); }), "q has 2 numbers"));
  EXPECT_TRUE(says(refusal_of([&] { run.step(); }), "call start"));
}

TEST(Settings, ThatMakeNoSenseAreRefused) {
  using Settings = sinew::SimulationSettings;
  const auto refused = [](const std::function<void(Settings&)>& change) {
    Settings settings;
    change(settings);
    return !refusal_of([&] { sinew::Simulation(slider(), settings); }).empty();
  };
  EXPECT_FALSE(refused([](Settings&) {}));
  EXPECT_TRUE(refused([](Settings& s) { s.time_step = 0.0; }));
  EXPECT_TRUE(refused([](Settings& s) { s.time_step = std::nan(""); }));
  EXPECT_TRUE(refused([](Settings& s) { s.tolerance = -1.0; }));
  EXPECT_TRUE(refused([](Settings& s) { s.tolerance = 1.0; }));
  EXPECT_TRUE(refused([](Settings& s) { s.largest_step = 0.0; }));
  EXPECT_TRUE(refused([](Settings& s) { s.restitution = {1.5}; }));
  EXPECT_TRUE(refused([](Settings& s) { s.restitution = {0.5, 0.5}; }));
  EXPECT_TRUE(refused([](Settings& s) { s.sliding_velocity = 0.0; }));
}

TEST(Events, WithoutEndAreRefused) {
  auto settings = settings_of(SimulationMethod::Automatic);
  settings.stops = true;
  settings.restitution = {1.0};
  settings.most_events = 20;
  sinew::Simulation run(lift("limits: {position: [0, 5]}"), settings);
  const double q[] = {0.1}, qd[] = {0.0};
  run.start(0.0, q, qd);
  EXPECT_TRUE(says(refusal_of([&] { run.advance_to(100.0); }), "more than 20 events"));
}

}  // namespace
}  // namespace sinew_test
