// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/spatial/rotation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/differences.h"
#include "tests/support/random.h"

namespace {

using sinew::Rotation;
using sinew::sincos;
using sinew::sincos_of_constant;
using sinew::Vec3;
using sinew_test::difference;
using sinew_test::Random;

using std::numbers::pi;
const Rotation<double> one;

double determinant(const Rotation<double>& R) { return dot(R.row(0), cross(R.row(1), R.row(2))); }

TEST(Rotation, IsNoTurnUnlessToldOtherwise) {
  const Vec3<double> v{1.0, 2.0, 3.0};
  EXPECT_EQ(difference(one * v, v), 0.0);
}

TEST(Rotation, AboutZTakesXTowardsY) {
  const Rotation<double> R = Rotation<double>::about_z(sincos(0.3));
  EXPECT_EQ(difference(R * sinew::unit_x<double>(), {std::cos(0.3), std::sin(0.3), 0.0}), 0.0);
}

TEST(Rotation, AboutXTakesYTowardsZ) {
  const Rotation<double> R = Rotation<double>::about_x(sincos(0.3));
  EXPECT_EQ(difference(R * sinew::unit_y<double>(), {0.0, std::cos(0.3), std::sin(0.3)}), 0.0);
}

TEST(Rotation, AboutYTakesZTowardsX) {
  const Rotation<double> R = Rotation<double>::about_y(sincos(0.3));
  EXPECT_EQ(difference(R * sinew::unit_z<double>(), {std::sin(0.3), 0.0, std::cos(0.3)}), 0.0);
}

TEST(Rotation, AboutAnAxisIsTheElementaryOneForTheCoordinateAxes) {
  for (const double q : {-3.0, -0.5, 0.0, 1e-9, 1.0, 3.1}) {
    EXPECT_EQ(
        difference(Rotation<double>::about(sinew::unit_x<double>(), sincos(q)), Rotation<double>::about_x(sincos(q))),
        0.0);
    EXPECT_EQ(
        difference(Rotation<double>::about(sinew::unit_y<double>(), sincos(q)), Rotation<double>::about_y(sincos(q))),
        0.0);
    EXPECT_EQ(
        difference(Rotation<double>::about(sinew::unit_z<double>(), sincos(q)), Rotation<double>::about_z(sincos(q))),
        0.0);
  }
}

TEST(Rotation, LeavesItsAxisWhereItIs) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> axis = random.direction();
    EXPECT_LT(difference(Rotation<double>::about(axis, sincos(random.angle())) * axis, axis), 5e-16);
  }
}

TEST(Rotation, IsOrthonormalAndRightHandedHoweverItIsGiven) {
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    const sinew::RollPitchYaw<double> angles{random.angle(), random.angle(), random.angle()};
    const Vec3<double> v = random.vector();
    const sinew::Quaternion<double> quaternion{v.x, v.y, v.z, random.uniform(-1.0, 1.0)};
    for (const auto& R : {Rotation<double>::from(angles), Rotation<double>::from(quaternion)}) {
      EXPECT_LT(difference(R * R.inverse(), one), 1e-15);
      EXPECT_LT(difference(R.inverse() * R, one), 1e-15);
      EXPECT_NEAR(determinant(R), 1.0, 1e-15);
    }
    // an axis has unit length only to its last digit, and Rodrigues' formula takes that four times
    const Rotation<double> R = random.rotation();
    EXPECT_LT(difference(R * R.inverse(), one), 2e-15);
    EXPECT_NEAR(determinant(R), 1.0, 2e-15);
  }
}

TEST(Rotation, IsAGroup) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Rotation<double> A = random.rotation(), B = random.rotation(), C = random.rotation();
    EXPECT_LT(difference((A * B) * C, A * (B * C)), 1e-15);
    EXPECT_LT(difference((A * B).inverse(), B.inverse() * A.inverse()), 1e-15);
    EXPECT_EQ(difference(A * one, A), 0.0);
    EXPECT_EQ(difference(one * A, A), 0.0);
    const Vec3<double> v = random.vector();
    EXPECT_LT(difference((A * B) * v, A * (B * v)), 1e-15);
  }
}

TEST(Rotation, KeepsLengthsAndCrossProducts) {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const Rotation<double> R = random.rotation();
    const Vec3<double> a = random.vector(), b = random.vector();
    EXPECT_NEAR(norm(R * a), norm(a), 1e-15);
    EXPECT_LT(difference(R * cross(a, b), cross(R * a, R * b)), 2e-15);
  }
}

