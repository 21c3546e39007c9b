// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "sinew/model/model.h"

namespace sinew {

/// The links whose joints have a number of their own in q, in its order: q1, q2, …
std::vector<int> independent_joints(const Model<double>& model);

/// The link whose joint has that name in the file, or the k-th independent one for "q" and k.
///
/// Throws InputError with the nearest name, and for a name that says both, of different joints.
int joint_named(const Model<double>& model, std::string_view name);

}  // namespace sinew
