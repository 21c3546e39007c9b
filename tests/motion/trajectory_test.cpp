// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/trajectory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/trajectory/formula_path.h"
#include "sinew/motion/trajectory/profile.h"
#include "sinew/motion/trajectory/spline.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Profile all_profiles[] = {Profile::Linear,   Profile::Cubic,       Profile::Quintic, Profile::Septic,
                                    Profile::BangBang, Profile::Trapezoidal, Profile::DoubleS};

/// Every derivative is that of the one before, by central differences between the knots.
void expect_derivatives(const Trajectory& trajectory, double tolerance) {
  MotionSample here = trajectory.sample(), before = trajectory.sample(), after = trajectory.sample();
  const std::vector<double> knots = trajectory.knots();
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
    const double width = knots[k + 1] - knots[k], h = 1e-4 * std::min(width, 1.0);
    if (width < 1e-9) continue;
    for (const double share : {0.13, 0.5, 0.77}) {
      const double t = knots[k] + share * width;
      trajectory.at(t, here);
      trajectory.at(t - h, before);
      trajectory.at(t + h, after);
      const auto expect = [&](const VectorXd& rate, const VectorXd& a, const VectorXd& b, const char* what) {
        const VectorXd slope = (b - a) / (2.0 * h);
        const double scale = std::max({1.0, rate.cwiseAbs().maxCoeff(), a.cwiseAbs().maxCoeff() / width});
        EXPECT_LT((slope - rate).cwiseAbs().maxCoeff(), tolerance * scale) << what << " at " << t;
      };
      expect(here.qd, before.q, after.q, "velocity");
      expect(here.qdd, before.qd, after.qd, "acceleration");
      expect(here.qddd, before.qdd, after.qdd, "jerk");
    }
  }
}

TEST(Profiles, run_from_rest_to_rest_in_their_time) {
  for (const Profile profile : all_profiles) {
    SCOPED_TRACE(name_of(profile));
    const Clock clock = profile_clock(profile, 2.5);
    EXPECT_DOUBLE_EQ(clock.duration(), 2.5);
    EXPECT_DOUBLE_EQ(clock.at(0.0).s, 0.0);
    EXPECT_NEAR(clock.at(2.5).s, 1.0, 5e-14);
    EXPECT_NEAR(clock.at(1.25).s, 0.5, 1e-14);
    if (profile == Profile::Linear) continue;
    EXPECT_NEAR(clock.at(0.0).rate, 0.0, 1e-14);
    EXPECT_NEAR(clock.at(2.5).rate, 0.0, 1e-13);
    // the second half is the first one backwards
    for (const double t : {0.1, 0.4, 0.9, 1.2}) EXPECT_NEAR(clock.at(t).s + clock.at(2.5 - t).s, 1.0, 5e-14);
  }
  EXPECT_NEAR(profile_clock(Profile::Quintic, 1.0).at(1.0).acceleration, 0.0, 1e-12);
  EXPECT_NEAR(profile_clock(Profile::Septic, 1.0).at(1.0).jerk, 0.0, 1e-10);
  EXPECT_NEAR(profile_clock(Profile::DoubleS, 1.0).at(1.0).acceleration, 0.0, 1e-12);
}

/// Largest absolute values on a dense grid.
// dry friction asks for the sign of the velocity, which rounding would make up
TEST(Profiles, end_exactly_at_rest_in_whatever_time) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> duration(0.1, 9.0), share(0.01, 0.5);
  for (const Profile profile : all_profiles) {
    if (profile == Profile::Linear) continue;
    for (int n = 0; n < 200; ++n) {
      const Clock clock = profile_clock(profile, duration(random), {share(random), share(random)});
      EXPECT_EQ(clock.at(clock.duration()).rate, 0.0) << name_of(profile);
      const Clock slower = clock.stretched_to(duration(random));
      EXPECT_EQ(slower.at(slower.duration()).rate, 0.0) << name_of(profile);
    }
  }
  const Clock moving = plain_clock(2.0);
  EXPECT_EQ(moving.at(2.0).rate, 1.0);
}

