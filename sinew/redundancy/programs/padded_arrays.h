// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "sinew/scalar/index.h"
#include "sinew/scalar/pack.h"

/// Small dense linear algebra on arrays whose lengths are padded to whole packs.
namespace sinew::active_set {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Arrays are padded with zeros to whole packs, so that no loop has a rest.
inline constexpr int padding = 4;
constexpr int padded(int n) { return (n + padding - 1) / padding * padding; }
/// Where a row, or a column, begins among others of the same length.
constexpr std::ptrdiff_t row_start(int row, int length) { return std::ptrdiff_t{row} * length; }

/// Sums over padded arrays, N doubles at a time. A pack in memory begins at any double.
template <int N>
struct Kernel {
  using Pack = sinew::Pack<N>;
  static constexpr int lanes = N;

  [[gnu::always_inline]] static Pack load(const double* a) { return Pack::from(a); }
  [[gnu::always_inline]] static void store(const Pack& pack, double* a) { pack.to(a); }

  static double sum(const Pack& a) {
    if constexpr (lanes == 2)
      return a[0] + a[1];
    else
      return (a[0] + a[2]) + (a[1] + a[3]);
  }
  static double dot(const double* a, const double* b, int size) {
    Pack total = load(a) * load(b);
    for (int i = lanes; i < size; i += lanes) total += load(a + i) * load(b + i);
    return sum(total);
  }
  /// b += k·a
  static void add(double k, const double* a, int size, double* b) {
    for (int i = 0; i < size; i += lanes) store(load(b + i) + k * load(a + i), b + i);
  }
  static void copy(const double* a, int size, double* b) {
    for (int i = 0; i < size; i += lanes) store(load(a + i), b + i);
  }
  static void clear(int size, double* a) {
    for (int i = 0; i < size; i += lanes) store(Pack{}, a + i);
  }
};

/// H = D⁻¹·L·Lᵀ·D⁻¹ with D⁻² the diagonal of H, and L by columns. Gives the least pivot, of at most 1; or where it says that
/// H is not definite, minus the number of the variable, less one.
template <class K>
double factor(const double* H, int n, double* D, double* L, double* L_diagonal_inverse) {
  const int np = padded(n);
  for (int k = 0; k < n; ++k) {
    if (!(H[k * n + k] > 0.0)) return -1.0 - k;
    D[k] = 1.0 / std::sqrt(H[k * n + k]);
  }
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i) L[k * np + i] = H[k * n + i] * D[i] * D[k];
  double least = 1.0;
  for (int k = 0; k < n; ++k) {
    double* const column = L + row_start(k, np);
    const double pivot = column[k];
    if (!(pivot > 16.0 * n * epsilon)) return -1.0 - k;
    least = std::min(least, pivot);
    const double inverse = 1.0 / std::sqrt(pivot);
    L_diagonal_inverse[k] = inverse;
    const int whole = k / K::lanes * K::lanes;
    for (int i = whole; i < np; i += K::lanes) K::store(K::load(column + i) * inverse, column + i);
    for (int i = whole; i < k; ++i) column[i] = 0.0;
    for (int j = k + 1; j < n; ++j) {
      const int first = j / K::lanes * K::lanes;
      K::add(-column[j], column + first, np - first, L + row_start(j, np) + first);
    }
  }
  return least;
}

}  // namespace sinew::active_set
