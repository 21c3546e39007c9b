// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>
#include <vector>

#include "sinew/spatial/inertia.h"
#include "tests/support/hostile.h"

namespace {

using sinew::Force;
using sinew::Inertia;
using sinew::Motion;
using sinew::Pose;
using sinew::Rotation;
using sinew::sincos;
using sinew::Symmetric3;
using sinew::Vec3;
using sinew_test::Hostile;

/// Every operation of spatial algebra that a recursion may use, boiled down to a list of numbers.
template <class T>
std::vector<T> everything() {
  const Vec3<T> a{T(0.3), T(-0.4), T(1.2)}, b{T(2.0), T(0.1), T(-0.7)};
  const Rotation<T> R = Rotation<T>::from(sinew::RollPitchYaw<T>{T(0.3), T(-0.4), T(1.1)}) *
                        Rotation<T>::from(sinew::Quaternion<T>{T(0.1), T(0.2), T(-0.3), T(0.9)}) *
                        Rotation<T>::from(sinew::AxisAngle<T>{{T(0.6), T(0.0), T(0.8)}, T(0.7)}) *
                        Rotation<T>::about_x(sincos(T(0.2))) * Rotation<T>::about_y(sincos(T(0.3))) *
                        Rotation<T>::about_z(sincos(T(0.4))) * Rotation<T>{};
  const Pose<T> X = Pose<T>{R, a} * sinew::translation(b) * Pose<T>{R.inverse(), b}.inverse() * Pose<T>{};
  Motion<T> m{a, b};
  Force<T> f{b, a};
  m = X * m + T(0.5) * cross(m, m - X * m);
  f = X * f - T(0.5) * cross(m, f);
  const Inertia<T> body = Inertia<T>::about_com(T(2.0), a, Symmetric3<T>::diagonal(T(1.0), T(1.5), T(2.0)));
  const Inertia<T> both = X * body + body - X.inverse() * body + Inertia<T>{};
  f = f + both * m;
  const Vec3<T> com = centre_of_mass(both);
  const Symmetric3<T> I = rotated(R, inertia_about_com(both));
  std::vector<T> out{dot(m, f), norm(a), I.trace(), I(0, 1),   R(1, 2), X.p[2],
                     com.x,     com.y,   com.z,     both.I.xy, f.n.x,   m.v.y};
  const Vec3<T> point = X * (a * T(2.0) - b / T(3.0) + R.column(1) + R.row(0));
  out.insert(out.end(), {point.x, point.y, point.z});
  return out;
}

double plain(float x) { return static_cast<double>(x); }
double plain(long double x) { return static_cast<double>(x); }
double plain(const Hostile& x) { return x.value(); }

template <class T>
struct EveryNumber : testing::Test {};
using Numbers = testing::Types<float, long double, Hostile>;
TYPED_TEST_SUITE(EveryNumber, Numbers);

TYPED_TEST(EveryNumber, DoesSpatialAlgebraLikeADouble) {
  const std::vector<double> expected = everything<double>();
  const std::vector<TypeParam> found = everything<TypeParam>();
  const double tolerance = std::is_same_v<TypeParam, float> ? 3e-6 : 1e-14;
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(plain(found[i]), expected[i], tolerance * (1.0 + std::abs(expected[i]))) << i;
}

TEST(SpatialAlgebra, ReadsNoNumberThatNobodySet) {
  const int poisoned = Hostile::poisoned_reads(), operations = Hostile::operations();
  for (const Hostile& x : everything<Hostile>()) EXPECT_FALSE(x.poisoned());
  EXPECT_EQ(Hostile::poisoned_reads(), poisoned);
  EXPECT_GT(Hostile::operations(), operations + 1000);
}

}  // namespace
