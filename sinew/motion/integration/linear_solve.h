// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "sinew/algorithms/arguments.h"

namespace sinew {

/// A general square matrix by rows, factorised in place with row pivoting, for any number type; allocates once.
template <Scalar T>
class LinearSolve {
 public:
  explicit LinearSolve(int n) : n_(at(n)), a_(n_ * n_, T(0.0)), order_(n_) {}

  T& operator()(int i, int j) noexcept { return a_[at(i) * n_ + at(j)]; }

  /// False where a pivot is zero or no number.
  bool factorise() noexcept {
    for (std::size_t k = 0; k < n_; ++k) {
      std::size_t best = k;
      for (std::size_t i = k + 1; i < n_; ++i)
        if (square(a_[best * n_ + k]) < square(a_[i * n_ + k])) best = i;
      order_[k] = best;
      if (best != k)
        for (std::size_t j = 0; j < n_; ++j) std::swap(a_[k * n_ + j], a_[best * n_ + j]);
      const T pivot = a_[k * n_ + k];
      if (!(T(0.0) < square(pivot))) return false;
      for (std::size_t i = k + 1; i < n_; ++i) {
        const T factor = a_[i * n_ + k] / pivot;
        a_[i * n_ + k] = factor;
        for (std::size_t j = k + 1; j < n_; ++j) a_[i * n_ + j] -= factor * a_[k * n_ + j];
      }
    }
    return true;
  }

  /// x ← A⁻¹·x.
  void solve(Out<T> x) const noexcept {
    for (std::size_t k = 0; k < n_; ++k)
      if (order_[k] != k) std::swap(x[k], x[order_[k]]);
    for (std::size_t i = 1; i < n_; ++i)
      for (std::size_t j = 0; j < i; ++j) x[i] -= a_[i * n_ + j] * x[j];
    for (std::size_t i = n_; i-- > 0;) {
      for (std::size_t j = i + 1; j < n_; ++j) x[i] -= a_[i * n_ + j] * x[j];
      x[i] = x[i] / a_[i * n_ + i];
    }
  }

 private:
  static T square(const T& x) { return x * x; }

  std::size_t n_;
  std::vector<T> a_;
  std::vector<std::size_t> order_;
};

/// Solves (c·1 − J)·k = r for a system of second order, q̇ = v, v̇ = a(q, v), whose J = [0 1; A B] with A = ∂a/∂q and
/// B = ∂a/∂v. Eliminating k_q = (r_q + k_v)/c leaves an n×n system: (c·1 − B − A/c)·k_v = r_v + A·r_q/c.
template <Scalar T>
class SecondOrderSolve {
 public:
  explicit SecondOrderSolve(int n) : n_(n), A(at(n) * at(n), T(0.0)), B(A), matrix_(n) {}

  bool factorise(const T& c) noexcept {
    c_ = c;
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        const std::size_t k = at(i) * at(n_) + at(j);
        matrix_(i, j) = (i == j ? c : T(0.0)) - B[k] - A[k] / c;
      }
    return matrix_.factorise();
  }
  /// r, first r_q and then r_v, becomes k.
  void solve(Out<T> r) const noexcept {
    const Out<T> q = r.first(at(n_)), v = r.subspan(at(n_), at(n_));
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) v[at(i)] += A[at(i) * at(n_) + at(j)] * q[at(j)] / c_;
    matrix_.solve(v);
    for (std::size_t i = 0; i < at(n_); ++i) q[i] = (q[i] + v[i]) / c_;
  }

 private:
  int n_;
  T c_{1.0};

 public:
  std::vector<T> A, B;  ///< by rows, to be filled before `factorise`

 private:
  LinearSolve<T> matrix_;
};

}  // namespace sinew
