// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/readings/numbers.h"
#include "sinew/redundancy/bounds.h"
#include "sinew/tasks/joint_limits.h"

namespace sinew {

/// Which limit a bound comes from.
enum class LimitKind {
  None,      ///< there is no bound
  Position,  ///< not to be beyond it at the next sample
  Velocity,
  Acceleration,
  Braking  ///< still to be able to stop before the position limit
};

const char* name_of(LimitKind kind);

/// How far a joint's motion must be held back for it to be able to stop before its position limit.
enum class Braking {
  /// Not at all: a joint may arrive at its limit faster than it can brake.
  Ignored,
  /// The speed after the sample is one that could be braked from where the joint is now: q̇ + q̈·T ≤ √(2·A·(q_max − q)),
  /// as in Flacco, De Luca and Khatib (2015). It comes a sample late, and so may ask for more than A as it goes on.
  FromHere,
  /// From where the joint is after the sample, commands that change once per sample can stop it before its limit. So a
  /// state that was reached within such bounds has bounds that can be kept, for ever (docs/math/tasks_and_objectives.md).
  FromNextSample
};

/// Two limits of a joint that cannot both be kept: what one asks for is beyond what the other allows.
struct LimitClash {
  int velocity = 0;  ///< which entry of q̇
  LimitKind lower_from = LimitKind::None, upper_from = LimitKind::None;
  double lower = 0.0, upper = 0.0;
};

/// Bounds on q̇ or q̈ and where they come from. Where they leave one number but for round-off, both are that number.
struct MotionBounds {
  Bounds bounds;  ///< as the limits say, the lower one above the upper where they clash
  std::vector<LimitKind> lower_from, upper_from;
  std::vector<LimitClash> clashes;  ///< empty if everything can be kept

  bool can_be_kept() const noexcept { return clashes.empty(); }
};

/// Position, velocity and acceleration limits over a sampling time T, as bounds on what is commanded for that time:
///
///     max(V_min, (q_min − q)/T, −S(A_max, q − q_min)) ≤ q̇ ≤ min(V_max, (q_max − q)/T, S(−A_min, q_max − q))
///
/// where S is the stopping speed (stopping_speed.h), and where the velocity q̇₀ is known that the joint has now,
///
///     q̇₀ + A_min·T ≤ q̇ ≤ q̇₀ + A_max·T
///
/// For accelerations, which are constant over T:
///
///     max(A_min, (V_min − q̇)/T, 2·(q_min − q − q̇·T)/T², braking) ≤ q̈
///                                              q̈ ≤ min(A_max, (V_max − q̇)/T, 2·(q_max − q − q̇·T)/T², braking)
///
/// and braking, with A = −A_min, g = q_max − q and δ = g − q̇·T/2, mirrored for the lower bound:
///
///     from here          (√(2·A·g) − q̇)/T      0 for a joint that is beyond its limit
///     from next sample   (S(A, δ) − q̇)/T
///
/// At velocity level, from here is √(2·A·g) in place of S. A joint that was started too fast to stop at a sample, but not to
/// turn round within one, gets −q̇/T − A/2 + √(A·(A·T² + 8·δ))/(2·T), or −q̇²/(2·g) where δ < 0 < g.
///
/// Terms of limits that are not there are left out. Nothing is allocated once made.
class JointBounds {
 public:
  /// The model must outlive it. Throws InputError for a T that is not positive and for limits that make no sense.
  JointBounds(const Model<double>& model, double sampling_time);
  JointBounds(const Model<double>& model, double sampling_time, JointLimits limits);

  double sampling_time() const noexcept { return T_; }
  const JointLimits& limits() const noexcept { return limits_; }
  void set_braking(Braking braking) noexcept { braking_ = braking; }

  /// Of q̇. Valid until the next call of any.
  const MotionBounds& velocity(In<double> q);
  /// The same of joints that move with `qd` now: what is commanded differs from it by no more than A·T.
  const MotionBounds& velocity(In<double> q, In<double> qd);
  /// Of q̈.
  const MotionBounds& acceleration(In<double> q, In<double> qd);

  /// "joint 'elbow': its position limit asks for at least 12, its acceleration limit allows at most 10".
  std::string text(const LimitClash& clash) const;

 private:
  struct Side;
  const MotionBounds& velocity_bounds(In<double> q, const double* qd);
  double blur_of(std::size_t i, double x) const;
  void set(std::size_t i, const Side& lower, const Side& upper);

  const Model<double>& model_;
  double T_;
  JointLimits limits_;
  Braking braking_ = Braking::FromNextSample;
  std::vector<std::size_t> positions_;  // where each velocity's joint stands in q; of a floating base's six: none
  std::size_t first_;                   // velocity that is a joint's
  std::vector<double> reach_,
      samples_;  // of each joint: its farthest limit, and how often q is rounded on the way there
  MotionBounds result_;
};

}  // namespace sinew
