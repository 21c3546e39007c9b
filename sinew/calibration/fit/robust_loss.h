// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace sinew {

/// How much a block of residuals may cost that is larger than chance allows.
enum class Loss {
  Linear,  ///< its square: best for normal errors, and one outlier can spoil everything
  Huber,   ///< beyond the width in proportion to its length: the pull of an outlier is limited
  Cauchy   ///< a logarithm: the farther off, the weaker the pull
};

/// ρ and its derivatives by s = |r|². A block costs ½·ρ(s); ρ′ is its weight.
struct LossValue {
  double rho = 0.0, first = 1.0, second = 0.0;
};

/// With c the width:
///
///     Huber     ρ = s for s ≤ c², 2·c·√s − c² beyond         Cauchy     ρ = c²·log(1 + s/c²)
inline LossValue loss_value(Loss loss, double width, double s) {
  const double square = width * width;
  if (loss == Loss::Cauchy) {
    const double weight = 1.0 / (1.0 + s / square);
    return {square * std::log1p(s / square), weight, -weight * weight / square};
  }
  if (loss == Loss::Linear || s <= square) return {s, 1.0, 0.0};
  const double length = std::sqrt(s), weight = width / length;
  return {2.0 * width * length - square, weight, -0.5 * weight / s};
}

/// The width at which the mean of normally distributed numbers of unit deviation is estimated with 95 % efficiency: its
/// variance is that of the arithmetic mean divided by 0.95. Huber 1.345, Cauchy 2.385.
double documented_width(Loss loss);

/// The width for a block of several rows that goes with `width_of_one_row`. |r|² of a good block is χ² with a degree of
/// freedom for each row, so the same width would call nearly every block of six rows an outlier. Both widths are
/// exceeded with the same probability,
///
///     P(χ²_rows > c²) = P(χ²_1 > width_of_one_row²),
///
/// so that as many good blocks lose weight whatever their size. Efficiency for normal errors then grows with the rows;
/// with the documented widths it is 95 % for one row, and 98.4 % (Huber) and 96.7 % (Cauchy) for three.
double width_of_block(Loss loss, double width_of_one_row, int rows);

/// What a good block, of normal errors with unit deviation, contributes on average to the estimating equations Σ
/// Jᵀ·ρ′·r: slope = E[∂(ρ′·r)/∂r], variance = E[ρ′²·s], each per row. Efficiency is slope²/variance.
struct LossMoments {
  double slope = 1.0, variance = 1.0;
};
LossMoments loss_moments(Loss loss, double width, int rows);

}  // namespace sinew
