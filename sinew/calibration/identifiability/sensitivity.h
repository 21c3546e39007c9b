// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/calibration/chain/calibration_parameter.h"

namespace sinew {

/// The rows of one measurement in Φ.
struct SensitivityRows {
  std::string label;               ///< "1", "arm.csv:12": stands behind "measurement" in sentences
  std::vector<std::string> names;  ///< of its rows: "x", "y"
};

/// How measurements answer to errors of the unknowns.
///
/// Φ is the Jacobian of the residuals, each row divided by the standard deviation of the number that it measures,
/// each column multiplied by the typical error of its unknown. So an entry is the answer to a typical error in
/// standard deviations, and (ΦᵀΦ)⁻¹ is the covariance of the unknowns in typical errors.
struct Sensitivity {
  Eigen::MatrixXd Phi;
  std::vector<CalibrationParameter> unknowns;  ///< one per column
  std::vector<SensitivityRows> measurements;   ///< one after the other, all rows of Φ

  /// Row at which each measurement begins, with the number of rows behind the last.
  std::vector<int> first_rows() const;
  /// Some of the measurements, in the order in which they are named here, numbered from 0.
  Sensitivity of(const std::vector<int>& chosen) const;
  /// Throws InputError with everything that does not fit together or is not finite.
  void check() const;
};

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& words);

}  // namespace sinew