ClockLimits largest(const Clock& clock) {
  ClockLimits most{0.0, 0.0, 0.0};
  constexpr int steps = 20'000;
  for (int i = 0; i <= steps; ++i) {
    const ClockSample y = clock.at(clock.duration() * i / steps);
    most.rate = std::max(most.rate, std::abs(y.rate));
    most.acceleration = std::max(most.acceleration, std::abs(y.acceleration));
    most.jerk = std::max(most.jerk, std::abs(y.jerk));
  }
  return most;
}

TEST(Profiles, the_fastest_one_keeps_the_limits_and_meets_one_of_them) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(-2.0, 2.0);
  for (int i = 0; i < 40; ++i) {
    const ClockLimits limits{std::exp(exponent(random)), std::exp(exponent(random)), std::exp(exponent(random))};
    for (const Profile profile : all_profiles) {
      SCOPED_TRACE(name_of(profile));
      const Clock clock = fastest_clock(profile, limits);
      EXPECT_NEAR(clock.end(), 1.0, 1e-12);
      const ClockLimits most = largest(clock);
      double nearest = most.rate / limits.rate;
      const bool has_acceleration = profile != Profile::Linear;
      if (has_acceleration) nearest = std::max(nearest, most.acceleration / limits.acceleration);
      if (profile == Profile::DoubleS || profile == Profile::Septic)
        nearest = std::max(nearest, most.jerk / limits.jerk);
      EXPECT_NEAR(nearest, 1.0, 1e-7);
    }
  }
}

/// Durations of rest-to-rest motions under limits of velocity, acceleration and jerk, found by Ruckig (position interface).
TEST(Profiles, the_fastest_double_s_is_as_fast_as_ruckig) {
  struct Case {
    double way, v, a, j, duration;
  };
  constexpr Case cases[] = {
      {1.398895994521901, 9.04086006063024, 8.50984958877931, 7.84901363075137, 1.78665256514638},
      {0.34043097705897996, 5.85625561946062, 7.17344894035668, 7.14981916312957, 1.1506979269216},
      {2.8340204975403047, 3.55623689411264, 8.25838235880366, 2.63228071919578, 3.25392037165761},
      {7.681180364953375, 8.57449446541531, 6.62712217337833, 0.624841322768646, 7.3271665959401},
      {1.9855609458703902, 4.59472496337625, 6.07415664662703, 1.40352983816579, 3.56399579941233},
      {1.39163777419164, 3.40232739375446, 4.69700872283584, 9.24909996696405, 1.68859528063847},
      {1.8260502185994802, 0.906531931462004, 2.40426052585808, 1.1494937601402, 3.79042869092203},
      {0.502875551631492, 3.36501058076844, 4.51561601527087, 6.49633167966364, 1.35305080288319},
      {2.5158717273163598, 5.08716077198454, 5.66097332525429, 1.21127159850555, 4.05072082718458},
      {3.8960233814689023, 1.93602567358031, 6.02608209981975, 4.58652212111402, 3.31178490661216},
      {0.282712920252, 3.15364729902603, 1.35319306323294, 7.88806742603836, 1.10166791767796},
      {1.4443876846380261, 0.0729800195153103, 4.44992096575547, 1.11282313781494, 20.3037253471009},
      {12.17157100500196, 1.40062862617901, 5.38514199272993, 4.31790294835719, 9.82915945875244},
      {7.18046996549576, 2.55760973810077, 0.758082707984313, 4.47267750811188, 6.32710960761089},
      {0.7086378759082401, 5.25922529377699, 5.19308966068704, 5.36036331118747, 1.61731036984469},
      {3.4880881721503303, 1.42348232124712, 9.83259457671041, 3.19866862576117, 3.78459238528867},
      {2.55568369648632, 1.55465151971274, 1.8275357311229, 3.13829716765409, 3.07691031853224},
      {11.504305409220251, 8.78075068926914, 7.42727503876984, 0.905042081474959, 7.40935726246254},
      {3.8410931415911094, 0.123488664063321, 6.91289157499541, 2.55725251250792, 31.5443216670133},
      {9.10224238442042, 7.64407580617975, 1.55087818583501, 4.7069114430112, 5.18592035985244}};
  for (const Case& c : cases) {
    const Clock clock = fastest_clock(Profile::DoubleS, {c.v / c.way, c.a / c.way, c.j / c.way});
    EXPECT_NEAR(clock.duration(), c.duration, 1e-9 * c.duration);
  }
}

