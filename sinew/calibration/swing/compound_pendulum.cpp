// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/swing/compound_pendulum.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "sinew/calibration/swing/swing_inputs.h"

namespace sinew {
namespace {

/// Arithmetic-geometric mean of two positive numbers: both means approach each other quadratically.
template <class T>
T arithmetic_geometric_mean(T a, T b) {
  // sixteen steps are more than the ratio of any two positive doubles takes
  for (int i = 0; i < 16; ++i) {
    const T mean = 0.5 * (a + b);
    b = sqrt(a * b);
    a = mean;
  }
  return a;
}

}  // namespace

PendulumInertia compound_pendulum_inertia(const PendulumSwing& swing) {
  constexpr double no_limit = std::numeric_limits<double>::infinity(), pi = std::numbers::pi;
  SwingInputs<5> inputs("compound pendulum");
  const auto m = inputs.add("mass", swing.mass, least_positive, no_limit, "give the mass of the part in kg");
  const auto d = inputs.add("distance", swing.distance, least_positive, no_limit,
                            "give the distance of the centre of mass from the pivot in m, more than zero");
  const auto T = inputs.add("period", swing.period, least_positive, no_limit,
                            "give the time of a full swing, there and back, in s");
  const auto amplitude =
      inputs.add("amplitude", swing.amplitude, 0.0, pi, "give an angle from zero to less than half a turn");
  const auto g = inputs.add("gravity", swing.gravity, least_positive, no_limit, "give it in m/s², 9.80665 on average");
  inputs.check();

  const auto T0 = T * arithmetic_geometric_mean(SwingInputs<5>::Number(1.0), sincos(0.5 * amplitude).cos);
  const auto about_pivot = m * g * d * T0 * T0 / (4.0 * pi * pi);
  const auto about_centre = about_pivot - m * d * d;
  inputs.refuse_if(!(about_centre.value > 0.0),
                   "a part of " + shown(m.value) + " kg with its centre of mass " + shown(d.value) +
                       " m from the pivot swings slower than in " + shown(T.value) + " s",
                   "check the period of a full swing, there and back, and the distance");
  inputs.check();
  return {inputs.result(about_pivot), inputs.result(about_centre)};
}

}  // namespace sinew
