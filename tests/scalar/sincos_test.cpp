// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "sinew/scalar/instructions.h"
#include "sinew/scalar/pack.h"
#include "tests/support/quad.h"

namespace {

using sinew::Instructions;
using sinew::Pack;
using sinew_test::Quad;

/// The sines and cosines of all angles by packs, as compiled for any x86-64 and for AVX2 with fused multiply-add.
struct Both {
  std::vector<double> sin, cos;
};
template <int N>
inline void fill(const std::vector<double>& x, Both& y) {
  for (std::size_t i = 0; i + N <= x.size(); i += N) {
    const auto found = sincos(Pack<N>::from(&x[i]));
    found.sin.to(&y.sin[i]);
    found.cos.to(&y.cos[i]);
  }
}

Both packed(std::vector<double> x, Instructions use) {
  const std::size_t count = x.size();
  x.resize((count + 3) / 4 * 4);
  Both y{std::vector<double>(x.size()), std::vector<double>(x.size())};
  sinew::with_instructions(use, [&] { fill<4>(x, y); });
  y.sin.resize(count);
  y.cos.resize(count);
  return y;
}

std::vector<Instructions> instruction_sets() {
  if (sinew::best_instructions() == Instructions::Plain) return {Instructions::Plain};
  return {Instructions::Plain, sinew::best_instructions()};
}

/// How far `found` is from `exact`, in units of the last place of the double nearest to it.
double ulps(double found, const Quad& exact) {
  const double nearest = std::abs(static_cast<double>(exact));
  const double unit = std::nextafter(nearest, std::numeric_limits<double>::infinity()) - nearest;
  return std::abs(static_cast<double>(Quad(found) - exact)) / unit;
}

double worst_error(const std::vector<double>& angles) {
  double worst = 0.0;
  for (const Instructions use : instruction_sets()) {
    const Both found = packed(angles, use);
    for (std::size_t i = 0; i < angles.size(); ++i) {
      const auto exact = sincos(Quad(angles[i]));
      for (const double error : {ulps(found.sin[i], exact.sin), ulps(found.cos[i], exact.cos)})
        if (!(error <= worst)) worst = error;
    }
  }
  testing::Test::RecordProperty("worst", std::to_string(worst));
  return worst;
}

std::vector<double> random_angles(double largest, std::size_t count) {
  std::mt19937_64 engine(1);
  std::vector<double> x;
  for (std::size_t i = 0; i < count; ++i) x.push_back(largest * (static_cast<double>(engine() >> 11U) * 0x1p-52 - 1.0));
  return x;
}

TEST(TheSineOfAPack, IsRightToEightTenthsOfAUnitForArmAngles) {
  EXPECT_LE(worst_error(random_angles(7.0, 100000)), 0.8);
}

TEST(TheSineOfAPack, IsRightToNineTenthsOfAUnitUpToAHundredThousand) {
  EXPECT_LE(worst_error(random_angles(1e5, 100000)), 0.9);
}

TEST(TheSineOfAPack, IsRightNextToEveryQuarterTurn) {
  std::vector<double> near, far;
  for (int k = -63662; k <= 63662; k += k > -200 && k < 200 ? 1 : 13) {
    const double quarter = k * (std::numbers::pi / 2);
    std::vector<double>& x = std::abs(k) < 6000 ? near : far;
    double up = quarter, down = quarter;
    for (int step = 0; step < 3; ++step) {
      x.push_back(up);
      x.push_back(down);
      up = std::nextafter(up, 1e9);
      down = std::nextafter(down, -1e9);
    }
    // and next to where the quadrant changes
    x.push_back(quarter + std::numbers::pi / 4);
  }
  EXPECT_LE(worst_error(near), 0.8);
  EXPECT_LE(worst_error(far), 0.9);
}

TEST(TheSineOfAPack, IsRightForTheSmallestAngles) {
  std::vector<double> x;
  for (int e = -1074; e < 0; ++e)
    for (const double f : {1.0, 1.3, -1.9}) x.push_back(std::ldexp(f, e));
  EXPECT_LE(worst_error(x), 0.8);
}

TEST(TheSineOfAPack, OfASmallestAngleIsTheAngle) {
  for (const double x : {5e-324, -5e-324, 1e-320, 2.2250738585072014e-308, -1e-200, 1e-10}) {
    const auto y = sincos(Pack<4>(x));
    EXPECT_EQ(y.sin[0], x);
    EXPECT_EQ(y.cos[0], 1.0);
  }
}

TEST(TheSineOfAPack, KeepsTheSignOfZero) {
  const double zeros[] = {0.0, -0.0};
  const auto y = sincos(Pack<2>::from(zeros));
  EXPECT_EQ(y.sin[0], 0.0);
  EXPECT_EQ(y.sin[1], 0.0);
  EXPECT_FALSE(std::signbit(y.sin[0]));
  EXPECT_TRUE(std::signbit(y.sin[1]));
  EXPECT_EQ(y.cos[1], 1.0);
}

TEST(TheSineOfAPack, IsTheLibrarysBeyondAHundredThousand) {
  for (const double x : {1e5, -1e5, 100000.00001, 123456.789, -1e6, 1e9, 1e15, -1e22, 1e300, 1.7976931348623157e308}) {
    const double beside[] = {x, 0.5, -x, 1.0};
    const auto y = sincos(Pack<4>::from(beside));
    EXPECT_EQ(y.sin[0], std::sin(x)) << x;
    EXPECT_EQ(y.cos[0], std::cos(x)) << x;
    EXPECT_EQ(y.sin[2], std::sin(-x)) << x;
    EXPECT_EQ(y.sin[1], sincos(Pack<4>(0.5)).sin[0]);
  }
}

TEST(TheSineOfAPack, OfWhatIsNoAngleIsNaN) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double beside[] = {infinity, -infinity, std::nan(""), 0.5};
  const auto y = sincos(Pack<4>::from(beside));
  for (int k = 0; k < 3; ++k) {
    EXPECT_TRUE(std::isnan(y.sin[k]));
    EXPECT_TRUE(std::isnan(y.cos[k]));
  }
  EXPECT_EQ(y.sin[3], sincos(Pack<4>(0.5)).sin[0]);
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

TEST(TheSineOfAPack, IsTheSameInEveryLaneOfEveryWidth) {
  auto x = random_angles(1000.0, 400);
  x.push_back(1e7);
  x.push_back(-0.0);
  for (std::size_t i = 0; i + 4 <= x.size(); ++i) {
    const auto four = sincos(Pack<4>::from(&x[i]));
    const auto two = sincos(Pack<2>::from(&x[i]));
    for (int k = 0; k < 4; ++k) {
      const auto alone = sincos(Pack<4>(x[i + static_cast<std::size_t>(k)]));
      EXPECT_TRUE(same_bits(four.sin[k], alone.sin[0]) && same_bits(four.cos[k], alone.cos[3]));
      if (k < 2) {
        EXPECT_TRUE(same_bits(two.sin[k], alone.sin[0]) && same_bits(two.cos[k], alone.cos[0]));
      }
    }
  }
}

TEST(SincosOfEach, IsTheSameWhereverAnAngleStands) {
  const auto x = random_angles(10.0, 9);
  for (std::size_t count = 1; count <= 9; ++count) {
    const std::vector<double> angles(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<double> sines(sinew::padded(count)), cosines(sinew::padded(count));
    sinew::sincos_of_each<4>(angles.data(), count, sines.data(), cosines.data());
    for (std::size_t i = 0; i < count; ++i) {
      double alone_sin[5], alone_cos[5];
      sinew::sincos_of_each<2>(&x[i], std::size_t{1}, alone_sin, alone_cos);
      EXPECT_TRUE(same_bits(sines[i], alone_sin[0])) << count << ", " << i;
      EXPECT_TRUE(same_bits(cosines[i], alone_cos[0])) << count << ", " << i;
    }
  }
}

TEST(SincosOfEach, OfOtherNumbersIsTheirOwn) {
  const float x[] = {0.1F, 2.0F, -3.0F};
  float s[3], c[3];
  sinew::sincos_of_each<4>(x, std::size_t{3}, s, c);
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(s[k], std::sin(x[k]));
    EXPECT_EQ(c[k], std::cos(x[k]));
  }
}

}  // namespace
