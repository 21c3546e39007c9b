// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sinew/equations/equation_book.h"

namespace sinew {

/// Named results as the recursions compute them, not multiplied out: what intermediate variables and code are made from.
/// Their size grows with the square of the number of joints at most, where a closed form doubles with each.
///
/// Torque gives tau1, tau2, …; Mass M_1_1, M_1_2, … (upper triangle); Velocity V1, …; Gravity G1, …. Others have none:
/// throws InputError.
std::vector<std::pair<std::string, Expr>> recursion_results(const SymbolicRobot& robot,
                                                            const std::vector<EquationPart>& parts);

}  // namespace sinew
