// SPDX-License-Identifier: BSD-3-Clause
// Roots, π and decimals among the constants of equations.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

#include "sinew/symbolic/constants/rational.h"
#include "sinew/symbolic/print/print.h"
#include "sinew/symbolic/ring.h"

namespace sinew {
namespace {

Rational degrees(int n) { return Rational(n, 180) * Rational::pi(); }

std::string unicode(const Rational& x) { return printed(Expr(x), Language::Unicode); }

/// Small combinations of 1, √2, √3 and √6.
Rational random_surd(std::mt19937_64& random) {
  Rational sum;
  for (const int square : {1, 2, 3, 6}) {
    const int above = static_cast<int>(random() % 19) - 9, below = static_cast<int>(random() % 9) + 1;
    sum += Rational(above, below) * square_root(Rational(square));
  }
  return sum;
}

TEST(ExactConstants, SinesOfMultiplesOf15DegreesAreExact) {
  for (int k = -30; k <= 30; ++k) {
    const SinCos<Rational> both = sincos_of_constant(degrees(15 * k));
    EXPECT_FALSE(both.sin.is_decimal() || both.cos.is_decimal()) << k;
    EXPECT_EQ(both.sin * both.sin + both.cos * both.cos, Rational(1)) << k;
    EXPECT_NEAR(both.sin.to_double(), std::sin(k * std::numbers::pi / 12), 2e-15) << k;
    EXPECT_NEAR(both.cos.to_double(), std::cos(k * std::numbers::pi / 12), 2e-15) << k;
  }
}

TEST(ExactConstants, SoAreThoseOfTheDoublesNextToThem) {
  EXPECT_EQ(sincos_of_constant(Rational::decimal(std::numbers::pi / 2)).cos, Rational(0));
  EXPECT_EQ(sincos_of_constant(Rational::decimal(std::numbers::pi / 6)).sin, Rational(1, 2));
  EXPECT_TRUE(sincos_of_constant(Rational::decimal(1.57079632679)).cos.is_decimal());
}

TEST(ExactConstants, PrintAsPeopleWriteThem) {
  EXPECT_EQ(unicode(sincos_of_constant(degrees(30)).cos), "√3/2");
  EXPECT_EQ(unicode(sincos_of_constant(degrees(45)).cos), "√2/2");
  EXPECT_EQ(unicode(sincos_of_constant(degrees(60)).cos), "1/2");
  EXPECT_EQ(unicode(sincos_of_constant(degrees(15)).cos), "(√2 + √6)/4");
  EXPECT_EQ(unicode(sincos_of_constant(degrees(15)).sin), "(√6 − √2)/4");
  EXPECT_EQ(unicode(Rational(5, 2000) / Rational::pi()), "1/(400·π)");
  EXPECT_EQ(unicode(Rational(-2, 3) * square_root(Rational(3))), "−2·√3/3");
}

TEST(ExactConstants, PrintInEveryLanguage) {
  ExprGraph graph;
  const Expr m = graph.symbol("m");
  const Expr x = Expr(square_root(Rational(3)) / Rational(2)) * m, y = Expr(Rational(1) / Rational::pi()) * m;
  EXPECT_EQ(printed(x, Language::Text), "sqrt(3)*m/2");
  EXPECT_EQ(printed(x, Language::Latex), R"(\frac{\sqrt{3} m}{2})");
  EXPECT_EQ(printed(x, Language::C), "(sqrt(3.0)/2.0)*m");
  EXPECT_EQ(printed(x, Language::Cpp), "(std::sqrt(3.0)/2.0)*m");
  EXPECT_EQ(printed(x, Language::Python), "(math.sqrt(3)/2)*m");
  EXPECT_EQ(printed(x, Language::Matlab), "(sqrt(3)/2)*m");
  EXPECT_EQ(printed(y, Language::Text), "m/pi");
  EXPECT_EQ(printed(y, Language::C), "(1.0/3.141592653589793)*m");
  EXPECT_EQ(printed(y, Language::Python), "(1/math.pi)*m");
}

TEST(ExactConstants, RootsObeyTheLawsOfAField) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 500; ++i) {
    const Rational a = random_surd(random), b = random_surd(random), c = random_surd(random);
    EXPECT_EQ((a + b) + c, a + (b + c));
    EXPECT_EQ((a * b) * c, a * (b * c));
    EXPECT_EQ(a * (b + c), a * b + a * c);
    EXPECT_TRUE((a - a).is_zero());
    EXPECT_EQ(a.sign(), (a.to_double() > 0) - (a.to_double() < 0));
    if (a.is_zero()) continue;
    EXPECT_EQ(a / a, Rational(1));
    EXPECT_EQ(b / a * a, b);
    EXPECT_NEAR((b / a).to_double(), b.to_double() / a.to_double(), 1e-9 * std::abs((b / a).to_double()));
  }
}

