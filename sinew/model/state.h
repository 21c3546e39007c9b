// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/model/model.h"

namespace sinew {

enum class StatePart { Position, Velocity, Acceleration, Effort };

/// "q", "qd", "qdd", "tau".
const char* symbol_of(StatePart part);

/// What a robot does at one moment, in the model's order; a floating base's numbers come first.
struct State {
  std::vector<double> q, qd, qdd, tau;
  std::optional<std::string> t;  ///< when, in the file's own words; nothing where it has no such column

  std::vector<double>& part(StatePart part);
  const std::vector<double>& part(StatePart part) const;
};

/// Everything zero, a floating base unturned at W's origin.
State zero_state(const Model<double>& model);

}  // namespace sinew
