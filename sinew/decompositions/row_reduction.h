// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "sinew/scalar/pack.h"

namespace sinew {

/// R of a tall A = Q·R, by reflections of Householder that take a few rows at a time into R:
///
///     ⎡ R ⎤        ⎡ R' ⎤
///     ⎣ B ⎦  =  Q· ⎣ 0  ⎦
///
/// A block of rows stays in the nearest cache until it is used up; a whole column of A would not. N: doubles at once.
template <int N>
class RowReduction {
 public:
  using Lanes = Pack<N>;

  explicit RowReduction(int columns)
      : n_(columns),
        R_(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_), 0.0),
        B_(static_cast<std::size_t>(n_) * static_cast<std::size_t>(block), 0.0) {}

  /// All rows of A, which has `rows` of them in columns that begin `stride` apart.
  void take(const double* A, std::ptrdiff_t rows, std::ptrdiff_t stride) {
    for (std::ptrdiff_t first = 0; first < rows; first += block) {
      const std::ptrdiff_t count = rows - first < block ? rows - first : block;
      for (int j = 0; j < n_; ++j) {
        double* b = column(j);
        const double* a = A + j * stride + first;
        std::ptrdiff_t i = 0;
        for (; i < count; ++i) b[i] = a[i];
        for (; i < block; ++i) b[i] = 0.0;
      }
      for (int k = 0; k < n_; ++k) reflect(k);
    }
  }

  /// R(i, j), column by column; zeros below the diagonal.
  const double* triangle() const { return R_.data(); }

 private:
  static constexpr int block = 32;

  double* column(int j) { return B_.data() + static_cast<std::ptrdiff_t>(j) * block; }
  double& entry(int i, int j) {
    return R_[static_cast<std::size_t>(j) * static_cast<std::size_t>(n_) + static_cast<std::size_t>(i)];
  }

  static double sum(const Lanes& a) {
    if constexpr (N == 2)
      return a[0] + a[1];
    else
      return (a[0] + a[2]) + (a[1] + a[3]);
  }

  /// Column k of B goes into R(k, k).
  void reflect(int k) {
    double* const v = column(k);
    Lanes squares = Lanes::from(v) * Lanes::from(v);
    for (int i = N; i < block; i += N) squares += Lanes::from(v + i) * Lanes::from(v + i);
    const double square = sum(squares);
    if (square <= std::numeric_limits<double>::min()) return;
    const double alpha = entry(k, k), length = std::sqrt(alpha * alpha + square);
    const double beta = alpha > 0.0 ? -length : length, scale = 1.0 / (alpha - beta);
    for (int i = 0; i < block; i += N) (Lanes::from(v + i) * scale).to(v + i);
    const double tau = (beta - alpha) / beta;
    entry(k, k) = beta;
    int j = k + 1;
    for (; j + 1 < n_; j += 2) reflect_columns<2>(k, j, tau);
    if (j < n_) reflect_columns<1>(k, j, tau);
  }

  /// Columns from j on, side by side: one sum alone would wait for its own additions.
  template <std::size_t Count>
  [[gnu::always_inline]] void reflect_columns(int k, int j, double tau) {
    const double* const v = column(k);
    double* b[Count];
    Lanes sums[Count];
    for (std::size_t c = 0; c < Count; ++c) {
      b[c] = column(j + static_cast<int>(c));
      sums[c] = Lanes::from(v) * Lanes::from(b[c]);
    }
    for (int i = N; i < block; i += N)
      for (std::size_t c = 0; c < Count; ++c) sums[c] += Lanes::from(v + i) * Lanes::from(b[c] + i);
    Lanes steps[Count];
    for (std::size_t c = 0; c < Count; ++c) {
      double& r = entry(k, j + static_cast<int>(c));
      const double step = tau * (r + sum(sums[c]));
      r -= step;
      steps[c] = Lanes(step);
    }
    for (int i = 0; i < block; i += N)
      for (std::size_t c = 0; c < Count; ++c) (Lanes::from(b[c] + i) - steps[c] * Lanes::from(v + i)).to(b[c] + i);
  }

  int n_;
  std::vector<double> R_, B_;
};

}  // namespace sinew
