// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/motion/simulation/machines.h"
#include "tests/support/allocation_count.h"
#include "tests/support/random.h"

namespace sinew_test {
namespace {

using Kind = sinew::SimulationEvent::Kind;
using sinew::SimulationMethod;

constexpr SimulationMethod each_method[] = {SimulationMethod::Automatic, SimulationMethod::Stiff,
                                            SimulationMethod::RungeKutta4, SimulationMethod::SemiImplicitEuler,
                                            SimulationMethod::EnergyKeeping};

/// A pull on the first link, and on the base.
class Wind : public sinew::Surroundings {
 public:
  void pull(double t, sinew::In<double>, sinew::In<double>, sinew::Out<sinew::Force<double>> on_links,
            sinew::Force<double>&) override {
    on_links[0].f = {0.3 * std::sin(t), 0.0, 0.5};
    on_links[0].n = {0.0, 0.0, 0.1};  // about the joint
  }
};

/// Two rods with everything: dry friction, stops, a spring.
sinew::Arm rough_arm() {
  return arm_of(
      "sinew: 1\nname: arm\ngravity: [0, 0, -9.81]\nlinks:\n"
      "  - {name: a, axis: y, joint: {kind: revolute, friction: {viscous: 0.1, coulomb: 0.4, static: 0.6},"
      " spring: {stiffness: 2}}, mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.1]}\n"
      "  - {name: b, axis: y, joint: {kind: revolute, limits: {position: [-0.5, 0.9]}, friction: {viscous: 0.02,"
      " coulomb: 0.1}}, pose: Tz(-1), mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.1]}\n");
}

sinew::SimulationSettings rough_settings(SimulationMethod method) {
  auto settings = settings_of(method);
  settings.stops = true;
  settings.restitution = {0.4};
  settings.until = 4.0;
  return settings;
}

const std::vector<double> rough_q = {1.2, 0.3}, rough_qd = {0.0, -1.0};

std::shared_ptr<Law> wobble(double period, double late) {
  return law([](double t, sinew::In<double> q, sinew::In<double> qd,
                sinew::Out<double> tau) { tau[0] = 2.0 * std::sin(3.0 * t) - q[0], tau[1] = -0.2 * qd[1]; },
             period, late);
}

TEST(EveryMethod, AgreesOnTheSameRoughMotion) {
  // the same arm under friction, stops, a drive and wind; semi-implicit Euler by its own order
  std::vector<double> truth;
  for (const SimulationMethod method : each_method) {
    sinew::Simulation run(rough_arm(), rough_settings(method), wobble(0.0, 0.0), std::make_shared<Wind>());
    run.start(0.0, rough_q, rough_qd);
    run_until(run);
    if (truth.empty()) truth.assign(run.q().begin(), run.q().end());
    const double accuracy = method == SimulationMethod::SemiImplicitEuler ? 1e-2 : 2e-6;
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(run.q()[i], truth[i], accuracy) << static_cast<int>(method);
    EXPECT_GT(run.events().size(), 8U);
    EXPECT_LT(std::abs(run.ledger().residual()), method == SimulationMethod::SemiImplicitEuler ? 0.05 : 1e-5)
        << static_cast<int>(method);
  }
}

TEST(EveryMethod, AgreesOnAFloatingBaseWithAJointThatSticks) {
  const sinew::Arm arm = arm_of(
      "sinew: 1\nname: body\nfloating_base: true\ngravity: [0, 0, -9.81]\n"
      "base: {name: trunk, mass: 3, inertia: [0.1, 0.3, 0.35]}\nlinks:\n"
      "  - {name: leg, joint: {kind: revolute, friction: {coulomb: 1, static: 1.5}}, axis: y, pose: Tx(0.2), mass: 2,"
      " com: [0.1, 0.05, -0.25], inertia: [0.05, 0.05, 0.02]}\n");
  const std::vector<double> q = {0, 0, 1, 0.5, 0.5, -0.5, 0.5, 0.3}, qd = {0.3, -0.2, 0.4, 0.1, 0.2, 0.3, 4};
  std::vector<double> truth;
  for (const SimulationMethod method : each_method) {
    auto settings = settings_of(method);
    settings.until = 1.5;
    sinew::Simulation run(arm, settings);
    run.start(0.0, q, qd);
    run_until(run);
    if (truth.empty()) truth.assign(run.q().begin(), run.q().end());
    const double accuracy = method == SimulationMethod::SemiImplicitEuler ? 5e-2 : 1e-6;
    for (std::size_t i = 0; i < q.size(); ++i)
      EXPECT_NEAR(run.q()[i], truth[i], accuracy) << static_cast<int>(method) << ' ' << i;
    EXPECT_GE(events_of(run, Kind::Sticks).size(), 1U);
    EXPECT_LT(std::abs(run.ledger().residual()), method == SimulationMethod::SemiImplicitEuler ? 5.0 : 1e-5);
  }
}

TEST(EveryMethod, AgreesOnFrictionThatFadesWithSpeedAndChangesWithPosition) {
  const sinew::Arm arm = slider(
      "friction: {viscous: 0.2, coulomb: [1, 1.5], static: 2, stribeck_velocity: 0.3, table: [[-1, 0.2], [0.5, 0.6],"
      " [2, 0.1]]}, spring: {stiffness: 20}");
  std::vector<double> truth;
  for (const SimulationMethod method : each_method) {
    auto settings = settings_of(method);
    settings.until = 5.0;
    sinew::Simulation run(arm, settings);
    const double q[] = {1.5}, qd[] = {0.0};
    run.start(0.0, q, qd);
    run_until(run);
    if (truth.empty()) truth = {run.q()[0], events_of(run, Kind::Sticks).back().t};
    const double accuracy = method == SimulationMethod::SemiImplicitEuler ? 5e-3 : 1e-6;
    EXPECT_NEAR(run.q()[0], truth[0], accuracy) << static_cast<int>(method);
    EXPECT_NEAR(events_of(run, Kind::Sticks).back().t, truth[1], 10.0 * accuracy) << static_cast<int>(method);
    EXPECT_EQ(run.qd()[0], 0.0);
  }
}

TEST(Ledger, AccountsForEveryJouleOfTheDriveFrictionImpactsAndWind) {
  auto settings = rough_settings(SimulationMethod::Adaptive);
  settings.tolerance = 1e-11;
  sinew::Simulation run(rough_arm(), settings, wobble(0.0, 0.0), std::make_shared<Wind>());
  run.start(0.0, rough_q, rough_qd);
  run_until(run);
  const sinew::EnergyLedger ledger = run.ledger();
  EXPECT_NEAR(ledger.residual(), 0.0, 1e-8);
  for (const double part : {ledger.viscous[0], ledger.dry[0], ledger.dry[1], ledger.impacts[1]}) EXPECT_GT(part, 1e-3);
  EXPECT_NE(ledger.wrenches, 0.0);
  EXPECT_NE(ledger.drive[0], 0.0);
}

TEST(Checkpoint, GoesOnToTheSameBits) {
  for (const SimulationMethod method : each_method)
    for (const double period : {0.0, 0.01}) {
      const auto make = [&] {
        return sinew::Simulation(rough_arm(), rough_settings(method), wobble(period, 2.5 * period),
                                 std::make_shared<Wind>());
      };
      sinew::Simulation whole = make();
      whole.start(0.0, rough_q, rough_qd);
      Random random(3);
      std::vector<double> saved;
      double saved_at = random.uniform(0.5, 3.5);
      while (!whole.ended()) {
        whole.step();
        if (saved.empty() && whole.t() > saved_at) saved = whole.checkpoint();
        // reading changes nothing
        sinew::SimulationSample sample = whole.sample();
        whole.at(0.5 * (whole.step_start() + whole.t()), sample);
      }
      sinew::Simulation part = make();
      part.restore(saved);
      EXPECT_GT(part.t(), saved_at);
      run_until(part);
      const auto a = whole.checkpoint(), b = part.checkpoint();
      ASSERT_EQ(a.size(), b.size());
      EXPECT_EQ(a, b) << static_cast<int>(method) << ' ' << period;
    }
}

/// A sampled law with an integral term, which it must remember.
class Integral : public sinew::Drive {
 public:
  void torque(double, sinew::In<double> q, sinew::In<double> qd, sinew::Out<double> tau) override {
    sum_ += 0.01 * (1.0 - q[0]);
    tau[0] = 20.0 * (1.0 - q[0]) - 6.0 * qd[0] + 15.0 * sum_;
  }
  double sampling_time() const override { return 0.01; }
  std::vector<double> memory() const override { return {sum_}; }
  void remember(sinew::In<double> memory) override { sum_ = memory[0]; }

