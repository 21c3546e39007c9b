// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/load_trajectory.h"

#include <utility>

#include "sinew/motion/given/trajectory_file.h"

namespace sinew {

LoadedTrajectory load_trajectory(const std::string& path, const Arm& arm) {
  return load_trajectory(read_source_text(path), arm);
}

LoadedTrajectory load_trajectory(const SourceText& source, const Arm& arm) {
  GivenTrajectory given = read_trajectory(source, arm);
  return {std::move(given.trajectory), std::move(given.remarks)};
}

}  // namespace sinew
