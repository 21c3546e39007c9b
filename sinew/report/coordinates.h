// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/model/model.h"
#include "sinew/print/datum.h"
#include "sinew/print/unit_choice.h"

namespace sinew {

/// The entries of a robot's q̇, q̈ and τ: what they are called and measured in.
struct Coordinates {
  explicit Coordinates(const Model<double>& model);

  Labels rates;    ///< of q̇, q̈ and of what belongs to them: `elbow`, `base.wx`
  Labels efforts;  ///< of τ: `elbow`, `base.nx`
  std::vector<Dimension> velocity, acceleration;
  std::vector<Dimension> effort;
  /// Of the coordinate itself in products with effort, where a radian is 1, and its inverse.
  std::vector<Dimension> size, per_size;
  std::vector<Dimension> per_position;  ///< what a derivative by the coordinate has: 1/rad or 1/m

  std::vector<Measure> effort_measures() const { return {effort.begin(), effort.end()}; }
  std::vector<Measure> acceleration_measures() const { return {acceleration.begin(), acceleration.end()}; }
  /// "torque", "force", or both where there are both.
  const char* effort_name() const;
};

/// Dimensions times another, each.
std::vector<Dimension> times(std::vector<Dimension> dimensions, const Dimension& factor);

/// 1 over each.
std::vector<Dimension> inverse(std::vector<Dimension> dimensions);

/// x, y, z.
const Labels& xyz();

}  // namespace sinew
