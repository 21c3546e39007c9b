// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/minimum_time.h"

#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/retime/single_link.h"
#include "tests/motion/retime_samples.h"

namespace sinew {
namespace {

using Eigen::VectorXd;
using sinew_test::Random;
using sinew_test::Rubbing;

constexpr Profile all_of_them[] = {Profile::Linear,   Profile::Cubic,       Profile::Quintic, Profile::Septic,
                                   Profile::BangBang, Profile::Trapezoidal, Profile::DoubleS};

VectorXd angle(double x) { return VectorXd::Constant(1, x); }

PaceLimits torque_limit(double limit) {
  PaceLimits limits = PaceLimits::none(1);
  limits.torque[0] = limit;
  return limits;
}

/// Published exercise 2023-02-13 #2: I = 1.5, m·g·d = 14.715, cubic by π.
TEST(MinimumTime, of_the_published_link_is_as_published) {
  const Model<double> link = single_link(1.5, 14.715);
  const ProfileMotion asked{angle(0.0), angle(std::numbers::pi), Profile::Cubic, {}, {}};
  const MinimumTime with_20 = minimum_time(link, asked, torque_limit(20.0));
  EXPECT_NEAR(with_20.bound.k, 1.189, 5e-5);
  EXPECT_NEAR(with_20.bound.t, 0.0, 1e-9);
  EXPECT_FALSE(with_20.short_cut) << "the peak is at the start";
  EXPECT_NEAR(minimum_time(link, asked, torque_limit(18.0)).bound.k, 1.2533, 5e-5);
}

TEST(MinimumTime, tells_where_the_short_cut_fails) {
  const Model<double> link = single_link(1.5, 14.715);
  const ProfileMotion asked{angle(0.0), angle(std::numbers::pi), Profile::Cubic, {}, {}};
  const MinimumTime found = minimum_time(link, asked, torque_limit(15.0));
  ASSERT_TRUE(found.short_cut);
  EXPECT_LT(found.short_cut->duration, found.bound.k);
  EXPECT_GT(found.short_cut->share, 1.0);
  EXPECT_GT(found.bound.t, 0.1);
}

/// Bisection over a dense check, of random robots.
TEST(MinimumTime, of_every_profile_is_where_a_dense_check_turns) {
  Random random(61);
  for (const Profile profile : all_of_them)
    for (int trial = 0; trial < 6; ++trial) {
      SCOPED_TRACE(std::string(name_of(profile)) + " " + std::to_string(trial));
      const int joints = 1 + trial % 4;
      const Rubbing rubbing = trial % 3 == 0 ? Rubbing::None : trial % 3 == 1 ? Rubbing::Viscous : Rubbing::Everything;
      const Model<double> model = sinew_test::a_random_chain(random, joints, rubbing);
      ProfileMotion asked{sinew_test::random_configuration(random, joints),
                          sinew_test::random_configuration(random, joints),
                          profile,
                          {},
                          {}};
      if (profile == Profile::Trapezoidal || profile == Profile::DoubleS) asked.ramp = random.uniform(0.05, 0.5);
      if (profile == Profile::DoubleS) asked.edge = random.uniform(0.05, 0.5);
      const RampShares shares{asked.ramp.value_or(0.5), asked.edge.value_or(0.5)};
      const auto unit = unit_motion(asked, shares);
      PaceLimits limits = sinew_test::holding_limits(random, model, *unit);
      if (trial % 2 == 0) limits.velocity.setConstant(random.uniform(0.5, 3.0));
      if (trial % 4 == 0 && profile != Profile::Linear) limits.acceleration.setConstant(random.uniform(2.0, 9.0));
      const double T = minimum_time(model, asked, limits).bound.k;
      const auto fits = [&](double time) {
        return sinew_test::largest_share(model, unit->stretched_to(time), limits, 8'000) <= 1.0;
      };
      double slow = 1.05 * T, fast = 0.95 * T;
      ASSERT_TRUE(fits(slow));
      ASSERT_FALSE(fits(fast));
      while (slow - fast > 1e-8 * T) {
        const double middle = 0.5 * (slow + fast);
        (fits(middle) ? slow : fast) = middle;
      }
      EXPECT_NEAR(T, slow, 1e-6 * T);
      for (const double faster : {0.9, 0.7, 0.4, 0.1}) EXPECT_FALSE(fits(faster * T)) << faster;
    }
}

/// Without torques the shapes are known in closed form.
TEST(MinimumTime, under_limits_of_rates_has_the_fastest_clock) {
  Random random(62);
  const Model<double> link = single_link(1.0, 0.0);
  for (int trial = 0; trial < 30; ++trial) {
    const double way = random.uniform(0.2, 3.0);
    PaceLimits limits = PaceLimits::none(1);
    limits.velocity[0] = random.uniform(0.3, 3.0);
    limits.acceleration[0] = random.uniform(0.5, 20.0);
    const ProfileMotion trapezoid{angle(0.0), angle(way), Profile::Trapezoidal, {}, {}};
    const ClockLimits clock{limits.velocity[0] / way, limits.acceleration[0] / way, random.uniform(2.0, 50.0) / way};
    const double T = fastest_clock(Profile::Trapezoidal, clock).duration();
    EXPECT_NEAR(minimum_time(link, trapezoid, limits).bound.k, T, 1e-6 * T) << trial;
    if (trial % 6 != 0) continue;
    limits.jerk[0] = clock.jerk * way;
    const double smooth = fastest_clock(Profile::DoubleS, clock).duration();
    EXPECT_NEAR(minimum_time(link, {angle(0.0), angle(way), Profile::DoubleS, {}, {}}, limits).bound.k, smooth,
                1e-6 * smooth)
        << trial;
  }
}

TEST(MinimumTime, of_a_trapezoid_is_that_of_its_best_ramps) {
  Random random(63);
  for (int trial = 0; trial < 4; ++trial) {
    const Model<double> model = sinew_test::a_random_chain(random, 2, trial % 2 ? Rubbing::Everything : Rubbing::None);
    ProfileMotion asked{sinew_test::random_configuration(random, 2),
                        sinew_test::random_configuration(random, 2),
                        Profile::Trapezoidal,
                        {},
                        {}};
    PaceLimits limits = sinew_test::holding_limits(random, model, *unit_motion(asked, {}));
    limits.velocity.setConstant(random.uniform(0.5, 3.0));
    const MinimumTime found = minimum_time(model, asked, limits);
    for (int i = 1; i <= 25; ++i) {
      asked.ramp = 0.5 * i / 25;
      EXPECT_GE(minimum_time(model, asked, limits).bound.k, found.bound.k * (1.0 - 1e-6)) << *asked.ramp;
    }
    asked.ramp = found.shares.ramp;
    EXPECT_NEAR(minimum_time(model, asked, limits).bound.k, found.bound.k, 1e-9 * found.bound.k);
  }
}

/// A pendulum by its own formula: I·q̈ + G·sin q of a cubic.
class Pendulum {
 public:
  Pendulum(double I, double G, double from, double to, int steps) {
    for (int i = 0; i <= steps; ++i) {
      const double s = static_cast<double>(i) / steps, way = to - from;
      inertial_.push_back(I * way * 6.0 * (1.0 - 2.0 * s));
      gravity_.push_back(G * std::sin(from + way * s * s * (3.0 - 2.0 * s)));
    }
  }

  /// The largest torque if it takes T seconds.
  double peak(double T) const {
    const double pace = 1.0 / (T * T);
    double most = 0.0;
    for (std::size_t i = 0; i < inertial_.size(); ++i)
      most = std::max(most, std::abs(inertial_[i] * pace + gravity_[i]));
    return most;
  }

 private:
  std::vector<double> inertial_, gravity_;
};

TEST(MinimumTime, finds_the_times_in_which_a_link_gets_over_what_it_cannot_hold) {
  Random random(64);
  int windows = 0;
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const double I = random.uniform(0.5, 4.0), G = 10.0, limit = random.uniform(7.0, 9.9);
    const double from = random.uniform(-0.5, 0.5), to = random.uniform(1.7, 2.6);
    std::vector<double> fitting;
    constexpr double ratio = 1.002, longest = 100.0;
    const Pendulum coarse(I, G, from, to, 1000);
    for (double T = 0.3; T < longest; T *= ratio)
      if (coarse.peak(T) <= limit) fitting.push_back(T);
    const Model<double> link = single_link(I, G);
    const ProfileMotion asked{angle(from), angle(to), Profile::Cubic, {}, {}};
    if (fitting.empty()) {
      try {
        const MinimumTime narrow = minimum_time(link, asked, torque_limit(limit));
        EXPECT_LT(narrow.durations.front().to, ratio * narrow.durations.front().from);
      } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("cannot hold against gravity"), std::string::npos) << e.what();
      }
      continue;
    }
    ASSERT_LT(fitting.back(), longest / ratio) << "look further";
    const MinimumTime found = minimum_time(link, asked, torque_limit(limit));
    ASSERT_EQ(found.durations.size(), 1U);
    const double least = found.bound.k, most = found.durations.front().to;
    EXPECT_LE(least, fitting.front());
    EXPECT_GT(least * ratio, fitting.front());
    EXPECT_GE(most * (1.0 + 1e-6), fitting.back());
    EXPECT_LT(most, fitting.back() * ratio);
    EXPECT_NEAR(Pendulum(I, G, from, to, 4000).peak(least), limit, 1e-5);
    ++windows;
  }
  EXPECT_GT(windows, 10);
}

