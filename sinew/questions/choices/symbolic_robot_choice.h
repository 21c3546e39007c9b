// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "sinew/equations/cartesian_equations.h"
#include "sinew/equations/symbolic_robot.h"
#include "sinew/questions/choices/robot_choice.h"

namespace sinew {

/// What is being worked out, for whoever waits for it.
struct ClosedFormWork {
  std::string what = "these equations";
  std::string remedy = "take fewer --symbols, or --full to insist";  ///< where it would never end
};

/// `symbols`, `frame`, `axes`, `rows`: which robot the equations are of, and which frame's.
struct SymbolicRobotChoice {
  RobotChoice robot;
  std::string symbols;
  std::string frame;
  std::string axes = "world";
  std::string rows;
  bool full = false;
  bool numbers = false;          ///< parameters of the file stay numbers, and a robot of numbers is taken
  bool numbers_will_do = false;  ///< set by a question that needs no symbols

  /// Progress, and why there is none, is told of this.
  std::shared_ptr<ClosedFormWork> work = std::make_shared<ClosedFormWork>();

  void describe(Fields& fields);

  /// Its ring tells the door what takes long, and ends a closed form that would never end, unless `full`.
  SymbolicRobot load(Door& door) const;
  /// Throws InputError for a frame that the robot does not have.
  CartesianChoice choice(const SymbolicRobot& loaded) const;

 private:
  SymbolChoice chosen_symbols() const;
};

}  // namespace sinew
