// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sinew/formats/load.h"
#include "sinew/model/build_model.h"
#include "sinew/symbolic/ring.h"

namespace sinew {

/// Which numbers of a robot's file become symbols, besides its own named parameters.
struct SymbolChoice {
  bool inertial = false;   ///< m, h (first moments) and I of each link about its frame: torques are linear in these
  bool central = false;    ///< m, r (where the centre of mass is) and I about it instead
  bool lengths = false;    ///< distances between joints
  bool gravity = false;    ///< g
  bool zeros_too = false;  ///< inertial figures that are zero in the file as well: all ten of each link
  bool parameters = true;  ///< those named in the file; numbers otherwise
  bool numbers_will_do = false;  ///< a robot without any symbol is not refused

  bool any() const { return inertial || central || lengths || gravity; }
};

/// A robot whose parameters are symbols: what equations are derived from.
///
/// Joints are numbered as their velocities are: q1, q2, …, with qd1 and qdd1 for the rates. Every symbol keeps the value
/// that the file gives it, so that each equation can be checked in numbers.
struct SymbolicRobot {
  std::unique_ptr<ExprGraph> graph;
  RobotDescription<Expr> description;
  Model<Expr> model;
  Model<double> numbers;  ///< the same robot with the file's values
  std::map<std::string, double> values;
  std::map<std::string, std::string> units;
  std::vector<Expr> q, qd, qdd;
  std::unique_ptr<Ring> ring;
  std::string
      note;  ///< which rounded figures of the file are taken for what they stand for; empty where there are none

  int size() const { return static_cast<int>(q.size()); }
};

/// Reads a robot for its equations. A robot without symbols is an InputError that says how to get some; so is one with
/// a floating base, and one whose parameters have the name of a joint variable or of a symbol asked for.
SymbolicRobot symbolic_robot(const SourceText& source, const SymbolChoice& choice, const ReadOptions& options = {});
SymbolicRobot symbolic_robot(const std::string& path, const SymbolChoice& choice, const ReadOptions& options = {});

/// Turning joints whose axes stay parallel, from base to tip: neighbours on one branch with only slides between.
std::vector<ParallelAngles> parallel_angles(const Model<Expr>& model, const std::vector<Expr>& q);

}  // namespace sinew
