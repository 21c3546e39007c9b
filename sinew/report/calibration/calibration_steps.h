// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/calibration/calibration.h"
#include "sinew/redundancy/resolution.h"

namespace sinew {

/// The iterations of the pseudo-inverse as a solution sheet has them: Δr, Φ, Φ#, Δψ and the new ψ, in metres and
/// radians. Of problems with many measurements only what fits a page: Δψ, ψ and the size of Δr.
std::vector<WorkedStep> calibration_steps(const CalibrationResult& result);

/// Φ in closed form with its derivation, for the unknowns of the robot; why there is none, where there is none.
std::string regressor_text(const CalibrationResult& result);

}  // namespace sinew
