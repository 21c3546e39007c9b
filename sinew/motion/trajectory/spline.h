// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sinew/motion/trajectory/path.h"

namespace sinew {

/// How a spline behaves at its ends. What the others say of a cubic in parentheses holds for its one free derivative.
enum class SplineEnd {
  Natural,   ///< derivatives beyond those that are free vanish (cubic: q″ = 0; quintic: q‴ = q⁗ = 0)
  Clamped,   ///< at rest (cubic: q′ = 0; quintic: q′ = q″ = 0)
  Periodic,  ///< as it ends so it begins: the first and the last point are the same
  NotAKnot   ///< the first and last pieces continue their neighbours without any jump
};

std::optional<SplineEnd> spline_end_named(std::string_view name);
const char* name_of(SplineEnd end);

/// The smooth curve of piecewise polynomials of degree 3 or 5 through points (columns) at rising parameters; the path begins
/// at s = 0 where parameters.front() stood. Derivatives up to the degree less one are continuous.
///
/// InputError for fewer points than the ends need, parameters that do not rise, a periodic one whose ends differ, and
/// numbers that are not finite; the message names the point, counted from 1.
std::shared_ptr<const Path> spline_path(const std::vector<double>& parameters, const Eigen::MatrixXd& points,
                                        int degree, SplineEnd end);

/// How many points a spline needs.
int least_points(int degree, SplineEnd end);

}  // namespace sinew
