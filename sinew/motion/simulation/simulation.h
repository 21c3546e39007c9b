// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/motion/simulation/drive.h"
#include "sinew/motion/simulation/simulation_record.h"
#include "sinew/motion/simulation/simulation_settings.h"

namespace sinew {

/// A robot in time: it moves under its drive, its surroundings, gravity, friction, springs and stops.
///
///     M(q)·q̈ + c(q, q̇) + g(q) = τ(t, q, q̇) + Σ Jᵀ·w − friction − springs + stops
///
/// Between events the motion is smooth and a method integrates it; at an event (a joint sticks, slips, hits a stop) a
/// step ends exactly there. Derivation: docs/math/simulation.md. A step without an event allocates nothing. The same
/// calls give the same bits, whatever is read in between.
///
/// What is wrong throws InputError, which names the time, the joint and what to do; the state stays at the end of the
/// last good step.
class Simulation {
 public:
  /// Without a drive τ is zero.
  explicit Simulation(const Arm& arm, SimulationSettings settings = {}, std::shared_ptr<Drive> drive = nullptr,
                      std::shared_ptr<Surroundings> surroundings = nullptr);
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  ~Simulation();

  /// Ends the run where the value changes its sign; the instant is located. Called before `start`; may be called again
  /// for further conditions, which are numbered 0, 1, ...
  void watch(std::function<double(double t, In<double> q, In<double> qd)> condition);

  /// Before anything else: where the robot is and how it moves at time t. Throws where a joint is beyond a stop or the
  /// mass matrix is singular.
  void start(double t, In<double> q, In<double> qd);
  /// One step of the method, which ends early at an event, at a sample of the drive, at a jump. Nothing once `ended`.
  void step();
  /// Steps until the last step covers t, so that `at(t, …)` can be asked; with adaptive methods `t()` may then be
  /// later. False where the run ends before t.
  bool advance_to(double t);
  /// A watched condition was met, or `until` was reached.
  bool ended() const noexcept;

  /// Room for a sample of this robot.
  SimulationSample sample() const;
  /// The motion at a time within the last step, by dense output; allocates nothing. At a jump or an event, which are
  /// ends of steps, q̇ and q̈ are those after it.
  void at(double t, SimulationSample& sample) const;

  /// At the end of the last step.
  double t() const noexcept;
  double step_start() const noexcept;
  In<double> q() const noexcept;
  In<double> qd() const noexcept;
  In<double> qdd() const noexcept;
  In<double> tau() const noexcept;

  const std::vector<SimulationEvent>& events() const noexcept;
  EnergyLedger ledger() const;
  SimulationMethod method_used() const noexcept;
  /// Why this method, in one sentence.
  const std::string& reason() const noexcept;
  const SimulationEffort& effort() const noexcept;
  const Arm& arm() const noexcept;

  /// From now on another robot with the same coordinates: a payload is picked up or put down. Position and velocity
  /// stay.
  void change_robot(const Arm& arm);

  /// Everything that the continuation depends on, as numbers. A Simulation made in the same way, with the same
  /// conditions watched and after the same changes of the robot, goes on from them to the same bits; it cannot look
  /// back into the step before, and its `events` begin anew.
  std::vector<double> checkpoint() const;
  /// In place of `start`.
  void restore(In<double> checkpoint);

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace sinew
