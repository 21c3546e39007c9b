// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/arm/arm.h"
#include "sinew/formats/source_text.h"
#include "sinew/formats/yaml/document.h"
#include "sinew/motion/given/given_trajectory.h"

namespace sinew {

/// Reads a trajectory of this robot (docs/guides/trajectories.md): YAML, or a CSV of samples where the file's name ends so
/// or its first line has commas and no colon. Throws InputError with everything that is wrong, with its line.
GivenTrajectory read_trajectory(const SourceText& source, const Arm& arm);

/// The same of a YAML document that was read, or that options stand for. `file`: its name, for messages and for files
/// beside it.
GivenTrajectory read_trajectory(const YamlNode& root, const std::string& file, const Arm& arm);

}  // namespace sinew