 private:
  double sum_ = 0.0;
};

TEST(Checkpoint, KeepsTheMemoryOfTheDrive) {
  auto settings = settings_of(SimulationMethod::Adaptive);
  settings.until = 3.0;
  const auto make = [&] {
    return sinew::Simulation(slider("friction: {coulomb: 1}"), settings, std::make_shared<Integral>());
  };
  sinew::Simulation whole = make(), part = make();
  const double q[] = {0.0}, qd[] = {0.0};
  whole.start(0.0, q, qd);
  whole.advance_to(1.234);
  part.restore(whole.checkpoint());
  run_until(whole);
  run_until(part);
  EXPECT_EQ(whole.checkpoint(), part.checkpoint());
}

TEST(Checkpoint, OfAnotherSimulationIsRefused) {
  sinew::Simulation run(slider());
  EXPECT_THROW(run.checkpoint(), sinew::InputError);
  const double q[] = {0.0}, qd[] = {1.0};
  run.start(0.0, q, qd);
  std::vector<double> numbers = run.checkpoint();
  sinew::Simulation other(rough_arm());
  EXPECT_THROW(other.restore(numbers), sinew::InputError);
  sinew::Simulation watching(slider());
  watching.watch([](double t, auto, auto) { return t - 1.0; });
  EXPECT_THROW(watching.restore(numbers), sinew::InputError);
  numbers.resize(numbers.size() / 2);
  EXPECT_THROW(run.restore(numbers), sinew::InputError);
}

TEST(Step, AllocatesNothingUnlessAnEventIsInIt) {
  for (const SimulationMethod method : each_method)
    for (const double period : {0.0, 0.004}) {
      sinew::Simulation run(rough_arm(), rough_settings(method), wobble(period, period), std::make_shared<Wind>());
      run.start(0.0, rough_q, rough_qd);
      sinew::SimulationSample sample = run.sample();
      run.step();
      long quiet = 0;
      while (!run.ended()) {
        const std::size_t events = run.events().size();
        const long before = allocation_count();
        run.step();
        run.at(run.step_start(), sample);
        run.at(0.5 * (run.step_start() + run.t()), sample);
        const long made = allocation_count() - before;
        if (run.events().size() != events) continue;
        ++quiet;
        ASSERT_EQ(made, 0) << static_cast<int>(method) << " at " << run.t();
      }
      EXPECT_GT(quiet, 20);
    }
}

TEST(SampledDrive, IsAskedAtMultiplesOfItsPeriodAndActsLate) {
  // τ = k on sample k, held for 0.1 s, 0.25 s late: a slider of one kilogram
  std::vector<double> asked;
  const auto drive = law(
      [&](double t, auto, auto, sinew::Out<double> tau) {
        asked.push_back(t);
        tau[0] = static_cast<double>(asked.size());
      },
      0.1, 0.25);
  for (const SimulationMethod method : {SimulationMethod::Adaptive, SimulationMethod::RungeKutta4}) {
    asked.clear();
    auto settings = settings_of(method, method == SimulationMethod::RungeKutta4 ? 0.03 : 1e-10);
    settings.until = 0.64;
    sinew::Simulation run(slider(), settings, drive);
    const double q[] = {0.0}, qd[] = {0.0};
    run.start(0.0, q, qd);
    run_until(run);
    ASSERT_EQ(asked.size(), 7U);
    for (std::size_t k = 0; k < asked.size(); ++k) EXPECT_NEAR(asked[k], 0.1 * static_cast<double>(k), 1e-15);
    // 1 N from 0.25, 2 N from 0.35, 3 N from 0.45, 4 N from 0.55 to 0.64
    EXPECT_NEAR(run.qd()[0], 0.96, 1e-12);
    EXPECT_EQ(run.tau()[0], 4.0);
  }
}

TEST(JumpOfTheDrive, IsIntegratedExactlyOnBothSides) {
  const auto drive = law([](double t, auto, auto, sinew::Out<double> tau) { tau[0] = t < 0.35 ? 1.0 : -2.0; });
  drive->jumps = {0.35};
  auto settings = settings_of(SimulationMethod::Adaptive, 1e-9);
  settings.until = 1.0;
  sinew::Simulation run(slider(), settings, drive);
  const double q[] = {0.0}, qd[] = {0.0};
  run.start(0.0, q, qd);
  run_until(run);
  EXPECT_NEAR(run.qd()[0], 0.35 - 2.0 * 0.65, 1e-14);
  EXPECT_NEAR(run.ledger().residual(), 0.0, 1e-14);
}

TEST(DenseOutput, FollowsTheMotionWithinTheSteps) {
  for (const SimulationMethod method : each_method) {
    auto settings = settings_of(method);
    settings.until = 2.0;
    settings.tolerance = 1e-10;
    sinew::Simulation run(pendulum(2), settings), exact(pendulum(2), settings_of(SimulationMethod::Adaptive, 1e-13));
    const double q[] = {0.7, 0.2}, qd[] = {0.0, 0.0};
    run.start(0.0, q, qd);
    exact.start(0.0, q, qd);
    sinew::SimulationSample a = run.sample(), b = a;
    for (int k = 1; k < 138; ++k) {
      const double t = 0.0137 * k;
      run.advance_to(t);
      exact.advance_to(t);
      run.at(t, a);
      exact.at(t, b);
      const double accuracy = method == SimulationMethod::SemiImplicitEuler ? 2e-2
                              : method == SimulationMethod::Stiff           ? 1e-6
                                                                            : 1e-8;
      ASSERT_NEAR(a.q[1], b.q[1], accuracy) << static_cast<int>(method) << " at " << t;
      ASSERT_NEAR(a.qd[1], b.qd[1], 10.0 * accuracy) << static_cast<int>(method) << " at " << t;
      ASSERT_NEAR(a.qdd[1], b.qdd[1], 100.0 * accuracy) << static_cast<int>(method) << " at " << t;
    }
    EXPECT_THROW(run.at(run.t() + 1.0, a), sinew::InputError);
  }
}

TEST(ChangeOfTheRobot, KeepsPositionAndVelocityAndBooksItsEnergy) {
  const sinew::Arm heavy = arm_of(
      "sinew: 1\nname: lift\ngravity: [0, 0, -9.81]\nlinks:\n"
      "  - {name: ball, axis: z, joint: {name: height, kind: prismatic}, mass: 3}\n");
  sinew::Simulation run(lift(), settings_of(SimulationMethod::Adaptive),
                        law([](double, auto, auto, sinew::Out<double> tau) { tau[0] = 9.81; }));
  const double q[] = {2.0}, qd[] = {0.5};
  run.start(0.0, q, qd);
  run.advance_to(1.0);
  const double at_change = run.q()[0], t = run.t();
  run.change_robot(heavy);
  EXPECT_EQ(run.q()[0], at_change);
  EXPECT_NEAR(run.qdd()[0], 9.81 / 3.0 - 9.81, 1e-12);
  run.advance_to(t + 1.0);
  EXPECT_NEAR(run.ledger().changes, 2.0 * (9.81 * at_change + 0.5 * 0.25), 1e-10);
  EXPECT_NEAR(run.ledger().residual(), 0.0, 1e-9);
  EXPECT_THROW(run.change_robot(pendulum(2)), sinew::InputError);
}

TEST(Automatic, GoesOverToTheStiffMethodWhereThatIsQuicker) {
  // a stiff and overdamped hold of a pendulum: explicit steps are limited to 1e-4 s
  const auto hold = law([](double, sinew::In<double> q, sinew::In<double> qd, sinew::Out<double> tau) {
    tau[0] = -1e5 * (q[0] - 0.5) - 2e4 * qd[0];
  });
  sinew::SimulationSettings settings;
  settings.tolerance = 1e-6;
  settings.until = 20.0;
  sinew::Simulation run(pendulum(1), settings, hold);
  const double q[] = {0.0}, qd[] = {0.0};
  run.start(0.0, q, qd);
  EXPECT_EQ(run.method_used(), SimulationMethod::Adaptive);
  run_until(run);
  EXPECT_EQ(run.method_used(), SimulationMethod::Stiff);
  EXPECT_NE(run.reason().find("stiffness"), std::string::npos);
  EXPECT_EQ(events_of(run, Kind::MethodChange).size(), 1U);
  EXPECT_LT(run.effort().steps, 2000);
  EXPECT_NEAR(run.q()[0], 0.5, 1e-3);
}

}  // namespace
}  // namespace sinew_test
