// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "sinew/motion/simulation/drive.h"

namespace sinew {

/// When something acts: from its start, which counts, to its end, which does not [s].
struct TimeWindow {
  double from = -std::numeric_limits<double>::infinity();
  double until = std::numeric_limits<double>::infinity();

  bool has(double t) const { return t >= from && t < until; }
  /// The next of its ends after t.
  double next_end(double t) const {
    if (t < from) return from;
    return t < until ? until : std::numeric_limits<double>::infinity();
  }
};

/// One of the things that drive the joints: a formula, a table, a law. What drives them is the sum.
class TorquePart {
 public:
  TorquePart() = default;
  TorquePart(const TorquePart&) = delete;
  TorquePart& operator=(const TorquePart&) = delete;
  virtual ~TorquePart() = default;

  /// Adds its torques; allocates nothing.
  virtual void add(double t, In<double> q, In<double> qd, Out<double> tau) = 0;
  /// Before a sampled law is asked, once per sample: what it remembers goes on by one period.
  virtual void begin_sample(double /*period*/) {}
  virtual double next_jump(double /*t*/) const { return std::numeric_limits<double>::infinity(); }
  virtual std::vector<double> memory() const { return {}; }
  virtual void remember(In<double> /*memory*/) {}
};

/// The sum of parts, at every instant or at samples, within what the motors can give.
class SummedDrive final : public Drive {
 public:
  void add(std::unique_ptr<TorquePart> part) { parts_.push_back(std::move(part)); }
  bool empty() const noexcept { return parts_.empty(); }

  /// A controller that runs every `period` seconds, and whose torques take effect `delay` later.
  void sample(double period, double delay) { period_ = period, delay_ = delay; }
  /// No torque is larger than this, one number per velocity; infinite where there is no limit.
  void saturate(std::vector<double> most) { most_ = std::move(most); }
  /// A step of the simulation ends at these times as well.
  void add_jumps(const std::vector<double>& times);

  void torque(double t, In<double> q, In<double> qd, Out<double> tau) override;
  double sampling_time() const override { return period_; }
  double delay() const override { return delay_; }
  double next_jump(double t) const override;
  std::vector<double> memory() const override;
  void remember(In<double> memory) override;

 private:
  std::vector<std::unique_ptr<TorquePart>> parts_;
  double period_ = 0.0, delay_ = 0.0;
  std::vector<double> most_;
  std::vector<double> jumps_;  ///< rising
};

}  // namespace sinew
