// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/motion/trajectory/trajectory.h"

namespace sinew {

/// A motion of a robot's joints that was read from a file, and what seemed odd about it: jumps, smoothed samples.
struct LoadedTrajectory {
  std::shared_ptr<const Trajectory> trajectory;
  std::vector<Diagnostic> warnings;
};

/// Reads a motion of this robot, in YAML or as a CSV of samples (docs/guides/trajectories.md). Throws InputError with
/// everything that is wrong with the file.
LoadedTrajectory load_trajectory(const std::string& path, const Arm& arm);

/// The same from text in memory; `source.file` stands in messages.
LoadedTrajectory load_trajectory(const SourceText& source, const Arm& arm);

}  // namespace sinew
