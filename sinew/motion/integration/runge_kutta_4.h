// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/algorithms/arguments.h"

namespace sinew {

/// One step of the classical Runge-Kutta method of order 4. States and quadratures as in DormandPrince.
template <Scalar T>
class RungeKutta4 {
 public:
  RungeKutta4(int states, int quadratures)
      : states_(at(states)), size_(at(states + quadratures)), y_(size_, T(0.0)), k_(4 * size_, T(0.0)) {}

  /// From y at t, where the rate is `first`, to `end` at t + h.
  template <class Rate>
  void take(const Rate& rate, const T& t, In<T> y, In<T> first, const T& h, Out<T> end) {
    const T half = T(0.5) * h, middle = t + half, sixth = h / T(6.0), third = h / T(3.0);
    T *const k2 = k_.data(), *const k3 = k2 + size_, *const k4 = k3 + size_;
    for (std::size_t i = 0; i < states_; ++i) y_[i] = y[i] + half * first[i];
    rate(middle, In<T>(y_), Out<T>(k2, size_));
    for (std::size_t i = 0; i < states_; ++i) y_[i] = y[i] + half * k2[i];
    rate(middle, In<T>(y_), Out<T>(k3, size_));
    for (std::size_t i = 0; i < states_; ++i) y_[i] = y[i] + h * k3[i];
    rate(t + h, In<T>(y_), Out<T>(k4, size_));
    for (std::size_t i = 0; i < size_; ++i) end[i] = y[i] + sixth * (first[i] + k4[i]) + third * (k2[i] + k3[i]);
  }

 private:
  std::size_t states_, size_;
  std::vector<T> y_, k_;
};

/// The cubic through the values and rates at both ends of a step: what dense output is where a method has none of its
/// own.
template <Scalar T>
T hermite(const T& share, const T& h, const T& from, const T& rate_from, const T& to, const T& rate_to) {
  const T left = T(1.0) - share;
  return left * from + share * to +
         share * left * (h * (left * rate_from - share * rate_to) - (left - share) * (to - from));
}

}  // namespace sinew
