// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/calibration/identifiability/identifiability.h"
#include "sinew/calibration/identifiability/seen_space.h"

namespace sinew {

/// Rows of Φ, with unit columns, that are zero.
std::vector<DeadRows> dead_rows_of(const Sensitivity& sensitivity, const Eigen::MatrixXd& unit_columns,
                                   double tolerance);

/// Measurements that can be left out, each for itself, without a loss: the rank stays, and no standard deviation of a
/// column's functional in `functionals` (SI) rises by more than `least_gain` of itself.
///
///     C₋ᵢ = C + C·Φᵢᵀ·(I − Φᵢ·C·Φᵢᵀ)⁻¹·Φᵢ·C        the covariance without the rows Φᵢ
std::vector<int> idle_measurements(const Sensitivity& sensitivity, const SeenSpace& space,
                                   const Eigen::MatrixXd& unit_columns, const Eigen::MatrixXd& functionals,
                                   double least_gain = 1e-3);

/// Measurements whose rows span the same space, of less than the whole rank.
std::vector<AlikeMeasurements> alike_measurements(const Sensitivity& sensitivity, const SeenSpace& space,
                                                  const Eigen::MatrixXd& unit_columns, double tolerance);

}  // namespace sinew
