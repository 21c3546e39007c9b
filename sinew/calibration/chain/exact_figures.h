// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/formats/rounded_figures.h"

namespace sinew {

/// The numbers of a chain as equations have them: 0.0825 and not the 0.08249999999999999 that computing left of it,
/// multiples of 15° exactly, and figures of a file that are rounded from such multiples as what they stand for.
class ExactFigures {
 public:
  Expr number(double x) const;
  Expr angle(double radians);
  Pose<Expr> pose(const Pose<double>& X);

  /// Which rounded figures were taken for multiples of 15°, in one sentence; empty where there were none.
  std::string note() const { return rounded_.note(); }

 private:
  /// The same angle, or the multiple of 15° that it stands for.
  double meant_angle(double radians);

  RoundedFigures rounded_;
};

}  // namespace sinew
