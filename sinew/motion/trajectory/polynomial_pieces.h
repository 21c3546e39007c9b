// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "sinew/motion/trajectory/trajectory.h"

namespace sinew {

/// A stretch of a trajectory on which every joint is one polynomial of the time since its start.
struct PolynomialPiece {
  double start = 0.0, end = 0.0;  ///< [s] of the trajectory
  Eigen::MatrixXd coefficients;   ///< a row per joint, a column per power of t − start, up to the seventh
};

/// The polynomials that a trajectory consists of from knot to knot: moves by polynomial profiles, trapezoids, double S,
/// splines. Nothing where a piece is no polynomial of the seventh degree or less.
std::optional<std::vector<PolynomialPiece>> polynomial_pieces(const Trajectory& trajectory);

}  // namespace sinew
