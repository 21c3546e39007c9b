// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/row_basis.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/redundancy/row_sums.h"

namespace sinew {

namespace {

using row_sums::add;
using row_sums::dot;

}  // namespace

RowBasis::RowBasis(int size)
    : size_(size),
      q_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)),
      work_(static_cast<std::size_t>(size)) {}

void RowBasis::project(double* v, double* taken) const {
  for (int i = 0; i < rank_; ++i) {
    const double* q = vector(i);
    const double k = dot(q, v, size_);
    add(-k, q, size_, v);
    if (taken != nullptr) taken[i] += k;
  }
}

void RowBasis::append(const double* v, double norm) {
  double* q = &q_[static_cast<std::size_t>(rank_++) * static_cast<std::size_t>(size_)];
  const double scale = 1.0 / norm;
  for (int i = 0; i < size_; ++i) q[i] = scale * v[i];
}

bool RowBasis::append_unit(int j, double tolerance) {
  if (rank_ == size_) return false;
  std::fill(work_.begin(), work_.end(), 0.0);
  work_[static_cast<std::size_t>(j)] = 1.0;
  project(work_.data());
  if (std::sqrt(dot(work_.data(), work_.data(), size_)) <= tolerance) return false;
  project(work_.data());
  append(work_.data(), std::sqrt(dot(work_.data(), work_.data(), size_)));
  return true;
}

TaskFactor::TaskFactor(int most_rows, int size)
    : most_rows_(most_rows),
      size_(size),
      order_(static_cast<std::size_t>(most_rows)),
      l_(static_cast<std::size_t>(most_rows) * static_cast<std::size_t>(most_rows)),
      u_(l_.size()),
      t_(l_.size()),
      rest_(static_cast<std::size_t>(most_rows) * static_cast<std::size_t>(size)),
      taken_(static_cast<std::size_t>(size)),
      c_(static_cast<std::size_t>(most_rows)),
      damped_(2 * l_.size()) {}

void TaskFactor::factor(const RowMatrixView& J, RowBasis& basis, double tolerance) {
  rows_ = static_cast<int>(J.rows());
  first_ = basis.rank();
  rank_ = 0;
  margin_ = 0.0;
  longest_ = 0.0;
  const auto rest = [this](int i) { return &rest_[static_cast<std::size_t>(i) * static_cast<std::size_t>(size_)]; };
  const auto norm = [&](int i) { return std::sqrt(dot(rest(i), rest(i), size_)); };
  for (int i = 0; i < rows_; ++i) {
    order_[static_cast<std::size_t>(i)] = i;
    const double* row = J.data() + static_cast<std::ptrdiff_t>(i) * J.outerStride();
    std::copy(row, row + size_, rest(i));
    longest_ = std::max(longest_, norm(i));
    basis.project(rest(i));
  }
  // the longest of what is left comes next
  for (int k = 0; k < rows_; ++k) {
    int pivot = k;
    double most = -1.0;
    for (int i = k; i < rows_; ++i)
      if (const double size = norm(i); size > most) {
        most = size;
        pivot = i;
      }
    if (!(most > tolerance * longest_) || basis.rank() == size_) break;
    if (pivot != k) {
      std::swap_ranges(rest(k), rest(k) + size_, rest(pivot));
      std::swap(order_[static_cast<std::size_t>(k)], order_[static_cast<std::size_t>(pivot)]);
      for (int j = 0; j < k; ++j) std::swap(l(k, j), l(pivot, j));
    }
    // once more against all that is in the basis, for the sake of the last digits
    std::fill(taken_.begin(), taken_.end(), 0.0);
    basis.project(rest(k), taken_.data());
    for (int j = 0; j < k; ++j) l(k, j) += taken_[static_cast<std::size_t>(first_) + static_cast<std::size_t>(j)];
    const double length = norm(k);
    margin_ = length / longest_;
    basis.append(rest(k), length);
    l(k, k) = length;
    const double* q = basis.vector(basis.rank() - 1);
    for (int i = k + 1; i < rows_; ++i) {
      const double part = dot(q, rest(i), size_);
      add(-part, q, size_, rest(i));
      l(i, k) = part;
    }
    for (int i = 0; i < k; ++i) l(i, k) = 0.0;
    ++rank_;
  }
  if (rank_ < rows_) orthonormalise_columns();
}

