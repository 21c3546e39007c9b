// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "sinew/spatial/rotation.h"
#include "tests/support/differences.h"
#include "tests/support/random.h"

namespace {

using sinew::AxisAngle;
using sinew::Quaternion;
using sinew::RollPitchYaw;
using sinew::Rotation;
using sinew::sincos;
using sinew::Vec3;
using sinew_test::difference;
using sinew_test::Random;

using std::numbers::pi;

/// Turns of every sort: random, tiny, quarter, nearly and exactly half, about axes in and out of the planes.
std::vector<Rotation<double>> sample_rotations() {
  std::vector<Rotation<double>> all;
  Random random(11);
  for (int i = 0; i < 300; ++i) all.push_back(random.rotation());
  const Vec3<double> axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0.8, 0}, {0, -0.6, 0.8}, random.direction()};
  for (const Vec3<double>& axis : axes)
    for (const double angle :
         {0.0, 1e-300, 1e-20, 1e-15, 1e-8, 1e-3, pi / 2, 2 * pi / 3, pi - 1e-3, pi - 1e-8, pi - 1e-12, pi - 1e-15, pi})
      for (const double sign : {1.0, -1.0}) all.push_back(Rotation<double>::about(sign * axis, sincos(angle)));
  return all;
}

TEST(RollPitchYaw, IsAboutTheFixedAxesInThisOrder) {
  const double r = 0.3, p = -0.7, y = 1.9;
  const Rotation<double> R = Rotation<double>::about_z(sincos(y)) * Rotation<double>::about_y(sincos(p)) *
                             Rotation<double>::about_x(sincos(r));
  EXPECT_LT(difference(Rotation<double>::from(RollPitchYaw<double>{r, p, y}), R), 1e-16);
}

TEST(RollPitchYaw, OfARotationGivesItBack) {
  for (const Rotation<double>& R : sample_rotations())
    EXPECT_LT(difference(Rotation<double>::from(sinew::roll_pitch_yaw(R)), R), 1e-14);
}

TEST(RollPitchYaw, IsFoundAgainWherePitchIsBelowAQuarterTurn) {
  Random random(12);
  for (int i = 0; i < 300; ++i) {
    const RollPitchYaw<double> a{random.angle(), random.uniform(-1.5, 1.5), random.angle()};
    const RollPitchYaw<double> b = sinew::roll_pitch_yaw(Rotation<double>::from(a));
    EXPECT_NEAR(b.roll, a.roll, 2e-14);
    EXPECT_NEAR(b.pitch, a.pitch, 2e-14);
    EXPECT_NEAR(b.yaw, a.yaw, 2e-14);
  }
}

TEST(RollPitchYaw, GivesTheRotationBackNextToGimbalLock) {
  Random random(13);
  for (const double off : {1e-3, 1e-6, 1e-8, 1e-9, 1e-11, 5e-12, 1e-15, 1e-16, 0.0})
    for (const double up : {1.0, -1.0})
      for (int i = 0; i < 50; ++i) {
        const double pitch = up * (pi / 2 - off), roll = random.angle(), yaw = random.angle();
        // both readings of a quarter turn: the exact one, and the one with cos(π/2) = 6e-17
        const Rotation<double> exact = Rotation<double>::from(RollPitchYaw<double>{roll, pitch, yaw});
        const Rotation<double> rounded = Rotation<double>::about_z(sincos(yaw)) *
                                         Rotation<double>::about_y(sincos(pitch)) *
                                         Rotation<double>::about_x(sincos(roll));
        for (const Rotation<double>& R : {exact, rounded}) {
          const RollPitchYaw<double> a = sinew::roll_pitch_yaw(R);
          EXPECT_LT(difference(Rotation<double>::from(a), R), 1e-14) << off << " " << up;
          EXPECT_NEAR(a.pitch, pitch, 1e-15);
        }
      }
}

TEST(RollPitchYaw, AtGimbalLockLeavesYawAtZero) {
  const RollPitchYaw<double> a = sinew::roll_pitch_yaw(Rotation<double>::from(RollPitchYaw<double>{0.4, pi / 2, 0.1}));
  EXPECT_EQ(a.yaw, 0.0);
  EXPECT_NEAR(a.roll, 0.3, 1e-15);
  EXPECT_EQ(a.pitch, pi / 2);
}

