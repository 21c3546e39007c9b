// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "sinew/motion/trajectory/smoothing_spline.h"
#include "sinew/motion/trajectory/spline.h"
#include "tests/support/refusal.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

PathSample at(const Path& path, double s) {
  PathSample sample(path.joint_count());
  path.at(s, sample);
  return sample;
}

MatrixXd row(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::RowVectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

TEST(ClampedSplines, ThroughTwoPointsAreTheRestToRestPolynomials) {
  const auto cubic = spline_path({0.0, 2.0}, row({1.0, 4.0}), 3, SplineEnd::Clamped);
  const auto quintic = spline_path({0.0, 2.0}, row({1.0, 4.0}), 5, SplineEnd::Clamped);
  for (double s = 0.0; s <= 2.0; s += 0.1) {
    const double u = s / 2.0;
    EXPECT_NEAR(at(*cubic, s).q[0], 1.0 + 3.0 * u * u * (3.0 - 2.0 * u), 1e-14);
    EXPECT_NEAR(at(*quintic, s).q[0], 1.0 + 3.0 * u * u * u * (10.0 - 15.0 * u + 6.0 * u * u), 1e-14);
  }
}

/// 0, 1, 0 at 0, 1, 2: q = (3s − s³)/2 up to the middle, mirrored behind it.
TEST(ANaturalCubic, ThroughThreePointsHasItsClosedForm) {
  const auto path = spline_path({0.0, 1.0, 2.0}, row({0.0, 1.0, 0.0}), 3, SplineEnd::Natural);
  for (double s = 0.0; s <= 1.0; s += 0.05) {
    EXPECT_NEAR(at(*path, s).q[0], 0.5 * (3.0 * s - s * s * s), 1e-15);
    EXPECT_NEAR(at(*path, 2.0 - s).q[0], 0.5 * (3.0 * s - s * s * s), 1e-15);
  }
  EXPECT_NEAR(at(*path, 1.0).d2[0], -3.0, 1e-14);
}

/// The slopes of a clamped cubic through 0, 1, 0 are zero, so each half is 3s² − 2s³.
TEST(AClampedCubic, ThroughAnArchIsTwoRestToRestMoves) {
  const auto path = spline_path({0.0, 1.0, 2.0}, row({0.0, 1.0, 0.0}), 3, SplineEnd::Clamped);
  for (double s = 0.0; s <= 1.0; s += 0.05) EXPECT_NEAR(at(*path, s).q[0], s * s * (3.0 - 2.0 * s), 1e-15);
}

/// Through 0, 1, 0, −1, 0: odd about the middle, with slopes ±3/2 where it is zero and 0 where it is ±1.
TEST(APeriodicCubic, ThroughAWaveHasItsClosedForm) {
  const auto path = spline_path({0.0, 1.0, 2.0, 3.0, 4.0}, row({0.0, 1.0, 0.0, -1.0, 0.0}), 3, SplineEnd::Periodic);
  EXPECT_NEAR(at(*path, 0.0).d1[0], 1.5, 1e-14);
  EXPECT_NEAR(at(*path, 1.0).d1[0], 0.0, 1e-14);
  EXPECT_NEAR(at(*path, 2.0).d1[0], -1.5, 1e-14);
  for (double s = 0.0; s <= 1.0; s += 0.05) EXPECT_NEAR(at(*path, s).q[0], 0.5 * (3.0 * s - s * s * s), 1e-14);
}

TEST(SmoothingSplines, LeaveParabolasAsTheyAre) {
  std::vector<double> times, values;
  for (int i = 0; i < 30; ++i) {
    times.push_back(0.1 * i + 0.03 * (i % 3));
    values.push_back(1.0 - 2.0 * times.back() + 0.7 * times.back() * times.back());
  }
  const SmoothedPath smoothed = smoothed_path(times, row(values), 0.01);
  EXPECT_LT(smoothed.most[0], 1e-9);
  for (const double t : times) EXPECT_NEAR(at(*smoothed.path, t).d2[0], 1.4, 1e-6);
}

/// Far from the ends, a sine of f Hz keeps 1/(1 + (f/f_c)⁶) of its amplitude, without delay.
TEST(SmoothingSplines, LetSinesPassAsTheirCutOffSays) {
  for (const double f : {0.5, 1.0, 2.0}) {
    std::vector<double> times, values;
    for (int i = 0; i <= 2000; ++i) {
      times.push_back(0.01 * i);
      values.push_back(std::sin(2.0 * std::numbers::pi * f * times.back()));
    }
    const SmoothedPath smoothed = smoothed_path(times, row(values), 1.0);
    const double kept = 1.0 / (1.0 + std::pow(f, 6));
    for (double t = 8.0; t < 12.0; t += 0.037) {
      const double wave = std::sin(2.0 * std::numbers::pi * f * t);
      EXPECT_NEAR(at(*smoothed.path, t).q[0], kept * wave, 1e-3) << f << " Hz at " << t;
    }
  }
}

/// The condition of the least: moving the curve in any direction makes nothing better. Its fifth derivative jumps by
/// (q − y)/λ at each point.
TEST(SmoothingSplines, FulfilTheEquationsOfTheLeast) {
  std::vector<double> times, values;
  for (int i = 0; i < 25; ++i) {
    times.push_back(0.2 * i);
    values.push_back(std::cos(1.7 * i));
  }
  constexpr double cutoff = 1.0, h = 0.2;
  const double lambda = 1.0 / (h * std::pow(2.0 * std::numbers::pi * cutoff, 6));
  const SmoothedPath smoothed = smoothed_path(times, row(values), cutoff);
  const auto fifth = [&](double s) {  // by differences inside one piece
    const double e = 0.02;
    return (at(*smoothed.path, s + e).d3[0] - 2.0 * at(*smoothed.path, s).d3[0] + at(*smoothed.path, s - e).d3[0]) /
           (e * e);
  };
  for (std::size_t i = 1; i + 1 < times.size(); ++i) {
    const double jump = fifth(times[i] + 0.1) - fifth(times[i] - 0.1);
    const double wanted = (at(*smoothed.path, times[i]).q[0] - values[i]) / lambda;
    EXPECT_NEAR(jump, wanted, 1e-5 * (1.0 + std::abs(wanted))) << i;
  }
}

TEST(SmoothingSplines, ByNoiseStayWithinIt) {
  std::vector<double> times, values;
  unsigned state = 7;
  for (int i = 0; i <= 500; ++i) {
    double noise = -6.0;
    for (int k = 0; k < 12; ++k)
      noise += static_cast<double>((state = state * 1664525U + 1013904223U) >> 8U) / (1U << 24U);
    times.push_back(0.01 * i);
    values.push_back(std::sin(times.back()) + 1e-3 * noise);
  }
  const MatrixXd points = row(values);
  EXPECT_NEAR(estimated_noise(times, points)[0], 1e-3, 2e-4);
  const SmoothedPath smoothed = smoothed_path(times, points, VectorXd::Constant(1, 1e-3));
  EXPECT_LE(smoothed.rms[0], 1e-3);
  EXPECT_GT(smoothed.rms[0], 0.9e-3);
  for (double t = 1.0; t < 4.0; t += 0.1) EXPECT_NEAR(at(*smoothed.path, t).d2[0], -std::sin(t), 0.1);
  const SmoothedPath exact = smoothed_path(times, points, VectorXd::Zero(1));
  EXPECT_LT(exact.most[0], 1e-9);
}

TEST(SmoothPoints, AreNotTakenForNoise) {
  for (const double step : {0.001, 0.05, 0.5}) {
    std::vector<double> times, values;
    for (int i = 0; i < 100; ++i) {
      times.push_back(step * i);
      values.push_back(std::sin(3.0 * times.back()));
    }
    EXPECT_LT(estimated_noise(times, row(values))[0], 1e-15) << step;
  }
}

TEST(SmoothingSplines, RefuseWhatTheyCannotSmooth) {
  using sinew_test::refusal;
  EXPECT_NE(refusal([] { smoothed_path({0, 1, 2}, row({0, 1, 2}), 1.0); }).find("at least 4"), std::string::npos);
  EXPECT_NE(refusal([] { smoothed_path({0, 1, 2, 2}, row({0, 1, 2, 3}), 1.0); }).find("not after"), std::string::npos);
  EXPECT_NE(refusal([] { smoothed_path({0, 1, 2, 3}, row({0, 1, 2, 3}), 0.0); }).find("cut-off"), std::string::npos);
}

}  // namespace
}  // namespace sinew
