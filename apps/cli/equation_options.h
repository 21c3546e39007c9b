// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "apps/cli/robot_argument.h"
#include "sinew/equations/cartesian_equations.h"
#include "sinew/equations/symbolic_robot.h"

namespace sinew::cli {

/// `--symbols`, `--frame`, `--axes`, `--rows`: which robot the equations are of, and which frame's.
struct SymbolicRobotArgument {
  RobotArgument robot;
  std::string symbols;
  std::string frame;
  std::string axes = "own";
  std::string rows;
  bool full = false;

  void declare(CLI::App& app);

  /// Its ring shows progress on a terminal, and ends a closed form that would never end, unless `full`.
  SymbolicRobot load() const;
  CartesianChoice choice(const SymbolicRobot& loaded) const;

 private:
  SymbolChoice chosen_symbols() const;
};

}  // namespace sinew::cli
