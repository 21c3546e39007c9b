// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <optional>
#include <vector>

#include "sinew/redundancy/bounds.h"

namespace sinew_test {

/// Least |J·x − y| within bounds by trying everything, with 33 digits: every joint is free, at its lower or at its upper
/// bound. Some best x has columns of its free joints that are independent, so only those need to be tried, and the least
/// error of all that stay within bounds is the answer. It shares nothing with a solver, and is slow.
class BoundedLeastSquares {
 public:
  BoundedLeastSquares(const Eigen::MatrixXd& J, const Eigen::VectorXd& y, const sinew::Bounds& bounds)
      : n_(static_cast<int>(J.cols())), m_(static_cast<int>(J.rows())), bounds_(bounds) {
    for (int i = 0; i < m_; ++i) {
      y_.emplace_back(y[i]);
      for (int j = 0; j < n_; ++j) J_.emplace_back(J(i, j));
    }
    std::vector<Number> x(static_cast<std::size_t>(n_));
    choose(0, x, {});
  }

  /// Nothing where no x is within bounds.
  std::optional<double> error() const { return error_; }

 private:
  __extension__ typedef __float128 Number;  // NOLINT(modernize-use-using): there is no other way to say __extension__

  Number& at(std::vector<Number>& v, int i) const { return v[static_cast<std::size_t>(i)]; }
  Number J(int i, int j) const { return J_[static_cast<std::size_t>(i * n_ + j)]; }

  void choose(int joint, std::vector<Number>& x, const std::vector<int>& free) {
    if (joint == n_) return tried(x, free);
    bool is_zero = true;
    for (int i = 0; i < m_; ++i) is_zero = is_zero && J(i, joint) == Number(0);
    for (const double bound : {bounds_.lower[joint], bounds_.upper[joint]}) {
      if (!std::isfinite(bound)) continue;
      at(x, joint) = bound;
      choose(joint + 1, x, free);
      if (is_zero) return;  // it does nothing, wherever it is
    }
    at(x, joint) = 0;
    const bool unbounded = std::isinf(bounds_.lower[joint]) && std::isinf(bounds_.upper[joint]);
    if (unbounded) choose(joint + 1, x, free);  // of several such that depend on each other, some can be zero
    if (is_zero) return;
    std::vector<int> more = free;
    more.push_back(joint);
    if (static_cast<int>(more.size()) <= m_) choose(joint + 1, x, more);
  }

  void tried(std::vector<Number> x, const std::vector<int>& free) {
    if (!solve(x, free)) return;
    for (const int j : free) {
      const Number leeway = Number(1e-25) * (1 + (at(x, j) < 0 ? -at(x, j) : at(x, j)));
      if (at(x, j) < Number(bounds_.lower[j]) - leeway || at(x, j) > Number(bounds_.upper[j]) + leeway) return;
    }
    Number square = 0;
    for (int i = 0; i < m_; ++i) {
      const Number rest = missing(x, i);
      square += rest * rest;
    }
    const double error = std::sqrt(static_cast<double>(square));
    if (!error_ || error < *error_) error_ = error;
  }

  Number missing(std::vector<Number>& x, int i) const {
    Number sum = y_[static_cast<std::size_t>(i)];
    for (int j = 0; j < n_; ++j) sum -= J(i, j) * at(x, j);
    return sum;
  }

  /// Normal equations of the free columns, each scaled to length one; false where these depend on each other.
  bool solve(std::vector<Number>& x, const std::vector<int>& free) const {
    const auto count = static_cast<int>(free.size());
    const auto column = [&](int k) { return free[static_cast<std::size_t>(k)]; };
    std::vector<Number> scale, A(static_cast<std::size_t>(count * count)), b;
    for (int k = 0; k < count; ++k) {
      double square = 0.0;
      for (int i = 0; i < m_; ++i) square += static_cast<double>(J(i, column(k)) * J(i, column(k)));
      scale.emplace_back(1.0 / std::sqrt(square));
    }
    for (int k = 0; k < count; ++k) {
      Number sum = 0;
      for (int i = 0; i < m_; ++i) sum += J(i, column(k)) * missing(x, i);
      b.push_back(sum * at(scale, k));
      for (int l = 0; l < count; ++l) {
        Number product = 0;
        for (int i = 0; i < m_; ++i) product += J(i, column(k)) * J(i, column(l));
        at(A, k * count + l) = product * at(scale, k) * at(scale, l);
      }
    }
    for (int p = 0; p < count; ++p) {
      if (at(A, p * count + p) < Number(1e-20)) return false;
      for (int k = p + 1; k < count; ++k) {
        const Number factor = at(A, k * count + p) / at(A, p * count + p);
        for (int l = p; l < count; ++l) at(A, k * count + l) -= factor * at(A, p * count + l);
        at(b, k) -= factor * at(b, p);
      }
    }
    for (int p = count - 1; p >= 0; --p) {
      for (int l = p + 1; l < count; ++l) at(b, p) -= at(A, p * count + l) * at(b, l);
      at(b, p) /= at(A, p * count + p);
    }
    for (int k = 0; k < count; ++k) at(x, column(k)) = at(b, k) * at(scale, k);
    return true;
  }

  int n_, m_;
  sinew::Bounds bounds_;
  std::vector<Number> J_, y_;
  std::optional<double> error_;
};

}  // namespace sinew_test
