// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/arguments.h"

namespace sinew {

/// M = Lᵀ·D·L in place, L unit lower triangular: Lᵀ·D·L rather than L·D·Lᵀ, because from tip to base a tree's zeros
/// stay zeros (Featherstone). Below the diagonal stands L, on it 1/D. Only the lower triangle is read.
template <Scalar P, Scalar T>
void factorise(const Model<P>& model, Out<T> M) noexcept {
  const int n = model.velocity_count();
  T* const m = M.data();
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
  const int n = model.velocity_count();
  const T* const m = factors.data();
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
  const int n = model.velocity_count();
  const T* const m = factors.data();
  T* const y = inverse.data();
  // row i is M⁻¹·e_i up to the diagonal: L⁻ᵀ·e_i reaches from i towards the base only, and what D⁻¹ and L⁻¹ make of
  // it is needed up to i only, the rest being symmetric
  for (T& value : inverse) value = T(0.0);
  for (int i = 0; i < n; ++i) {
    y[i * n + i] = T(1.0);
    for (int k = i; k >= 0; k = model.coupled_above(k))
      for (int j = model.coupled_above(k); j >= 0; j = model.coupled_above(j))
        y[i * n + j] -= m[k * n + j] * y[i * n + k];
    for (int k = 0; k <= i; ++k) {
      T sum = y[i * n + k] * m[k * n + k];
      for (int j = model.coupled_above(k); j >= 0; j = model.coupled_above(j)) sum -= m[k * n + j] * y[i * n + j];
      y[i * n + k] = sum;
    }
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) y[k * n + i] = y[i * n + k];
}

}  // namespace sinew
