// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/equations/along/time_functions.h"
#include "sinew/equations/document.h"
#include "sinew/equations/equation_book.h"

namespace sinew {

/// A stretch of a motion during which each joint follows one formula. Its own time counts from `zero`.
struct MotionPiece {
  JointMotion joints;
  double from = 0.0, until = 0.0;  ///< [s] of the motion's time
  double zero = 0.0;               ///< [s] of the motion's time at which the time in the formulas is zero
};

/// Does a part of the equations change along a motion, and is there something to put it in?
bool changes_along_a_motion(EquationPart part);

/// q(t), q̇(t) and q̈(t), and what t is.
Section motion_section(const SymbolicRobot& robot, const TimeFunctions& functions, const MotionPiece& piece);

/// A section of the robot's equations as functions of the time: M(q) becomes M(t). Coriolis and centrifugal terms are
/// added up, because along a motion both are functions of the time alone. `simplified`: or only put in.
Section section_along(const Section& section, TimeFunctions& functions, bool simplified = true);

/// One section of several, which differ in their pieces of the motion: every expression chooses its piece by the time `t`.
/// `times` are the symbols of the time in each of `sections`.
Section chosen_by_time(const std::vector<Section>& sections, const std::vector<MotionPiece>& pieces,
                       const std::vector<Expr>& times, const Expr& t);

}  // namespace sinew
