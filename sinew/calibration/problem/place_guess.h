// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/calibration/chain/calibration_chain.h"
#include "sinew/calibration/measurements/measurement.h"

namespace sinew {

/// Gives every place that has no pose one to begin with: where the robot at `values` finds it by least squares. A place
/// that could be in several spots, such as either side of the plane in which all points lie, is put where it fits best.
///
/// Throws InputError for a place that no measurement is about, or too few to find it.
void guess_places(const std::shared_ptr<const CalibrationChain>& chain, const std::vector<JointReading>& readings,
                  const Eigen::VectorXd& values, Measurements& measurements);

}  // namespace sinew