TEST(Rotation, HasTheTurnedAxesAsColumns) {
  Random random(5);
  const Rotation<double> R = random.rotation();
  EXPECT_EQ(difference(R.column(0), R * sinew::unit_x<double>()), 0.0);
  EXPECT_EQ(difference(R.column(1), R * sinew::unit_y<double>()), 0.0);
  EXPECT_EQ(difference(R.column(2), R * sinew::unit_z<double>()), 0.0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(R(i, j), R.column(j)[i]);
}

TEST(QuarterTurns, OfTheGeometryAreExact) {
  const double sines[] = {0.0, 1.0, 0.0, -1.0};
  for (int k = -8; k <= 8; ++k) {
    // the double nearest to k·π/2, which is what a file's digits are read as
    const auto angle = static_cast<double>(k * std::numbers::pi_v<long double> / 2);
    const auto q = sincos_of_constant(angle);
    EXPECT_EQ(q.sin, sines[(k + 8) % 4]) << k;
    EXPECT_EQ(q.cos, sines[(k + 9) % 4]) << k;
  }
}

TEST(QuarterTurns, OfFloatsAndLongDoublesAreExactToo) {
  EXPECT_EQ(sincos_of_constant(std::numbers::pi_v<float> / 2).cos, 0.0F);
  EXPECT_EQ(sincos_of_constant(-std::numbers::pi_v<float>).sin, 0.0F);
  EXPECT_EQ(sincos_of_constant(std::numbers::pi_v<long double> / 2).cos, 0.0L);
}

TEST(QuarterTurns, AreTakenForExactOnlyWhereTheyAre) {
  for (const double angle : {std::nextafter(pi / 2, 2.0), std::nextafter(pi / 2, 1.0), 1.5707963267, 3.14159}) {
    EXPECT_EQ(sincos_of_constant(angle).sin, std::sin(angle));
    EXPECT_EQ(sincos_of_constant(angle).cos, std::cos(angle));
  }
}

TEST(QuarterTurns, MakeMatricesOfNothingButOnesAndZeros) {
  for (int r = -2; r <= 2; ++r)
    for (int p = -2; p <= 2; ++p)
      for (int y = -2; y <= 2; ++y) {
        const auto R = Rotation<double>::from(sinew::RollPitchYaw<double>{r * pi / 2, p * pi / 2, y * pi / 2});
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            EXPECT_TRUE(R(i, j) == 0.0 || std::abs(R(i, j)) == 1.0) << r << p << y << ": " << R(i, j);
      }
}

TEST(TheTurnThatTakesZToAnAxis, TakesZThere) {
  Random random(6);
  for (int i = 0; i < 500; ++i) {
    const Vec3<double> axis = random.direction();
    const Rotation<double> R = sinew::rotation_taking_z_to(axis);
    EXPECT_LT(difference(R * sinew::unit_z<double>(), axis), 5e-16);
    EXPECT_LT(difference(R * R.inverse(), one), 2e-15);
    EXPECT_NEAR(determinant(R), 1.0, 2e-15);
  }
}

TEST(TheTurnThatTakesZToAnAxis, IsExactForTheCoordinateAxes) {
  for (const Vec3<double>& axis : {sinew::unit_x<double>(), sinew::unit_y<double>(), sinew::unit_z<double>(),
                                   -sinew::unit_x<double>(), -sinew::unit_y<double>(), -sinew::unit_z<double>()}) {
    const Rotation<double> R = sinew::rotation_taking_z_to(axis);
    EXPECT_EQ(difference(R * sinew::unit_z<double>(), axis), 0.0);
    EXPECT_EQ(difference(R * R.inverse(), one), 0.0);
    EXPECT_EQ(determinant(R), 1.0);
  }
}

TEST(TheTurnThatTakesZToAnAxis, HoldsNextToBothPoles) {
  for (const double off : {1e-3, 1e-8, 1e-12, 1e-16, 1e-160, 5e-324})
    for (const double up : {1.0, -1.0}) {
      const double z = up * std::sqrt((1.0 - off) * (1.0 + off));
      const Vec3<double> axis{0.6 * off, -0.8 * off, z};
      const Rotation<double> R = sinew::rotation_taking_z_to(axis);
      EXPECT_LT(difference(R * sinew::unit_z<double>(), axis), 5e-16) << off << " " << up;
      EXPECT_LT(difference(R * R.inverse(), one), 2e-15) << off << " " << up;
      EXPECT_NEAR(determinant(R), 1.0, 2e-15) << off << " " << up;
    }
}

TEST(TheTurnThatTakesZToAnAxis, IsTheSmallest) {
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    const Vec3<double> axis = random.direction();
    EXPECT_NEAR(sinew::axis_angle(sinew::rotation_taking_z_to(axis)).angle, std::acos(axis.z), 1e-14);
  }
}

}  // namespace
