// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/ik/descent.h"

namespace sinew::ik {

/// What a self-motion is to make small.
class Cost {
 public:
  Cost() = default;
  Cost(const Cost&) = delete;
  Cost& operator=(const Cost&) = delete;
  virtual ~Cost() = default;

  /// At q, one number per coordinate. `gradient` is by coordinate, each times its size.
  virtual double evaluate(const double* q, double* gradient) = 0;
};

/// Moves that change q and leave the frame where it is.
///
/// Steepest descent along what the frame's rows leave free, with the step lengths of Barzilai and Borwein (Two-point step
/// size gradient methods, IMA J. Numer. Anal. 8, 1988), which for the one freedom of a 7-joint arm is the secant method.
/// After every step the frame is brought back to its goal, and the step counts only if the cost has fallen by then. Made
/// once; then nothing is allocated.
class SelfMotion {
 public:
  SelfMotion(const Chain& chain, Descent& descent);

  /// From a q that is at the goal to one that is at it as well and costs less; nothing left to gain, unless it takes more
  /// than `steps`. Returns the steps taken.
  int lower(Cost& cost, const Goal& goal, const JointBox& box, const Criteria& criteria, int steps, double* q);

 private:
  const Chain& chain_;
  Descent& descent_;
  std::vector<double> gradient_, direction_, trial_, trial_direction_;
  JointBox room_;
};

}  // namespace sinew::ik
