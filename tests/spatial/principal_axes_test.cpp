// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/spatial/principal_axes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/differences.h"
#include "tests/support/random.h"

namespace {

using sinew::PrincipalAxes;
using sinew::Rotation;
using sinew::Symmetric3;
using sinew::Vec3;
using sinew_test::difference;
using sinew_test::Random;

Symmetric3<double> diagonal(const Vec3<double>& d) { return Symmetric3<double>::diagonal(d.x, d.y, d.z); }

/// Ascending moments, a right-handed frame, and S = R·diag·Rᵀ; all to `tolerance` times the size of S.
void expect_principal_axes_of(const Symmetric3<double>& S, double tolerance) {
  const PrincipalAxes<double> found = sinew::principal_axes(S);
  const double size = difference(S, Symmetric3<double>{});
  EXPECT_LE(found.moment.x, found.moment.y);
  EXPECT_LE(found.moment.y, found.moment.z);
  EXPECT_LT(difference(found.R * found.R.inverse(), Rotation<double>{}), tolerance);
  EXPECT_GT(dot(found.R.column(0), cross(found.R.column(1), found.R.column(2))), 0.0);
  EXPECT_LE(difference(rotated(found.R, diagonal(found.moment)), S), tolerance * size);
}

TEST(PrincipalAxes, ComposeToTheMatrix) {
  Random random(41);
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> d = random.vector(), p = random.vector();
    expect_principal_axes_of({d.x, p.x, p.y, d.y, p.z, d.z}, 3e-15);
  }
}

TEST(PrincipalAxes, FindTheMomentsThatAMatrixWasMadeOf) {
  Random random(42);
  const Vec3<double> made_of[] = {{1, 2, 3},
                                  {1, 1, 2},
                                  {1, 2, 2},
                                  {1, 1, 1},
                                  {0, 1, 1},
                                  {0, 0, 1},
                                  {0, 0, 0},
                                  {1, 1 + 1e-15, 2},
                                  {1, 1, 1 + 1e-12},
                                  {-2, -1, 3},
                                  {-1, 1, 1},
                                  {1e-9, 1, 1e9},
                                  {1e-300, 2e-300, 3e-300},
                                  {1e200, 2e200, 2e200}};
  for (const Vec3<double>& moment : made_of)
    for (int i = 0; i < 50; ++i) {
      const Symmetric3<double> S = rotated(random.rotation(), diagonal(moment));
      expect_principal_axes_of(S, 3e-15);
      EXPECT_LE(difference(sinew::principal_axes(S).moment, moment), 5e-15 * std::abs(moment.z));
    }
}

TEST(PrincipalAxes, OfADiagonalMatrixAreExact) {
  const PrincipalAxes<double> found = sinew::principal_axes(diagonal({3.0, 1.0, 2.0}));
  EXPECT_EQ(difference(found.moment, {1.0, 2.0, 3.0}), 0.0);
  EXPECT_EQ(difference(rotated(found.R, diagonal(found.moment)), diagonal({3.0, 1.0, 2.0})), 0.0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_TRUE(found.R(i, j) == 0.0 || std::abs(found.R(i, j)) == 1.0);
}

TEST(PrincipalAxes, HoldForEveryOrderOfTheDiagonal) {
  for (const Vec3<double>& d : {Vec3<double>{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}}) {
    expect_principal_axes_of(diagonal(d), 1e-16);
    EXPECT_EQ(difference(sinew::principal_axes(diagonal(d)).moment, {1.0, 2.0, 3.0}), 0.0);
  }
}

TEST(PrincipalAxes, HoldWhereProductsAreTinyNextToTheMoments) {
  for (const double tiny : {1e-17, 1e-30, 1e-160, 1e-300, 5e-324}) {
    expect_principal_axes_of({1.0, tiny, tiny, 1.0, tiny, 1.0}, 3e-15);
    expect_principal_axes_of({1.0, tiny, -tiny, 2.0, tiny, 2.0}, 3e-15);
  }
}

TEST(PrincipalAxes, OfABoxAtItsCornerAreTheKnownOnes) {
  // m = 3 kg, 0.2 × 0.5 × 0.3 m
  const Symmetric3<double> S{0.34, -0.075, -0.045, 0.13, -0.1125, 0.29};
  EXPECT_LT(difference(sinew::principal_axes(S).moment, {0.04603013881414022, 0.3465627192183453, 0.36740714196751445}),
            1e-15);
}

TEST(PrincipalAxes, HoldForFloatsAndLongDoubles) {
  const sinew::Symmetric3<float> f{0.34F, -0.075F, -0.045F, 0.13F, -0.1125F, 0.29F};
  EXPECT_NEAR(sinew::principal_axes(f).moment.x, 0.04603014F, 1e-7);
  const sinew::Symmetric3<long double> l{0.34L, -0.075L, -0.045L, 0.13L, -0.1125L, 0.29L};
  const auto found = sinew::principal_axes(l);
  EXPECT_LT(difference(rotated(found.R, sinew::Symmetric3<long double>::diagonal(found.moment.x, found.moment.y,
                                                                                 found.moment.z)),
                       l),
            1e-18);
}

}  // namespace
