// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/arm/placed_wrenches.h"
#include "sinew/motion/drive/state_formulas.h"
#include "sinew/motion/drive/torque_part.h"

namespace sinew {

/// A wrench whose six numbers are formulas of t, q and q̇, during a window of time.
struct WrenchFormulas {
  Wrench place;                    ///< where it acts and in whose axes; its numbers do not count
  std::vector<Expr> moment_force;  ///< three of M [N·m], three of F [N]
  TimeWindow window = {};
};

/// The wrenches that somebody gave, constant ones and formulas.
class GivenWrenches final : public Surroundings {
 public:
  /// Throws InputError for frames that the robot does not have.
  GivenWrenches(const Arm& arm, const StateFormulas& formulas, const std::vector<Wrench>& constant,
                const std::vector<WrenchFormulas>& over_time);

  void pull(double t, In<double> q, In<double> qd, Out<Force<double>> on_links, Force<double>& on_base) override;
  double next_jump(double t) const override;

 private:
  Arm arm_;
  std::size_t constant_count_;
  std::vector<TimeWindow> windows_;
  StateFormulas::Tape tape_;
  PlacedWrenches<double> placed_;
};

}  // namespace sinew
