// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "sinew/motion/drive/given_drive.h"
#include "sinew/motion/drive/stop_condition.h"
#include "sinew/motion/simulation/simulation.h"

namespace sinew {

/// Everything that a run depends on.
struct RunPlan {
  Arm arm;  ///< without what it picks up later
  SimulationSettings settings;
  std::vector<double> q, qd;  ///< at t = 0
  StateFormulas formulas;
  GivenDrive given;
  std::vector<Wrench> wrenches;  ///< that act all the time
  std::vector<StopCondition> conditions;
};

/// A number and when it was.
struct Peak {
  double value = 0.0, t = 0.0;
};

/// What was largest in a run, at the ends of its steps; one number per velocity, of positions one per joint.
struct RunPeaks {
  std::vector<Peak> torque, speed;    ///< of the largest size, with its sign
  std::vector<Peak> lowest, highest;  ///< positions; those of a floating base as well
  double kinetic = 0.0;               ///< the largest kinetic energy [J]
};

/// One run of a robot from t = 0 to its end: it picks up payloads when it is time, and remembers what was largest.
class RobotRun {
 public:
  enum class Advance { Reached, Ended, Stopped };

  explicit RobotRun(RunPlan plan);

  /// Throws InputError where a condition for its end holds already.
  void start();
  /// In place of `start`.
  void restore(In<double> checkpoint);

  /// Steps until the state at t can be asked with `sample`. `goes_on` is asked now and then.
  Advance advance_to(double t, const std::function<bool()>& goes_on);
  /// At a time within the last step.
  void sample(double t, SimulationSample& at) const { simulation_.at(t, at); }
  /// Everything that the rest of the run depends on. Only between `advance_to` to a time before `t()` and one behind
  /// it.
  std::vector<double> checkpoint();

  double t() const noexcept { return simulation_.t(); }
  const Simulation& simulation() const noexcept { return simulation_; }
  const RunPlan& plan() const noexcept { return plan_; }
  const RunPeaks& peaks() const noexcept { return peaks_; }

 private:
  /// With what the robot holds at t.
  static Simulation made(const RunPlan& plan, double t);
  void change_what_is_due();
  void note_peaks();
  std::vector<std::vector<Peak>*> lists() { return {&peaks_.torque, &peaks_.speed, &peaks_.lowest, &peaks_.highest}; }

  RunPlan plan_;
  std::vector<double> change_times_;  ///< rising
  std::size_t changed_ = 0;           ///< how many of them have been
  Simulation simulation_;
  RunPeaks peaks_;
  int steps_ = 0;  ///< since `goes_on` was asked last
};

}  // namespace sinew
