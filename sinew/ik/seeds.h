// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/ik/descent.h"

namespace sinew::ik {

/// Places to start from, well spread over a box: a sequence in which every part of it is as even as it can be, and so the
/// same for everyone (the additive recurrence of M. Roberts, The unreasonable effectiveness of quasirandom sequences, 2018:
/// multiples of powers of 1/φ, where φ^(n+1) = φ + 1). `seed` moves the whole sequence.
///
/// Of the first few it is known where they put the frame. The nearest to a goal come first: a descent is then short, and
/// ends well more often. After them every other place has joints at their limits, about a third of them at each side: a goal
/// that can only be reached with many joints at limits has a small basin of attraction at the edge of the box. Each of these
/// places is the nearest to the goal of several.
class Seeds {
 public:
  Seeds(const Chain& chain, const JointBox& box, unsigned seed);

  /// Begins anew, in the order of the sequence.
  void begin();
  /// Begins anew, for this goal.
  void aim(const Goal& goal);
  /// The next place to start from, one number per coordinate.
  void next(double* q);
  /// The next of them that has joints at limits.
  void next_at_limits(double* q);

 private:
  static constexpr int known_count = 64;

  void place(long number, double* q) const;
  /// The same, with the outer two thirds of every range taken to its limits.
  void place_at_limits(long number, double* q) const;
  /// How far the frame is from the goal.
  double score(const Columns& R_CL, const Lanes& p_CF) const;

  struct Known {
    Columns R_CL;
    Lanes p_CF;
  };
  const Chain& chain_;
  Goal goal_;  ///< that was aimed at
  ChainPlace where_;
  std::vector<double> low_, range_, shift_, stride_;
  std::vector<char> has_limits_;  ///< on both sides
  bool has_any_limits_ = false;
  std::vector<double> trial_;
  std::vector<double> known_q_;
  std::vector<Known> known_;
  std::vector<double> score_;
  int given_ = 0;
  long at_limits_ = 0;  ///< places at limits that were looked at
};

}  // namespace sinew::ik
