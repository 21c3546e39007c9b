// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "sinew/motion/extremes/curve_piece.h"

namespace sinew {

/// Functions of time that are evaluated together.
struct Curves {
  int count = 0;
  std::function<void(double t, std::span<double> values)> at;
  /// Curves of one group have noise of the same size: a torque that is nearly zero is not smoother than those beside it.
  std::vector<int> groups;
};

/// All curves from one time to another as polynomials.
struct CurvePieces {
  double from = 0.0, to = 0.0;
  std::vector<CurvePiece> curves;  ///< one each
  /// False where a curve jumps or has a corner that halving has closed in on: then only the values at the nodes count.
  bool are_smooth = true;

  double time_at(double x) const { return 0.5 * ((1.0 - x) * from + (1.0 + x) * to); }
  /// The time at which the curves themselves have what the polynomials say of x: at the borders just inside, for there they may
  /// jump, and the time of a knot is rounded.
  double look_at(double x) const;
  /// The places between which a curve rises or falls all the way.
  std::vector<double> stations(const CurvePiece& curve) const;
};

/// Splits the time between the first and the last knot into pieces, each halved until polynomials take the values of all
/// curves to 10⁻⁹ of their size, and shows them in the order of time. Derivatives may jump at knots, which rise; where a
/// curve jumps elsewhere, as dry friction does when a joint turns back, pieces get as short as 10⁻⁸ s.
///
/// False where the curves are so restless that they were not followed to that end: after ten million evaluations the
/// pieces that are left are shown as they are.
bool for_each_piece(const Curves& curves, const std::vector<double>& knots,
                    const std::function<void(const CurvePieces&)>& see);

}  // namespace sinew
