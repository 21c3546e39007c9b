// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "sinew/motion/given/motion_readers.h"
#include "sinew/motion/given/sample_table.h"
#include "sinew/motion/given/spline_choice.h"

namespace sinew {

/// How noisy samples become a smooth curve: by a cut-off frequency, or by the standard deviation of their noise.
struct Smoothing {
  std::optional<double> cutoff;          ///< [Hz]
  std::optional<Eigen::VectorXd> noise;  ///< of each joint [rad or m]
  bool any() const { return cutoff || noise; }
};

/// The motion through or, with smoothing, near samples. What was smoothed is remarked; where nothing is, samples that look
/// noisy are warned of: their accelerations would be differentiated noise.
std::optional<ReadMotion> sampled_motion(const SampleTable& table, const SplineChoice& spline,
                                         const Smoothing& smoothing, SourceLine source, MotionReading& reading);

/// The ends of a spline through samples where nobody chooses them: not-a-knot, which keeps the accelerations at the ends
/// right, or natural where there are too few samples.
SplineEnd usual_ends(const SampleTable& table, int degree);

}  // namespace sinew
