// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "sinew/ik/goal.h"
#include "sinew/readings/workspace.h"

namespace sinew::ik {

/// Between which numbers each coordinate must stay; infinite where there is no limit.
struct JointBox {
  std::vector<double> lower, upper;
  friend bool operator==(const JointBox&, const JointBox&) = default;
};

/// When a descent is at its goal, and when it gives up.
struct Criteria {
  double position = 0.0, orientation = 0.0;  ///< [m], [rad]
  int iterations = 0;                        ///< at most
};

struct Descended {
  bool reached = false;
  int iterations = 0;
  double position_error = 0.0, orientation_error = 0.0;  ///< [m], [rad] of the rows that count
  double half_square = 0.0;                              ///< of both errors, comparable: what is minimised
};

/// Ways from one q to one where the frame is at its goal, inside a box all along. Made once; then nothing is allocated.
class Descent {
 public:
  Descent(const Chain& chain, Instructions instructions);

  /// Levenberg-Marquardt steps with the damping of Sugihara (Solvability-unconcerned inverse kinematics by the
  /// Levenberg-Marquardt method, IEEE Trans. Robotics 27, 2011): in proportion to the squared error, so that far off the
  /// steps are safe, and close by they are Newton's and converge quadratically. None is ever taken back.
  ///
  ///     d = Jᵀ·(J·Jᵀ + λ·1)⁻¹·e,    λ = c·½·eᵀ·e
  ///
  /// A step that would leave the box takes the joint that leaves furthest to its limit, and the others make up for it.
  /// Gives up where the error no longer falls.
  Descended reach(const Goal& goal, const JointBox& box, const Criteria& criteria, double* q);

  /// To a place from which no step leads nearer, for goals that cannot be reached: the damping grows until a step helps.
  Descended approach(const Goal& goal, const JointBox& box, const Criteria& criteria, double* q);

  /// How far it is from here.
  Descended measure(const Goal& goal, const double* q);
  /// The same row by row, in the axes of a goal that has no slack: 2·asin of the quaternion's components, and metres.
  std::array<double, 6> measure_rows(const Goal& goal, const double* q);

  /// `direction` ← the part of −`gradient` that leaves the goal's rows where they are to first order and leads out of no
  /// limit. Both are per coordinate over size. Returns its largest entry.
  double free_direction(const Goal& goal, const JointBox& box, const double* q, const double* gradient,
                        double* direction);

  /// The Jacobian of the goal's rows at q, one column per coordinate.
  const std::vector<Six>& columns(const Goal& goal, const double* q);

 private:
  Distance distance_at(const Goal& goal, const double* q) noexcept;
  /// Writes where q + step is into `to`, which is not q.
  void step(const Distance& from, double lambda, const JointBox& box, const double* q, double* to) noexcept;
  std::size_t furthest_beyond(const double* lower, const double* upper, const double* q) const noexcept;

  const Chain& chain_;
  Instructions instructions_;
  ChainPlace place_;
  std::vector<Six> columns_;
  std::vector<double> sizes_, per_size_;
  std::vector<double> trial_;
  std::vector<char> held_;
};

}  // namespace sinew::ik
