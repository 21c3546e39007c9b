// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

#include "sinew/calibration/chain/symbolic_chain.h"
#include "sinew/calibration/regressor/regressor_equations.h"

namespace sinew {

/// A parameter in formulas: α₂ of alpha2, tool.x with x_tool in LaTeX.
MathName name_of_parameter(const std::string& name);

/// The page about equations that are complete but for it: what f is, where Φ comes from, and what it is for.
EquationDocument regressor_page(const RegressorEquations& equations, const SymbolicChain& symbolic,
                                const CalibrationChain& chain, std::span<const Unknown> unknowns,
                                const RegressorChoice& choice);

}  // namespace sinew
