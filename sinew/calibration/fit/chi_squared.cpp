// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/chi_squared.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {

/// The upper incomplete gamma function of half a whole number is a finite sum of positive terms:
///
///     even d    e⁻ʰ·Σ hᵏ/k!                        k = 0 … d/2 − 1          h = square/2
///     odd d     erfc(√h) + e⁻ʰ·Σ hᵏ⁻¹ᐟ²/Γ(k + ½)    k = 1 … (d − 1)/2
double chi_squared_beyond(int degrees_of_freedom, double square) {
  if (!(square > 0.0)) return 1.0;
  if (std::isinf(square)) return 0.0;
  // so that e⁻ʰ does not vanish where d is in the thousands
  const long double h = 0.5L * static_cast<long double>(square);
  const bool even = degrees_of_freedom % 2 == 0;
  long double sum = even ? 0.0L : std::erfc(std::sqrt(h));
  long double term = std::exp(-h) * (even ? 1.0L : 2.0L * std::sqrt(h) * std::numbers::inv_sqrtpi_v<long double>);
  for (int k = 1; k <= degrees_of_freedom / 2; ++k) {
    sum += term;
    term *= h / (static_cast<long double>(k) + (even ? 0.0L : 0.5L));
  }
  return static_cast<double>(std::min(sum, 1.0L));
}

double chi_squared_exceeded_with(int degrees_of_freedom, double probability) {
  if (!(probability < 1.0)) return 0.0;
  double below = 0.0, above = degrees_of_freedom;
  while (chi_squared_beyond(degrees_of_freedom, above) > probability) {
    below = above;
    above *= 2.0;
  }
  // halving ends at two neighbouring numbers
  for (double middle = 0.5 * (below + above); middle > below && middle < above; middle = 0.5 * (below + above))
    (chi_squared_beyond(degrees_of_freedom, middle) > probability ? below : above) = middle;
  return above;
}

}  // namespace sinew
