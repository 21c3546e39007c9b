// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "sinew/spatial/principal_axes.h"
#include "tests/support/differences.h"
#include "tests/support/random.h"

namespace {

using sinew::Axis;
using sinew::Inertia;
using sinew::Rotation;
using sinew::Symmetric3;
using sinew::Vec3;
using sinew_test::difference;

constexpr double pi = std::numbers::pi;

/// A point of a body and how much volume stands for it there, over the unit cube of (u, v, w).
struct Piece {
  Vec3<double> r;
  double volume;
};
using Body = std::function<Piece(double u, double v, double w)>;

/// Of density one, from the definition.
///
/// Gauss's rule of six points in u and v and the trapezoid rule in w, which is for a full turn: exact for the
/// bodies below, whose integrands are polynomials of low degree in u and v and harmonics in w.
Inertia<double> integrated(const Body& body) {
  const double node[] = {0.2386191860831969, 0.6612093864662645, 0.9324695142031521};
  const double weight[] = {0.4679139345726910, 0.3607615730481386, 0.1713244923791704};
  constexpr int turn = 8;
  Inertia<double> sum;
  const auto add = [&](const Piece& piece, double share) {
    const double m = share * piece.volume;
    const Vec3<double>& r = piece.r;
    sum.m += m;
    sum.h += m * r;
    sum.I.xx += m * (r.y * r.y + r.z * r.z);
    sum.I.yy += m * (r.x * r.x + r.z * r.z);
    sum.I.zz += m * (r.x * r.x + r.y * r.y);
    sum.I.xy -= m * r.x * r.y;
    sum.I.xz -= m * r.x * r.z;
    sum.I.yz -= m * r.y * r.z;
  };
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      for (int k = 0; k < turn; ++k)
        add(body(0.5 + (i < 3 ? 0.5 : -0.5) * node[i % 3], 0.5 + (j < 3 ? 0.5 : -0.5) * node[j % 3], (k + 0.5) / turn),
            weight[i % 3] / 2 * weight[j % 3] / 2 / turn);
  return sum;
}

/// z becomes `axis`, the others follow round.
Vec3<double> turned(Axis axis, const Vec3<double>& r) {
  return axis == Axis::X ? Vec3<double>{r.z, r.x, r.y} : axis == Axis::Y ? Vec3<double>{r.y, r.z, r.x} : r;
}

constexpr Axis every_axis[] = {Axis::X, Axis::Y, Axis::Z};

Body pipe(double inner, double outer, double length, Axis axis) {
  return [=](double u, double v, double w) {
    const double r = inner + (outer - inner) * u;
    return Piece{turned(axis, {r * std::cos(2 * pi * w), r * std::sin(2 * pi * w), length * (v - 0.5)}),
                 2 * pi * r * (outer - inner) * length};
  };
}

Body ball(double inner, double outer, const Vec3<double>& stretch) {
  return [=](double u, double v, double w) {
    const double r = inner + (outer - inner) * u;
    const double up = 2 * v - 1, out = std::sqrt(1 - up * up);
    const Vec3<double> p{out * std::cos(2 * pi * w), out * std::sin(2 * pi * w), up};
    return Piece{{r * stretch.x * p.x, r * stretch.y * p.y, r * stretch.z * p.z},
                 4 * pi * r * r * (outer - inner) * stretch.x * stretch.y * stretch.z};
  };
}

TEST(APointMass, HasItsMomentFromItsPlaceAlone) {
  const Inertia<double> body = sinew::point_mass(2.0, {0.0, 3.0, 0.0});
  EXPECT_EQ(difference(body, {2.0, {0.0, 6.0, 0.0}, Symmetric3<double>::diagonal(18.0, 0.0, 18.0)}), 0.0);
}

TEST(AThinRod, IsItsPointsInARow) {
  for (const Axis axis : every_axis) {
    Inertia<double> points;
    const int count = 20000;
    for (int i = 0; i < count; ++i)
      points = points + sinew::point_mass(3.0 / count, turned(axis, {0.0, 0.0, 0.8 * ((i + 0.5) / count - 0.5)}));
    EXPECT_LT(difference(sinew::thin_rod(3.0, 0.8, axis), points), 1e-9);
  }
}

TEST(AThinRod, IsACylinderWithoutThickness) {
  for (const Axis axis : every_axis)
    EXPECT_LT(difference(sinew::thin_rod(3.0, 0.8, axis), sinew::solid_cylinder(3.0, 0.0, 0.8, axis)), 1e-16);
}

TEST(ABox, IsTheIntegralOverItsVolume) {
  const Vec3<double> size{0.2, 0.5, 0.3};
  Inertia<double> sum;
  const int count = 60;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      for (int k = 0; k < count; ++k)
        sum = sum + sinew::point_mass(3.0 / count / count / count,
                                      {size.x * ((i + 0.5) / count - 0.5), size.y * ((j + 0.5) / count - 0.5),
                                       size.z * ((k + 0.5) / count - 0.5)});
  // the midpoint rule misses exactly one part in count² of each second moment
  const double missing = 1.0 - 1.0 / (count * count);
  EXPECT_LT(difference(missing * sinew::box(3.0, size).I, sum.I), 1e-13);
}

TEST(ABox, HasTheKnownMomentsAboutItsCentreAndItsCorner) {
  const Vec3<double> size{0.2, 0.5, 0.3};
  EXPECT_LT(difference(sinew::box(3.0, size), {3.0, {}, Symmetric3<double>::diagonal(0.085, 0.0325, 0.0725)}), 1e-16);
  const Inertia<double> corner = sinew::box_about_corner(3.0, size);
  EXPECT_LT(difference(corner, {3.0, {0.3, 0.75, 0.45}, {0.34, -0.075, -0.045, 0.13, -0.1125, 0.29}}), 1e-16);
  EXPECT_LT(difference(sinew::principal_axes(corner.I).moment,
                       {0.04603013881414022, 0.3465627192183453, 0.36740714196751445}),
            1e-15);
}

TEST(ABox, AboutItsCornerIsTheOneAboutItsCentreMovedThere) {
  const Vec3<double> size{0.2, 0.5, 0.3};
  EXPECT_LT(difference(sinew::box_about_corner(3.0, size), sinew::translation(0.5 * size) * sinew::box(3.0, size)),
            1e-16);
}

TEST(ACylinder, IsTheIntegralOverItsVolume) {
  const double inner = 0.1, outer = 0.25, length = 0.7;
  for (const Axis axis : every_axis) {
    const double pipe_volume = sinew::volume_of_hollow_cylinder(inner, outer, length);
    EXPECT_LT(difference(sinew::hollow_cylinder(pipe_volume, inner, outer, length, axis),
                         integrated(pipe(inner, outer, length, axis))),
              1e-15);
    const double volume = sinew::volume_of_cylinder(outer, length);
    EXPECT_LT(
        difference(sinew::solid_cylinder(volume, outer, length, axis), integrated(pipe(0.0, outer, length, axis))),
        1e-15);
  }
}

TEST(APipe, IsACylinderLessItsBore) {
  const double inner = 0.1, outer = 0.25, length = 0.7;
  for (const Axis axis : every_axis) {
    const double whole = sinew::volume_of_cylinder(outer, length), bore = sinew::volume_of_cylinder(inner, length);
    EXPECT_LT(
        difference(sinew::solid_cylinder(whole, outer, length, axis) - sinew::solid_cylinder(bore, inner, length, axis),
                   sinew::hollow_cylinder(whole - bore, inner, outer, length, axis)),
        1e-16);
    EXPECT_NEAR(sinew::volume_of_hollow_cylinder(inner, outer, length), whole - bore, 1e-16);
  }
}

TEST(ASphere, IsTheIntegralOverItsVolume) {
  const double r = 0.4;
  EXPECT_LT(difference(sinew::sphere(sinew::volume_of_sphere(r), r), integrated(ball(0.0, r, {1, 1, 1}))), 1e-15);
}

TEST(AHollowSphere, IsTheIntegralOverItsWall) {
  for (const double inner : {0.0, 0.1, 0.3, 0.399})
    EXPECT_LT(difference(sinew::hollow_sphere(sinew::volume_of_hollow_sphere(inner, 0.4), inner, 0.4),
                         integrated(ball(inner, 0.4, {1, 1, 1}))),
              1e-15)
        << inner;
}

TEST(AHollowSphere, GoesFromAThinShellToASolidBall) {
  EXPECT_NEAR(sinew::hollow_sphere(3.0, 0.4, 0.4).I.xx, 2.0 / 3.0 * 3.0 * 0.16, 1e-16);
  EXPECT_LT(difference(sinew::hollow_sphere(3.0, 0.0, 0.4), sinew::sphere(3.0, 0.4)), 1e-16);
}

TEST(AnEllipsoid, IsTheIntegralOverItsVolume) {
  const Vec3<double> semi_axes{0.4, 0.2, 0.7};
  EXPECT_LT(difference(sinew::ellipsoid(sinew::volume_of_ellipsoid(semi_axes), semi_axes),
                       integrated(ball(0.0, 1.0, semi_axes))),
            1e-15);
}

TEST(ACone, IsTheIntegralOverItsVolume) {
  const double radius = 0.3, height = 0.8;
  for (const Axis axis : every_axis) {
    const Body body = [=](double u, double v, double w) {
      const double r = radius * (1 - v);
      return Piece{turned(axis, {u * r * std::cos(2 * pi * w), u * r * std::sin(2 * pi * w), height * v}),
                   2 * pi * u * r * r * height};
    };
    const Inertia<double> cone = sinew::cone(sinew::volume_of_cone(radius, height), radius, height, axis);
    EXPECT_LT(difference(cone, integrated(body)), 1e-15);
    EXPECT_LT(difference(centre_of_mass(cone), turned(axis, {0.0, 0.0, height / 4})), 1e-16);
  }
}

TEST(ACompoundBody, IsTheSumOfItsParts) {
  // a box of 0.2 × 0.5 × 0.3 m cut in two unequal parts, each turned into its place
  const double density = 1000.0;
  const auto cut = [&](double length) {
    return sinew::box(density * sinew::volume_of_box<double>({length, 0.2, 0.3}), {length, 0.2, 0.3});
  };
  const auto quarter = Rotation<double>::about_z({1.0, 0.0});
  const Inertia<double> parts = sinew::Pose<double>{quarter, {0.1, 0.1, 0.15}} * cut(0.2) +
                                sinew::Pose<double>{quarter, {0.1, 0.35, 0.15}} * cut(0.3);
  const Vec3<double> size{0.2, 0.5, 0.3};
  EXPECT_LT(difference(parts, sinew::box_about_corner(density * sinew::volume_of_box(size), size)), 1e-14);
}

TEST(ARoundBody, LooksTheSameHoweverItIsTurnedAboutItsAxis) {
  sinew_test::Random random(51);
  for (int i = 0; i < 20; ++i) {
    const auto R = Rotation<double>::about_z(sinew::sincos(random.angle()));
    const Inertia<double> cone = sinew::cone(2.0, 0.3, 0.8, Axis::Z);
    EXPECT_LT(difference(sinew::Pose<double>{R, {}} * cone, cone), 1e-15);
  }
}

}  // namespace