TEST(AQuaternion, OfARotationGivesItBack) {
  for (const Rotation<double>& R : sample_rotations()) {
    const Quaternion<double> p = sinew::quaternion(R);
    EXPECT_LT(difference(Rotation<double>::from(p), R), 1e-15);
    EXPECT_NEAR(p.x * p.x + p.y * p.y + p.z * p.z + p.w * p.w, 1.0, 1e-15);
    EXPECT_GE(p.w, 0.0);
  }
}

TEST(AQuaternion, IsFoundAgainWithWNotNegative) {
  Random random(14);
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> axis = random.direction();
    const double half = random.uniform(0.0, pi / 2);
    const Vec3<double> v = std::sin(half) * axis;
    const Quaternion<double> p =
        sinew::quaternion(Rotation<double>::from(Quaternion<double>{v.x, v.y, v.z, std::cos(half)}));
    EXPECT_LT(difference(Vec3<double>{p.x, p.y, p.z}, v), 2e-15);
    EXPECT_NEAR(p.w, std::cos(half), 2e-15);
  }
}

TEST(AQuaternion, OfAnyLengthMeansTheSameRotation) {
  const auto R = Rotation<double>::from(Quaternion<double>{0.1, -0.5, 0.3, 0.8});
  EXPECT_LT(difference(Rotation<double>::from(Quaternion<double>{0.7, -3.5, 2.1, 5.6}), R), 1e-15);
  EXPECT_LT(difference(Rotation<double>::from(Quaternion<double>{-0.1, 0.5, -0.3, -0.8}), R), 1e-16);
  EXPECT_LT(difference(R * R.inverse(), Rotation<double>{}), 1e-15);
}

TEST(AQuaternion, OfAHalfTurnIsItsAxis) {
  const Quaternion<double> p = sinew::quaternion(Rotation<double>::from(AxisAngle<double>{{0.6, 0.0, -0.8}, pi}));
  EXPECT_NEAR(std::abs(p.x), 0.6, 1e-15);
  EXPECT_NEAR(p.z / p.x, -0.8 / 0.6, 1e-15);
  EXPECT_NEAR(p.w, 0.0, 1e-15);
}

TEST(AxisAndAngle, OfARotationGiveItBack) {
  for (const Rotation<double>& R : sample_rotations()) {
    const AxisAngle<double> a = sinew::axis_angle(R);
    EXPECT_LT(difference(Rotation<double>::from(a), R), 1e-15);
    EXPECT_NEAR(norm(a.axis), 1.0, 1e-15);
    EXPECT_GE(a.angle, 0.0);
    EXPECT_LE(a.angle, pi);
  }
}

TEST(AxisAndAngle, AreFoundAgainFromTinyTurnsToHalfOnes) {
  Random random(15);
  for (const double angle : {1e-300, 1e-160, 1e-9, 1e-3, 1.0, 3.0, pi - 1e-3, pi - 1e-9}) {
    const Vec3<double> axis = random.direction();
    const AxisAngle<double> a = sinew::axis_angle(Rotation<double>::from(AxisAngle<double>{axis, angle}));
    EXPECT_NEAR(a.angle / angle, 1.0, 1e-14) << angle;
    EXPECT_LT(difference(a.axis, axis), 1e-14) << angle;
  }
}

TEST(AxisAndAngle, OfAHalfTurnAreExact) {
  const AxisAngle<double> a = sinew::axis_angle(Rotation<double>::from(AxisAngle<double>{{0.0, 0.0, 1.0}, pi}));
  EXPECT_EQ(a.angle, pi);
  EXPECT_EQ(std::abs(a.axis.z), 1.0);
}

TEST(AxisAndAngle, OfNoTurnAreAboutZ) {
  const AxisAngle<double> a = sinew::axis_angle(Rotation<double>{});
  EXPECT_EQ(a.angle, 0.0);
  EXPECT_EQ(difference(a.axis, sinew::unit_z<double>()), 0.0);
}

}  // namespace
