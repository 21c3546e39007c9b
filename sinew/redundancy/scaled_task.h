// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "sinew/redundancy/row_basis.h"

namespace sinew {

/// J·x = s·y + drift is wanted of the joint command x, with s = 1 if the limits allow it.
///
/// At velocity level x = q̇, y = ṙ and there is no drift. At acceleration level x = q̈, y = r̈ and drift = −J̇·q̇, which no
/// scale takes away; whoever wants r̈ − J̇·q̇ scaled as a whole gives it as y.
struct ScaledTask {
  RowMatrixView J;
  VectorView y;
  const double* drift = nullptr;  ///< as many numbers as y has, or none

  int rows() const { return static_cast<int>(J.rows()); }
  double drift_of(int row) const { return drift == nullptr ? 0.0 : drift[row]; }
  /// rest ← s·y + drift − J·x.
  void residual(double s, const double* x, double* rest) const;
};

/// InputError if a task does not fit `size` joints, has no or more than `most_rows` rows, or a number that is not finite;
/// or if there is none, or more than there is room for.
void check_tasks(std::span<const ScaledTask> tasks, int size, int most_rows, std::size_t most_tasks);
/// InputError if v is not `size` finite numbers.
void check_vector(const Eigen::VectorXd& v, int size, const char* name);

}  // namespace sinew
