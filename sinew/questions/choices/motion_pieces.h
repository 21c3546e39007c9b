// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/equations/along/equations_along.h"
#include "sinew/motion/given/given_trajectory.h"

namespace sinew {

/// A trajectory as formulas of the time, piece by piece.
struct PiecewiseMotion {
  std::shared_ptr<ExprGraph> graph;  ///< keeps the expressions alive
  std::vector<MotionPiece> pieces;
};

/// The formulas that were given, or the polynomials of moves and splines. InputError for a motion that is neither, and for
/// one of more pieces than anybody reads.
PiecewiseMotion motion_pieces(const GivenTrajectory& given);

/// Whether the torques of a section that has them along a motion, with the file's values in it, equal those that the
/// recursion computes with numbers: at 50 times of the motion, relative to the largest torque.
Verdict agreement(const SymbolicRobot& robot, EquationsAlong& along, const Section& torques,
                  const GivenTrajectory& given, const Arm& arm);

}  // namespace sinew
