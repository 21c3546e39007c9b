// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "sinew/calibration/swing/uncertain.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/scalar/dual.h"

namespace sinew {

/// The least number that counts as more than zero.
inline constexpr double least_positive = std::numeric_limits<double>::min();

/// The inputs of a swing experiment, each with its name, as numbers that carry the derivative by every one of them.
template <int N>
class SwingInputs {
 public:
  using Number = Dual<N>;

  explicit SwingInputs(std::string experiment) : diagnostics_(std::move(experiment)) {}

  /// The next input. What is less than `least` or not less than `limit` is noted, and so is a deviation that cannot be
  /// one.
  Number add(const std::string& name, const UncertainNumber& x, double least, double limit, const std::string& remedy) {
    if (!(x.value >= least && x.value < limit)) diagnostics_.error({}, "the " + name + " is " + shown(x.value), remedy);
    if (!std::isfinite(x.deviation) || x.deviation < 0.0)
      diagnostics_.error({}, "the uncertainty of the " + name + " is " + shown(x.deviation),
                         "give its standard uncertainty, zero or more, in the unit of the " + name);
    inputs_[count_] = {name, x.deviation};
    return Number::variable(x.value, static_cast<int>(count_++));
  }

  void refuse_if(bool wrong, std::string what, std::string remedy) {
    if (wrong) diagnostics_.error({}, std::move(what), std::move(remedy));
  }
  /// Throws InputError with everything that was noted.
  void check() const { diagnostics_.throw_if_errors(); }

  UncertainResult result(const Number& f) const {
    UncertainResult result{f.value, 0.0, {}};
    for (std::size_t k = 0; k < count_; ++k) {
      result.shares.push_back({inputs_[k].name, std::abs(f.d[k]) * inputs_[k].deviation});
      result.deviation = std::hypot(result.deviation, result.shares.back().deviation);
    }
    return result;
  }

 private:
  struct Input {
    std::string name;
    double deviation = 0.0;
  };

  Diagnostics diagnostics_;
  std::array<Input, static_cast<std::size_t>(N)> inputs_;
  std::size_t count_ = 0;
};

}  // namespace sinew
