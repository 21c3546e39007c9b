// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/motion/simulation/drive.h"

namespace sinew {

/// The torque of a sampled drive: asked at the start and at multiples of its period, late by its delay, held between.
class SampledTorque {
 public:
  /// Does nothing for a drive in continuous time, or for none.
  SampledTorque(Drive* drive, std::size_t velocities);

  bool is_sampled() const noexcept { return period_ > 0.0; }
  /// What acts now.
  In<double> now() const noexcept { return now_; }

  void start(double t, In<double> q, In<double> qd);
  /// When the drive is asked again or a torque takes effect: a step ends there.
  double next_time() const noexcept;
  /// The step has ended at time t. True where the torque has changed.
  bool arrive(double t, In<double> q, In<double> qd);

  std::vector<double> memory() const;
  /// Takes what `memory` gave from the front of the numbers, and returns the rest.
  In<double> remember(In<double> numbers);

 private:
  double sample_time() const noexcept { return static_cast<double>(next_sample_) * period_; }
  void ask(double t, In<double> q, In<double> qd);
  bool take_effect(double t);

  Drive* drive_;
  double period_ = 0.0, delay_ = 0.0;
  long next_sample_ = 0;
  std::vector<double> now_;
  // torques on their way, as a ring: the time from which each acts, and its numbers
  std::size_t room_ = 0, waiting_ = 0, oldest_ = 0;
  std::vector<double> times_, torques_;
};

}  // namespace sinew
