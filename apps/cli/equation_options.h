// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "apps/cli/robot_argument.h"
#include "sinew/equations/cartesian_equations.h"
#include "sinew/equations/symbolic_robot.h"

namespace sinew::cli {

/// What is being worked out, for whoever waits for it.
struct ClosedFormWork {
  std::string what = "these equations";
  std::string remedy = "take fewer --symbols, or --full to insist";  ///< where it would never end
};

/// `--symbols`, `--frame`, `--axes`, `--rows`: which robot the equations are of, and which frame's.
struct SymbolicRobotArgument {
  RobotArgument robot;
  std::string symbols;
  std::string frame;
  std::string axes = "own";
  std::string rows;
  bool full = false;
  bool numbers = false;          ///< parameters of the file stay numbers, and a robot of numbers is taken
  bool numbers_will_do = false;  ///< set by a command that needs no symbols

  /// Progress, and why there is none, is told of this.
  std::shared_ptr<ClosedFormWork> work = std::make_shared<ClosedFormWork>();

  void declare(CLI::App& app);

  /// Its ring says on stderr what takes long, and ends a closed form that would never end, unless `full`.
  SymbolicRobot load() const;
  /// Throws InputError for a frame that the robot does not have.
  CartesianChoice choice(const SymbolicRobot& loaded) const;

 private:
  SymbolChoice chosen_symbols() const;
};

}  // namespace sinew::cli
