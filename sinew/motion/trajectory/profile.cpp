// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/profile.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

struct NamedProfile {
  std::string_view name;
  Profile profile;
};
constexpr NamedProfile names[] = {{"linear", Profile::Linear},
                                  {"cubic", Profile::Cubic},
                                  {"quintic", Profile::Quintic},
                                  {"septic", Profile::Septic},
                                  {"bang-bang", Profile::BangBang},
                                  {"trapezoidal", Profile::Trapezoidal},
                                  {"bang-coast-bang", Profile::Trapezoidal},
                                  {"double-s", Profile::DoubleS}};

[[noreturn]] void refuse_profile(const std::string& what, const std::string& remedy) {
  refuse("profile", what, remedy);
}

/// The polynomial of a profile over τ = t/T, and the largest absolute values of its derivatives by τ.
struct UnitPolynomial {
  std::array<double, 8> a{};
  double rate = 0.0, acceleration = 0.0, jerk = 0.0;
};

UnitPolynomial unit_polynomial(Profile profile) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (profile) {
    case Profile::Linear:
      return {{0, 1}, 1.0, infinity, infinity};
    case Profile::Cubic:
      return {{0, 0, 3, -2}, 1.5, 6.0, infinity};
    case Profile::Quintic:
      // s″ = 60·τ·(1 − τ)·(1 − 2τ) is largest where 6τ² − 6τ + 1 = 0; s‴ = 60·(6τ² − 6τ + 1) at the ends
      return {{0, 0, 0, 10, -15, 6}, 1.875, 10.0 / std::sqrt(3.0), infinity};
    case Profile::Septic:
      // s″ = 420·τ²·(1 − τ)²·(1 − 2τ) is largest where 5τ² − 5τ + 1 = 0: 84/√5·… = 420/25·(1/√5)
      return {{0, 0, 0, 0, 35, -84, 70, -20}, 2.1875, 84.0 / (5.0 * std::sqrt(5.0)), 52.5};
    default:
      break;
  }
  refuse_profile("it is no polynomial", "choose linear, cubic, quintic or septic");
}

bool is_polynomial(Profile profile) {
  return profile == Profile::Linear || profile == Profile::Cubic || profile == Profile::Quintic ||
         profile == Profile::Septic;
}

Clock polynomial_clock(const UnitPolynomial& unit, double duration) {
  return Clock({{0.0, unit.a}}, 1.0).stretched_to(duration);
}

/// Pieces of constant jerk or acceleration, each continuing the one before; those without a duration are left out.
class PhaseClock {
 public:
  void add(double duration, double acceleration, double jerk) {
    if (!(duration > 0.0)) return;
    pieces_.push_back({time_, {s_, rate_, acceleration / 2.0, jerk / 6.0}});
    const double t = duration;
    s_ += t * (rate_ + t * (acceleration / 2.0 + t * jerk / 6.0));
    rate_ += t * (acceleration + t * jerk / 2.0);
    time_ += t;
  }
  Clock clock() const { return {pieces_, time_}; }

 private:
  std::vector<Clock::Piece> pieces_;
  double time_ = 0.0, s_ = 0.0, rate_ = 0.0;
};

/// Ramps of `ramp` seconds with constant acceleration, `cruise` seconds between them.
Clock trapezoidal_clock(double ramp, double cruise) {
  const double acceleration = 1.0 / (ramp * (ramp + cruise));
  PhaseClock phases;
  phases.add(ramp, acceleration, 0.0);
  phases.add(cruise, 0.0, 0.0);
  phases.add(ramp, -acceleration, 0.0);
  return phases.clock();
}

/// Ramps of `ramp` seconds, of which `edge` at each end with a constant jerk.
Clock double_s_clock(double edge, double ramp, double cruise) {
  const double rate = 1.0 / (ramp + cruise), acceleration = rate / (ramp - edge), jerk = acceleration / edge;
  const double flat = ramp - 2.0 * edge;
  PhaseClock phases;
  phases.add(edge, 0.0, jerk);
  phases.add(flat, acceleration, 0.0);
  phases.add(edge, acceleration, -jerk);
  phases.add(cruise, 0.0, 0.0);
  phases.add(edge, 0.0, -jerk);
  phases.add(flat, -acceleration, 0.0);
  phases.add(edge, -acceleration, jerk);
  return phases.clock();
}

