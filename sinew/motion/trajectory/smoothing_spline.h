// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "sinew/motion/trajectory/path.h"

namespace sinew {

/// A curve near measured points, and how much it was smoothed.
struct SmoothedPath {
  std::shared_ptr<const Path> path;
  std::vector<double> cutoffs;  ///< [Hz] of each joint: this frequency keeps half its amplitude
  Eigen::VectorXd rms, most;    ///< of each joint: how far the curve is from the points
  std::vector<double> where;    ///< of each joint: at which parameter it is furthest
};

/// The smoothing spline of degree 5 through the neighbourhood of points (columns) y at rising times: the curve that makes
///
///     Σ (q(tᵢ) − yᵢ)² + λ·∫ q‴(t)² dt,    λ = 1/(h·ω_c⁶), h the mean time between points, ω_c = 2π·cutoff
///
/// least, which lets a sine of frequency f pass with the factor 1/(1 + (f/cutoff)⁶) and without delay. Its accelerations are
/// smooth, which those of a spline through noisy points are not. The path begins at s = 0 where times.front() stood.
///
/// InputError for fewer than 4 points, times that do not rise, and a cut-off that is not above zero.
SmoothedPath smoothed_path(const std::vector<double>& times, const Eigen::MatrixXd& points, double cutoff);

/// The same with the lowest cut-off, joint by joint, whose curve is on average (RMS) no further from the points than their
/// noise, the standard deviation of each joint's error. A joint without noise (zero) is not smoothed.
SmoothedPath smoothed_path(const std::vector<double>& times, const Eigen::MatrixXd& points,
                           const Eigen::VectorXd& noise);

/// Estimates of the noise of each joint's points: the standard deviation of what four neighbours do not tell about a point
/// by a cubic, provided that these errors look like noise (neighbours have opposite signs); 0 where they do not, as for
/// smooth points that are far apart.
Eigen::VectorXd estimated_noise(const std::vector<double>& times, const Eigen::MatrixXd& points);

}  // namespace sinew
