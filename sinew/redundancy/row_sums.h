// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Sums over rows of a few numbers, one after the other; padded_arrays.h has them for packs.
namespace sinew::row_sums {

inline double dot(const double* a, const double* b, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// b += k·a
inline void add(double k, const double* a, int n, double* b) {
  for (int i = 0; i < n; ++i) b[i] += k * a[i];
}

}  // namespace sinew::row_sums