Clock fastest_trapezoidal(const ClockLimits& limits) {
  const double ramp = limits.rate / limits.acceleration, cruise = 1.0 / limits.rate - ramp;
  if (!(cruise > 0.0)) return trapezoidal_clock(std::sqrt(1.0 / limits.acceleration), 0.0);
  return trapezoidal_clock(ramp, cruise);
}

Clock fastest_double_s(const ClockLimits& limits) {
  const double v = limits.rate, a = limits.acceleration, j = limits.jerk;
  // up to the largest rate, with or without a time of largest acceleration
  const bool flat = v * j > a * a;
  double edge = flat ? a / j : std::sqrt(v / j);
  double ramp = flat ? edge + v / a : 2.0 * edge;
  const double cruise = 1.0 / v - ramp;
  if (cruise > 0.0) return double_s_clock(edge, ramp, cruise);
  // the way is too short for the largest rate
  edge = a / j;
  if (2.0 * a * edge * edge <= 1.0) {
    ramp = edge / 2.0 + std::sqrt(edge * edge / 4.0 + 1.0 / a);
  } else {
    edge = std::cbrt(1.0 / (2.0 * j));
    ramp = 2.0 * edge;
  }
  return double_s_clock(edge, ramp, 0.0);
}

}  // namespace

std::optional<Profile> profile_named(std::string_view name) {
  for (const NamedProfile& entry : names)
    if (entry.name == name) return entry.profile;
  return std::nullopt;
}

const char* name_of(Profile profile) {
  for (const NamedProfile& entry : names)
    if (entry.profile == profile) return entry.name.data();
  return "";
}

std::vector<std::string_view> profile_names() {
  std::vector<std::string_view> all;
  for (const NamedProfile& entry : names) all.push_back(entry.name);
  return all;
}

Clock profile_clock(Profile profile, double duration, const RampShares& shares) {
  if (!(duration > 0.0 && std::isfinite(duration)))
    refuse_profile("the duration is " + shown(duration) + " s", "give a time above zero");
  for (const double share : {shares.ramp, shares.edge})
    if (!(share > 0.0 && share <= 0.5))
      refuse_profile("a ramp has the share " + shown(share), "give a share above 0, and at most 0.5");
  if (is_polynomial(profile)) return polynomial_clock(unit_polynomial(profile), duration);
  constexpr double whole = 0.5 - 1e-12;  // beyond it nothing is left between two parts
  const bool cruises = profile != Profile::BangBang && shares.ramp < whole;
  const double ramp = cruises ? duration * shares.ramp : duration / 2.0, cruise = cruises ? duration - 2.0 * ramp : 0.0;
  if (profile != Profile::DoubleS) return trapezoidal_clock(ramp, cruise);
  return double_s_clock(shares.edge < whole ? ramp * shares.edge : ramp / 2.0, ramp, cruise);
}

Clock fastest_clock(Profile profile, const ClockLimits& limits) {
  for (const double limit : {limits.rate, limits.acceleration, limits.jerk})
    if (!(limit > 0.0)) refuse_profile("a limit is " + shown(limit), "give limits above zero");
  const std::string name = name_of(profile);
  if (profile == Profile::DoubleS) {
    if (!std::isfinite(limits.jerk))
      refuse_profile("a double S has no limit of jerk", "give one, or choose trapezoidal");
    return fastest_double_s(limits);
  }
  if (!is_polynomial(profile)) {
    if (!std::isfinite(limits.acceleration))
      refuse_profile("the " + name + " profile has no limit of acceleration", "give one");
    ClockLimits used = limits;
    if (profile == Profile::BangBang) {
      // its peak is at half time: √acceleration
      used.acceleration = std::min(limits.acceleration, limits.rate * limits.rate);
      used.rate = std::numeric_limits<double>::infinity();
    }
    return fastest_trapezoidal(used);
  }
  const UnitPolynomial unit = unit_polynomial(profile);
  double duration = unit.rate / limits.rate;
  if (std::isfinite(limits.acceleration) && std::isfinite(unit.acceleration))
    duration = std::max(duration, std::sqrt(unit.acceleration / limits.acceleration));
  if (std::isfinite(limits.jerk) && std::isfinite(unit.jerk))
    duration = std::max(duration, std::cbrt(unit.jerk / limits.jerk));
  if (!(duration > 0.0))
    refuse_profile("the " + name + " profile has no limits", "give a limit of velocity or acceleration");
  return polynomial_clock(unit, duration);
}

}  // namespace sinew
