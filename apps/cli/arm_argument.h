// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/robot_argument.h"
#include "sinew/arm/arm.h"
#include "sinew/formats/formula.h"
#include "sinew/report/figures.h"

namespace sinew::cli {

/// The robot to compute with: which one, under which gravity, without which of its parts.
struct ArmArgument {
  RobotArgument robot;
  std::string gravity;
  std::string without;

  void declare(CLI::App& app);
  /// Tells what is odd about the robot on stderr.
  Arm load() const;
};

/// `--format`, `--units` and `--digits`.
struct ShowingArgument {
  FormatArgument format;
  std::string units;
  int digits = 4;

  void declare(CLI::App& app);
  Showing showing() const;
};

/// `--axes`.
struct AxesArgument {
  std::string axes = "world";
  void declare(CLI::App& app);
  Axes value() const { return {axes}; }
};

/// `--rows all|angular|linear`, or a list such as `wz,x,y`, whose order the answer keeps.
struct RowsArgument {
  std::string rows = "all";
  void declare(CLI::App& app);
  Rows value() const;
};

/// A point in a frame, [0, 0, 0] if nothing is given.
Eigen::Vector3d point_given(const std::string& text);

/// `read()` with a FormulaError turned into bad input of this option.
template <class Read>
auto reading_option(const char* option, const Read& read) {
  try {
    return read();
  } catch (const FormulaError& e) {
    throw InputError({{Severity::Error, option, 0, e.what(), e.remedy}});
  }
}

/// The words of a list, each once, all of which must be `known`. Throws CLI::ValidationError with the nearest one.
std::vector<std::string> chosen_words(const char* option, const std::string& list,
                                      const std::vector<std::string>& known);

}  // namespace sinew::cli
