// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/quantities/sample_times.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/errors/diagnostic.h"

namespace sinew {

SampleTimes SampleTimes::counted(double duration, int samples) {
  if (samples < 2) refuse("samples", "there are " + std::to_string(samples), "give 2 or more");
  if (!(duration > 0.0)) return {0.0, 0.0, 1, true};
  return {duration, duration / (samples - 1), samples, true};
}

SampleTimes SampleTimes::spaced(double duration, double period) {
  if (!(period > 0.0 && std::isfinite(period)))
    refuse("period", "it is " + shown(period) + " s", "give a time above zero");
  if (!(duration > 0.0)) return {0.0, period, 1, false};
  constexpr double most = 1e9;
  if (!(duration / period < most))
    refuse("period", shown(duration) + " s every " + shown(period) + " s would be more than 10⁹ samples",
           "give a longer period");
  // a duration that is a multiple of the period but for round-off has no extra sample at its end
  constexpr double round_off = 1e-9;
  const double periods = duration / period;
  const double whole = std::floor(periods + round_off);
  const bool ends_between = periods - whole > round_off;
  return {duration, period, static_cast<long>(whole) + (ends_between ? 2 : 1), false};
}

double SampleTimes::at(long i) const noexcept {
  if (i >= count_ - 1) return duration_;
  const auto k = static_cast<double>(i);
  return is_counted_ ? duration_ * k / static_cast<double>(count_ - 1) : std::min(k * period_, duration_);
}

long SampleTimes::nearest(double t) const noexcept {
  if (count_ < 2 || !(t > 0.0)) return 0;
  if (t >= duration_) return count_ - 1;
  const long i = std::clamp(static_cast<long>(t / period_), 0L, count_ - 2);
  return t - at(i) <= at(i + 1) - t ? i : i + 1;
}

}  // namespace sinew
