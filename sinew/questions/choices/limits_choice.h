// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/questions/fields.h"

namespace sinew {

/// `without_limits`, of every question that keeps the joints within the limits of the robot's file.
inline void describe_without_limits(Fields& fields, bool& without_limits) {
  fields.add("without_limits", &without_limits,
             "Ignore the limits of the joints that the robot's file gives; limits are kept otherwise.");
}

}  // namespace sinew
