// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "sinew/algorithms/arguments.h"
#include "sinew/motion/integration/dormand_prince_coefficients.h"

namespace sinew {

/// One step of DOP853: explicit, of order 8, with an error estimate and dense output of order 7.
///
/// The numbers of y are states, which feed back, and after them quadratures, which the rate does not read: these are
/// summed at the end alone. `rate(t, y, dy)` may be asked at any time within the step. Stages take no memory once this
/// is made.
template <Scalar T>
class DormandPrince {
 public:
  DormandPrince(int states, int quadratures)
      : states_(at(states)),
        size_(at(states + quadratures)),
        rates_(at(dormand_prince::extended_stages) * size_, T(0.0)),
        y_(size_, T(0.0)),
        last_stage_(states_, T(0.0)),
        terms_(at(dormand_prince::dense_terms + 4) * states_, T(0.0)) {}

  /// The rate at the start of the step: to be filled before `take`.
  Out<T> first_rate() noexcept { return stage(0); }
  /// The rate at the end, after `take`.
  In<T> last_rate() const noexcept { return std::span<const T>(rates_).subspan(12 * size_, size_); }

  template <class Rate>
  void take(const Rate& rate, const T& t, In<T> y, const T& h, Out<T> end) {
    using namespace dormand_prince;
    h_ = h;
    t_ = t;
    const std::span<const Weight> rows[] = {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11};
    for (int s = 1; s < stages; ++s) ask(rate, s, y, rows[s - 1]);
    for (std::size_t i = 0; i < states_; ++i) last_stage_[i] = y_[i];
    add(b, y, size_, end);
    rate(t + h, In<T>(end), stage(12));
  }

  /// The size of the local error against `scale`, one entry per state: Hairer's mixture of the orders 5 and 3.
  T error(In<T> scale) const {
    using std::sqrt;
    T five(0.0), three(0.0);
    for (std::size_t i = 0; i < states_; ++i) {
      const T e5 = sum(dormand_prince::error_5, i) / scale[i];
      const T e3 = (sum(dormand_prince::b, i) - sum(dormand_prince::b_3, i)) / scale[i];
      five += e5 * e5;
      three += e3 * e3;
    }
    const T both = five + T(0.01) * three;
    return select(T(0.0) < both, h_ * five / sqrt(select(T(0.0) < both, both, T(1.0)) * T(double(states_))), T(0.0));
  }

  /// h·|λ| for the eigenvalue that dominates the last stages; beyond 6.1 the step is at its limit of stability.
  T stiffness(In<T> end) const {
    using std::sqrt;
    T rates(0.0), states(0.0);
    for (std::size_t i = 0; i < states_; ++i) {
      const T r = rates_[12 * size_ + i] - rates_[11 * size_ + i], s = end[i] - last_stage_[i];
      rates += r * r;
      states += s * s;
    }
    return select(T(0.0) < states, h_ * sqrt(rates / select(T(0.0) < states, states, T(1.0))), T(0.0));
  }

  /// Three more stages, after which `dense` may be asked.
  template <class Rate>
  void prepare_dense(const Rate& rate, In<T> y, In<T> end) {
    using namespace dormand_prince;
    const std::span<const Weight> rows[] = {a13, a14, a15}, terms[] = {d0, d1, d2, d3};
    for (int s = 13; s < extended_stages; ++s) ask(rate, s, y, rows[s - 13]);
    for (std::size_t i = 0; i < states_; ++i) {
      const T rise = end[i] - y[i], first = h_ * rates_[i], last = h_ * rates_[12 * size_ + i];
      T* const term = &terms_[i * 8];
      term[0] = y[i];
      term[1] = rise;
      term[2] = first - rise;
      term[3] = rise + rise - first - last;
      for (int k = 0; k < dense_terms; ++k) term[4 + k] = h_ * sum(terms[k], i);
    }
  }

  /// The states at t + share·h.
  void dense(const T& share, Out<T> y) const noexcept {
    const T left = T(1.0) - share;
    for (std::size_t i = 0; i < states_; ++i) {
      const T* const term = &terms_[i * 8];
      T sum = term[7] * share;
      sum = (sum + term[6]) * left;
      sum = (sum + term[5]) * share;
      sum = (sum + term[4]) * left;
      sum = (sum + term[3]) * share;
      sum = (sum + term[2]) * left;
      sum = (sum + term[1]) * share;
      y[i] = term[0] + sum;
    }
  }

 private:
  using Weights = std::span<const dormand_prince::Weight>;

  Out<T> stage(int s) noexcept { return std::span<T>(rates_).subspan(at(s) * size_, size_); }

  /// y + h·Σ weight·rate of the first `count` numbers.
  void add(Weights weights, In<T> y, std::size_t count, Out<T> sum) noexcept {
    for (std::size_t i = 0; i < count; ++i) sum[i] = T(0.0);
    for (const auto& [stage, value] : weights) {
      const T* const r = &rates_[at(stage) * size_];
      const T w(value);
      for (std::size_t i = 0; i < count; ++i) sum[i] += w * r[i];
    }
    for (std::size_t i = 0; i < count; ++i) sum[i] = y[i] + h_ * sum[i];
  }
  T sum(Weights weights, std::size_t i) const noexcept {
    T s(0.0);
    for (const auto& [stage, value] : weights) s += T(value) * rates_[at(stage) * size_ + i];
    return s;
  }
  template <class Rate>
  void ask(const Rate& rate, int s, In<T> y, Weights weights) {
    add(weights, y, states_, y_);
    rate(t_ + T(dormand_prince::c[s]) * h_, In<T>(y_), stage(s));
  }

  std::size_t states_, size_;
  std::vector<T> rates_;  // stage by stage
  std::vector<T> y_, last_stage_, terms_;
  T t_{0.0}, h_{0.0};
};

}  // namespace sinew
