// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/chi_squared.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/redundancy/random_matrices.h"

namespace {

using namespace sinew;

TEST(ChiSquared, OfOneRowIsTheErrorFunction) {
  for (const double z : {0.1, 0.5, 1.0, 2.0, 5.0, 9.0})
    EXPECT_NEAR(chi_squared_beyond(1, z * z), std::erfc(z / std::sqrt(2.0)),
                1e-15 * std::erfc(z / std::sqrt(2.0)) + 1e-16);
}

TEST(ChiSquared, OfTwoRowsIsAnExponential) {
  for (const double s : {0.01, 1.0, 10.0, 100.0})
    EXPECT_NEAR(chi_squared_beyond(2, s), std::exp(-0.5 * s), 1e-15 * std::exp(-0.5 * s));
}

/// d/ds of the probability beyond is minus the density s^(d/2−1)·e^(−s/2)/(2^(d/2)·Γ(d/2)).
TEST(ChiSquared, FallsByItsDensity) {
  for (const int d : {1, 2, 3, 4, 6, 7, 12, 31})
    for (const double s : {0.5, 3.0, 8.0, 30.0}) {
      const double half = 0.5 * d, h = 1e-4;
      const double density = std::exp((half - 1.0) * std::log(s) - 0.5 * s - half * std::log(2.0) - std::lgamma(half));
      const double slope = (chi_squared_beyond(d, s + h) - chi_squared_beyond(d, s - h)) / (2.0 * h);
      EXPECT_NEAR(slope, -density, 1e-7) << d << " " << s;
    }
}

/// Source: NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.4, upper critical values.
TEST(ChiSquared, HasThePublishedCriticalValues) {
  const struct {
    int degrees;
    double at_10, at_5, at_1, at_01;
  } rows[] = {{1, 2.706, 3.841, 6.635, 10.828},
              {3, 6.251, 7.815, 11.345, 16.266},
              {6, 10.645, 12.592, 16.812, 22.458},
              {30, 40.256, 43.773, 50.892, 59.703}};
  for (const auto& row : rows) {
    EXPECT_NEAR(chi_squared_exceeded_with(row.degrees, 0.10), row.at_10, 5e-4);
    EXPECT_NEAR(chi_squared_exceeded_with(row.degrees, 0.05), row.at_5, 5e-4);
    EXPECT_NEAR(chi_squared_exceeded_with(row.degrees, 0.01), row.at_1, 5e-4);
    EXPECT_NEAR(chi_squared_exceeded_with(row.degrees, 0.001), row.at_01, 5e-4);
  }
}

TEST(ChiSquared, QuantileAndProbabilityUndoEachOther) {
  sinew_test::RandomMatrices random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const int d = random.whole(1, 40);
    const double p = std::exp(random.number(-20.0, -0.01));
    EXPECT_NEAR(chi_squared_beyond(d, chi_squared_exceeded_with(d, p)), p, 1e-12 * p);
  }
}

/// By the central limit theorem about half of them are beyond d; exact to the next term, −1/(3·√(π·d)).
TEST(ChiSquared, IsNearlyNormalForManyRows) {
  const double d = 5000.0;
  EXPECT_NEAR(chi_squared_beyond(5000, d), 0.5 - 1.0 / (3.0 * std::sqrt(std::acos(-1.0) * d)), 1e-5);
}

TEST(ChiSquared, IsCertainAtNothingAndImpossibleAtInfinity) {
  EXPECT_EQ(chi_squared_beyond(3, 0.0), 1.0);
  EXPECT_EQ(chi_squared_beyond(3, -1.0), 1.0);
  EXPECT_EQ(chi_squared_beyond(3, HUGE_VAL), 0.0);
  EXPECT_EQ(chi_squared_exceeded_with(3, 1.0), 0.0);
}

}  // namespace
