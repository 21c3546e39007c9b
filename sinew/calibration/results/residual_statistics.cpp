// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/results/residual_statistics.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

void count_in(ErrorSize& size, double length, Eigen::Index measurement) {
  if (length < 0.0) return;
  ++size.count;
  size.rms += length * length;
  size.mean += length;
  if (length > size.largest || size.worst < 0) {
    size.largest = length;
    size.worst = measurement;
  }
}

void finish(ErrorSize& size) {
  if (size.count == 0) return;
  size.rms = std::sqrt(size.rms / size.count);
  size.mean /= size.count;
}

}  // namespace

ErrorLength error_length(const CalibrationProblem& problem, const Eigen::VectorXd& residuals,
                         Eigen::Index measurement) {
  ErrorLength length;
  double position = 0.0, angle = 0.0;
  for (int row = problem.block_starts()[measurement]; row < problem.block_starts()[measurement + 1]; ++row) {
    const bool is_angle = problem.residual_rows()[static_cast<std::size_t>(row)].is_angle;
    (is_angle ? angle : position) += residuals[row] * residuals[row];
    (is_angle ? length.angle : length.position) = 0.0;
  }
  if (length.position == 0.0) length.position = std::sqrt(position);
  if (length.angle == 0.0) length.angle = std::sqrt(angle);
  return length;
}

ResidualStatistics residual_statistics(const CalibrationProblem& problem, const Eigen::VectorXd& residuals,
                                       const std::vector<bool>& counts) {
  ResidualStatistics all;
  for (Eigen::Index i = 0; i < problem.measurement_count(); ++i) {
    if (!counts.empty() && !counts[static_cast<std::size_t>(i)]) continue;
    const ErrorLength length = error_length(problem, residuals, i);
    count_in(all.position, length.position, i);
    count_in(all.angle, length.angle, i);
    for (int row = problem.block_starts()[i]; row < problem.block_starts()[i + 1]; ++row) {
      const ResidualRow& what = problem.residual_rows()[static_cast<std::size_t>(row)];
      auto axis =
          std::find_if(all.axes.begin(), all.axes.end(), [&](const AxisSize& a) { return a.axis == what.axis; });
      if (axis == all.axes.end()) axis = all.axes.insert(all.axes.end(), AxisSize{what.axis, what.is_angle});
      ++axis->count;
      axis->mean += residuals[row];
      axis->rms += residuals[row] * residuals[row];
    }
  }
  finish(all.position);
  finish(all.angle);
  for (AxisSize& axis : all.axes) {
    axis.mean /= axis.count;
    axis.rms = std::sqrt(axis.rms / axis.count);
  }
  return all;
}

}  // namespace sinew
