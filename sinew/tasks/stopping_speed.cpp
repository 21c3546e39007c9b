// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/stopping_speed.h"

#include <cmath>

namespace sinew {

double stopping_speed(double room, double A, double T) {
  const double step = A * T;
  if (!(room > step * T)) return room / T;  // m = 0
  if (!(step > 0.0)) return 0.0;            // without brakes it has to stand still
  const double periods = room / (step * T);
  if (periods > 1e30) return std::sqrt(2.0 * A * room);  // m + 1 is m
  const double m = std::floor(0.5 * (std::sqrt(1.0 + 8.0 * periods) - 1.0));
  return (room / T + 0.5 * step * m * (m + 1.0)) / (m + 1.0);
}

}  // namespace sinew
