// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

/// Small dense linear algebra on arrays whose lengths are padded to whole packs.
namespace sinew::active_set {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Arrays are padded with zeros to whole packs, so that no loop has a rest.
inline constexpr int padding = 4;
constexpr int padded(int n) { return (n + padding - 1) / padding * padding; }
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
/// Where a row, or a column, begins among others of the same length.
constexpr std::ptrdiff_t row_start(int row, int length) { return std::ptrdiff_t{row} * length; }

// Doubles that are computed with at once, by the compilers' vector extensions; they are inlined, never passed around.
//
// A pack in memory begins at any double. `Anywhere` says so, and it is read and written here, outside of any template:
// clang drops `aligned` and `may_alias` from a type that goes through a template's parameter.
struct Narrow {
  using Pack __attribute__((vector_size(16))) = double;
  static constexpr int lanes = 2;
  [[gnu::always_inline]] static Pack load(const double* a) { return *reinterpret_cast<const Anywhere*>(a); }
  // NOLINTNEXTLINE(readability-non-const-parameter): it is written through
  [[gnu::always_inline]] static void store(const Pack& pack, double* a) { *reinterpret_cast<Anywhere*>(a) = pack; }

 private:
  using Anywhere __attribute__((vector_size(16), aligned(8), may_alias)) = double;
};
struct Wide {
  using Pack __attribute__((vector_size(32))) = double;
  static constexpr int lanes = 4;
  [[gnu::always_inline]] static Pack load(const double* a) { return *reinterpret_cast<const Anywhere*>(a); }
  // NOLINTNEXTLINE(readability-non-const-parameter): it is written through
  [[gnu::always_inline]] static void store(const Pack& pack, double* a) { *reinterpret_cast<Anywhere*>(a) = pack; }

 private:
  using Anywhere __attribute__((vector_size(32), aligned(8), may_alias)) = double;
};

/// Sums over padded arrays.
template <class Width>
struct Kernel {
  using Pack = typename Width::Pack;
  static constexpr int lanes = Width::lanes;

  [[gnu::always_inline]] static Pack load(const double* a) { return Width::load(a); }
  [[gnu::always_inline]] static void store(const Pack& pack, double* a) { Width::store(pack, a); }

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