TEST(ExactConstants, ARootOfASquareIsFoundAgain) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 300; ++i) {
    const Rational a = magnitude(random_surd(random)), root = square_root(a * a);
    EXPECT_EQ(root, a);
    EXPECT_FALSE(root.is_decimal());
  }
  EXPECT_EQ(unicode(square_root(Rational(2) + square_root(Rational(3)))), "(√2 + √6)/2");
  EXPECT_THROW(square_root(Rational(-2)), std::domain_error);
}

TEST(Decimals, CancelToZeroAndComeBackAsFractions) {
  const SinCos<Rational> both = sincos_of_constant(degrees(40));
  EXPECT_TRUE(both.cos.is_decimal());
  EXPECT_TRUE((both.sin * both.sin + both.cos * both.cos).is_one());
  const Rational twice = Rational(2) * both.sin * both.cos;
  EXPECT_EQ(twice, sincos_of_constant(degrees(80)).sin);
  EXPECT_TRUE((twice - sincos_of_constant(degrees(80)).sin).is_zero());
  EXPECT_EQ(sincos_of_constant(degrees(20)).cos * Rational(2) * sincos_of_constant(degrees(20)).sin, both.sin);
  EXPECT_FALSE((both.cos - Rational::decimal(0.7660444431189780352)).is_zero());
}

TEST(Decimals, AreRoundedWherePeopleReadThem) {
  const Rational cosine = sincos_of_constant(degrees(40)).cos;
  EXPECT_EQ(unicode(cosine), "0.766044");
  EXPECT_EQ(printed(Expr(cosine), Language::Text), "0.766044443118978");
  EXPECT_EQ(printed(Expr(cosine), Language::C), "0.76604444311897801");
  EXPECT_EQ(unicode(rounded_for_print(cosine, 3)), "0.766");
  EXPECT_EQ(rounded_for_print(cosine, 3), cosine) << "only its print is rounded";
  EXPECT_EQ(unicode(rounded_for_print(Rational::decimal(9.80665), 3)), "9.81");
  EXPECT_EQ(unicode(rounded_for_print(Rational(1, 3), 3)), "1/3");
}

TEST(Decimals, NothingThatIsNotFiniteIsPrinted) {
  Rational huge = Rational::decimal(1e300).rounded();
  huge = huge * huge;
  for (const Language language : {Language::Unicode, Language::Text, Language::C, Language::Python, Language::Matlab}) {
    EXPECT_THROW(static_cast<void>(printed(Expr(huge), language)), std::domain_error);
    EXPECT_THROW(static_cast<void>(printed(Expr(Rational(1) / huge), language)), std::domain_error);
  }
}

TEST(Decimals, LongFractionsBecomeDecimals) {
  Rational x(1234567891, 1234567890);
  for (int i = 0; i < 12; ++i) x = x * x;
  EXPECT_TRUE(x.is_decimal());
  EXPECT_NEAR(x.to_double(), std::pow(1234567891.0 / 1234567890.0, 4096), 1e-9);
}

TEST(ExactConstants, TheRingDecidesWithThem) {
  ExprGraph graph;
  const Expr q = graph.position(0, true);
  Ring ring(graph);
  const auto shifted = [&](const Rational& angle) { return ring.polynomial(sincos(q + Expr(angle)).cos); };
  EXPECT_EQ(shifted(degrees(30)), ring.polynomial(Expr(square_root(Rational(3)) / Rational(2)) * sincos(q).cos -
                                                  Expr(Rational(1, 2)) * sincos(q).sin));
  // three phases a third of a turn apart add up to nothing, and so do nine with no exact form
  EXPECT_TRUE((shifted(degrees(0)) + shifted(degrees(120)) + shifted(degrees(240))).is_zero());
  Polynomial sum;
  for (int k = 0; k < 9; ++k) sum += shifted(degrees(40 * k));
  EXPECT_TRUE(sum.is_zero());
}

}  // namespace
}  // namespace sinew
