// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace sinew_test {

/// The largest difference between two vectors, relative to the largest entry of the second.
inline double relative_difference(std::span<const double> ours, std::span<const double> theirs) {
  if (ours.size() != theirs.size()) return std::numeric_limits<double>::infinity();
  double difference = 0, size = std::numeric_limits<double>::min();
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (!std::isfinite(ours[i] - theirs[i])) return std::numeric_limits<double>::infinity();
    difference = std::max(difference, std::abs(ours[i] - theirs[i]));
    size = std::max(size, std::abs(theirs[i]));
  }
  return difference / size;
}

}  // namespace sinew_test
