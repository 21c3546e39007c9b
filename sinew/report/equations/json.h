// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sinew/equations/document.h"
#include "sinew/equations/symbolic_robot.h"
#include "sinew/report/equations/values.h"
#include "sinew/symbolic/operation_count.h"

namespace sinew {

/// The time that a piece of a motion has in its equations.
struct EquationTime {
  std::string symbol;
  double from = 0.0, until = 0.0,
         zero = 0.0;  ///< [s] of the motion: where the piece begins and ends, where its time is 0
};

/// What JSON says beyond the document.
struct EquationJsonStyle {
  std::vector<std::string> parts = {};  ///< of each section: tau, M, …; "steps" for intermediate variables
  EquationValues values = {};           ///< where set, the number of each expression
  std::vector<std::pair<std::string, OperationCount>> counts = {};
  std::vector<EquationTime> times = {};  ///< of equations along a motion: of each piece
  std::vector<int> pieces = {};          ///< of each section: which piece, from 1, where there are several; 0: none
};

/// Equations for programs: every expression as a formula that can be typed, with the symbols' values and units.
///
///     {"robot": …, "symbols": {"m1": {"value": 4.6, "unit": "kg"}}, "joints": ["shoulder", …],
///      "equations": [{"part": "M", "name": "M", "rows": 2, "columns": 2, "entries": ["…", …]}],
///      "conditions": [{"part": "J", "zero": "sin(q2)"}], "verdicts": […]}
///
/// A name stands once in each part. Conditions are expressions that the part says are to vanish. Intermediate variables
/// come as "steps", in the order of computing.
std::string equation_json(const EquationDocument& document, const SymbolicRobot& robot,
                          const EquationJsonStyle& style = {});

}  // namespace sinew
