// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/print/plots/plotted_quantity.h"
#include "sinew/report/calibration/calibration_report.h"

/// What of a calibration can be plotted.
namespace sinew {

/// "residuals.position", "residuals.orientation", "residuals.x" and so on, as far as something of the kind was
/// measured; "parameters".
std::vector<PlottedQuantity> calibration_plots(const Measurements& measurements);

/// The residuals of every measurement before and after, and the changes of the parameters with their deviations.
std::vector<Recording> calibration_recordings(const CalibrationReport& report);

}  // namespace sinew
