// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/calibration/calibration.h"
#include "sinew/calibration/results/suspicion.h"
#include "sinew/print/figures.h"

/// What `calibrate` answers, for people (text) and for programs (JSON).
namespace sinew {

/// A calibration and everything that is said about it.
struct CalibrationReport {
  std::string robot;
  std::string model;  ///< "modified DH parameters"
  CalibrationResult result;
  std::vector<Validation> validations;     ///< data that was not used
  bool is_cross = false;                   ///< each set was left out in turn
  std::vector<std::string> not_validated;  ///< sets that were to be left out and were not, because the work was stopped
  std::vector<Suspicion> suspicions;
  std::vector<std::string> remarks;  ///< one sentence each
};

/// Millimetres and degrees, unless other units were chosen.
Showing calibration_showing(Showing showing, bool units_chosen);

std::string calibration_text(const CalibrationReport& report, const Showing& showing);
std::string calibration_json(const CalibrationReport& report);

/// "residual size 2.84 mm to 0.205 mm": the one line that is said where the answer goes elsewhere.
std::string calibration_summary(const CalibrationReport& report, const Showing& showing);

}  // namespace sinew
