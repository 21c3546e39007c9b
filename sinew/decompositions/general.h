// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>

/// Square matrices without any structure, by LU.
namespace sinew {

double determinant(const Eigen::MatrixXd& A);

/// A⁻¹ by partial pivots: rows and columns of comparable size, far from singular.
Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& A);

/// X with A·X = B by full pivots; nothing where A is singular to round-off.
std::optional<Eigen::MatrixXd> solve_if_regular(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// X with A·X = B by full pivots, whatever A is.
Eigen::MatrixXd solve_by_full_pivots(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

}  // namespace sinew
