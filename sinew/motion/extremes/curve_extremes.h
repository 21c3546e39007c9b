// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "sinew/motion/extremes/curves.h"

namespace sinew {

/// A value and the first time at which a curve has it.
struct Extreme {
  double t = 0.0, value = 0.0;
};

/// What a curve does over its whole time.
struct CurveExtremes {
  Extreme least, most;
  double mean = 0.0;
  double rms = 0.0;  ///< root of the mean square

  /// The extreme that is further from zero; the earlier one of two that are as far.
  const Extreme& largest() const;
};

/// Finds the extremes of curves from their pieces, between samples as well.
class ExtremesSearch {
 public:
  explicit ExtremesSearch(int curves);

  void see(const CurvePieces& pieces);
  /// The curves at one time, where they may have values of their own, as a torque has while dry friction rests.
  void see_instant(double t, std::span<const double> values);
  /// With the curves' own values at the times found.
  std::vector<CurveExtremes> found(const Curves& curves) const;

 private:
  struct Candidate {
    double t = 0.0, value = 0.0;
    double look_at = 0.0;  ///< t, or just beside it where a curve may jump at t
  };
  struct Course {
    Candidate least, most;
    double sum = 0.0, square_sum = 0.0;
  };
  void see(const CurvePieces& pieces, const CurvePiece& curve, Course& course) const;
  static void see(const Candidate& here, bool is_first, Course& course);

  std::vector<Course> courses_;
  double time_ = 0.0;
  bool began_ = false;
};

}  // namespace sinew
