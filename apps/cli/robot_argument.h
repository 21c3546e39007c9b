// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "sinew/formats/load.h"

namespace sinew::cli {

/// The robot that a command is about, and how to read it.
struct RobotArgument {
  std::string given;  ///< a path, or the name of a shipped robot
  bool floating_base = false;
  std::vector<std::string> instance_map;  ///< smiData: instance=solid

  void declare(CLI::App& app);

  /// The file meant: the path itself, or robots/<name>.yaml of those shipped.
  std::string path() const;
  /// Its text. Throws CLI::ValidationError for a map that it has no use for.
  SourceText source() const;
  ReadOptions read_options() const;
  LoadedRobot load() const;
};

/// `--format table|csv|json`.
struct FormatArgument {
  std::string format = "table";
  void declare(CLI::App& app);
};

/// Warnings go to stderr, one a line.
void print_warnings(const std::vector<Problem>& warnings);

}  // namespace sinew::cli
