// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>

#include "sinew/algorithms/arguments.h"
#include "sinew/scalar/pack.h"

namespace sinew {

// Of the loops below those of known length are unrolled, so that the compiler sees which element meets which and keeps
// what comes next in registers: half the time for arms of six and seven joints, for the next pivot is always waited for.

namespace detail {

/// The lower triangle and nothing else.
template <int n, Scalar T>
void factorise_dense(std::integral_constant<int, n>, T* m) noexcept {
#pragma GCC unroll 8
  for (int k = n - 1; k >= 0; --k) {
    T* const row = m + k * n;
    row[k] = T(1.0) / row[k];
#pragma GCC unroll 8
    for (int i = k - 1; i >= 0; --i) {
      const T a = row[i] * row[k];
#pragma GCC unroll 8
      for (int j = i; j >= 0; --j) m[i * n + j] -= a * row[j];
      row[i] = a;
    }
  }
}

/// Whole rows: what lands above the diagonal is not looked at, and the loops are all of one length.
template <Scalar T>
void factorise_dense(int n, T* m) noexcept {
  for (int k = n - 1; k >= 0; --k) {
    T* const row = m + k * n;
    row[k] = T(1.0) / row[k];
    for (int i = k - 1; i >= 0; --i) {
      const T a = row[i] * row[k];
      const T* __restrict const from = row;
      T* __restrict const to = m + i * n;
      for (int j = 0; j < n; ++j) to[j] -= a * from[j];
      row[i] = a;
    }
  }
}

template <class Size, Scalar T>
void solve_dense(Size size, const T* __restrict m, T* __restrict x) noexcept {
  const int n = size;
#pragma GCC unroll 8
  for (int i = n - 1; i > 0; --i)
#pragma GCC unroll 8
    for (int j = 0; j < i; ++j) x[j] -= m[i * n + j] * x[i];
#pragma GCC unroll 8
  for (int i = 0; i < n; ++i) {
    T sum = x[i] * m[i * n + i];
#pragma GCC unroll 8
    for (int j = 0; j < i; ++j) sum -= m[i * n + j] * x[j];
    x[i] = sum;
  }
}

/// L⁻¹ first, then L⁻¹·D⁻¹·L⁻ᵀ, so that much of it need not wait for the rest.
template <class Size, Scalar T>
void invert_dense(Size size, const T* __restrict m, T* __restrict y) noexcept {
  const int n = size;
#pragma GCC unroll 8
  for (int i = 1; i < n; ++i) {  // below the diagonal L⁻¹, above it D⁻¹·L⁻ᵀ
#pragma GCC unroll 8
    for (int j = 0; j < i; ++j) {
      T sum = -m[i * n + j];
#pragma GCC unroll 8
      for (int k = j + 1; k < i; ++k) sum -= m[i * n + k] * y[k * n + j];
      y[i * n + j] = sum;
      y[j * n + i] = m[j * n + j] * sum;
    }
  }
#pragma GCC unroll 8
  for (int i = n - 1; i >= 0; --i) {
#pragma GCC unroll 8
    for (int j = i; j >= 0; --j) {  // this way round nothing is overwritten that is still to be read
      T sum = j == i ? m[i * n + i] : y[j * n + i];
#pragma GCC unroll 8
      for (int k = 0; k < j; ++k) sum += y[k * n + i] * y[j * n + k];
      y[i * n + j] = sum;
      y[j * n + i] = sum;
    }
  }
}

/// out = −A·B: of doubles two columns at once.
template <class Size, Scalar T>
void negative_product(Size size, const T* __restrict a, const T* __restrict b, T* __restrict out) noexcept {
  const int n = size;
#pragma GCC unroll 1
  for (int i = 0; i < n; ++i) {  // not unrolled: what this is a part of would no longer fit into the code cache
    const T* const row = a + i * n;
    int j = 0;
    if constexpr (std::same_as<T, double>) {
#pragma GCC unroll 4
      for (; j + 1 < n; j += 2) {
        Pack<2> sum = Pack<2>(row[0]) * Pack<2>::from(b + j);
#pragma GCC unroll 8
        for (int k = 1; k < n; ++k) sum += Pack<2>(row[k]) * Pack<2>::from(b + k * n + j);
        (-sum).to(out + i * n + j);
      }
    }
    for (; j < n; ++j) {
      T sum = row[0] * b[j];
#pragma GCC unroll 8
      for (int k = 1; k < n; ++k) sum += row[k] * b[k * n + j];
      out[i * n + j] = -sum;
    }
  }
}

}  // namespace detail

/// M = Lᵀ·D·L in place, L unit lower triangular: Lᵀ·D·L rather than L·D·Lᵀ, because from tip to base a tree's zeros
/// stay zeros (Featherstone). Below the diagonal stands L, on it 1/D. Only the lower triangle is read.
template <Scalar P, Scalar T>
void factorise(const Model<P>& model, Out<T> M) noexcept {
  const int n = model.velocity_count();
  T* const m = M.data();
  if (model.densely_coupled()) return with_size(n, [m](auto size) { detail::factorise_dense(size, m); });
  for (int k = n - 1; k >= 0; --k) {
    T* const row = m + k * n;
    row[k] = T(1.0) / row[k];
    for (int i = model.coupled_above(k); i >= 0; i = model.coupled_above(i)) {
      const T a = row[i] * row[k];
      for (int j = i; j >= 0; j = model.coupled_above(j)) m[i * n + j] -= a * row[j];
      row[i] = a;
    }
  }
}

/// x ← M⁻¹·x, with M as `factorise` left it.
template <Scalar P, Scalar T>
void solve_factorised(const Model<P>& model, In<T> factors, Out<T> x) noexcept {
  const T* const m = factors.data();
  if (model.densely_coupled()) {
    T* const y = x.data();
    return with_size(model.velocity_count(), [m, y](auto size) { detail::solve_dense(size, m, y); });
  }
  const int n = model.velocity_count();
  for (int i = n - 1; i >= 0; --i)
    for (int j = model.coupled_above(i); j >= 0; j = model.coupled_above(j)) x[at(j)] -= m[i * n + j] * x[at(i)];
  for (int i = 0; i < n; ++i) {
    T sum = x[at(i)] * m[i * n + i];
    for (int j = model.coupled_above(i); j >= 0; j = model.coupled_above(j)) sum -= m[i * n + j] * x[at(j)];
    x[at(i)] = sum;
  }
}

/// M⁻¹, whole, from the factors of M.
template <Scalar P, Scalar T>
void invert_factorised(const Model<P>& model, In<T> factors, Out<T> inverse) noexcept {
  const T* const m = factors.data();
  T* const y = inverse.data();
  if (model.densely_coupled())
    return with_size(model.velocity_count(), [m, y](auto size) { detail::invert_dense(size, m, y); });
  const int n = model.velocity_count();
  for (T& value : inverse) value = T(0.0);
  for (int i = 0; i < n; ++i) {
    T* const row = y + i * n;
    row[i] = T(1.0);
    for (int k = i; k >= 0; k = model.coupled_above(k))
      for (int j = model.coupled_above(k); j >= 0; j = model.coupled_above(j)) row[j] -= m[k * n + j] * row[k];
    for (int k = 0; k <= i; ++k) {
      T sum = row[k] * m[k * n + k];
      for (int j = model.coupled_above(k); j >= 0; j = model.coupled_above(j)) sum -= m[k * n + j] * row[j];
      row[k] = sum;
    }
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) y[k * n + i] = y[i * n + k];
}

/// out = −A·B, all n×n by rows.
template <Scalar T>
void negative_product(int n, In<T> A, In<T> B, Out<T> out) noexcept {
  with_size(n, [=](auto size) { detail::negative_product(size, A.data(), B.data(), out.data()); });
}

}  // namespace sinew
