// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/calibration/calibration.h"
#include "sinew/print/figures.h"

namespace sinew {

/// Of up to so many measurements, remarks about single ones are worth reading.
inline constexpr Eigen::Index few_measurements = 20;

/// In what a parameter is shown: a compliance in rad/(N·m) or m/N whatever units were chosen.
Measure measure_of(const CalibrationParameter& parameter);

/// "converged after 7 steps"
std::string end_text(const Fit& fit);

/// "cannot be told", "not without priors", "at its bound": what is to be said behind a number; empty for most.
std::string remark_of(const CalibratedNumber& number);

/// Measurements that a robust loss has found to be outliers, or, with none, those beyond the quantile of χ².
std::vector<Eigen::Index> outliers_of(const CalibrationResult& result);

/// What the report says about unknowns that cannot be told, priors, deviations that do not fit the residuals, and
/// outliers.
std::vector<std::string> calibration_remarks(const CalibrationResult& result, const Showing& showing);

}  // namespace sinew
