// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include "sinew/calibration/swing/compound_pendulum.h"
#include "sinew/calibration/swing/wire_swing.h"
#include "tests/support/refusal.h"

namespace sinew {
namespace {

using sinew_test::refusal;
using testing::HasSubstr;

constexpr double pi = std::numbers::pi;

/// The acceleration of a pendulum's angle.
using Acceleration = std::function<double(double angle, double speed)>;

/// The period of the motion that begins at rest at `amplitude`: Runge-Kutta steps of fourth order until the angle is
/// zero, which is a quarter of it, and for the last step the secant rule on its length.
double integrated_period(const Acceleration& acceleration, double amplitude, double guess) {
  struct State {
    double angle, speed;
  };
  const auto stepped = [&](const State& s, double h) {
    const double a1 = acceleration(s.angle, s.speed);
    const State s2{s.angle + h / 2 * s.speed, s.speed + h / 2 * a1};
    const double a2 = acceleration(s2.angle, s2.speed);
    const State s3{s.angle + h / 2 * s2.speed, s.speed + h / 2 * a2};
    const double a3 = acceleration(s3.angle, s3.speed);
    const State s4{s.angle + h * s3.speed, s.speed + h * a3};
    const double a4 = acceleration(s4.angle, s4.speed);
    return State{s.angle + h / 6 * (s.speed + 2 * s2.speed + 2 * s3.speed + s4.speed),
                 s.speed + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)};
  };
  const double h = guess / 40000;
  State now{amplitude, 0.0};
  double t = 0.0;
  for (State next = stepped(now, h); next.angle > 0.0; next = stepped(now, h)) {
    now = next;
    t += h;
  }
  double last = 0.0;
  for (int i = 0; i < 50; ++i) {
    const State end = stepped(now, last);
    last -= end.angle / end.speed;
  }
  return 4 * (t + last);
}

/// A rod of 1.2 kg and 0.9 m that hangs at a quarter of its length.
struct Rod {
  double m = 1.2, d = 0.225, g = 9.81, about_centre = 1.2 * 0.9 * 0.9 / 12;
  double about_pivot() const { return about_centre + m * d * d; }
  PendulumSwing swing(double period, double amplitude) const {
    return {.mass = {m, 0}, .distance = {d, 0}, .period = {period, 0}, .amplitude = {amplitude, 0}, .gravity = {g, 0}};
  }
};

TEST(CompoundPendulum, GivesTheInertiaOfARodBackAtEveryAmplitude) {
  const Rod rod;
  for (const double amplitude : {0.0, 1e-3, 0.1, 1.0, 2.0, 3.0}) {
    const double period = 4 * std::sqrt(rod.about_pivot() / (rod.m * rod.g * rod.d)) *
                          std::comp_ellint_1(std::sin(amplitude / 2));  // K(0) is π/2
    const PendulumInertia found = compound_pendulum_inertia(rod.swing(period, amplitude));
    EXPECT_NEAR(found.about_pivot.value, rod.about_pivot(), 1e-13) << amplitude;
    EXPECT_NEAR(found.about_centre.value, rod.about_centre, 1e-13) << amplitude;
  }
}

TEST(CompoundPendulum, AgreesWithItsEquationOfMotion) {
  const Rod rod;
  const Acceleration fall = [&](double angle, double) {
    return -rod.m * rod.g * rod.d / rod.about_pivot() * std::sin(angle);
  };
  for (const double amplitude : {0.05, 0.7, 2.5}) {
    const double period = integrated_period(fall, amplitude, 2.0);
    EXPECT_NEAR(compound_pendulum_inertia(rod.swing(period, amplitude)).about_centre.value, rod.about_centre,
                1e-9 * rod.about_centre)
        << amplitude;
  }
}

TEST(CompoundPendulum, SharesUncertaintyOutAsTheDerivativesSay) {
  const Rod rod;
  const double T = 1.7, m = rod.m, d = rod.d, g = rod.g;
  PendulumSwing swing = rod.swing(T, 0.0);
  swing.mass.deviation = 1e-3;
  swing.distance.deviation = 2e-4;
  swing.period.deviation = 5e-4;
  swing.gravity.deviation = 1e-2;
  const PendulumInertia found = compound_pendulum_inertia(swing);
  const double k = T * T / (4 * pi * pi);
  const double shares[] = {std::abs(g * d * k - d * d) * 1e-3, std::abs(m * g * k - 2 * m * d) * 2e-4,
                           m * g * d * T / (2 * pi * pi) * 5e-4, 0.0, m * d * k * 1e-2};
  const char* const names[] = {"mass", "distance", "period", "amplitude", "gravity"};
  ASSERT_EQ(found.about_centre.shares.size(), 5U);
  double squares = 0.0;
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(found.about_centre.shares[i].input, names[i]);
    EXPECT_NEAR(found.about_centre.shares[i].deviation, shares[i], 1e-15);
    squares += shares[i] * shares[i];
  }
  EXPECT_NEAR(found.about_centre.deviation, std::sqrt(squares), 1e-15);
  EXPECT_GT(found.about_pivot.deviation, found.about_centre.deviation) << "the distance counts twice, against itself";
}

