// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/algorithms/joint_forces.h"

namespace sinew {

/// The dry part of a robot's friction, per velocity: everything but the viscous part. Mimic joints rub at their
/// leader's velocity.
///
/// While a joint slides in a given direction its friction is smooth; what jumps at q̇ = 0 is the direction alone, and
/// that is chosen by whoever asks.
class DryFrictionLaw {
 public:
  explicit DryFrictionLaw(const Model<double>& model);

  bool any() const noexcept { return !parts_.empty(); }
  bool acts_on(int velocity) const noexcept { return first_[at(velocity)] != first_[at(velocity + 1)]; }

  /// The effort that sliding takes in the given direction, +1 or −1, which is also its sign.
  double sliding(int velocity, int direction, In<double> q, In<double> qd) const noexcept;
  /// What friction holds at rest: a push from −minus to plus.
  StaticBand<double> band(int velocity, In<double> q) const noexcept;
  /// The effort with tanh(q̇/bend) in place of sgn(q̇).
  double regularised(int velocity, In<double> q, In<double> qd, double bend) const noexcept;

 private:
  struct Part {
    int velocity;
    std::size_t position_index;
    double multiplier, offset;
    Friction<double> friction;
  };
  double size_of(const Part& part, int own_direction, In<double> q, double own_rate) const noexcept;

  std::vector<Part> parts_;         // by velocity
  std::vector<std::size_t> first_;  // of each velocity, and one past the last
};

/// The same robot whose friction is viscous alone.
Model<double> without_dry_friction(const Model<double>& model);

}  // namespace sinew
