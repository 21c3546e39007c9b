// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/extremes/curve_piece.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace sinew {
namespace {

constexpr std::size_t N = CurvePiece::size;

/// cos(k·(j + ½)·π/N): Tₖ at node j.
const std::array<CurvePiece::Numbers, N>& polynomials_at_nodes() {
  static const auto table = [] {
    std::array<CurvePiece::Numbers, N> all{};
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t j = 0; j < N; ++j)
        all[k][j] = std::cos(static_cast<double>(k * (2 * j + 1)) * std::numbers::pi / (2 * N));
    return all;
  }();
  return table;
}

/// Σ aₖ·Tₖ(x), by Clenshaw's recurrence.
double chebyshev_sum(const CurvePiece::Numbers& a, double x) noexcept {
  double b1 = 0.0, b2 = 0.0;
  for (std::size_t k = N - 1; k > 0; --k) {
    const double b = a[k] + 2.0 * x * b1 - b2;
    b2 = b1;
    b1 = b;
  }
  return a[0] + x * b1 - b2;
}

/// The coefficients of p′: dₖ₋₁ = dₖ₊₁ + 2·k·aₖ.
CurvePiece::Numbers derivative_of(const CurvePiece::Numbers& a) noexcept {
  CurvePiece::Numbers d{};
  for (std::size_t k = N - 1; k > 0; --k) d[k - 1] = (k + 1 < N ? d[k + 1] : 0.0) + 2.0 * static_cast<double>(k) * a[k];
  d[0] /= 2.0;
  return d;
}

/// Where a polynomial that has other signs at the two ends is zero.
double zero_between(const CurvePiece::Numbers& a, double left, double right) noexcept {
  const bool rises = chebyshev_sum(a, left) < 0.0;
  for (double middle = 0.5 * (left + right); left < middle && middle < right; middle = 0.5 * (left + right)) {
    ((chebyshev_sum(a, middle) < 0.0) == rises ? left : right) = middle;
    if (right - left < 1e-15) break;
  }
  return 0.5 * (left + right);
}

}  // namespace

const CurvePiece::Numbers& CurvePiece::nodes() { return polynomials_at_nodes()[1]; }

CurvePiece::CurvePiece(const Numbers& values) {
  const auto& T = polynomials_at_nodes();
  for (std::size_t k = 0; k < N; ++k) {
    double sum = 0.0;
    for (std::size_t j = 0; j < N; ++j) sum += values[j] * T[k][j];
    a_[k] = (k == 0 ? 1.0 : 2.0) / static_cast<double>(N) * sum;
  }
}

double CurvePiece::at(double x) const noexcept { return chebyshev_sum(a_, x); }
double CurvePiece::slope_at(double x) const noexcept { return chebyshev_sum(derivative_of(a_), x); }

double CurvePiece::reach() const noexcept {
  double sum = 0.0;
  for (std::size_t k = 1; k < N; ++k) sum += std::abs(a_[k]);
  return sum;
}

double CurvePiece::tail() const noexcept { return std::abs(a_[N - 1]) + std::abs(a_[N - 2]); }

double CurvePiece::mean() const noexcept {
  double sum = 0.0;
  for (std::size_t k = 0; k < N; k += 2) sum += a_[k] / (1.0 - static_cast<double>(k * k));
  return sum;
}

double CurvePiece::mean_square() const noexcept {
  // ½·∫ Tₘ·Tₙ dx = ½·(1/(1 − (m+n)²) + 1/(1 − (m−n)²)) for an even m + n, else zero
  double sum = 0.0;
  for (std::size_t m = 0; m < N; ++m)
    for (std::size_t n = m % 2; n < N; n += 2) {
      const double plus = static_cast<double>(m + n), minus = static_cast<double>(m) - static_cast<double>(n);
      sum += a_[m] * a_[n] * 0.5 * (1.0 / (1.0 - plus * plus) + 1.0 / (1.0 - minus * minus));
    }
  return std::fmax(sum, 0.0);
}

std::vector<double> CurvePiece::turning_points() const {
  // twice as many looks as a polynomial of this degree can have turning points: two of them that a curve as smooth as a
  // piece has between two looks are the same but for round-off
  constexpr int looks = 4 * size;
  const Numbers slope = derivative_of(a_);
  std::vector<double> places = {-1.0};
  double before = chebyshev_sum(slope, -1.0), x_before = -1.0;
  for (int i = 1; i <= looks; ++i) {
    const double x = -1.0 + 2.0 * i / looks, here = chebyshev_sum(slope, x);
    if ((before < 0.0) != (here < 0.0)) places.push_back(zero_between(slope, x_before, x));
    before = here;
    x_before = x;
  }
  places.push_back(1.0);
  return places;
}

CurvePiece CurvePiece::scaled(double factor, double offset) const {
  CurvePiece y = *this;
  for (double& a : y.a_) a *= factor;
  y.a_[0] += offset;
  return y;
}

}  // namespace sinew