/// The derivative of the result by each input, against differences.
TEST(CompoundPendulum, CountsTheAmplitudeToo) {
  const auto inertia = [](double amplitude, double deviation) {
    PendulumSwing swing = Rod().swing(1.7, amplitude);
    swing.amplitude.deviation = deviation;
    return compound_pendulum_inertia(swing).about_pivot;
  };
  const double slope = (inertia(0.8 + 1e-5, 0).value - inertia(0.8 - 1e-5, 0).value) / 2e-5;
  EXPECT_NEAR(inertia(0.8, 0.01).deviation, 0.01 * std::abs(slope), 1e-10);
  EXPECT_GT(inertia(0.8, 0.01).deviation, 1e-4);
}

TEST(CompoundPendulum, RefusesWhatCannotSwingSoWithEveryProblem) {
  PendulumSwing swing;
  swing.period.deviation = -1.0;
  swing.amplitude.value = 4.0;
  const std::string said = refusal([&] { compound_pendulum_inertia(swing); });
  for (const char* what : {"the mass is 0; give the mass of the part in kg", "the distance is 0", "the period is 0",
                           "the uncertainty of the period is -1", "the amplitude is 4"})
    EXPECT_THAT(said, HasSubstr(what));
  EXPECT_THAT(refusal([] { compound_pendulum_inertia(Rod().swing(0.5, 0.0)); }),
              HasSubstr("with its centre of mass 0.225 m from the pivot swings slower than in 0.5 s"));
  EXPECT_THAT(refusal([] { compound_pendulum_inertia(Rod().swing(std::nan(""), 0.0)); }),
              HasSubstr("the period is nan"));
}

/// What hangs on wires of length l between circles of radii R (below) and r.
struct Hung {
  double I, m, l, R, r, g = 9.81;

  /// (I + m·h′²)·θ̈ + m·h′·h″·θ̇² = m·g·h′ by Lagrange's equation, where h is the depth of the platform.
  double acceleration(double angle, double speed) const {
    const double h = std::sqrt(l * l - R * R - r * r + 2 * R * r * std::cos(angle));
    const double h1 = -R * r * std::sin(angle) / h;
    const double h2 = -(R * r * std::cos(angle) + h1 * h1) / h;
    return (m * g * h1 - m * h1 * h2 * speed * speed) / (I + m * h1 * h1);
  }
  double period(double amplitude) const {
    return integrated_period([this](double angle, double speed) { return acceleration(angle, speed); }, amplitude,
                             small_angle_period());
  }
  double small_angle_period() const {
    return 2 * pi * std::sqrt(I * std::sqrt(l * l - (R - r) * (R - r)) / (m * g * R * r));
  }
};

TEST(BifilarPendulum, GivesTheInertiaBackThatItsEquationOfMotionHas) {
  const Hung rod{0.08, 1.5, 1.1, 0.2, 0.2};
  for (const double amplitude : {0.02, 0.3, 1.2}) {
    const double T = rod.period(amplitude);
    const BifilarSwing swing{.mass = {rod.m, 0},
                             .wire_length = {rod.l, 0},
                             .spacing = {0.4, 0},
                             .period = {T, 0},
                             .amplitude = {amplitude, 0},
                             .gravity = {rod.g, 0}};
    EXPECT_NEAR(bifilar_inertia(swing).value, rod.I, 1e-9 * rod.I) << amplitude;
    const double uncorrected = rod.m * rod.g * 0.16 * T * T / (16 * pi * pi * rod.l);
    EXPECT_GT(std::abs(uncorrected - rod.I), 0.02 * amplitude * amplitude * rod.I) << "the amplitude counts";
  }
}

