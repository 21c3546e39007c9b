// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/report/calibration/calibration_report.h"

namespace sinew {

struct CalibratedFile {
  std::string text;
  std::vector<Diagnostic> warnings;  ///< what the file has no place for
};

/// The calibrated robot as YAML or URDF, by the ending of `path`, with every changed parameter, its standard deviation,
/// where the measurements come from and the date in comments at its beginning.
CalibratedFile calibrated_file(const CalibrationReport& report, const std::string& path, const Showing& showing);

}  // namespace sinew