void TaskFactor::orthonormalise_columns() {
  for (int j = 0; j < rank_; ++j) {
    double* column = &u(0, j);
    std::copy(&l(0, j), &l(0, j) + rows_, column);
    for (int i = 0; i < j; ++i) t(i, j) = 0.0;
    for (int pass = 0; pass < 2; ++pass)
      for (int i = 0; i < j; ++i) {
        const double k = dot(&u(0, i), column, rows_);
        add(-k, &u(0, i), rows_, column);
        t(i, j) += k;
      }
    t(j, j) = std::sqrt(dot(column, column, rows_));
    for (int i = 0; i < rows_; ++i) column[i] /= t(j, j);
  }
}

void TaskFactor::coefficients(const double* y) {
  const auto entry = [&](int i) { return y[order_[static_cast<std::size_t>(i)]]; };
  if (rank_ == rows_) {
    for (int i = 0; i < rank_; ++i) {
      double sum = entry(i);
      for (int j = 0; j < i; ++j) sum -= l(i, j) * c_[static_cast<std::size_t>(j)];
      c_[static_cast<std::size_t>(i)] = sum / l(i, i);
    }
    return;
  }
  for (int j = 0; j < rank_; ++j) {
    double sum = 0.0;
    for (int i = 0; i < rows_; ++i) sum += u(i, j) * entry(i);
    c_[static_cast<std::size_t>(j)] = sum;
  }
  back_substitute();
}

void TaskFactor::back_substitute() {
  for (int i = rank_ - 1; i >= 0; --i) {
    double sum = c_[static_cast<std::size_t>(i)];
    for (int j = i + 1; j < rank_; ++j) sum -= t(i, j) * c_[static_cast<std::size_t>(j)];
    c_[static_cast<std::size_t>(i)] = sum / t(i, i);
  }
}

void TaskFactor::add_solution(const double* y, const RowBasis& basis, double step, double* x) {
  coefficients(y);
  for (int j = 0; j < rank_; ++j) add(step * c_[static_cast<std::size_t>(j)], basis.vector(first_ + j), size_, x);
}

void TaskFactor::add_damped_solution(const double* y, const RowBasis& basis, double mu, double* x) {
  // [L; μ·I]·c = [y; 0] in least squares, column by column
  const int height = rows_ + rank_;
  const auto column = [&](int j) { return &damped_[2 * entry(0, j)]; };
  for (int j = 0; j < rank_; ++j) {
    double* own = column(j);
    std::copy(&l(0, j), &l(0, j) + rows_, own);
    std::fill(own + rows_, own + height, 0.0);
    own[rows_ + j] = mu;
    for (int i = 0; i < j; ++i) t(i, j) = 0.0;
    for (int pass = 0; pass < 2; ++pass)
      for (int i = 0; i < j; ++i) {
        const double k = dot(column(i), own, height);
        add(-k, column(i), height, own);
        t(i, j) += k;
      }
    t(j, j) = std::sqrt(dot(own, own, height));
    for (int i = 0; i < height; ++i) own[i] /= t(j, j);
  }
  for (int j = 0; j < rank_; ++j) {
    double sum = 0.0;
    for (int i = 0; i < rows_; ++i) sum += column(j)[i] * y[order_[static_cast<std::size_t>(i)]];
    c_[static_cast<std::size_t>(j)] = sum;
  }
  back_substitute();
  for (int j = 0; j < rank_; ++j) add(c_[static_cast<std::size_t>(j)], basis.vector(first_ + j), size_, x);
}

void TaskFactor::unreachable(const double* y, double* rest) {
  if (rank_ == rows_) {
    std::fill(rest, rest + rows_, 0.0);
    return;
  }
  coefficients(y);
  for (int i = 0; i < rows_; ++i) {
    const int row = order_[static_cast<std::size_t>(i)];
    rest[row] = y[row];
    for (int j = 0; j < rank_; ++j) rest[row] -= l(i, j) * c_[static_cast<std::size_t>(j)];
  }
}

}  // namespace sinew
