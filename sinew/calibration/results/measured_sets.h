// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/calibration/measurements/measurement.h"

namespace sinew {

/// Measurements that belong together: left out together, reported together.
struct MeasuredSet {
  std::string name;
  std::vector<std::size_t> rows;  ///< of the measurements
};

/// The sets that the measurements name. Sets whose places are at a known distance from each other, such as two sockets
/// of one block, or that share a place which is not known, are one: half of it says where the other half is.
std::vector<MeasuredSet> measured_sets(const Measurements& measurements);

/// The measurements of some rows alone, with the places and distances that they need.
Measurements part_of(const Measurements& measurements, const std::vector<std::size_t>& rows);

}  // namespace sinew
