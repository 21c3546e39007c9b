// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/calibration/measurements/measured_joints.h"
#include "sinew/calibration/measurements/measurement.h"
#include "sinew/calibration/measurements/measurement_columns.h"
#include "sinew/errors/diagnostic.h"

namespace sinew {

/// The joints that the frame hangs on and that stand still in all rows but for 1e-6 rad or m: nothing is learned of
/// their zero beside that of their neighbours. The end of the arm where `frame` is empty.
std::vector<std::string> joints_that_never_move(const Measurements& measurements, const Model<double>& model,
                                                const std::string& frame = {});

/// Warns of joints far beyond their limits and of lengths beyond any workshop, with the unit that their numbers look
/// like.
void warn_of_unlikely_units(const std::vector<Measurement>& rows, const MeasurementColumns& columns,
                            const MeasuredJoints& joints, Diagnostics& diagnostics);

}  // namespace sinew
