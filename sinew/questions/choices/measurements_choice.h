// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/calibration/measurements/measurement_csv.h"
#include "sinew/questions/door.h"
#include "sinew/questions/fields.h"

namespace sinew {

/// Measurements of a robot: files, and what they do not say themselves.
struct MeasurementsChoice {
  std::vector<std::string> data;
  std::string kind, columns, data_units, measured_from;
  std::vector<std::string> place, known_distance;
  std::string deviation, angle_deviation, probe_radius;
  bool skip_missing = false;

  void describe(Fields& fields);
  /// The measurements of some files, read as the fields say. Remarks about them go to the door. Throws UsageError and
  /// InputError.
  Measurements read(const std::vector<std::string>& files, const Model<double>& model, const std::string& frame,
                    Door& door) const;
};

}  // namespace sinew
