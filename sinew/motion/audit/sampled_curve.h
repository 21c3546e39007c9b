// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew {

/// The derivative at each time of the parabola through a value and its neighbours.
Eigen::VectorXd sampled_slopes(const std::vector<double>& times, const Eigen::VectorXd& values);

/// Integrals from the first time to each, of the cubics with these slopes: of fourth order in the time between samples.
Eigen::VectorXd running_integral(const std::vector<double>& times, const Eigen::VectorXd& values);

/// Rows of values, `delay` seconds later than they are: the same cubics at t − delay, for the times from number
/// `first` on. t − delay must lie within the times.
Eigen::MatrixXd delayed_rows(const std::vector<double>& times, const Eigen::MatrixXd& values,
                             const Eigen::MatrixXd& slopes, double delay, Eigen::Index first, Eigen::Index count);

}  // namespace sinew
