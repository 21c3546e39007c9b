// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/constants/rational.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <stdexcept>

namespace sinew {
namespace {

Rational random_rational(std::mt19937_64& random) {
  // now and then larger than a machine word can multiply
  const bool large = random() % 4 == 0;
  const auto number = [&] { return static_cast<std::int64_t>(random() >> (large ? 2 : 50)); };
  const Rational x(random() % 2 == 0 ? number() : -number(), number() + 1);
  return large ? x * x : x;
}

TEST(Rational, ObeysTheLawsOfAField) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const Rational a = random_rational(random), b = random_rational(random), c = random_rational(random);
    EXPECT_EQ((a + b) + c, a + (b + c));
    EXPECT_EQ((a * b) * c, a * (b * c));
    EXPECT_EQ(a * (b + c), a * b + a * c);
    EXPECT_EQ(a - a, Rational(0));
    if (!a.is_zero()) {
      EXPECT_EQ(a / a, Rational(1));
      EXPECT_EQ(b / a * a, b);
    }
  }
}

TEST(Rational, ComesBackFromTheHeapWhenItFits) {
  const Rational large(std::numeric_limits<std::int64_t>::max());
  const Rational square = large * large;
  EXPECT_FALSE(square.is_small());
  EXPECT_TRUE((square / large).is_small());
  EXPECT_EQ(square / large, large);
  EXPECT_EQ((square - square), Rational(0));
  EXPECT_TRUE((square - square).is_zero());
}

TEST(Rational, HoldsTheLeastMachineWord) {
  const Rational least(std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(-(-least), least);
  EXPECT_EQ(least + Rational(1) - Rational(1), least);
  EXPECT_EQ((-least).text(), "9223372036854775808");
}

TEST(Rational, ReadsADoubleAsItsAuthorWroteIt) {
  EXPECT_EQ(Rational::decimal(0.1), Rational(1, 10));
  EXPECT_EQ(Rational::decimal(-9.81), Rational(-981, 100));
  EXPECT_EQ(Rational::decimal(3e5), Rational(300000));
  EXPECT_EQ(Rational::decimal(0.0), Rational(0));
  EXPECT_EQ(Rational::decimal(1e300).to_double(), 1e300);
  EXPECT_EQ(Rational::decimal(5e-324).to_double(), 5e-324);
  EXPECT_THROW(Rational::decimal(std::numeric_limits<double>::infinity()), std::domain_error);
  EXPECT_THROW(Rational::decimal(std::numeric_limits<double>::quiet_NaN()), std::domain_error);
}

TEST(Rational, GoesBackToTheSameDouble) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> mantissa(-1.0, 1.0);
  for (int i = 0; i < 2000; ++i) {
    const double x = std::ldexp(mantissa(random), static_cast<int>(random() % 200) - 100);
    EXPECT_EQ(Rational::decimal(x).to_double(), x);
  }
}

TEST(Rational, RefusesToDivideByZero) {
  EXPECT_THROW(Rational(1, 0), std::domain_error);
  EXPECT_THROW(Rational(1) / Rational(0), std::domain_error);
  EXPECT_THROW(power(Rational(0), -1), std::domain_error);
}

TEST(Rational, HasOrderPowersDivisorsAndRoots) {
  EXPECT_LT(Rational(1, 3), Rational(1, 2));
  EXPECT_GT(Rational(-1, 3), Rational(-1, 2));
  EXPECT_EQ(power(Rational(2, 3), -2), Rational(9, 4));
  EXPECT_EQ(common_divisor(Rational(1, 2), Rational(1, 6)), Rational(1, 6));
  EXPECT_EQ(common_divisor(Rational(-4), Rational(6)), Rational(2));
  Rational root;
  EXPECT_TRUE(has_rational_root(Rational(9, 16), root));
  EXPECT_EQ(root, Rational(3, 4));
  EXPECT_FALSE(has_rational_root(Rational(2), root));
  EXPECT_FALSE(has_rational_root(Rational(-4), root));
}

}  // namespace
}  // namespace sinew