TEST(TrifilarPendulum, GivesTheInertiaBackOfUnequalCirclesAndOfAHeavyAxis) {
  for (const Hung& hung : {Hung{0.05, 3.0, 1.5, 0.25, 0.25}, Hung{0.05, 3.0, 0.8, 0.25, 0.1},
                           Hung{0.002, 20.0, 0.5, 0.2, 0.22}, Hung{1e-5, 0.2, 0.3, 0.03, 0.03}})
    for (const double amplitude : {0.05, 0.5, 1.4}) {
      const TrifilarSwing swing{.mass = {hung.m, 0},
                                .wire_length = {hung.l, 0},
                                .radius = {hung.R, 0},
                                .upper_radius = UncertainNumber{hung.r, 0},
                                .period = {hung.period(amplitude), 0},
                                .amplitude = {amplitude, 0},
                                .gravity = {hung.g, 0}};
      EXPECT_NEAR(trifilar_inertia(swing).value, hung.I, 1e-9 * hung.I) << hung.m << " kg at " << amplitude;
    }
}

TEST(TrifilarPendulum, IsTheTextbooksFormulaForSmallSwings) {
  const Hung hung{0.05, 3.0, 0.8, 0.25, 0.1};
  TrifilarSwing swing{.mass = {hung.m, 3e-3},
                      .wire_length = {hung.l, 1e-3},
                      .radius = {hung.R, 5e-4},
                      .upper_radius = UncertainNumber{hung.r, 2e-4},
                      .period = {hung.small_angle_period(), 1e-3},
                      .gravity = {hung.g, 1e-3}};
  const UncertainResult found = trifilar_inertia(swing);
  EXPECT_NEAR(found.value, hung.I, 1e-14);
  // I = m·g·R·r·T²/(4π²·h), h = √(l² − (R − r)²)
  const double square = hung.l * hung.l - (hung.R - hung.r) * (hung.R - hung.r);
  const std::pair<std::string, double> shares[] = {
      {"wire length", hung.I * hung.l / square * 1e-3},
      {"radius", hung.I * std::abs(1 / hung.R + (hung.R - hung.r) / square) * 5e-4},
      {"upper radius", hung.I * std::abs(1 / hung.r - (hung.R - hung.r) / square) * 2e-4},
      {"gravity", hung.I / hung.g * 1e-3},
      {"mass", hung.I / hung.m * 3e-3},
      {"period", 2 * hung.I / swing.period.value * 1e-3},
      {"amplitude", 0.0}};
  ASSERT_EQ(found.shares.size(), std::size(shares));
  for (std::size_t i = 0; i < std::size(shares); ++i) {
    EXPECT_EQ(found.shares[i].input, shares[i].first);
    EXPECT_NEAR(found.shares[i].deviation, shares[i].second, 1e-15) << shares[i].first;
  }
}

TEST(TrifilarPendulum, TakesThePlatformAway) {
  const Hung platform{0.03, 2.0, 1.2, 0.2, 0.2}, both{0.03 + 0.011, 2.0 + 0.7, 1.2, 0.2, 0.2};
  const TrifilarSwing swing{
      .mass = {0.7, 0},
      .wire_length = {1.2, 0},
      .radius = {0.2, 0},
      .upper_radius = {},
      .period = {both.period(0.2), 0},
      .amplitude = {0.2, 0},
      .platform = SwingingPlatform{{2.0, 0}, {platform.period(0.35), 0}, {0.35, 0}},
      .gravity = {9.81, 0},
  };
  EXPECT_NEAR(trifilar_inertia(swing).value, 0.011, 1e-9 * 0.041);
}

