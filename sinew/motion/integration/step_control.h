// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

namespace sinew {

/// Chooses the steps of an adaptive method by its errors: a proportional and integral control after Gustafsson, with
/// the figures of Hairer, Nørsett and Wanner (section II.4): h ← h·0.9·err^(−1/k + 0.75·β)·err_before^β, β =
/// 0.4/k/order.
class StepControl {
 public:
  explicit StepControl(int order) : exponent_(1.0 / order), memory_(0.4 / order) {}

  /// The step to try after one of size h was refused.
  double shorter(double h, double error) {
    rejected_ = true;
    return std::isfinite(error) ? h * std::max(0.2, 0.9 * std::pow(error, -exponent_)) : 0.1 * h;
  }
  /// The step to try after one of size h was good.
  double next(double h, double error) {
    const double e = std::max(error, 1e-10);
    double factor = 0.9 * std::pow(e, 0.75 * memory_ - exponent_) * std::pow(before_, memory_);
    factor = std::clamp(factor, 0.3, rejected_ ? 1.0 : 5.0);
    before_ = std::max(error, 1e-4);
    rejected_ = false;
    return h * factor;
  }
  /// A smooth stretch ends here: what was learnt from errors does not hold beyond it.
  void forget() {
    before_ = 1.0;
    rejected_ = false;
  }

  /// What `next` will remember of the step before; to go on later as if nothing had come between.
  double memory() const { return before_; }
  void remember(double memory) {
    before_ = memory;
    rejected_ = false;
  }

 private:
  double exponent_, memory_;
  double before_ = 1.0;
  bool rejected_ = false;
};

}  // namespace sinew