TEST(MinimumTime, is_undone_by_the_torque_that_its_time_needs) {
  Random random(65);
  for (const Profile profile : all_of_them) {
    const Model<double> link = single_link(random.uniform(0.5, 3.0), random.uniform(0.0, 4.0));
    if (profile == Profile::Linear) continue;  // without inertia at constant speed: gravity alone
    const ProfileMotion asked{angle(-0.3), angle(2.5), profile, 0.25, 0.4};
    ProfileMotion fitting = asked;
    if (profile != Profile::Trapezoidal && profile != Profile::DoubleS) fitting.ramp.reset();
    if (profile != Profile::DoubleS) fitting.edge.reset();
    const auto unit = unit_motion(fitting, {0.25, 0.4});
    for (const double T : {0.4, 0.9}) {
      const double needed = std::abs(PacedMotion(link, *unit).demand(T).torque[0].value);
      EXPECT_NEAR(minimum_time(link, fitting, torque_limit(needed)).bound.k, T, 1e-9 * T) << name_of(profile);
    }
  }
}

TEST(MinimumTime, refuses_what_has_none) {
  const Model<double> link = single_link(1.5, 0.0);
  const auto refusal = [&](const ProfileMotion& asked, const PaceLimits& limits) -> std::string {
    try {
      minimum_time(link, asked, limits);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  const PaceLimits limits = torque_limit(1.0);
  EXPECT_NE(refusal({angle(1.0), angle(1.0), Profile::Cubic, {}, {}}, limits), "");
  EXPECT_NE(refusal({angle(0.0), angle(1.0), Profile::Cubic, {}, {}}, PaceLimits::none(1)), "");
  EXPECT_NE(refusal({angle(0.0), angle(1.0), Profile::Cubic, 0.3, {}}, limits), "");
  EXPECT_NE(refusal({angle(0.0), angle(1.0), Profile::Trapezoidal, {}, 0.3}, limits), "");
  EXPECT_NE(refusal({angle(0.0), angle(1.0), Profile::Linear, {}, {}}, limits), "") << "no torque at constant velocity";
  PaceLimits acceleration = PaceLimits::none(1);
  acceleration.acceleration[0] = 1.0;
  EXPECT_NE(refusal({angle(0.0), angle(1.0), Profile::Linear, {}, {}}, acceleration), "");
  PaceLimits velocity = PaceLimits::none(1);
  velocity.velocity[0] = 1.0;
  EXPECT_EQ(refusal({angle(0.0), angle(1.0), Profile::Linear, {}, {}}, velocity), "");
  EXPECT_NE(refusal({angle(0.0), angle(1.0), Profile::Trapezoidal, {}, {}}, velocity), "");
  PaceLimits jerk = limits;
  jerk.jerk[0] = 1.0;
  EXPECT_NE(refusal({angle(0.0), angle(1.0), Profile::Cubic, {}, {}}, jerk), "");
}

}  // namespace
}  // namespace sinew
