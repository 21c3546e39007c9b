// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/extremes/motion_search.h"
#include "sinew/motion/quantities/sample_times.h"
#include "sinew/print/figures.h"
#include "sinew/report/coordinates.h"
#include "sinew/report/motion/quantity_catalogue.h"

namespace sinew {

/// When a motion is looked at, for tables that say which sample is nearest.
struct MotionTimes {
  SampleTimes samples;
  double start = 0.0;  ///< what the giver's clock shows at the trajectory's t = 0 [s]
};

/// What a motion asks of a robot, between samples as well: torque, speed and power of every joint, energies, and how the frame
/// moves.
struct MotionSummary {
  std::vector<CurveExtremes> torque, velocity, power;  ///< of each joint
  CurveExtremes total_power, kinetic, potential, total_energy;
  std::vector<CurveExtremes> position;  ///< of the frame: x, y, z
  CurveExtremes speed, acceleration;    ///< their sizes
  std::string frame;
  MotionFindings findings;  ///< the limits
};

MotionSummary motion_summary(const RobotMotion& motion);

/// The page for people, without its limits.
std::string summary_text(const Model<double>& model, const MotionSummary& summary, const MotionTimes& times,
                         const Showing& showing);
/// For JSON: the same numbers.
std::string summary_json(const Model<double>& model, const MotionSummary& summary, const MotionTimes& times);

/// Least, largest, mean and RMS values of quantities that were searched, and when.
std::string extremes_text(const std::vector<NamedQuantity>& quantities, const MotionFindings& findings,
                          const MotionTimes& times, const Showing& showing);

/// Every time during which a limit is exceeded; or which limits are kept, or that there are none.
std::string violations_text(const MotionFindings& findings, const MotionTimes& times, const Showing& showing);
/// For JSON: a list.
std::string violations_json(const MotionFindings& findings, const MotionTimes& times);
/// The first violation and how many there are, for answers that have no place for them.
std::vector<Diagnostic> violation_warnings(const std::string& robot, const MotionFindings& findings,
                                           const MotionTimes& times);

}  // namespace sinew