TEST(Profiles, a_profile_without_its_limits_is_refused) {
  EXPECT_THROW(fastest_clock(Profile::DoubleS, {1.0, 1.0}), InputError);
  EXPECT_THROW(fastest_clock(Profile::Trapezoidal, {1.0}), InputError);
  EXPECT_THROW(fastest_clock(Profile::Cubic, {}), InputError);
  EXPECT_THROW(fastest_clock(Profile::Cubic, {0.0}), InputError);
  EXPECT_THROW(profile_clock(Profile::Cubic, 0.0), InputError);
  EXPECT_THROW(profile_clock(Profile::Cubic, std::nan("")), InputError);
}

TEST(Trajectory, of_every_profile_has_the_derivatives_of_its_positions) {
  const VectorXd from = VectorXd::Random(5), to = VectorXd::Random(5);
  for (const Profile profile : all_profiles) {
    SCOPED_TRACE(name_of(profile));
    const Trajectory trajectory(line_path(from, to), profile_clock(profile, 1.7));
    expect_derivatives(trajectory, 1e-6);
    MotionSample sample = trajectory.sample();
    trajectory.at(0.0, sample);
    EXPECT_EQ(sample.q, from);
    trajectory.at(1.7, sample);
    EXPECT_LT((sample.q - to).norm(), 5e-14);
    trajectory.at(9.0, sample);
    EXPECT_LT((sample.q - to).norm(), 5e-14);
    EXPECT_EQ(sample.qd.norm(), 0.0);
  }
}

TEST(Trajectory, of_several_segments_brakes_until_its_last_instant) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> seconds(0.1, 2.0);
  const VectorXd here = VectorXd::Zero(1), there = VectorXd::Ones(1);
  for (int i = 0; i < 200; ++i) {
    const Trajectory trajectory({{line_path(here, there), profile_clock(Profile::BangBang, seconds(random))},
                                 {line_path(there, here), profile_clock(Profile::BangBang, seconds(random))},
                                 {line_path(here, there), profile_clock(Profile::BangBang, seconds(random))}});
    MotionSample sample = trajectory.sample();
    trajectory.at(trajectory.duration(), sample);
    EXPECT_LT(sample.qdd[0], -0.9) << i;
    trajectory.at(std::nextafter(trajectory.duration(), 1e9), sample);
    EXPECT_EQ(sample.qdd[0], 0.0) << i;
  }
}

struct SplineCase {
  int degree;
  SplineEnd end;
};
constexpr SplineCase spline_cases[] = {{3, SplineEnd::Natural},  {3, SplineEnd::Clamped}, {3, SplineEnd::Periodic},
                                       {3, SplineEnd::NotAKnot}, {5, SplineEnd::Natural}, {5, SplineEnd::Clamped},
                                       {5, SplineEnd::Periodic}, {5, SplineEnd::NotAKnot}};

std::vector<double> uneven_times(int count, std::mt19937& random) {
  std::uniform_real_distribution<double> step(0.2, 1.5);
  std::vector<double> times = {0.7};
  while (static_cast<int>(times.size()) < count) times.push_back(times.back() + step(random));
  return times;
}

