// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/ik/seeds.h"

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

  /// From how many places it is tried.
  static constexpr int tries = 16;

  /// The furthest that was found inside the box; infinite where a slide has no end.
  double largest(const JointBox& box, Seeds& seeds);

  /// A distance that the point provably never exceeds, whatever the joints turn to; infinite where a slide has no end.
  ///
  /// A turn moves no point of its axis. With any point c on every axis, link by link, the triangle inequality therefore says
  ///
  ///     |p − base| ≤ |c₁ − base| + |c₂ − c₁| + … + |p − c_n|
  ///
  /// and the points are chosen such that the sum is small. Slides add how far they go.
  double bound(const JointBox& box);

 private:
  /// The sum of all segments between points on the axes.
  double way() const;
  Lanes segment(std::size_t k) const;
  void shorten_way();
  double distance_squared(const double* q);
  double stretched(const JointBox& box, double* q);
  void stretch(const JointBox& box, std::size_t coordinate, double* q);

  Lanes p_CB_;
  ChainPlace place_;
  const Chain& chain_;
  std::vector<int> only_joint_;  ///< that a coordinate moves; −1 if it moves several
  std::vector<double> q_;
  /// Segment k leads from axis k − 1 to axis k: offset + s_k·axis − s_{k−1}·z, seen from link k − 1, whose z is its axis.
  struct Segment {
    Lanes offset, axis;
  };
  std::vector<Segment> segments_;
  std::vector<double> s_;                  ///< where each point is on its axis
  std::vector<double> diagonal_, beside_;  ///< of a tridiagonal system
  double turning_bound_ = 0.0;             ///< of the bound, what does not depend on slides; 0 until it is asked for
};

}  // namespace sinew::ik
