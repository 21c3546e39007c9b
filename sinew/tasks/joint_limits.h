// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/model/model.h"

namespace sinew {

/// Limits of each velocity's joint, infinite where there is none. A floating base's six have none.
struct JointLimits {
  std::vector<double> lower, upper;                    ///< position
  std::vector<double> velocity_lower, velocity_upper;  ///< both signs: a user's may differ
  std::vector<double> acceleration_lower, acceleration_upper;

  /// None at all, in the robot's sizes.
  static JointLimits none(const Model<double>& model);
  /// Those of the file. A mimic joint's limits hold for its leader as well, as far as the leader moves it.
  static JointLimits of(const Model<double>& model);

  /// Throws InputError for limits of the wrong number, that are not numbers, or whose lower one is above the upper.
  void check(const Model<double>& model) const;
};

}  // namespace sinew
