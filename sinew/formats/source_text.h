// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/robot_changes.h"

namespace sinew {

/// A file as it was read: its name, for messages and for files beside it, and its bytes.
struct SourceText {
  std::string file;
  std::string text;
};

/// The bytes of a regular file, or of standard input under the name /dev/stdin. Throws InputError if it cannot be read, is
/// another kind of file or is too large to be a robot.
SourceText read_source_text(const std::string& path);

class RoundedFigures;

/// What the user may tell a reader beyond the file.
struct ReadOptions {
  bool floating_base = false;  ///< free the root link, as walking robots need
  /// smiData: which solid an instance is made of, where the file does not tell.
  std::map<std::string, std::string> solid_of_instance = {};
  /// YAML: other values of parameters that the file names, as it would have them: "3 kg", or a formula of those above.
  std::map<std::string, std::string> parameters = {};
  /// What is changed about the robot once it is read.
  RobotChanges changes = {};
  /// Where set, rounded multiples of 15° are taken for what they stand for, and noted here: how equations are read.
  RoundedFigures* rounded = nullptr;
};

}  // namespace sinew
