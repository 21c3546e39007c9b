// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/equations/along/time_functions.h"
#include "sinew/equations/document.h"
#include "sinew/equations/equation_book.h"

namespace sinew {

/// A stretch of a motion during which each joint follows one formula.
struct MotionPiece {
  MotionFormulas joints;
  double from = 0.0, until = 0.0;  ///< [s] of the motion's time
  double zero = 0.0;               ///< [s] of the motion's time at which the time in the formulas is zero
};

/// Does a part of the equations change along a motion?
bool changes_along_a_motion(EquationPart part);

/// A robot's equations along a motion of one piece or several. The robot must outlive it.
///
/// Each piece has a time of its own: t, or t, t2, t3, … where there are several, so that a piece late in a motion is no
/// difference of large powers of t.
class EquationsAlong {
 public:
  EquationsAlong(SymbolicRobot& robot, std::vector<MotionPiece> pieces);

  const std::vector<MotionPiece>& pieces() const { return pieces_; }
  /// The symbol of the motion's time, and that of one piece's own.
  const Expr& t() const { return functions_.front()->t(); }
  const Expr& t(std::size_t piece) const { return functions_[piece]->t(); }
  /// Which piece a time belongs to; at a time that belongs to two, the later one.
  std::size_t piece_at(double t) const;
  /// "from 0 s to 10 s"
  std::string range(std::size_t piece) const;

  /// q(t), q̇(t) and q̈(t), and what t is.
  Section motion(std::size_t piece) const;
  /// A section of the robot's equations along one piece, simplified.
  Section section(std::size_t piece, const Section& section);
  /// The same along all pieces: each expression chooses its piece by the time. `simplified`: or only put in.
  Section whole(const Section& section, bool simplified);

 private:
  SymbolicRobot& robot_;
  std::vector<MotionPiece> pieces_;
  std::vector<std::unique_ptr<TimeFunctions>> functions_;
};

}  // namespace sinew
