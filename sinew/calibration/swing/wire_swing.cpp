// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/swing/wire_swing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>

#include "sinew/calibration/swing/swing_inputs.h"

namespace sinew {
namespace {

using WireInputs = SwingInputs<10>;
using WireNumber = WireInputs::Number;

constexpr double no_bound = std::numeric_limits<double>::infinity();
constexpr double quarter_turn = std::numbers::pi / 2;

/// The wires, and what pulls on them.
struct Wires {
  WireNumber length, lower_radius, upper_radius, gravity;
};

double number_of(double x) { return x; }
template <int N>
double number_of(const Dual<N>& x) {
  return x.value;
}

/// x/sin x.
template <class T>
T over_its_sine(const T& x) {
  constexpr double small = 1e-3;  // the next term of the series is 31/15120·x⁶
  if (std::abs(number_of(x)) < small) return T(1.0) + x * x * (T(1.0 / 6) + x * x * T(7.0 / 360));
  return x / sincos(x).sin;
}

/// The period of what has the mass m and the moment of inertia I. With θ = θ₀·sin φ the integral of the header becomes
///
///     T = 4·∫₀^(π/2) √((I + m·h′²)·(h + h₀)/(2·m·g·R·r) · x/sin x · y/sin y) dφ,    x, y = (θ₀ ± θ)/2
///
/// whose integrand is smooth, even and periodic, so that the trapezoidal rule converges faster than any power.
template <class T>
T wire_period(const T& I, const T& m, const T& amplitude, const T& l, const T& R, const T& r, const T& g) {
  constexpr int steps = 128;
  using std::sqrt;
  const T below = l * l - R * R - r * r;
  const auto depth = [&](const T& cosine) { return sqrt(below + 2.0 * R * r * cosine); };
  const T h0 = depth(sincos(amplitude).cos);
  T sum(0.0);
  for (int i = 0; i <= steps; ++i) {
    const double phi = quarter_turn * i / steps;
    const T angle = std::sin(phi) * amplitude;
    const auto turned = sincos(angle);
    const T h = depth(turned.cos);
    const T slope = R * r * turned.sin / h;
    const T root = sqrt((I + m * slope * slope) * (h + h0) * over_its_sine(T(0.5 * (amplitude + angle))) *
                        over_its_sine(T(0.5 * (amplitude - angle))) / (2.0 * m * g * R * r));
    sum += (i == 0 || i == steps ? 0.5 : 1.0) * root;
  }
  return 4.0 * quarter_turn / steps * sum;
}

/// The same with its derivative by I, in plain numbers.
Dual<1> period_and_slope(double I, const WireNumber& m, const WireNumber& amplitude, const Wires& wires) {
  const auto constant = [](const WireNumber& x) { return Dual<1>(x.value); };
  return wire_period(Dual<1>::variable(I, 0), constant(m), constant(amplitude), constant(wires.length),
                     constant(wires.lower_radius), constant(wires.upper_radius), constant(wires.gravity));
}

/// I of what hangs, with its derivatives by the inputs; nothing where not even a point mass on the axis swings so
/// quickly.
std::optional<WireNumber> hanging_inertia(const WireNumber& m, const WireNumber& period, const WireNumber& amplitude,
                                          const Wires& wires) {
  const auto& [l, R, r, g] = wires;
  const double quickest = wire_period(0.0, m.value, amplitude.value, l.value, R.value, r.value, g.value);
  if (!(quickest < period.value)) return std::nullopt;
  const double h = std::sqrt((l * l - (R - r) * (R - r)).value), turn = 2 * std::numbers::pi;
  double I = (m * g * R * r).value * period.value * period.value / (turn * turn * h);
  // T² is a concave function of I (Minkowski), so Newton's steps on it come to the solution from below
  for (int i = 0; i < 100; ++i) {
    const Dual<1> T = period_and_slope(I, m, amplitude, wires);
    const double step = (period.value * period.value - T.value * T.value) / (2.0 * T.value * T.d[0]);
    I = std::max(I + step, 0.5 * I);
    if (std::abs(step) <= 1e-15 * I) break;
  }
  // one more step in numbers that carry derivatives gives those of the solution of T(I, inputs) = T
  const double slope = period_and_slope(I, m, amplitude, wires).d[0];
  return WireNumber(I) + (period - wire_period(WireNumber(I), m, amplitude, l, R, r, g)) / slope;
}

WireNumber add_amplitude(WireInputs& inputs, const std::string& name, const UncertainNumber& amplitude) {
  return inputs.add(name, amplitude, 0.0, quarter_turn, "give an angle from zero to less than a quarter turn, in rad");
}

/// Everything that swings on the wires.
struct OnWires {
  UncertainNumber mass, period, amplitude;
  std::optional<SwingingPlatform> platform;
};

UncertainResult part_inertia(WireInputs& inputs, const Wires& wires, const OnWires& hung) {
  const std::string full_swing = "give the time of a full swing, there and back, in s";
  const WireNumber part = inputs.add("mass", hung.mass, least_positive, no_bound, "give the mass of the part in kg");
  const WireNumber period = inputs.add("period", hung.period, least_positive, no_bound, full_swing);
  const WireNumber amplitude = add_amplitude(inputs, "amplitude", hung.amplitude);
  WireNumber platform(0.0), platform_period(0.0), platform_amplitude(0.0);
  if (hung.platform) {
    platform = inputs.add("mass of the platform", hung.platform->mass, least_positive, no_bound, "give it in kg");
    platform_period = inputs.add("period of the platform", hung.platform->period, least_positive, no_bound, full_swing);
    platform_amplitude = add_amplitude(inputs, "amplitude of the platform", hung.platform->amplitude);
  }
  const double difference = std::abs(wires.lower_radius.value - wires.upper_radius.value);
  const double reach = std::hypot(wires.lower_radius.value, wires.upper_radius.value);
  const double turned = std::max(hung.amplitude.value, hung.platform ? hung.platform->amplitude.value : 0.0);
  const double product = wires.lower_radius.value * wires.upper_radius.value;
  const double left = wires.length.value * wires.length.value - reach * reach + 2 * product * std::cos(turned);
  inputs.refuse_if(!(wires.length.value > difference) || !(left > 0.0),
                   "wires of " + shown(wires.length.value) + " m do not reach that far",
                   "check the length of the wires, the radii and the amplitude");
  inputs.check();

  const auto inertia = [&](const WireNumber& mass, const WireNumber& T, const WireNumber& angle, const char* what) {
    const std::optional<WireNumber> I = hanging_inertia(mass, T, angle, wires);
    inputs.refuse_if(!I,
                     std::string(what) + " of " + shown(mass.value) + " kg cannot swing in " + shown(T.value) + " s",
                     "check the period of a full swing, there and back, and the masses");
    return I.value_or(WireNumber(0.0));
  };
  WireNumber I = inertia(part + platform, period, amplitude, hung.platform ? "the part with its platform" : "a part");
  if (hung.platform) I -= inertia(platform, platform_period, platform_amplitude, "a platform");
  inputs.check();
  inputs.refuse_if(!(I.value > 0.0),
                   "the platform has all of the moment of inertia: " + shown(I.value) + " kg·m² is left",
                   "check both periods: the part must make the swing slower than its mass alone would");
  inputs.check();
  return inputs.result(I);
}

WireNumber add_length(WireInputs& inputs, const std::string& name, const UncertainNumber& length) {
  return inputs.add(name, length, least_positive, no_bound, "give it in m, more than zero");
}

WireNumber add_gravity(WireInputs& inputs, const UncertainNumber& gravity) {
  return inputs.add("gravity", gravity, least_positive, no_bound, "give it in m/s², 9.80665 on average");
}

}  // namespace

UncertainResult bifilar_inertia(const BifilarSwing& swing) {
  WireInputs inputs("bifilar pendulum");
  const WireNumber length = add_length(inputs, "wire length", swing.wire_length);
  const WireNumber radius = 0.5 * add_length(inputs, "spacing", swing.spacing);
  const WireNumber gravity = add_gravity(inputs, swing.gravity);
  return part_inertia(inputs, {length, radius, radius, gravity},
                      {swing.mass, swing.period, swing.amplitude, swing.platform});
}

UncertainResult trifilar_inertia(const TrifilarSwing& swing) {
  WireInputs inputs("trifilar pendulum");
  const WireNumber length = add_length(inputs, "wire length", swing.wire_length);
  const WireNumber lower = add_length(inputs, "radius", swing.radius);
  const WireNumber upper = swing.upper_radius ? add_length(inputs, "upper radius", *swing.upper_radius) : lower;
  const WireNumber gravity = add_gravity(inputs, swing.gravity);
  return part_inertia(inputs, {length, lower, upper, gravity},
                      {swing.mass, swing.period, swing.amplitude, swing.platform});
}

}  // namespace sinew
