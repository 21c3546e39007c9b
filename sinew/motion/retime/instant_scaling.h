// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

namespace sinew {

/// Time scaling at one instant of which the torques are known: τ_s = (τ_d − g)/k² + g, and k stretches time.
struct InstantTorques {
  Eigen::VectorXd peak;     ///< τ_d of each joint: all of its torque at that instant
  Eigen::VectorXd gravity;  ///< g there
};

/// The least k of each joint with |τ_s| within its limit, and within for every greater k; 0 where no pace is too fast.
///
/// A limit is one of both senses: τ_s rises towards +limit where τ_d > g and falls towards −limit where τ_d < g. InputError for
/// vectors of different lengths, limits that are not above zero, and for gravity beyond a limit, which no k cures.
Eigen::VectorXd instant_factors(const InstantTorques& torques, const Eigen::VectorXd& limit);

/// The torques with another k.
Eigen::VectorXd scaled_torque(const InstantTorques& torques, double k);

}  // namespace sinew