/// Derivatives by every input, at a large amplitude and with a platform, against differences.
TEST(TrifilarPendulum, SharesUncertaintyOutAsTheDerivativesSay) {
  const auto inertia = [](int moved, double by, int uncertain) {
    double x[10] = {1.2, 0.2, 0.23, 9.81, 0.7, 1.9, 0.6, 2.0, 1.95, 0.3};
    double u[10] = {};
    if (moved >= 0) x[moved] += by;
    if (uncertain >= 0) u[uncertain] = 1.0;
    const TrifilarSwing swing{
        .mass = {x[4], u[4]},
        .wire_length = {x[0], u[0]},
        .radius = {x[1], u[1]},
        .upper_radius = UncertainNumber{x[2], u[2]},
        .period = {x[5], u[5]},
        .amplitude = {x[6], u[6]},
        .platform = SwingingPlatform{{x[7], u[7]}, {x[8], u[8]}, {x[9], u[9]}},
        .gravity = {x[3], u[3]},
    };
    return trifilar_inertia(swing);
  };
  for (int k = 0; k < 10; ++k) {
    const double h = 1e-5, slope = (inertia(k, h, -1).value - inertia(k, -h, -1).value) / (2 * h);
    EXPECT_GT(std::abs(slope), 1e-4) << k;
    EXPECT_NEAR(inertia(-1, 0.0, k).deviation, std::abs(slope), 1e-7 * (1 + std::abs(slope))) << k;
  }
}

/// Parallel wires have one radius: its uncertainty counts twice, as I ~ R².
TEST(BifilarPendulum, CountsItsSpacingAsOneInput) {
  BifilarSwing swing{
      .mass = {1.5, 0}, .wire_length = {1.1, 0}, .spacing = {0.4, 1e-3}, .period = {2.0, 0}, .amplitude = {}};
  const UncertainResult found = bifilar_inertia(swing);
  EXPECT_NEAR(found.deviation, 2 * found.value / 0.4 * 1e-3, 1e-15);
}

TEST(TrifilarPendulum, OfVerticalWiresHasOneRadius) {
  const TrifilarSwing swing{.mass = {1.5, 0},
                            .wire_length = {1.1, 0},
                            .radius = {0.2, 1e-3},
                            .upper_radius = {},
                            .period = {2.0, 0},
                            .amplitude = {}};
  const UncertainResult found = trifilar_inertia(swing);
  EXPECT_NEAR(found.deviation, 2 * found.value / 0.2 * 1e-3, 1e-15);
}

TEST(WirePendulum, RefusesWhatCannotSwingSoWithEveryProblem) {
  const std::string said = refusal([] { bifilar_inertia({}); });
  for (const char* what :
       {"bifilar pendulum: the wire length is 0", "the spacing is 0", "the mass is 0", "the period is 0"})
    EXPECT_THAT(said, HasSubstr(what));
  TrifilarSwing swing{.mass = {1.0, 0},
                      .wire_length = {0.3, 0},
                      .radius = {0.5, 0},
                      .upper_radius = UncertainNumber{0.1, 0},
                      .period = {1.0, 0},
                      .amplitude = {0.1, 0}};
  EXPECT_THAT(refusal([&] { trifilar_inertia(swing); }), HasSubstr("wires of 0.3 m do not reach that far"));
  swing.wire_length.value = 0.7;
  swing.upper_radius.reset();
  swing.amplitude.value = 1.56;
  EXPECT_THAT(refusal([&] { trifilar_inertia(swing); }), HasSubstr("do not reach that far")) << "so far turned";
  swing.amplitude.value = 1.6;
  EXPECT_THAT(refusal([&] { trifilar_inertia(swing); }), HasSubstr("less than a quarter turn"));
  swing.amplitude.value = 0.8;
  swing.period.value = 0.1;
  EXPECT_THAT(refusal([&] { trifilar_inertia(swing); }), HasSubstr("a part of 1 kg cannot swing in 0.1 s"));
  swing.amplitude.value = 0.1;
  swing.period.value = 2.0;
  swing.platform = SwingingPlatform{{1.0, 0}, {3.0, 0}, {0.1, 0}};
  EXPECT_THAT(refusal([&] { trifilar_inertia(swing); }), HasSubstr("the platform has all of the moment of inertia"));
}

}  // namespace
}  // namespace sinew
