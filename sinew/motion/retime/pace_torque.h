// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

namespace sinew {

/// Static friction that fades with speed (Stribeck): effort·exp(−(rate·x)²).
struct FadingTorque {
  double effort = 0.0, rate = 0.0;
};

/// The torque of one joint at one place of a motion, as a function of the pace x at which the motion is run:
///
///     τ(x) = square·x² + linear·x + constant + Σ effort·exp(−(rate·x)²),        x = 1/k
///
/// k stretches time. Inertial, Coriolis and centrifugal torques go with x², viscous friction with x; gravity, springs and dry
/// friction do not change. Only without friction is it the textbook's τ = (τ_d − g)/k² + g.
struct PaceTorque {
  double square = 0.0, linear = 0.0, constant = 0.0;
  std::span<const FadingTorque> fading = {};

  double at(double x) const noexcept;
};

/// The largest x for which |τ| stays within the limit at every pace from 0 to x; 0 where it is beyond the limit at rest,
/// infinite where no pace is too fast.
double first_exit(const PaceTorque& torque, double limit) noexcept;

/// Paces from `from` to `to`, which may be infinite.
struct PaceInterval {
  double from = 0.0, to = 0.0;
};

/// A set of paces as separate intervals, rising.
class PaceSet {
 public:
  void add(PaceInterval interval);
  const std::vector<PaceInterval>& intervals() const noexcept { return intervals_; }
  /// What is between the intervals, from 0 to `most`.
  std::vector<PaceInterval> gaps(double most) const;

 private:
  std::vector<PaceInterval> intervals_;
};

/// Adds the paces up to `most` at which |τ| is beyond the limit for certain. Where static friction fades, what is too fine
/// to be told counts as within.
void add_paces_beyond(const PaceTorque& torque, double limit, double most, PaceSet& set);

}  // namespace sinew
