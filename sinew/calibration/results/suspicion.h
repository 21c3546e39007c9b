// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/calibration/problem/calibration_problem.h"

namespace sinew {

/// A slip in the data that would explain why the robot is far from where it was measured.
struct Suspicion {
  std::string slip;  ///< "the joint positions seem to be in degrees, and are read as radians"
  double rms = 0.0;  ///< size of the residuals if that is so [m, or rad where only angles are measured]
  double rms_as_is = 0.0;
};

/// Tries the usual slips (a wrong unit, two swapped columns, a column with the wrong sign) on the nominal robot, whose
/// places and tool may move. Those that make the residuals at least five times smaller are told, the best first. Where
/// the residuals are no larger than a robot's own errors, nothing is tried.
std::vector<Suspicion> suspicions(const std::shared_ptr<const CalibrationChain>& chain,
                                  const Measurements& measurements, const std::vector<JointReading>& readings,
                                  const std::vector<Unknown>& beside_robot);

}  // namespace sinew
