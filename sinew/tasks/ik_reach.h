// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/tasks/ik_seeds.h"

namespace sinew::ik {

/// How far the frame's point can get from the base's origin, as far as that is found by trying.
///
/// From several places, joint after joint goes to where it takes the point furthest, until none does any more. For a turn
/// by φ that is known in closed form: with its axis z through o, the point at o + r and the base at o − c
///
///     |c + r(φ)|² = const + 2·(c·r⊥·cos φ + c·(z × r)·sin φ)
///
/// Made once; then nothing is allocated.
class Reach {
 public:
  explicit Reach(const Chain& chain);

  /// Inside the box; infinite where a slide has no end.
  double largest(const JointBox& box, Seeds& seeds);

 private:
  double distance_squared(const double* q);
  double stretched(const JointBox& box, double* q);
  void stretch(const JointBox& box, std::size_t coordinate, double* q);

  Lanes p_CB_;
  ChainPlace place_;
  const Chain& chain_;
  std::vector<int> only_joint_;  ///< that a coordinate moves; −1 if it moves several
  std::vector<double> q_;
};

}  // namespace sinew::ik