TEST(Splines, pass_through_their_points_without_jumps) {
  std::mt19937 random(3);
  for (const SplineCase& of : spline_cases) {
    for (int count = least_points(of.degree, of.end); count < 12; ++count) {
      SCOPED_TRACE(std::string(name_of(of.end)) + " " + std::to_string(of.degree) + " of " + std::to_string(count));
      const std::vector<double> times = uneven_times(count, random);
      MatrixXd points = MatrixXd::Random(3, count);
      if (of.end == SplineEnd::Periodic) points.col(count - 1) = points.col(0);
      const auto path = spline_path(times, points, of.degree, of.end);
      const Trajectory trajectory(path, plain_clock(path->end()));
      expect_derivatives(trajectory, 1e-5);
      MotionSample before = trajectory.sample(), after = trajectory.sample();
      for (int i = 0; i < count; ++i) {
        const double t = times[static_cast<std::size_t>(i)] - 0.7;
        trajectory.at(t, after);
        EXPECT_LT((after.q - points.col(i)).norm(), 1e-12) << i;
        if (i == 0 || i == count - 1) continue;
        trajectory.at(t - 1e-7, before);
        EXPECT_LT((after.qd - before.qd).norm(), 1e-4) << i;
        EXPECT_LT((after.qdd - before.qdd).norm(), 1e-3) << i;
        if (of.degree == 5) {
          EXPECT_LT((after.qddd - before.qddd).norm(), 1e-2) << i;
        }
      }
      trajectory.at(0.0, before);
      trajectory.at(trajectory.duration(), after);
      if (of.end == SplineEnd::Periodic) {
        EXPECT_LT((after.qd - before.qd).norm(), 1e-9);
        EXPECT_LT((after.qdd - before.qdd).norm(), 1e-8);
      }
      if (of.end == SplineEnd::Clamped) {
        EXPECT_LT(before.qd.norm() + after.qd.norm(), 1e-10);
      }
      if (of.end == SplineEnd::Natural && of.degree == 3) {
        EXPECT_LT(before.qdd.norm() + after.qdd.norm(), 1e-9);
      }
      if (of.end == SplineEnd::Natural && of.degree == 5) {
        EXPECT_LT(before.qddd.norm() + after.qddd.norm(), 1e-8);
      }
    }
  }
}

/// A spline of degree d with not-a-knot ends is the polynomial itself where the points are of one.
TEST(Splines, that_are_not_a_knot_reproduce_polynomials) {
  std::mt19937 random(5);
  for (const int degree : {3, 5}) {
    const std::vector<double> times = uneven_times(9, random);
    MatrixXd points(1, 9);
    const auto value = [&](double s) {
      return 1.0 + s * (-0.5 + s * (0.25 - 0.1 * s)) + (degree == 5 ? 0.01 * std::pow(s, 5) : 0.0);
    };
    for (int i = 0; i < 9; ++i) points(0, i) = value(times[static_cast<std::size_t>(i)] - 0.7);
    const auto path = spline_path(times, points, degree, SplineEnd::NotAKnot);
    PathSample sample(1);
    for (double s = 0.0; s < path->end(); s += 0.1) {
      path->at(s, sample);
      EXPECT_NEAR(sample.q[0], value(s), 1e-10 * (1.0 + std::abs(value(s))));
    }
  }
}

TEST(Splines, of_many_points_cost_little) {
  constexpr int count = 100'000;
  std::vector<double> times(count);
  MatrixXd points(2, count);
  for (int i = 0; i < count; ++i) {
    times[static_cast<std::size_t>(i)] = 1e-3 * i;
    points.col(i) << std::sin(1e-3 * i), std::cos(2e-3 * i);
  }
  const auto path = spline_path(times, points, 5, SplineEnd::NotAKnot);
  PathSample sample(2);
  path->at(12.34567, sample);
  EXPECT_NEAR(sample.d2[0], -std::sin(12.34567), 1e-4);
}

TEST(Splines, refuse_what_cannot_be_joined) {
  const MatrixXd points = MatrixXd::Random(2, 4);
  EXPECT_THROW(spline_path({0, 1, 2, 2}, points, 3, SplineEnd::Natural), InputError);
  EXPECT_THROW(spline_path({0, 1, 2}, points, 3, SplineEnd::Natural), InputError);
  EXPECT_THROW(spline_path({0, 1, 2, 3}, points, 4, SplineEnd::Natural), InputError);
  EXPECT_THROW(spline_path({0, 1, 2, 3}, points, 5, SplineEnd::NotAKnot), InputError);
  EXPECT_THROW(spline_path({0, 1, 2, 3}, points, 3, SplineEnd::Periodic), InputError);
  EXPECT_THROW(spline_path({0, 1, 2, std::nan("")}, points, 3, SplineEnd::Natural), InputError);
}

