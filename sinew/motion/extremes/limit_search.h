// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "sinew/motion/extremes/curve_extremes.h"

namespace sinew {

/// Bounds of factor·curve + offset; infinite where there is none.
struct CurveLimit {
  int curve = 0;
  double factor = 1.0, offset = 0.0;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// A time during which a limit is exceeded.
struct LimitExcursion {
  std::size_t limit = 0;  ///< index into the limits
  double from = 0.0, to = 0.0;
  Extreme worst;       ///< furthest beyond the bound
  double bound = 0.0;  ///< the lower or the upper one
};

/// Finds when curves are beyond limits from their pieces: between turning points a curve crosses a bound once.
///
/// A limit counts as exceeded where a curve is beyond it by more than 10⁻⁹·(1 + |bound|), the round-off of typing and computing
/// it; then from the time at which it crosses the bound itself.
class LimitSearch {
 public:
  explicit LimitSearch(std::vector<CurveLimit> limits);

  void see(const CurvePieces& pieces);
  /// The curves at one time between two pieces, where they may have values of their own.
  void see_instant(double t, std::span<const double> values);
  /// Ends what is going on at `end` and gives all excursions, by limit and time, their times and values found on the curves
  /// themselves.
  std::vector<LimitExcursion> found(const Curves& curves, double end);

 private:
  /// One bound of one limit: g = how far the value is beyond it.
  struct Side {
    std::size_t limit;
    double sign, bound;
    bool is_open = false;
    LimitExcursion now;
    double look_at = 0.0;  ///< the time of `now.worst`, or just beside it where a curve may jump
    std::vector<LimitExcursion> past;
    std::vector<double> look_ats;
  };
  void see(const CurvePieces& pieces, const CurvePiece& value, Side& side) const;
  void close(Side& side, double t) const;

  std::vector<CurveLimit> limits_;
  std::vector<Side> sides_;
};

}  // namespace sinew
