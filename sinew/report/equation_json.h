// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/equations/document.h"
#include "sinew/equations/symbolic_robot.h"
#include "sinew/report/equation_values.h"

namespace sinew {

/// Equations for programs: every expression as a formula that can be typed, with the symbols' values and units.
///
///     {"robot": …, "symbols": {"m1": {"value": 4.6, "unit": "kg"}}, "joints": ["shoulder", …],
///      "equations": [{"name": "M", "rows": 2, "columns": 2, "entries": ["…", …]}]}
std::string equation_json(const EquationDocument& document, const SymbolicRobot& robot);

}  // namespace sinew
