// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <concepts>
#include <type_traits>

#include "sinew/model/build_model.h"
#include "sinew/model/shapes.h"
#include "tests/support/descriptions.h"
#include "tests/support/differences.h"
#include "tests/support/hostile.h"

namespace {

using sinew::Axis;
using sinew::Inertia;
using sinew::Pose;
using sinew::Vec3;
using sinew_test::difference;
using sinew_test::Hostile;
using sinew_test::numbers_as;

static_assert(!std::equality_comparable<Hostile> && !std::is_convertible_v<Hostile, bool>);
static_assert(!std::is_convertible_v<double, Hostile> && !std::is_convertible_v<Hostile, double>);

double plain(float x) { return static_cast<double>(x); }
double plain(double x) { return x; }
double plain(long double x) { return static_cast<double>(x); }
double plain(const Hostile& x) {
  EXPECT_FALSE(x.poisoned()) << "made of a number that nobody set";
  return x.value();
}
template <class T>
Vec3<double> plain(const Vec3<T>& v) {
  return {plain(v.x), plain(v.y), plain(v.z)};
}
template <class T>
Pose<double> plain(const Pose<T>& X) {
  return {sinew::Rotation<double>::from_rows(plain(X.R.row(0)), plain(X.R.row(1)), plain(X.R.row(2))), plain(X.p)};
}
template <class T>
Inertia<double> plain(const Inertia<T>& a) {
  return {plain(a.m),
          plain(a.h),
          {plain(a.I.xx), plain(a.I.xy), plain(a.I.xz), plain(a.I.yy), plain(a.I.yz), plain(a.I.zz)}};
}

template <class T>
struct EveryNumber : testing::Test {
  static constexpr double tolerance = std::is_same_v<T, float> ? 2e-5 : 1e-13;
  const int poisoned_before = Hostile::poisoned_reads();
  void TearDown() override { EXPECT_EQ(Hostile::poisoned_reads(), poisoned_before); }
};
using Numbers = testing::Types<float, double, long double, Hostile>;
TYPED_TEST_SUITE(EveryNumber, Numbers);

TYPED_TEST(EveryNumber, MakesTheSameShapes) {
  using T = TypeParam;
  const T m = T(2.0), a = T(0.3), b = T(0.7), l = T(0.5);
  const Vec3<T> size{T(0.2), T(0.5), T(0.3)};
  const Vec3<double> size_d{0.2, 0.5, 0.3};
  const auto expect_same = [](const Inertia<T>& found, const Inertia<double>& expected) {
    EXPECT_LT(difference(plain(found), expected), TestFixture::tolerance);
  };
  expect_same(sinew::point_mass(m, size), sinew::point_mass(2.0, size_d));
  expect_same(sinew::box(m, size), sinew::box(2.0, size_d));
  expect_same(sinew::box_about_corner(m, size), sinew::box_about_corner(2.0, size_d));
  expect_same(sinew::ellipsoid(m, size), sinew::ellipsoid(2.0, size_d));
  expect_same(sinew::sphere(m, a), sinew::sphere(2.0, 0.3));
  expect_same(sinew::hollow_sphere(m, a, b), sinew::hollow_sphere(2.0, 0.3, 0.7));
  for (const Axis axis : {Axis::X, Axis::Y, Axis::Z}) {
    expect_same(sinew::thin_rod(m, l, axis), sinew::thin_rod(2.0, 0.5, axis));
    expect_same(sinew::solid_cylinder(m, a, l, axis), sinew::solid_cylinder(2.0, 0.3, 0.5, axis));
    expect_same(sinew::hollow_cylinder(m, a, b, l, axis), sinew::hollow_cylinder(2.0, 0.3, 0.7, 0.5, axis));
    expect_same(sinew::cone(m, a, l, axis), sinew::cone(2.0, 0.3, 0.5, axis));
  }
  EXPECT_NEAR(plain(sinew::volume_of_box(size)), sinew::volume_of_box(size_d), TestFixture::tolerance);
  EXPECT_NEAR(plain(sinew::volume_of_ellipsoid(size)), sinew::volume_of_ellipsoid(size_d), TestFixture::tolerance);
  EXPECT_NEAR(plain(sinew::volume_of_sphere(a)), sinew::volume_of_sphere(0.3), TestFixture::tolerance);
  EXPECT_NEAR(plain(sinew::volume_of_hollow_sphere(a, b)), sinew::volume_of_hollow_sphere(0.3, 0.7),
              TestFixture::tolerance);
  EXPECT_NEAR(plain(sinew::volume_of_cylinder(a, l)), sinew::volume_of_cylinder(0.3, 0.5), TestFixture::tolerance);
  EXPECT_NEAR(plain(sinew::volume_of_hollow_cylinder(a, b, l)), sinew::volume_of_hollow_cylinder(0.3, 0.7, 0.5),
              TestFixture::tolerance);
  EXPECT_NEAR(plain(sinew::volume_of_cone(a, l)), sinew::volume_of_cone(0.3, 0.5), TestFixture::tolerance);
}

TYPED_TEST(EveryNumber, BuildsTheSameModel) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto robot = sinew_test::a_random_tree(seed, 12, seed % 2 == 0);
    const auto expected = sinew::build_model(robot);
    const auto model = sinew::build_model(numbers_as<TypeParam>(robot));
    ASSERT_EQ(model.link_count(), expected.link_count());
    EXPECT_EQ(model.position_count(), expected.position_count());
    EXPECT_LT(difference(plain(model.gravity()), expected.gravity()), 1e-6);
    EXPECT_LT(difference(plain(model.base_inertia()), expected.base_inertia()), TestFixture::tolerance);
    for (int i = 0; i < model.link_count(); ++i) {
      const auto& link = model.link(i);
      const auto& same = expected.link(i);
      EXPECT_EQ(link.name, same.name);
      EXPECT_EQ(link.parent, same.parent);
      // the canonical frames may be turned about z: numbers that cannot be compared with zero keep the joint's own
      const auto own = model.own_frame(i).inverse();
      EXPECT_LT(difference(plain(own * link.inertia), expected.own_frame(i).inverse() * same.inertia),
                TestFixture::tolerance);
      EXPECT_NEAR(plain(link.multiplier), same.multiplier, TestFixture::tolerance);
      EXPECT_NEAR(plain(link.offset), same.offset, TestFixture::tolerance);
      EXPECT_NEAR(plain(link.pitch), same.pitch, TestFixture::tolerance);
      ASSERT_EQ(link.motor.has_value(), same.motor.has_value());
      if (link.motor) {
        ASSERT_EQ(link.motor->carrier, same.motor->carrier);
        const int carrier = same.motor->carrier;
        const auto turned = [&](const auto& of, const auto& axis) {
          return carrier == sinew::base_link ? axis : of.own_frame(carrier).R.inverse_times(axis);
        };
        EXPECT_LT(difference(plain(turned(model, link.motor->axis)), turned(expected, same.motor->axis)),
                  TestFixture::tolerance);
      }
    }
    const auto on_link = [](const auto& of, const auto& frame) {
      return frame.link == sinew::base_link ? frame.X_LF : of.own_frame(frame.link).inverse() * frame.X_LF;
    };
    for (const auto& frame : expected.frames())
      EXPECT_LT(difference(plain(on_link(model, model.frame(frame.name))), on_link(expected, frame)),
                TestFixture::tolerance)
          << frame.name;
  }
}

TEST(AHostileNumber, RemembersThatNobodySetIt) {
  const int before = Hostile::poisoned_reads();
  const Hostile nobody, sum = Hostile(1.0) + nobody;
  EXPECT_TRUE(sum.poisoned());
  EXPECT_EQ(Hostile::poisoned_reads(), before + 1);
}

}  // namespace
