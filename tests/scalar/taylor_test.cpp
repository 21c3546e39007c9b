// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/scalar/taylor.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew {
namespace {

static_assert(Scalar<Taylor>);

void expect_series(const Taylor& x, double a0, double d1, double d2, double d3) {
  EXPECT_NEAR(x.a[0], a0, 1e-14 * (1.0 + std::abs(a0)));
  EXPECT_NEAR(x.a[1], d1, 1e-14 * (1.0 + std::abs(d1)));
  EXPECT_NEAR(2.0 * x.a[2], d2, 1e-14 * (1.0 + std::abs(d2)));
  EXPECT_NEAR(6.0 * x.a[3], d3, 1e-14 * (1.0 + std::abs(d3)));
}

TEST(Taylor, SeriesHaveTheDerivativesOfTheirFunctions) {
  const double t = 0.7;
  const Taylor x = Taylor::variable(t);
  expect_series(x * x * x * x, std::pow(t, 4), 4 * std::pow(t, 3), 12 * t * t, 24 * t);
  expect_series(Taylor(1.0) / x, 1 / t, -1 / (t * t), 2 / std::pow(t, 3), -6 / std::pow(t, 4));
  expect_series(sincos(x).sin, std::sin(t), std::cos(t), -std::sin(t), -std::cos(t));
  expect_series(sincos(x).cos, std::cos(t), -std::sin(t), -std::cos(t), std::sin(t));
  expect_series(exp(Taylor(2.0) * x), std::exp(2 * t), 2 * std::exp(2 * t), 4 * std::exp(2 * t), 8 * std::exp(2 * t));
  expect_series(sqrt(x), std::sqrt(t), 0.5 / std::sqrt(t), -0.25 * std::pow(t, -1.5), 0.375 * std::pow(t, -2.5));
  // sin(t²): 2t·c, 2c − 4t²·s, −12t·s − 8t³·c
  const double s = std::sin(t * t), c = std::cos(t * t);
  expect_series(sincos(x * x).sin, s, 2 * t * c, 2 * c - 4 * t * t * s, -12 * t * s - 8 * t * t * t * c);
  expect_series(x - -x, 2 * t, 2.0, 0.0, 0.0);
  EXPECT_TRUE(x < Taylor(0.8));
}

}  // namespace
}  // namespace sinew
