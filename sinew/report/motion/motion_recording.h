// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/motion/quantities/sample_times.h"
#include "sinew/print/plots/recording.h"
#include "sinew/report/motion/quantity_catalogue.h"

namespace sinew {

/// The quantities at every sample, with the limits of the joints that the robot's file gives: what plots are drawn of. `start`
/// is what the clock shows at the motion's beginning.
Recording motion_recording(const RobotMotion& motion, const std::vector<NamedQuantity>& quantities,
                           const SampleTimes& times, double start, std::string title);

}  // namespace sinew
