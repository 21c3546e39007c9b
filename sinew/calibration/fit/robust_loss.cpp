// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/robust_loss.h"

#include <cmath>

#include "sinew/calibration/fit/chi_squared.h"

namespace sinew {

double documented_width(Loss loss) {
  switch (loss) {
    case Loss::Linear:
      break;
    case Loss::Huber:
      return 1.3449975;
    case Loss::Cauchy:
      return 2.3849471;
  }
  return 0.0;
}

double width_of_block(Loss loss, double width_of_one_row, int rows) {
  if (loss == Loss::Linear || rows <= 1) return width_of_one_row;
  return std::sqrt(chi_squared_exceeded_with(rows, chi_squared_beyond(1, width_of_one_row * width_of_one_row)));
}

LossMoments loss_moments(Loss loss, double width, int rows) {
  if (loss == Loss::Linear) return {};
  // Simpson's rule over the length of r, on both sides of the width, where a derivative jumps. Densities are relative
  // to the largest one, so that none vanishes where rows are many.
  const double n = rows, mode = std::sqrt(n - 1.0);
  const auto density = [&](double length) {
    const double power = rows > 1 ? (n - 1.0) * std::log(length / mode) : 0.0;
    return std::exp(power - 0.5 * (length * length - mode * mode));
  };
  double all = 0.0, slope = 0.0, variance = 0.0;
  const auto add = [&](double from, double to) {
    constexpr int intervals = 800;
    const double h = (to - from) / intervals;
    for (int i = 0; i <= intervals; ++i) {
      // at the width itself the side that is integrated counts
      const double length = from + h * i, s = length * length;
      const double inside = (i == 0 ? 1e-9 : i == intervals ? -1e-9 : 0.0) * h;
      const LossValue value = loss_value(loss, width, (length + inside) * (length + inside));
      const double part = (i == 0 || i == intervals ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) * h / 3.0 * density(length);
      all += part;
      slope += part * (value.first + 2.0 * value.second * s / n);
      variance += part * value.first * value.first * s / n;
    }
  };
  add(0.0, width);
  add(width, width + mode + 12.0);
  return {slope / all, variance / all};
}

}  // namespace sinew
