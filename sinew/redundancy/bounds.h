// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <limits>

namespace sinew {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// lower ≤ x ≤ upper, infinite where there is none.
struct Bounds {
  Eigen::VectorXd lower, upper;
};

}  // namespace sinew
