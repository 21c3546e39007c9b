// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/algorithms/arguments.h"

namespace sinew {

/// One step of RODAS 4(3): linearly implicit, of order 4, L-stable and stiffly accurate, with dense output of order 3.
/// Each of the six stages takes one rate and one solution with the same matrix 1/(γ·h)·1 − J.
///
/// Figures: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd edition, section IV.7, as in their
/// program rodas.f.
template <Scalar T>
class Rodas {
 public:
  static constexpr double gamma = 0.25;

  explicit Rodas(int states) : states_(at(states)), k_(6 * states_, T(0.0)), y_(states_), y0_(y_), end_(y_) {}

  /// `first` is the rate at the start, `by_time` its explicit derivative by t; `solve(x)` replaces x by
  /// (1/(γ·h)·1 − J)⁻¹·x.
  template <class Rate, class Solve>
  void take(const Rate& rate, const Solve& solve, const T& t, In<T> y, In<T> first, In<T> by_time, const T& h,
            Out<T> end) {
    static constexpr double c[5] = {0.0, 0.386, 0.21, 0.63, 1.0};
    static constexpr double d[4] = {0.25, -0.1043, 0.1035, -0.03620000000000023};
    static constexpr double a[5][4] = {{},
                                       {1.544},
                                       {0.9466785280815826, 0.2557011698983284},
                                       {3.314825187068521, 2.896124015972201, 0.9986419139977817},
                                       {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950}};
    static constexpr double g[6][5] = {
        {},
        {-5.6688},
        {-2.430093356833875, -0.2063599157091915},
        {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
        {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
        {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054}};
    for (int s = 0; s < 6; ++s) {
      const Out<T> k = stage(s);
      if (s == 0) {
        for (std::size_t i = 0; i < states_; ++i) k[i] = first[i];
      } else {
        for (std::size_t i = 0; i < states_; ++i) {
          if (s == 5) {
            y_[i] += stage(4)[i];
            continue;
          }
          y_[i] = y[i];
          for (int j = 0; j < s; ++j) y_[i] += T(a[s][j]) * stage(j)[i];
        }
        rate(t + T(s < 5 ? c[s] : 1.0) * h, In<T>(y_), k);
      }
      for (std::size_t i = 0; i < states_; ++i) {
        if (s < 4) k[i] += T(d[s]) * h * by_time[i];
        for (int j = 0; j < s; ++j) k[i] += T(g[s][j]) / h * stage(j)[i];
      }
      solve(k);
    }
    for (std::size_t i = 0; i < states_; ++i) {
      y0_[i] = y[i];
      end_[i] = end[i] = y_[i] + stage(5)[i];
    }
  }

  /// The last stage is the difference from the embedded method of order 3.
  T error(In<T> scale) const {
    using std::sqrt;
    T sum(0.0);
    for (std::size_t i = 0; i < states_; ++i) {
      const T e = k_[5 * states_ + i] / scale[i];
      sum += e * e;
    }
    return sqrt(sum / T(double(states_)));
  }

  void dense(const T& share, Out<T> y) const noexcept {
    static constexpr double d2[5] = {10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823,
                                     1.025137723295662};
    static constexpr double d3[5] = {-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386,
                                     -6.594389125716872};
    const T left = T(1.0) - share;
    for (std::size_t i = 0; i < states_; ++i) {
      T two(0.0), three(0.0);
      for (std::size_t s = 0; s < 5; ++s) {
        two += T(d2[s]) * k_[s * states_ + i];
        three += T(d3[s]) * k_[s * states_ + i];
      }
      y[i] = left * y0_[i] + share * (end_[i] + left * (two + share * three));
    }
  }

 private:
  Out<T> stage(int s) noexcept { return std::span<T>(k_).subspan(at(s) * states_, states_); }

  std::size_t states_;
  std::vector<T> k_, y_, y0_, end_;
};

}  // namespace sinew
