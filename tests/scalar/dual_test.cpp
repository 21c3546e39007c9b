// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/scalar/dual.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/scalar/pack.h"
#include "tests/support/hostile.h"
#include "tests/support/quad.h"

namespace {

using sinew::Dual;
using sinew::Scalar;
using sinew::sincos;
using D = Dual<2>;

static_assert(Scalar<Dual<1>> && Scalar<Dual<3>> && Scalar<Dual<2, Dual<1>>>);
static_assert(Scalar<Dual<1, float>> && Scalar<Dual<1, sinew_test::Quad>> && Scalar<Dual<1, sinew_test::Hostile>>);
static_assert(Scalar<Dual<2, sinew::Pack<4>>>);
static_assert(std::is_same_v<sinew::Mixed<double, D>, D> && std::is_same_v<sinew::Mixed<D, double>, D>);

/// f at (x, y), with what its derivatives should be.
void expect(const D& f, double value, double by_x, double by_y) {
  EXPECT_DOUBLE_EQ(f.value, value);
  EXPECT_DOUBLE_EQ(f.d[0], by_x);
  EXPECT_DOUBLE_EQ(f.d[1], by_y);
}

constexpr double x = 1.3, y = -0.7;
const D X = D::variable(x, 0), Y = D::variable(y, 1);

TEST(ADual, DifferentiatesSumsAndProducts) {
  expect(X + Y, x + y, 1, 1);
  expect(X - Y, x - y, 1, -1);
  expect(-X, -x, -1, 0);
  expect(X * Y, x * y, y, x);
  expect(X * X * Y, x * x * y, 2 * x * y, x * x);
  expect(X / Y, x / y, 1 / y, -x / (y * y));
}

TEST(ADual, TakesConstantsOnEitherSide) {
  expect(3.0 * X, 3 * x, 3, 0);
  expect(X * 3.0, 3 * x, 3, 0);
  expect(X / 4.0, x / 4, 0.25, 0);
  expect(3.0 / X, 3 / x, -3 / (x * x), 0);
  expect(X + 3.0, x + 3, 1, 0);
  expect(3.0 - X, 3 - x, -1, 0);
}

TEST(ADual, AssignsLikeANumber) {
  D z = X;
  z += Y;
  z *= X;
  z -= Y;
  z /= X;
  expect(z, (x * x + x * y - y) / x, 1 + y / (x * x), 1 - 1 / x);
}

TEST(ADual, DifferentiatesFunctions) {
  expect(sincos(X * Y).sin, std::sin(x * y), y * std::cos(x * y), x * std::cos(x * y));
  expect(sincos(X * Y).cos, std::cos(x * y), -y * std::sin(x * y), -x * std::sin(x * y));
  expect(sqrt(X), std::sqrt(x), 0.5 / std::sqrt(x), 0);
  expect(exp(Y), std::exp(y), 0, std::exp(y));
  expect(exp(-(X * X)), std::exp(-x * x), -2 * x * std::exp(-x * x), 0);
}

TEST(ADual, ComparesAndSelectsByItsValue) {
  using sinew::select;
  expect(select(Y < X, X * Y, X), x * y, y, x);
  expect(select(X < Y, X * Y, X), x, 1, 0);
}

TEST(ADual, OfAMaskSelectsLaneByLane) {
  using P = sinew::Pack<4>;
  using DP = Dual<1, P>;
  const double lanes[] = {-1.0, 2.0, -3.0, 4.0};
  const DP z = DP::variable(P::from(lanes), 0);
  const DP size = select(z < DP(0.0), -z, z);
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(size.value[k], std::abs(lanes[k]));
    EXPECT_EQ(size.d[0][k], lanes[k] < 0 ? -1.0 : 1.0);
  }
}

// f = sin(x·y)·exp(x)/√x, twice along every pair of directions
TEST(ADual, OfADualHasSecondDerivatives) {
  using Inner = Dual<2>;
  using Outer = Dual<2, Inner>;
  const Outer u = Outer::variable(Inner::variable(x, 0), 0), v = Outer::variable(Inner::variable(1.0 + y, 1), 1);
  const double w = 1.0 + y;
  const Outer f = sincos(u * v).sin * exp(u) / sqrt(u);
  const double s = std::sin(x * w), c = std::cos(x * w), e = std::exp(x) / std::sqrt(x);
  const double e1 = e * (1 - 0.5 / x), e2 = e * ((1 - 0.5 / x) * (1 - 0.5 / x) + 0.5 / (x * x));
  const double tolerance = 1e-14;
  EXPECT_NEAR(f.value.value, s * e, tolerance);
  EXPECT_NEAR(f.d[0].value, w * c * e + s * e1, tolerance);
  EXPECT_NEAR(f.value.d[1], x * c * e, tolerance);
  EXPECT_NEAR(f.d[0].d[0], -w * w * s * e + 2 * w * c * e1 + s * e2, 10 * tolerance);
  EXPECT_NEAR(f.d[1].d[1], -x * x * s * e, 10 * tolerance);
  EXPECT_NEAR(f.d[0].d[1], (c - x * w * s) * e + x * c * e1, 10 * tolerance);
  EXPECT_NEAR(f.d[1].d[0], f.d[0].d[1], tolerance);
}

TEST(ADual, MadeOfNothingIsZero) {
  const D z;
  expect(z, 0, 0, 0);
  expect(D(2.5), 2.5, 0, 0);
}

}  // namespace
