// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/audit/sampled_curve.h"

#include <algorithm>

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double step_of(const std::vector<double>& times, Index k) {
  return times[static_cast<std::size_t>(k + 1)] - times[static_cast<std::size_t>(k)];
}

}  // namespace

VectorXd sampled_slopes(const std::vector<double>& times, const VectorXd& values) {
  const Index n = values.size();
  VectorXd slopes(n);
  const auto chord = [&](Index k) { return (values[k + 1] - values[k]) / step_of(times, k); };
  for (Index k = 1; k + 1 < n; ++k) {
    const double before = step_of(times, k - 1), behind = step_of(times, k);
    slopes[k] = (behind * chord(k - 1) + before * chord(k)) / (before + behind);
  }
  slopes[0] = 2.0 * chord(0) - slopes[1];
  slopes[n - 1] = 2.0 * chord(n - 2) - slopes[n - 2];
  return slopes;
}

VectorXd running_integral(const std::vector<double>& times, const VectorXd& values) {
  const VectorXd slopes = sampled_slopes(times, values);
  VectorXd sum = VectorXd::Zero(values.size());
  for (Index k = 0; k + 1 < values.size(); ++k) {
    const double h = step_of(times, k);
    sum[k + 1] = sum[k] + 0.5 * h * (values[k] + values[k + 1]) + h * h / 12.0 * (slopes[k] - slopes[k + 1]);
  }
  return sum;
}

MatrixXd delayed_rows(const std::vector<double>& times, const MatrixXd& values, const MatrixXd& slopes, double delay,
                      Index first, Index count) {
  MatrixXd rows(values.rows(), count);
  Index k = 0;
  for (Index i = 0; i < count; ++i) {
    const double t = times[static_cast<std::size_t>(first + i)] - delay;
    while (k + 2 < values.cols() && times[static_cast<std::size_t>(k + 1)] <= t) ++k;
    const double h = step_of(times, k);
    const double u = std::clamp((t - times[static_cast<std::size_t>(k)]) / h, 0.0, 1.0), v = 1.0 - u;
    rows.col(i) = v * v * (1.0 + 2.0 * u) * values.col(k) + u * u * (1.0 + 2.0 * v) * values.col(k + 1) +
                  h * u * v * (v * slopes.col(k) - u * slopes.col(k + 1));
  }
  return rows;
}

}  // namespace sinew
