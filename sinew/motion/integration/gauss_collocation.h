// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <vector>

#include "sinew/algorithms/arguments.h"

namespace sinew {

/// One step of Gauss collocation with four stages: implicit, of order 8, symmetric, symplectic for a Hamiltonian
/// system, and exact for every quadratic invariant. The nodes and weights are made of the Legendre polynomial of degree
/// 4.
///
/// The stages are found by fixed-point iteration to round-off. Newton's method would allow longer steps of a stiff
/// system, but a method that keeps energy must follow the quickest oscillation anyway, and there the iteration gains
/// digits quickly.
template <Scalar T>
class GaussCollocation {
 public:
  static constexpr int stages = 4;

  GaussCollocation(int states, int quadratures)
      : states_(at(states)),
        size_(at(states + quadratures)),
        rates_(stages * size_, T(0.0)),
        stages_(stages * states_, T(0.0)),
        before_(stages_) {
    find_figures();
  }

  const T& node(int s) const noexcept { return c_[s]; }
  /// The states at node s of the step, after `take`.
  In<T> at_node(int s) const noexcept { return std::span<const T>(stages_).subspan(at(s) * states_, states_); }

  /// False where the iteration does not settle: the step is too long. `first` is the rate at the start.
  template <class Rate>
  bool take(const Rate& rate, const T& t, In<T> y, In<T> first, const T& h, Out<T> end) {
    for (int s = 0; s < stages; ++s)
      for (std::size_t i = 0; i < states_; ++i) before_[at(s) * states_ + i] = y[i] + h * c_[s] * first[i];
    T last(0.0);
    bool settled = false;
    for (int round = 0; round < most_rounds && !settled; ++round) {
      for (int s = 0; s < stages; ++s)
        rate(t + c_[s] * h, In<T>(std::span<const T>(before_).subspan(at(s) * states_, states_)), stage(s));
      const T change = move_stages(y, h);
      if (!(change < T(1e30))) return false;
      // round-off: the change, a square, has become tiny and stops shrinking
      settled = !(T(0.0) < change) || (round > 1 && change < T(1e-20) && !(change < T(0.25) * last));
      last = change;
      before_.swap(stages_);
    }
    stages_ = before_;
    for (std::size_t i = 0; i < size_; ++i) {
      T sum(0.0);
      for (int s = 0; s < stages; ++s) sum += b_[s] * rates_[at(s) * size_ + i];
      end[i] = y[i] + h * sum;
    }
    return settled;
  }

 private:
  static constexpr int most_rounds = 60;

  Out<T> stage(int s) noexcept { return std::span<T>(rates_).subspan(at(s) * size_, size_); }

  /// The stages anew from their rates; the sum of the squares of their changes, each against its own size.
  T move_stages(In<T> y, const T& h) {
    T all(0.0);
    for (int s = 0; s < stages; ++s)
      for (std::size_t i = 0; i < states_; ++i) {
        T sum(0.0);
        for (int j = 0; j < stages; ++j) sum += a_[s][j] * rates_[at(j) * size_ + i];
        const std::size_t k = at(s) * states_ + i;
        stages_[k] = y[i] + h * sum;
        const T change = stages_[k] - before_[k], size = T(1.0) + stages_[k] * stages_[k];
        all += change * change / size;
      }
    return all;
  }

  /// Nodes: zeros of the Legendre polynomial. Weights: integrals of Lagrange's polynomials through them.
  void find_figures() {
    using std::sqrt;
    const T root = sqrt(T(1.2)), inner = sqrt((T(3.0) - T(2.0) * root) / T(7.0)),
            outer = sqrt((T(3.0) + T(2.0) * root) / T(7.0)), half(0.5);
    c_[0] = half * (T(1.0) - outer);
    c_[1] = half * (T(1.0) - inner);
    c_[2] = half * (T(1.0) + inner);
    c_[3] = half * (T(1.0) + outer);
    for (int j = 0; j < stages; ++j) {
      T poly[stages] = {T(1.0), T(0.0), T(0.0), T(0.0)};  // coefficients of Lagrange's polynomial j, lowest first
      int degree = 0;
      for (int m = 0; m < stages; ++m) {
        if (m == j) continue;
        const T width = c_[j] - c_[m];
        ++degree;
        for (int k = degree; k >= 0; --k)
          poly[k] = ((k > 0 ? poly[k - 1] : T(0.0)) - c_[m] * (k < degree ? poly[k] : T(0.0))) / width;
      }
      const auto integral = [&](const T& x) {
        T sum(0.0), power = x;
        for (int k = 0; k < stages; ++k, power *= x) sum += poly[k] * power / T(double(k + 1));
        return sum;
      };
      b_[j] = integral(T(1.0));
      for (int s = 0; s < stages; ++s) a_[s][j] = integral(c_[s]);
    }
  }

  std::size_t states_, size_;
  T c_[stages], b_[stages], a_[stages][stages];
  std::vector<T> rates_, stages_, before_;
};

}  // namespace sinew
