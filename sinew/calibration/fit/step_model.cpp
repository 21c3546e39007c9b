// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/step_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/decompositions/triangles.h"

namespace sinew {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Reciprocal condition number of JᵀJ, with columns scaled to length one, from which on it is used.
constexpr double normal_equations_from = 1e-8;

VectorXd one_over(const VectorXd& lengths) {
  return lengths.unaryExpr([](double length) { return length > 0.0 ? 1.0 / length : 1.0; });
}

}  // namespace

void StepModel::load(const MatrixXd& J, const VectorXd& r, double size) {
  size_ = size;
  g_.noalias() = J.transpose() * r;
  triangular_ = triangular_ || !load_normal(J);
  if (triangular_) load_triangle(J, r);
}

/// False where columns may depend on each other.
bool StepModel::load_normal(const MatrixXd& J) {
  H_.setZero(J.cols(), J.cols());
  H_.selfadjointView<Eigen::Lower>().rankUpdate(J.transpose());
  norms_ = H_.diagonal().cwiseSqrt();
  if (!(norms_.minCoeff() > rank_tolerance_ * norms_.maxCoeff())) return false;
  H_.triangularView<Eigen::StrictlyUpper>() = H_.transpose();
  const VectorXd scale = one_over(norms_);
  cholesky_.compute(scale.asDiagonal() * H_ * scale.asDiagonal());
  return cholesky_.is_positive_definite() && cholesky_.reciprocal_condition() >= normal_equations_from;
}

void StepModel::load_triangle(const MatrixXd& J, const VectorXd& r) {
  const Index n = J.cols(), rows = std::min(J.rows(), n);
  norms_ = J.colwise().norm();
  MatrixXd both(J.rows(), n + 1);
  both << J, r;
  const MatrixXd R = upper_triangle(both);
  R_ = R.topLeftCorner(rows, n);
  c_ = R.col(n).head(rows);
}

double StepModel::length(const VectorXd& p) const {
  return triangular_ ? (R_ * p).norm() : std::sqrt(std::max(p.dot(H_ * p), 0.0));
}

double StepModel::decrease(const VectorXd& p) const {
  const double length = this->length(p);
  return -(g_.dot(p) + 0.5 * length * length);
}

VectorXd StepModel::gradient_at(const VectorXd& p, double damping, const VectorXd& D) const {
  VectorXd gradient = triangular_ ? VectorXd(R_.transpose() * (R_ * p)) : VectorXd(H_ * p);
  gradient += g_ + damping * D.cwiseAbs2().cwiseProduct(p);
  return gradient;
}

Index StepModel::minimise(const Indices& free, double damping, const VectorXd& D, VectorXd& p) {
  if (free.empty()) return 0;
  if (triangular_) return minimise_triangular(free, damping, D, p);
  minimise_normal(free, damping, D, p);
  return static_cast<Index>(free.size());
}

void StepModel::minimise_normal(const Indices& free, double damping, const VectorXd& D, VectorXd& p) {
  VectorXd held = p;
  held(free).setZero();
  const VectorXd right = (g_ + H_ * held)(free);
  MatrixXd M = H_(free, free);
  M.diagonal() += damping * D(free).cwiseAbs2();
  scale_ = one_over(M.diagonal().cwiseSqrt());
  cholesky_.compute(scale_.asDiagonal() * M * scale_.asDiagonal());
  p(free) = -scale_.cwiseProduct(cholesky_.solve(VectorXd(scale_.cwiseProduct(right))));
}

Index StepModel::minimise_triangular(const Indices& free, double damping, const VectorXd& D, VectorXd& p) {
  const Index count = static_cast<Index>(free.size()), rows = R_.rows();
  VectorXd held = p;
  held(free).setZero();
  const VectorXd right = c_ + R_ * held;
  if (damping == 0.0) {
    ShortestSolution solution = shortest_solution(R_(Eigen::all, free), right, rank_tolerance_);
    p(free) = -solution.x;
    null_space_ = std::move(solution.null_space);
    return solution.rank;
  }
  // all rows of R and a row for each damped unknown, columns scaled to length one
  MatrixXd stack = MatrixXd::Zero(rows + count, count + 1);
  stack.topLeftCorner(rows, count) = R_(Eigen::all, free);
  stack.bottomLeftCorner(count, count).diagonal() = std::sqrt(damping) * D(free);
  scale_ = one_over(stack.leftCols(count).colwise().norm());
  stack.leftCols(count) *= scale_.asDiagonal();
  stack.col(count).head(rows) = -right;
  const MatrixXd reduced = upper_triangle(stack);
  factor_ = reduced.topLeftCorner(count, count);
  const VectorXd y = solve_upper(factor_, VectorXd(reduced.col(count).head(count)));
  p(free) = scale_.cwiseProduct(y);
  return count;
}

double StepModel::inverse_form(const VectorXd& v_free) const {
  const VectorXd v = scale_.cwiseProduct(v_free);
  if (!triangular_) return cholesky_.solve_lower(v).squaredNorm();
  return solve_upper_transposed(factor_, v).squaredNorm();
}

}  // namespace sinew
