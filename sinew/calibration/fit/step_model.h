// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/decompositions/symmetric.h"

namespace sinew {

using Indices = std::vector<Eigen::Index>;

/// What linear least squares say about a step p:
///
///     ½·|J·p + r|² + ½·λ·|D·p|²
///
/// It is kept as JᵀJ and Jᵀr, which takes a third of the time, while that costs no more than half of the digits: while
/// the columns of J, scaled to length one, have a condition number below about 10⁴. Otherwise it is kept as J = Q·R and
/// Qᵀr, from then on: columns that depend on each other at one x mostly do so at the next.
class StepModel {
 public:
  /// Singular values of J up to so much of the largest count as zero.
  explicit StepModel(double rank_tolerance) : rank_tolerance_(rank_tolerance) {}

  /// `size`: of the residuals; slopes and steps of 1e-12 of it are round-off.
  void load(const Eigen::MatrixXd& J, const Eigen::VectorXd& r, double size);

  double rank_tolerance() const { return rank_tolerance_; }
  /// Whether the columns may depend on each other, so that R is kept.
  bool is_triangular() const { return triangular_; }
  const Eigen::MatrixXd& reduced_jacobian() const { return R_; }   ///< R
  const Eigen::VectorXd& reduced_residuals() const { return c_; }  ///< Qᵀr
  const Eigen::VectorXd& gradient() const { return g_; }           ///< Jᵀr
  const Eigen::VectorXd& column_norms() const { return norms_; }   ///< of J
  double size() const { return size_; }

  /// |J·p|
  double length(const Eigen::VectorXd& p) const;
  /// How much ½·|J·p + r|² is below ½·|r|².
  double decrease(const Eigen::VectorXd& p) const;
  Eigen::VectorXd gradient_at(const Eigen::VectorXd& p, double damping, const Eigen::VectorXd& D) const;

  /// Makes the sum above least over p_free, with the others as they are; without damping the shortest such p_free.
  /// Returns how many directions of p_free have an effect.
  Eigen::Index minimise(const Indices& free, double damping, const Eigen::VectorXd& D, Eigen::VectorXd& p);
  /// Orthonormal columns: directions of the free unknowns, for the last minimum without damping, that have no effect.
  const Eigen::MatrixXd& null_space() const { return null_space_; }
  /// v·(J_freeᵀ·J_free + λ·D²)⁻¹·v, for the free unknowns and the damping, which must not be zero, of the last minimum.
  double inverse_form(const Eigen::VectorXd& v_free) const;

 private:
  void minimise_normal(const Indices& free, double damping, const Eigen::VectorXd& D, Eigen::VectorXd& p);
  Eigen::Index minimise_triangular(const Indices& free, double damping, const Eigen::VectorXd& D, Eigen::VectorXd& p);
  bool load_normal(const Eigen::MatrixXd& J);
  void load_triangle(const Eigen::MatrixXd& J, const Eigen::VectorXd& r);

  double rank_tolerance_;
  bool triangular_ = false;
  double size_ = 0.0;
  Eigen::MatrixXd H_, R_;
  Eigen::VectorXd g_, c_, norms_;
  // of the last minimum
  Eigen::MatrixXd null_space_;
  Cholesky cholesky_;
  Eigen::MatrixXd factor_;  ///< upper triangle
  Eigen::VectorXd scale_;
};

}  // namespace sinew
