// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "sinew/model/build_model.h"
#include "tests/motion/simulation/machines.h"
#include "tests/support/descriptions.h"
#include "tests/support/soak.h"

namespace sinew_test {
namespace {

using sinew::SimulationMethod;

/// The largest residual of the energy as a part of the largest kinetic energy.
double energy_drift(sinew::Simulation& run, double duration) {
  double worst = 0.0, most = 0.0;
  for (int k = 1; 0.05 * k <= duration; ++k) {
    run.advance_to(0.05 * k);
    const sinew::EnergyLedger ledger = run.ledger();
    worst = std::max(worst, std::abs(ledger.residual()));
    most = std::max(most, ledger.kinetic);
  }
  return worst / most;
}

sinew::Arm frictionless_panda() {
  return sinew::load(SINEW_SOURCE_DIR "/robots/panda.yaml")
      .without({.friction = true})
      .locked({{"panda_finger_joint1", 0.02}});
}

TEST(FrictionlessPanda, KeepsItsEnergyWhileItSwings) {
  const sinew::Arm arm = frictionless_panda();
  const double duration = case_count(10.0, 60.0);
  for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::EnergyKeeping}) {
    sinew::Simulation run(arm, settings_of(method, 2e-3));
    const std::vector<double> q = {0.3, -0.6, 0.2, -1.8, 0.4, 1.7, 0.8}, qd(7, 0.0);
    run.start(0.0, q, qd);
    EXPECT_LT(energy_drift(run, duration), 1e-9) << static_cast<int>(method);
  }
}

TEST(RandomTrees, KeepTheirEnergy) {
  const double duration = case_count(2.0, 10.0);
  for (std::uint64_t seed = 1; seed <= case_count<std::uint64_t>(6, 20); ++seed) {
    auto tree = a_random_tree(seed, 6, seed % 2 == 0);
    add_missing_bodies(tree, seed);
    for (auto& joint : tree.joints) joint.spring = sinew::Spring<double>{10.0, 0.1};
    const sinew::Arm arm(sinew::build_model(tree));
    std::vector<double> q(sinew::at(arm.position_count()), 0.2), qd(sinew::at(arm.velocity_count()), 0.3);
    if (arm.model().floating_base()) std::copy_n(std::vector<double>{0, 0, 0, 0, 0, 0, 1}.begin(), 7, q.begin());
    sinew::Simulation run(arm);
    run.start(0.0, q, qd);
    EXPECT_LT(energy_drift(run, duration), 1e-9) << seed;
  }
}

TEST(FloatingBodies, KeepLinearAndAngularMomentum) {
  const double duration = case_count(2.0, 10.0);
  for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::EnergyKeeping}) {
    for (std::uint64_t seed = 1; seed <= case_count<std::uint64_t>(3, 20); ++seed) {
      auto tree = a_random_tree(seed, 5, true);
      add_missing_bodies(tree, seed);
      tree.gravity = {};
      const sinew::Arm arm(sinew::build_model(tree));
      std::vector<double> q(sinew::at(arm.position_count()), 0.2), qd(sinew::at(arm.velocity_count()), 0.5);
      std::copy_n(std::vector<double>{0.1, 0.2, -0.1, 0.5, 0.5, -0.5, 0.5}.begin(), 7, q.begin());
      sinew::Simulation run(arm, settings_of(method, 2e-3));
      run.start(0.0, q, qd);
      // about W's origin: that about the centre of mass and that of the centre of mass
      const auto momentum = [&] {
        const auto vector = [](sinew::In<double> x) {
          return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(x.data(), std::ssize(x)));
        };
        const auto c = arm.centroid(vector(run.q()), vector(run.qd()));
        return sinew::Force<double>{c.momentum.n + cross(c.com, c.momentum.f), c.momentum.f};
      };
      const auto before = momentum();
      run.advance_to(duration);
      const auto after = momentum();
      const double size = norm(before.n) + norm(before.f);
      EXPECT_LT(norm(after.n - before.n) / size, 1e-12) << seed << ' ' << static_cast<int>(method);
      EXPECT_LT(norm(after.f - before.f) / size, 1e-12) << seed << ' ' << static_cast<int>(method);
    }
  }
}

}  // namespace
}  // namespace sinew_test
