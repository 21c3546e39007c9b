// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/motion/drive/state_formulas.h"
#include "sinew/motion/drive/torque_part.h"

namespace sinew {

/// Torques by formulas of t, q and q̇, during a window of time.
class TorqueFormulas final : public TorquePart {
 public:
  /// One formula per velocity.
  TorqueFormulas(const StateFormulas& formulas, const std::vector<Expr>& torques, TimeWindow window = {})
      : tape_(formulas.tape(torques)), count_(torques.size()), window_(window) {}

  void add(double t, In<double> q, In<double> qd, Out<double> tau) override {
    if (!window_.has(t)) return;
    tape_.run(t, q, qd);
    for (std::size_t i = 0; i < count_; ++i) tau[i] += tape_.result(i);
  }
  double next_jump(double t) const override { return window_.next_end(t); }

 private:
  StateFormulas::Tape tape_;
  std::size_t count_;
  TimeWindow window_;
};

}  // namespace sinew
