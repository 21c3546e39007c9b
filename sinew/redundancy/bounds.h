// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

namespace sinew {

/// lower ≤ x ≤ upper, infinite where there is none.
struct Bounds {
  Eigen::VectorXd lower, upper;
};

}  // namespace sinew
