// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/spatial/pose.h"

namespace sinew {

/// Poses that a path goes through, one a row, and when.
struct PathTable {
  std::vector<double> times;  ///< empty where the file has no column t
  std::vector<Pose<double>> poses;
  std::vector<int> lines;        ///< of the file, one per pose
  bool has_orientation = false;  ///< else every pose is turned as `start`
};

/// Reads columns x, y, z [m], then either none for the orientation, which stays that of `start`, or qx, qy, qz, qw, or
/// roll, pitch, yaw [rad]; and t [s], if it is there. Numbers may carry units: 20deg, 300mm. Throws InputError with the
/// line of everything that is wrong.
PathTable read_path_csv(const std::string& text, const std::string& file, const Rotation<double>& start);

}  // namespace sinew
