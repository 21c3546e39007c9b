// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/motion/drive/torque_part.h"

namespace sinew {

/// Torques at rising times.
struct TorqueSamples {
  std::vector<double> times;    ///< [s]
  std::vector<double> torques;  ///< one row of all velocities per time
};

/// A CSV whose first line names the columns: t [s], and tau.<joint> or the bare name of a joint [N·m or N]. A joint
/// without a column gets no torque; columns of positions, velocities and others are left alone. Throws InputError with
/// every line that is wrong.
TorqueSamples read_torque_samples(const std::string& text, const std::string& file, const Model<double>& model);

/// What a table says between two of its rows.
enum class BetweenRows { Linear, Held };

/// The torques of a table: none before its first row; those of its last row stay.
class TorqueTable final : public TorquePart {
 public:
  TorqueTable(TorqueSamples samples, BetweenRows between) : samples_(std::move(samples)), between_(between) {}

  void add(double t, In<double> q, In<double> qd, Out<double> tau) override;
  double next_jump(double t) const override;

 private:
  TorqueSamples samples_;
  BetweenRows between_;
};

}  // namespace sinew
