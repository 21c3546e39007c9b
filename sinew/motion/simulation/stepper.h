// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/motion/simulation/robot_equations.h"

namespace sinew {

/// One step of a simulation: from `from` at t with its rate to `to` at t + h with its rate, under the same conditions.
struct StepFrame {
  double t = 0.0, h = 0.0;
  std::vector<double> from, first, to, last;

  explicit StepFrame(std::size_t size) : from(size), first(size), to(size), last(size) {}
};

/// A method, bound to the equations of one robot.
class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  /// A new `from` and `first` stand in the frame; `take` will be called one or more times.
  virtual void begin(const StepFrame& /*frame*/, const Conditions& /*conditions*/) {}
  /// Fills `to` and `last` for the frame's h. False where there is no such step.
  virtual bool take(StepFrame& frame, const Conditions& conditions) = 0;
  /// The step is accepted as it is.
  virtual void finish(StepFrame& /*frame*/, const Conditions& /*conditions*/) {}

  /// Of the local error; 0 for a method of fixed steps.
  virtual int order() const { return 0; }
  /// Of the last `take`, as a multiple of what the scale allows.
  virtual double error(In<double> /*scale*/) const { return 0.0; }
  /// Beyond 1 the step is limited by stability and not by accuracy.
  virtual double stiffness(const StepFrame& /*frame*/) const { return 0.0; }

  /// What `dense` needs beyond the last `take`.
  virtual void prepare_dense(const StepFrame& /*frame*/, const Conditions& /*conditions*/) {}
  /// The states at t + share·h: by default a cubic.
  virtual void dense(const StepFrame& frame, double share, Out<double> states) const;
};

/// Never Automatic.
std::unique_ptr<Stepper> make_stepper(SimulationMethod method, RobotEquations& equations);

std::unique_ptr<Stepper> make_stiff_stepper(RobotEquations& equations);
std::unique_ptr<Stepper> make_energy_keeping_stepper(RobotEquations& equations);

}  // namespace sinew
