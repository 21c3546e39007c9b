// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "sinew/algorithms/arguments.h"

namespace sinew {

/// What drives the joints: a feedback law, a formula, a table.
///
/// A law is a function of its arguments, for a method may ask for any instant of a step, more than once and in any
/// order. Only a sampled law is called once per sample, in the order of time, and may remember what it saw.
class Drive {
 public:
  Drive() = default;
  Drive(const Drive&) = delete;
  Drive& operator=(const Drive&) = delete;
  virtual ~Drive() = default;

  /// τ in the state (q, q̇) at time t. It allocates nothing where steps must allocate nothing.
  virtual void torque(double t, In<double> q, In<double> qd, Out<double> tau) = 0;

  /// Period of a sampled law [s]: it is asked at the start and at multiples of the period, and its torque is held
  /// between. Zero: a law in continuous time.
  virtual double sampling_time() const { return 0.0; }
  /// A sampled torque takes effect this much later [s]; until the first one does, the torque is zero.
  virtual double delay() const { return 0.0; }
  /// The next time after t at which the law itself jumps or bends; infinity if there is none. A step ends there, and
  /// the law is asked on either side with the time that belongs to that side.
  virtual double next_jump(double /*t*/) const { return std::numeric_limits<double>::infinity(); }

  /// What a law that remembers (an integral term) needs to go on from here, as numbers.
  virtual std::vector<double> memory() const { return {}; }
  virtual void remember(In<double> /*memory*/) {}
};

/// What pulls at the robot from outside besides gravity, as the algorithms take it.
class Surroundings {
 public:
  Surroundings() = default;
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;
  virtual ~Surroundings() = default;

  /// One wrench per moving link, in the axes of its canonical frame and about that frame's origin, and one on a
  /// floating base in the axes of the base. All are zero when it is called; it allocates nothing.
  virtual void pull(double t, In<double> q, In<double> qd, Out<Force<double>> on_links, Force<double>& on_base) = 0;
  /// The next time after t at which the wrenches jump; infinity if there is none.
  virtual double next_jump(double /*t*/) const { return std::numeric_limits<double>::infinity(); }
};

}  // namespace sinew
