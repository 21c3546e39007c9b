// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/motion/trajectory/path.h"

namespace sinew {

/// Joint positions as polynomials of s, one piece after the other: what splines are made of.
///
///     q(s) = Σ aₖ·(s − knot)ᵏ    until the next knot
class PolynomialPath final : public Path {
 public:
  /// `knots`: from 0 to the end, rising. `coefficients`: those of one piece after the other, of (s − knot)⁰ first, one column
  /// each with a row per joint. InputError where they do not go together.
  PolynomialPath(std::vector<double> knots, Eigen::MatrixXd coefficients, int degree);

  int joint_count() const noexcept override { return static_cast<int>(coefficients_.rows()); }
  double end() const noexcept override { return knots_.back(); }
  std::vector<double> knots() const override { return {knots_.begin() + 1, knots_.end() - 1}; }
  void at(double s, PathSample& sample) const noexcept override;

  int degree() const noexcept { return degree_; }
  /// The start, every knot and the end.
  const std::vector<double>& all_knots() const noexcept { return knots_; }
  /// As the constructor takes them.
  const Eigen::MatrixXd& coefficients() const noexcept { return coefficients_; }

 private:
  Eigen::Index piece_at(double s) const noexcept;

  std::vector<double> knots_;
  Eigen::MatrixXd coefficients_;
  int degree_;
  double pieces_per_s_ = 0.0;
};

/// The path that has the given positions and derivatives at its knots, which rise from 0, with polynomials of the lowest
/// degree between them. `derivatives`: the positions (a row per joint, a column per knot), then the first derivatives, and,
/// perhaps, the second ones.
std::shared_ptr<const PolynomialPath> hermite_path(std::vector<double> knots,
                                                   const std::vector<Eigen::MatrixXd>& derivatives);

/// Coefficients of the polynomial on [0, 1] from its value and first `free` derivatives at 0, then those at 1.
Eigen::MatrixXd hermite_coefficients(int free);

}  // namespace sinew
