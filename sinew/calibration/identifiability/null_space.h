// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/calibration/identifiability/column_echelon.h"
#include "sinew/calibration/identifiability/combination.h"
#include "sinew/calibration/identifiability/seen_space.h"

namespace sinew {

/// Errors that change nothing that is measured, written with as few and as simple numbers as were found: each is that
/// of one free unknown, with all others as its multiples. With the free unknowns held at some value, the others can
/// be found.
struct NullSpace {
  ColumnEchelon echelon;  ///< in unit columns
  Eigen::VectorXd lengths;

  const std::vector<int>& free() const noexcept { return echelon.free; }
  bool is_free(int unknown) const;
  bool is_touched(int unknown) const { return echelon.basis.cols() > 0 && !echelon.basis.row(unknown).isZero(0.0); }
  /// x_b per x_f in SI, f the free unknown number k.
  double ratio(int b, int k) const;

  /// What is seen of the unknown b, which is not free: x_b − Σ ratio(b, k)·x_free(k).
  Combination seen(int b, const std::vector<CalibrationParameter>& unknowns) const;
  /// One error for each free unknown.
  Combination unseen(int k, const std::vector<CalibrationParameter>& unknowns) const;
  /// Everything that is seen, as many as the rank.
  std::vector<Combination> all_seen(const std::vector<CalibrationParameter>& unknowns) const;
};

NullSpace null_space(const SeenSpace& space, const std::vector<CalibrationParameter>& unknowns);

}  // namespace sinew
