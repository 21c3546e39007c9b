// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <set>
#include <string>

#include "sinew/equations/parametrisation.h"
#include "sinew/equations/symbolic_robot.h"

namespace sinew {

/// Numbers for the symbols of a robot's equations: the file's own, and a state of all zeros until told otherwise.
class EquationNumbers {
 public:
  explicit EquationNumbers(const SymbolicRobot& robot);

  /// `q=20deg,40deg; qd=0.2,0.15; qdd=0.1,0.085; m1=4 kg; q2=0.3`: positions, rates and parameters, alone or all of one
  /// kind. Throws InputError for a name that the equations do not have, a wrong count or a wrong
  /// unit, and for one that is given twice.
  void set(const std::string& assignments);
  /// For equations along a motion: there is a time in place of a state.
  void set_time(const Expr& t, double value);
  /// What the coefficients a1, a2, … come to.
  void define(SymbolicRobot& robot, const MinimalParametrisation& parametrisation);

  double value(const Expr& expr) const;
  /// The same to six digits, with its unit: "-0.0221 N·m". "undefined" where it divides by zero.
  ///
  /// There is a unit only where symbols alone tell it: in a robot whose file has numbers with units that are not symbols,
  /// a torque need not look like one.
  std::string text(const Expr& expr) const;

 private:
  void set_one(const std::string& given, const std::string& text);

  const SymbolicRobot& robot_;
  std::map<std::string, double> values_;
  std::map<std::string, std::string> units_;
  bool has_units_ = false;       ///< do torques have those of torques?
  std::set<std::string> given_;  // by `set`
};

}  // namespace sinew
