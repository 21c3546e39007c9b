// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

namespace sinew {

/// One curve over a short time as a polynomial p(x), x from −1 to 1, in Chebyshev's polynomials:
///
///     p(x) = Σ aₖ·Tₖ(x),   x = (2·t − from − to) / (to − from)
///
/// It takes the curve's own values at the twelve zeros of T₁₂.
class CurvePiece {
 public:
  static constexpr int size = 12;
  using Numbers = std::array<double, size>;

  /// The zeros of T₁₂, falling.
  static const Numbers& nodes();
  /// Of the values at the nodes.
  explicit CurvePiece(const Numbers& values);

  double at(double x) const noexcept;
  double slope_at(double x) const noexcept;
  /// The mean over the piece and how far it can be from that: |p(x) − middle| ≤ reach.
  double middle() const noexcept { return a_[0]; }
  double reach() const noexcept;
  /// What the highest terms may add: small where the polynomial is the curve.
  double tail() const noexcept;
  /// Mean of p over the piece.
  double mean() const noexcept;
  /// Mean of p².
  double mean_square() const noexcept;
  /// Places between which p rises or falls all the way: −1, where its slope vanishes, 1.
  std::vector<double> turning_points() const;
  /// factor·p + offset.
  CurvePiece scaled(double factor, double offset) const;

 private:
  Numbers a_;
};

}  // namespace sinew