TEST(Formulas, are_differentiated_exactly) {
  ExprGraph graph;
  const Expr t = graph.symbol("t");
  const SinCos<Expr> once = sincos(t), twice = sincos(Expr(2.0) * t), thrice = sincos(Expr(3.0) * t);
  const std::vector<Expr> formulas = {once.sin, Expr(3.0) * twice.cos, thrice.sin};
  const Trajectory trajectory(formula_path(formulas, t, 0.0, 10.0), plain_clock(10.0));
  MotionSample y = trajectory.sample();
  for (double x = 0.0; x <= 10.0; x += 0.1) {
    trajectory.at(x, y);
    EXPECT_NEAR(y.q[1], 3.0 * std::cos(2.0 * x), 1e-14);
    EXPECT_NEAR(y.qd[1], -6.0 * std::sin(2.0 * x), 1e-14);
    EXPECT_NEAR(y.qdd[1], -12.0 * std::cos(2.0 * x), 1e-13);
    EXPECT_NEAR(y.qddd[2], -27.0 * std::cos(3.0 * x), 1e-13);
  }
  expect_derivatives(trajectory, 1e-6);
}

TEST(Formulas, have_knots_where_a_sign_changes) {
  ExprGraph graph;
  const Expr t = graph.symbol("t"), x = t - Expr(0.37);
  const auto path = formula_path(std::vector<Expr>{x * sign(x)}, t, 0.0, 1.0);
  ASSERT_EQ(path->knots().size(), 1U);
  EXPECT_NEAR(path->knots()[0], 0.37, 1e-15);
}

TEST(Formulas, that_have_no_value_are_refused_with_their_time) {
  ExprGraph graph;
  const Expr t = graph.symbol("t");
  try {
    formula_path(std::vector<Expr>{t, sqrt(Expr(1.0) - t)}, t, 0.0, 2.0);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("joint 2 has no finite"), std::string::npos) << e.what();
  }
}

TEST(Trajectory, of_several_segments_goes_from_one_to_the_next) {
  const VectorXd a = VectorXd::Zero(2), b = VectorXd::Ones(2), c = VectorXd::Constant(2, -1.0);
  const Trajectory trajectory({{line_path(a, b), profile_clock(Profile::Quintic, 1.0)},
                               {line_path(b, c), profile_clock(Profile::DoubleS, 2.0)}});
  EXPECT_DOUBLE_EQ(trajectory.duration(), 3.0);
  MotionSample y = trajectory.sample();
  trajectory.at(1.0, y);
  EXPECT_EQ(y.q, b);
  trajectory.at(2.0, y);
  EXPECT_LT((y.q - (b + c) / 2.0).norm(), 1e-14);
  expect_derivatives(trajectory, 1e-6);
  const Trajectory slow = trajectory.stretched_to(6.0);
  MotionSample z = slow.sample();
  for (const double t : {0.3, 1.4, 2.9}) {
    trajectory.at(t, y);
    slow.at(2.0 * t, z);
    EXPECT_LT((y.q - z.q).norm(), 1e-13);
    EXPECT_LT((y.qd - 2.0 * z.qd).norm(), 1e-12);
    EXPECT_LT((y.qdd - 4.0 * z.qdd).norm(), 1e-12);
  }
  EXPECT_THROW(Trajectory({{line_path(a, b), profile_clock(Profile::Cubic, 1.0)},
                           {line_path(VectorXd::Zero(3), VectorXd::Ones(3)), profile_clock(Profile::Cubic, 1.0)}}),
               InputError);
  EXPECT_THROW(Trajectory({}), InputError);
}

}  // namespace
}  // namespace sinew
