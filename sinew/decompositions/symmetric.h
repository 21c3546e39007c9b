// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Cholesky>

namespace sinew {

/// A = V·diag(values)·Vᵀ of a symmetric A, of which only the lower triangle is looked at; rising values.
struct SymmetricAxes {
  Eigen::VectorXd values;
  Eigen::MatrixXd V;
};
SymmetricAxes symmetric_axes(const Eigen::MatrixXd& A);
/// The values alone.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A);

/// A = L·Lᵀ of a symmetric A, of which only the lower triangle is looked at.
class Cholesky {
 public:
  Cholesky() = default;
  explicit Cholesky(const Eigen::MatrixXd& A) { compute(A); }

  void compute(const Eigen::MatrixXd& A);
  /// Nothing else may be asked of an A that is not positive definite.
  bool is_positive_definite() const noexcept { return is_definite_; }
  /// An estimate of the reciprocal condition number of A.
  double reciprocal_condition() const;
  /// L below and on the diagonal; what is above means nothing.
  const Eigen::MatrixXd& factor() const noexcept { return cholesky_.matrixLLT(); }

  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;
  /// L⁻¹·B and L⁻ᵀ·B.
  Eigen::MatrixXd solve_lower(const Eigen::MatrixXd& B) const;
  Eigen::MatrixXd solve_lower_transposed(const Eigen::MatrixXd& B) const;
  Eigen::VectorXd solve_lower(const Eigen::VectorXd& b) const;

 private:
  Eigen::LLT<Eigen::MatrixXd> cholesky_;
  bool is_definite_ = false;
};

/// X with A·X = B for a symmetric A that may be only nearly definite (L·D·Lᵀ).
Eigen::MatrixXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace sinew
