// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/cartesian/path_parts.h"

#include <algorithm>
#include <cmath>

#include "sinew/errors/diagnostic.h"

namespace sinew {

Motion1 quintic(double t, double duration) {
  const double u = std::clamp(t / duration, 0.0, 1.0), k = 1.0 / duration;
  if (u == 0.0 || u == 1.0) return {u, 0.0, 0.0};
  return {u * u * u * (10.0 + u * (-15.0 + 6.0 * u)), 30.0 * u * u * (1.0 - u) * (1.0 - u) * k,
          60.0 * u * (1.0 - u) * (1.0 - 2.0 * u) * k * k};
}

std::string roughly(double number) {
  const double unit = number == 0.0 ? 1.0 : std::pow(10.0, std::floor(std::log10(std::abs(number))) - 3.0);
  return shown(std::round(number / unit) * unit);
}

std::string degrees(double angle) { return roughly(angle * 180.0 / M_PI) + "°"; }

void expect_duration(double duration) {
  if (!(duration > 0.0) || !std::isfinite(duration))
    refuse("the path is to take " + shown(duration) + " s", "give a time above zero");
}

void expect_finite(const Pose<double>& X) {
  bool good = std::isfinite(X.p.x) && std::isfinite(X.p.y) && std::isfinite(X.p.z);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) good = good && std::isfinite(X.R(i, j));
  if (!good) refuse("a pose of the path has a number that is not finite", "correct it");
}

}  // namespace sinew
