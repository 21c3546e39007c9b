// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/model/state.h"
#include "sinew/motion/extremes/curve_extremes.h"
#include "sinew/motion/quantities/motion_evaluator.h"

namespace sinew {

/// Limits of one joint: of its position, velocity, acceleration or effort. A mimic joint has those of its own coordinate,
/// `factor`·(its leader's) + `offset`.
struct MotionLimit {
  StatePart part = StatePart::Position;
  std::string joint;
  bool turns = true;   ///< its position is an angle
  int coordinate = 0;  ///< index in q and q̇
  double factor = 1.0, offset = 0.0;
  double lower = 0.0, upper = 0.0;
};

/// Every finite limit of a robot on a fixed base, by part and joint. A limit of zero on velocity, acceleration or effort, as
/// exporters leave it where they know none, does not count.
std::vector<MotionLimit> motion_limits(const Model<double>& model);

/// The largest effort of each velocity's joint, infinite where there is none: what its motor and those of the joints that
/// follow it give together.
std::vector<double> effort_limits(const Model<double>& model);

/// A time during which a joint is beyond one of its limits.
struct LimitViolation {
  MotionLimit limit;
  double from = 0.0, to = 0.0;  ///< [s]
  Extreme worst;                ///< the value that is furthest beyond, and when
  double bound = 0.0;           ///< the lower or the upper limit

  double amount() const { return worst.value > bound ? worst.value - bound : bound - worst.value; }
};

/// What a motion comes to between its start and its end; times are those of the trajectory.
struct MotionFindings {
  std::vector<CurveExtremes> curves;  ///< of each number of the quantities that were asked for
  std::vector<MotionLimit> limits;    ///< which were watched
  std::vector<LimitViolation> violations;
  bool is_complete = true;  ///< false where the motion is so restless that limits were watched at many times only
};

/// Finds the extremes of the quantities and every violation of a limit, between samples as well: the motion is split where
/// derivatives may jump, and then until polynomials of degree 11 follow every number (`for_each_piece`). Extremes and crossings
/// of those polynomials are exact; the times of crossings are then found once more on the motion itself.
MotionFindings search_motion(const RobotMotion& motion, const std::vector<MotionQuantity>& quantities);

}  // namespace sinew
