// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/simulation/simulation.h"

#include <utility>

#include "sinew/motion/simulation/simulation_run.h"

namespace sinew {

Simulation::Simulation(const Arm& arm, SimulationSettings settings, std::shared_ptr<Drive> drive,
                       std::shared_ptr<Surroundings> surroundings)
    : run_(std::make_unique<Run>(arm, std::move(settings), std::move(drive), std::move(surroundings))) {}

Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

void Simulation::watch(std::function<double(double t, In<double> q, In<double> qd)> condition) {
  run_->watch(std::move(condition));
}
void Simulation::start(double t, In<double> q, In<double> qd) { run_->start(t, q, qd); }
void Simulation::step() { run_->step(); }

bool Simulation::advance_to(double t) {
  while (run_->t() < t && !run_->has_ended()) run_->step();
  return run_->t() >= t;
}

bool Simulation::ended() const noexcept { return run_->has_ended(); }

SimulationSample Simulation::sample() const {
  const auto n = static_cast<std::size_t>(arm().velocity_count());
  SimulationSample sample;
  sample.q.resize(static_cast<std::size_t>(arm().position_count()));
  for (std::vector<double>* x : {&sample.qd, &sample.qdd, &sample.tau}) x->resize(n);
  return sample;
}

void Simulation::at(double t, SimulationSample& sample) const { run_->read(t, sample); }
double Simulation::t() const noexcept { return run_->t(); }
double Simulation::step_start() const noexcept { return run_->step_start(); }
In<double> Simulation::q() const noexcept { return run_->q(); }
In<double> Simulation::qd() const noexcept { return run_->qd(); }
In<double> Simulation::qdd() const noexcept { return run_->qdd(); }
In<double> Simulation::tau() const noexcept { return run_->tau(); }
const std::vector<SimulationEvent>& Simulation::events() const noexcept { return run_->events(); }
EnergyLedger Simulation::ledger() const { return run_->ledger(); }
SimulationMethod Simulation::method_used() const noexcept { return run_->method(); }
const std::string& Simulation::reason() const noexcept { return run_->reason(); }
const SimulationEffort& Simulation::effort() const noexcept { return run_->effort(); }
const Arm& Simulation::arm() const noexcept { return run_->arm(); }
void Simulation::change_robot(const Arm& arm) { run_->change_robot(arm); }
std::vector<double> Simulation::checkpoint() const { return run_->checkpoint(); }
void Simulation::restore(In<double> checkpoint) { run_->restore(checkpoint); }

}  // namespace sinew
