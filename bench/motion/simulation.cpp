// SPDX-License-Identifier: BSD-3-Clause
//
// Panda in time: simulated seconds per second beside MuJoCo, both by Runge-Kutta of order 4 at 1 kHz on one core; what
// events of friction cost; and the drift of energy of every method, with its steps per second.
//
//     bench_simulation [--summary=FILE]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <string_view>

#include "bench/peers/arm.h"
#include "bench/peers/mujoco_simulation.h"
#include "bench/summary.h"
#include "sinew/motion/simulation/simulation.h"

namespace {

using namespace sinew;
using sinew_bench::Row;

const std::vector<double> start_q = {0.3, -0.6, 0.2, -1.8, 0.4, 1.7, 0.8}, start_qd(7, 0.0);

template <class Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The same arm with dry friction in every joint.
Arm rubbing(const Model<double>& arm, double coulomb) {
  Model<double>::Parts parts = arm.parts();
  for (Link<double>& link : parts.links)
    link.friction.coulomb_plus = link.friction.coulomb_minus = link.friction.static_plus = link.friction.static_minus =
        coulomb;
  return Arm(Model<double>(std::move(parts)));
}

/// A drive that keeps the arm moving to and fro: without it friction would bring it to rest.
class Wave : public Drive {
 public:
  void torque(double t, In<double>, In<double>, Out<double> tau) override {
    for (std::size_t i = 0; i < tau.size(); ++i) tau[i] = 8.0 * std::sin(3.0 * t + static_cast<double>(i));
  }
};

struct Measured {
  double seconds_per_step = 0.0;
  std::size_t events = 0;
};

Measured by_runge_kutta(const Arm& arm, const std::shared_ptr<Drive>& drive) {
  constexpr double duration = 10.0;
  SimulationSettings settings;
  settings.method = SimulationMethod::RungeKutta4;
  settings.until = duration;
  Measured best{1e9, 0};
  for (int repeat = 0; repeat < 5; ++repeat) {
    Simulation run(arm, settings, drive);
    run.start(0.0, start_q, start_qd);
    const double seconds = seconds_of([&] {
      while (!run.ended()) run.step();
    });
    best = {std::min(best.seconds_per_step, seconds * settings.time_step / duration), run.events().size()};
  }
  return best;
}

double mujoco_step(const Model<double>& arm) {
  const auto run = sinew_peers::mujoco_simulation(arm, 1e-3);
  if (!run) return 0.0;
  double best = 1e9;
  for (int repeat = 0; repeat < 5; ++repeat) {
    run->start(start_q, start_qd);
    best = std::min(best, seconds_of([&] {
                            for (int k = 0; k < 10'000; ++k) run->step();
                          }) * 1e-4);
  }
  return best;
}

void print_drift(const Model<double>& arm, const char* name, SimulationMethod method, double size) {
  constexpr double duration = 60.0;
  SimulationSettings settings;
  settings.method = method;
  settings.until = duration;
  (method == SimulationMethod::Adaptive || method == SimulationMethod::Stiff ? settings.tolerance
                                                                             : settings.time_step) = size;
  Simulation run(Arm(arm), settings);
  run.start(0.0, start_q, start_qd);
  double worst = 0.0, most = 0.0, seconds = 0.0;
  try {
    for (int k = 1; k <= 1200; ++k) {
      seconds += seconds_of([&] { run.advance_to(duration / 1200.0 * k); });
      const EnergyLedger ledger = run.ledger();
      worst = std::max(worst, std::abs(ledger.residual()));
      most = std::max(most, ledger.kinetic);
    }
  } catch (const InputError& error) {
    fmt::print("  {:<22} {:>8.0e}  {}\n", name, size, error.diagnostics().front().what);
    return;
  }
  fmt::print("  {:<22} {:>8.0e} {:>12.1e} {:>12.0f} {:>10.0f}\n", name, size, worst / most,
             static_cast<double>(run.effort().steps) / seconds, duration / seconds);
}

}  // namespace

int main(int argc, char** argv) {
  std::string summary = SINEW_SOURCE_DIR "/build/bench/summary.json";
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (!option.starts_with("--summary=")) {
      fmt::print(stderr, "{}: no such option; there is --summary=FILE\n", option);
      return 2;
    }
    summary = option.substr(10);
  }
  const Model<double> arm = sinew_peers::shipped_arm("panda");
  std::vector<Row> rows;
  const auto add = [&](const Row& row) {
    fmt::print("{:<22} {:<34} {:>8.0f} ns  {:<10} {:>8.0f} ns  {:.2f}  {}\n", row.question, row.mode, row.ns, row.peer,
               row.peer_ns, row.ratio, verdict(row));
    rows.push_back(row);
  };
  const Measured free = by_runge_kutta(Arm(arm), nullptr);
  fmt::print("Panda by Runge-Kutta at 1 kHz: {:.0f} simulated seconds per second\n", 1e-3 / free.seconds_per_step);
  if (const double theirs = mujoco_step(arm); theirs > 0.0)
    add({"simulation_step", "panda", "RK4, 1 ms, no contacts", 1e9 * free.seconds_per_step, "MuJoCo", 1e9 * theirs,
         free.seconds_per_step / theirs, 0.25});
  const auto wave = std::make_shared<Wave>();
  const Measured driven = by_runge_kutta(Arm(arm), wave), rubs = by_runge_kutta(rubbing(arm, 2.0), wave);
  add({"simulation_friction", "panda", fmt::format("RK4, 1 ms, {} events in 10 s", rubs.events),
       1e9 * rubs.seconds_per_step, "no friction", 1e9 * driven.seconds_per_step,
       rubs.seconds_per_step / driven.seconds_per_step, 2.0});
  sinew_bench::update_json(rows, summary);

  fmt::print("\nPanda swinging for 60 s: largest energy error, as a part of the largest kinetic energy\n");
  fmt::print("  {:<22} {:>8} {:>12} {:>12} {:>10}\n", "method", "size", "drift", "steps/s", "s/s");
  for (const double size : {1e-6, 1e-9, 1e-13}) print_drift(arm, "adaptive", SimulationMethod::Adaptive, size);
  for (const double size : {1e-5, 1e-7}) print_drift(arm, "stiff", SimulationMethod::Stiff, size);
  for (const double size : {1e-2, 1e-3}) print_drift(arm, "RK4", SimulationMethod::RungeKutta4, size);
  for (const double size : {1e-3, 1e-4})
    print_drift(arm, "semi-implicit Euler", SimulationMethod::SemiImplicitEuler, size);
  for (const double size : {1e-2, 5e-3, 2e-3})
    print_drift(arm, "energy keeping", SimulationMethod::EnergyKeeping, size);
}
