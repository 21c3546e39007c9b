// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sinew/model/joint.h"

namespace sinew {

/// One degree of freedom of a joint, about or along an axis of its base frame.
struct SmiPrimitive {
  JointKind kind = JointKind::Revolute;
  Vec3<double> axis;
  const char* suffix = "";  ///< tells it from the others of its joint; "" if it is the only one
};

/// The single turns and slides that a joint of this type does one after the other, from base to follower;
/// nothing if it is no such chain (spherical, constant-velocity, lead-screw) or not known.
///
/// The order is Simscape's, translations before rotations: a planar joint is Px, Py, Rz, although the file
/// lists Rz first.
std::optional<std::vector<SmiPrimitive>> smi_primitives(std::string_view type);

}  // namespace sinew
