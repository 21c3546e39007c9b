// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew {

/// A matrix that is its rows one after the other; any block of one has its rows contiguous.
using RowMatrixView =
    Eigen::Ref<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>, 0, Eigen::OuterStride<>>;
using VectorView = Eigen::Ref<const Eigen::VectorXd>;

/// A direction of a task counts if it is longer than this, relative to the task's longest row.
inline constexpr double rank_tolerance = 1e-10;

/// Orthonormal vectors Q that span the rows given so far, in the order in which they came.
///
/// What tasks of higher priority leave free is what lies outside the span: P = I − Q·Qᵀ. A level of a priority stack
/// appends its rows; a joint that is held appends a unit vector. Gram-Schmidt, twice over, keeps Q orthonormal to
/// round-off. Made once; then nothing is allocated.
class RowBasis {
 public:
  explicit RowBasis(int size);

  int size() const { return size_; }
  int rank() const { return rank_; }
  /// Forgets all but the first `rank` vectors.
  void shrink(int rank) { rank_ = rank; }
  const double* vector(int i) const { return &q_[static_cast<std::size_t>(i) * static_cast<std::size_t>(size_)]; }

  /// v ← P·v; the coefficients of what was taken away are added to `taken`, if it is there.
  void project(double* v, double* taken = nullptr) const;
  /// Appends v, which lies outside the span, scaled to unit length.
  void append(const double* v, double norm);
  /// Appends e_j's part outside the span. False, and nothing appended, if that is shorter than `tolerance`.
  bool append_unit(int j, double tolerance);

 private:
  int size_;
  int rank_ = 0;
  std::vector<double> q_;
  std::vector<double> work_;
};

/// J·P = L·Qᵀ for one task on top of a basis: its pseudo-inverse, ready to be applied.
class TaskFactor {
 public:
  TaskFactor(int most_rows, int size);

  /// Factors the task and appends its directions to `basis`. A direction counts if it is longer than `tolerance` times
  /// the longest row of J.
  void factor(const RowMatrixView& J, RowBasis& basis, double tolerance);

  int rows() const { return rows_; }
  int rank() const { return rank_; }
  /// Length of the shortest direction that counted over that of the longest row: how near the task is to losing one.
  double margin() const { return margin_; }
  double longest_row() const { return longest_; }

  /// x ← x + step·(J·P)#·y, the solution of least error and then of least norm.
  void add_solution(const double* y, const RowBasis& basis, double step, double* x);
  /// The same damped: x of least |J·P·x − y|² + μ²·|x|², μ in the units of J. As a least-squares problem of its own: L·Lᵀ + μ²
  /// would square the condition.
  void add_damped_solution(const double* y, const RowBasis& basis, double mu, double* x);
  /// rest ← what J·P cannot give of y; the two may be one.
  void unreachable(const double* y, double* rest);

 private:
  std::size_t entry(int row, int column) const {
    return static_cast<std::size_t>(column) * static_cast<std::size_t>(most_rows_) + static_cast<std::size_t>(row);
  }
  double& l(int row, int column) { return l_[entry(row, column)]; }
  double& u(int row, int column) { return u_[entry(row, column)]; }
  double& t(int row, int column) { return t_[entry(row, column)]; }
  void orthonormalise_columns();
  void coefficients(const double* y);
  void back_substitute();

  int most_rows_, size_;
  int rows_ = 0, rank_ = 0, first_ = 0;
  double margin_ = 0.0, longest_ = 0.0;
  std::vector<int> order_;
  std::vector<double> l_;      // rows in pivot order × rank, lower triangular on top
  std::vector<double> u_, t_;  // L = U·T where the rank is short: U's columns orthonormal, T upper triangular
  std::vector<double> rest_;   // what is left of each row
  std::vector<double> taken_;
  std::vector<double> c_;
  std::vector<double> damped_;  // (rows + rank) × rank
};

}  // namespace sinew
