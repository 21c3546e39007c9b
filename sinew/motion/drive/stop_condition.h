// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "sinew/motion/drive/state_formulas.h"

namespace sinew {

/// When a simulation is to end: `q1 > 90deg`, `qd2 < 0`, `t >= 5`.
struct StopCondition {
  std::string text;
  /// Above zero once the condition holds.
  std::function<double(double t, In<double> q, In<double> qd)> value;
};

/// Has the text a sign of comparison?
bool is_stop_condition(std::string_view text);

/// Throws FormulaError.
StopCondition stop_condition(const std::string& text, const StateFormulas& formulas);

}  // namespace sinew
