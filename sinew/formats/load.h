// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/source_text.h"
#include "sinew/model/build_model.h"

namespace sinew {

/// A robot read from a file: in the file's words, ready to compute with, and what seemed odd about it.
struct LoadedRobot {
  RobotDescription<double> description;
  Model<double> model;
  std::vector<Diagnostic> warnings;
};

enum class RobotFormat { Yaml, Urdf, Smidata };

/// The usual ending of each format's files: ".yaml, .urdf, .m".
std::string robot_file_endings();

/// Told by the file's ending or, failing that, by its first characters.
RobotFormat format_of(const SourceText& source);

/// Reads a robot in any format that we know. Throws InputError with everything that is wrong with the file.
LoadedRobot load_robot(const std::string& path, const ReadOptions& options = {});

/// The same from text in memory; `source.file` tells the format and stands in messages.
LoadedRobot load_robot(SourceText source, const ReadOptions& options = {});

/// The robot with something changed about it. Throws InputError for changes that do not fit it.
LoadedRobot changed(RobotDescription<double> description, const RobotChanges& changes);

}  // namespace sinew
