// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/arguments.h"

namespace sinew {
namespace detail {

/// to ← to − factor·from, n long.
template <class Size, Scalar T>
void subtract_row(const Size& n, const T& factor, const T* __restrict from, T* __restrict to) noexcept {
  for (int c = 0; c < n; ++c) to[c] -= factor * from[c];
}

}  // namespace detail

/// M = Lᵀ·D·L in place, L unit lower triangular: Lᵀ·D·L rather than L·D·Lᵀ, because from tip to base a tree's zeros
/// stay zeros (Featherstone). Below the diagonal stands L, on it 1/D. Only the lower triangle is read.
template <Scalar P, Scalar T>
void factorise(const Model<P>& model, Out<T> M) noexcept {
  const int n = model.velocity_count();
  T* const m = M.data();
  if (model.densely_coupled()) {
    // whole rows: what lands above the diagonal is not looked at, and the loops are all of one length
    return with_size(n, [m](auto size) {
      for (int k = size - 1; k >= 0; --k) {
        T* const row = m + k * size;
        row[k] = T(1.0) / row[k];
        for (int i = k - 1; i >= 0; --i) {
          const T a = row[i] * row[k];
          detail::subtract_row(size, a, row, m + i * size);
          row[i] = a;
        }
      }
    });
  }
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
    return with_size(model.velocity_count(), [m, y](auto n) {
      for (int i = n - 1; i > 0; --i)
        for (int j = 0; j < i; ++j) y[j] -= m[i * n + j] * y[i];
      for (int i = 0; i < n; ++i) {
        T sum = y[i] * m[i * n + i];
        for (int j = 0; j < i; ++j) sum -= m[i * n + j] * y[j];
        y[i] = sum;
      }
    });
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
  // row i is M⁻¹·e_i up to the diagonal: L⁻ᵀ·e_i reaches from i towards the base only, and what D⁻¹ and L⁻¹ make of
  // it is needed up to i only, the rest being symmetric
  if (model.densely_coupled()) {
    return with_size(model.velocity_count(), [m, y](auto n) {
      for (int i = 0; i < n; ++i) {
        T* const row = y + i * n;
        for (int j = 0; j < i; ++j) row[j] = -m[i * n + j];
        row[i] = T(1.0);
        for (int k = i - 1; k > 0; --k)
          for (int j = 0; j < k; ++j) row[j] -= m[k * n + j] * row[k];
        for (int k = 0; k <= i; ++k) {
          T sum = row[k] * m[k * n + k];
          for (int j = 0; j < k; ++j) sum -= m[k * n + j] * row[j];
          row[k] = sum;
          y[k * n + i] = sum;
        }
      }
    });
  }
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
  const T* __restrict const a = A.data();
  const T* __restrict const b = B.data();
  T* __restrict const y = out.data();
  with_size(n, [=](auto size) {
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) {
        T sum = a[i * size] * b[j];
        for (int k = 1; k < size; ++k) sum += a[i * size + k] * b[k * size + j];
        y[i * size + j] = -sum;
      }
  });
}

}  // namespace sinew
