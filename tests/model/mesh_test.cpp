// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "sinew/model/shapes.h"
#include "tests/support/differences.h"
#include "tests/support/problem_texts.h"
#include "tests/support/random.h"

namespace {

using sinew::Diagnostics;
using sinew::Inertia;
using sinew::Triangle;
using sinew::Vec3;
using sinew_test::difference;
using sinew_test::texts;
using testing::ElementsAre;
using Mesh = std::vector<Triangle>;

/// Twelve triangles, counter-clockwise from outside, filling 0 ≤ x ≤ size.x and so on.
Mesh box_mesh(const Vec3<double>& size) {
  const auto corner = [&](int i) {
    return Vec3<double>{(i & 1) != 0 ? size.x : 0, (i & 2) != 0 ? size.y : 0, (i & 4) != 0 ? size.z : 0};
  };
  const int faces[][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  Mesh mesh;
  for (const auto& f : faces) {
    mesh.push_back({corner(f[0]), corner(f[1]), corner(f[2])});
    mesh.push_back({corner(f[0]), corner(f[2]), corner(f[3])});
  }
  return mesh;
}

Mesh moved(const sinew::Pose<double>& X, Mesh mesh) {
  for (Triangle& t : mesh) t = {X * t.a, X * t.b, X * t.c};
  return mesh;
}

Mesh turned_inside_out(Mesh mesh) {
  for (Triangle& t : mesh) std::swap(t.b, t.c);
  return mesh;
}

/// An octahedron whose faces are halved `times` times and blown up to the unit sphere.
Mesh sphere_mesh(int times) {
  const Vec3<double> x = sinew::unit_x<double>(), y = sinew::unit_y<double>(), z = sinew::unit_z<double>();
  Mesh mesh = {{x, y, z}, {y, -x, z}, {-x, -y, z}, {-y, x, z}, {y, x, -z}, {-x, y, -z}, {-y, -x, -z}, {x, -y, -z}};
  const auto middle = [](const Vec3<double>& a, const Vec3<double>& b) { return (a + b) / norm(a + b); };
  for (; times > 0; --times) {
    Mesh finer;
    for (const auto& [a, b, c] : mesh) {
      const Vec3<double> ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh = finer;
  }
  return mesh;
}

/// Of density one; fails the test if there is a problem.
Inertia<double> sound(const Mesh& mesh) {
  Diagnostics diagnostics("part.stl");
  const auto body = sinew::inertia_of_mesh(mesh, 1.0, diagnostics, {});
  EXPECT_THAT(texts(diagnostics), ElementsAre());
  return body.value_or(Inertia<double>{});
}

std::vector<std::string> mesh_complaints(const Mesh& mesh, double density = 1.0) {
  Diagnostics diagnostics("arm.yaml");
  EXPECT_FALSE(sinew::inertia_of_mesh(mesh, density, diagnostics, {7}));
  return texts(diagnostics);
}

const Vec3<double> box_size{0.2, 0.5, 0.3};

TEST(AMesh, OfABoxIsTheBox) {
  EXPECT_LT(difference(sound(box_mesh(box_size)), sinew::box_about_corner(sinew::volume_of_box(box_size), box_size)),
            1e-17);
}

TEST(AMesh, HasTheDensityOrTheMassThatItIsGiven) {
  Diagnostics diagnostics("part.stl");
  const auto by_density = sinew::inertia_of_mesh(box_mesh(box_size), 100.0, diagnostics, {});
  const auto by_mass = sinew::inertia_of_mesh_with_mass(box_mesh(box_size), 3.0, diagnostics, {});
  ASSERT_TRUE(by_density && by_mass);
  EXPECT_LT(difference(*by_density, sinew::box_about_corner(3.0, box_size)), 5e-16);
  EXPECT_LT(difference(*by_mass, sinew::box_about_corner(3.0, box_size)), 5e-16);
}

TEST(AMesh, AnywhereIsTheBodyMovedThere) {
  sinew_test::Random random(61);
  for (int i = 0; i < 50; ++i) {
    const sinew::Pose<double> X = random.pose();
    EXPECT_LT(difference(sound(moved(X, box_mesh(box_size))), X * sound(box_mesh(box_size))), 1e-16);
  }
}

TEST(AMesh, FarFromTheOriginKeepsItsDigits) {
  // powers of two, so that moving it rounds nothing
  const Vec3<double> edges{0.25, 0.5, 0.125}, far{1048576.0, -2097152.0, 524288.0};
  const Inertia<double> body = sound(moved(sinew::translation(far), box_mesh(edges)));
  const Inertia<double> exact = sinew::translation(far + 0.5 * edges) * sinew::box(sinew::volume_of_box(edges), edges);
  EXPECT_EQ(body.m, exact.m);
  EXPECT_LT(difference(centre_of_mass(body), far + 0.5 * edges), 1e-9);
  EXPECT_LT(difference(body.I, exact.I) / norm(exact.I.row(0)), 1e-15);
}

TEST(AMesh, OfATetrahedronHasTheKnownMoments) {
  // x, y, z ≥ 0, x + y + z ≤ 1: V = 1/6, ∫x = 1/24, ∫x² = 1/60, ∫xy = 1/120
  const Vec3<double> o, x = sinew::unit_x<double>(), y = sinew::unit_y<double>(), z = sinew::unit_z<double>();
  const double h = 1.0 / 24, d = 2.0 / 60, p = -1.0 / 120;
  EXPECT_LT(difference(sound({{o, y, x}, {o, x, z}, {o, z, y}, {x, y, z}}), {1.0 / 6, {h, h, h}, {d, p, p, d, p, d}}),
            1e-16);
}

TEST(AMesh, OfASphereConvergesWithTheSquareOfTheEdge) {
  double before = 1.0;
  for (int times = 1; times <= 6; ++times) {
    const Inertia<double> body = sound(sphere_mesh(times));
    const double error = difference(body, sinew::sphere(sinew::volume_of_sphere(1.0), 1.0));
    if (times > 2) {
      EXPECT_NEAR(before / error, 4.0, 0.3) << times;
    }
    before = error;
  }
  EXPECT_LT(before, 5e-3);
}

TEST(AMesh, WithAHollowInItIsTheDifference) {
  const auto inner_pose = sinew::translation<double>({0.05, 0.1, 0.1});
  const Vec3<double> hollow{0.1, 0.2, 0.1};
  Mesh mesh = box_mesh(box_size);
  for (const Triangle& t : turned_inside_out(moved(inner_pose, box_mesh(hollow)))) mesh.push_back(t);
  EXPECT_LT(difference(sound(mesh), sound(box_mesh(box_size)) - inner_pose * sound(box_mesh(hollow))), 1e-17);
}

TEST(AMesh, MayHaveFlatTrianglesAndEdgesOfFour) {
  // two boxes that touch along an edge, and a triangle of no area there and back
  Mesh mesh = box_mesh(box_size);
  for (const Triangle& t : moved(sinew::translation<double>({box_size.x, box_size.y, 0.0}), box_mesh(box_size)))
    mesh.push_back(t);
  mesh.push_back({mesh[0].a, mesh[0].a, mesh[0].b});
  EXPECT_NEAR(sound(mesh).m, 2 * sinew::volume_of_box(box_size), 1e-16);
}

TEST(AMesh, TakesMinusZeroForZero) {
  Mesh mesh = box_mesh(box_size);
  for (Triangle& t : mesh)
    if (t.a.x == 0.0) t.a.x = -0.0;
  EXPECT_NEAR(sound(mesh).m, sinew::volume_of_box(box_size), 1e-17);
}

TEST(AMesh, WithAHoleIsRefused) {
  Mesh mesh = box_mesh({1.0, 1.0, 1.0});
  mesh.pop_back();
  EXPECT_THAT(mesh_complaints(mesh),
              ElementsAre("arm.yaml:7: the mesh is not closed: a triangle is missing at 3 edges, first from (1, 0, 0) "
                          "to (1, 0, 1); close its holes, or give the mass and inertia in figures"));
}

TEST(AMesh, WithATriangleTheWrongWayRoundIsRefused) {
  Mesh mesh = box_mesh({1.0, 1.0, 1.0});
  std::swap(mesh[11].b, mesh[11].c);
  EXPECT_THAT(
      mesh_complaints(mesh),
      ElementsAre("arm.yaml:7: the triangles of the mesh disagree about which side is out at 3 edges, first from "
                  "(1, 0, 0) to (1, 0, 1); let the corners of every triangle go round counter-clockwise seen "
                  "from outside"));
}

TEST(AMesh, ThatLooksInwardsIsRefused) {
  EXPECT_THAT(
      mesh_complaints(turned_inside_out(box_mesh({1.0, 1.0, 1.0}))),
      ElementsAre("arm.yaml:7: the mesh looks inwards: its volume is -1 m³; reverse the order of the corners of "
                  "each triangle"));
}

TEST(AMesh, WithoutVolumeIsRefused) {
  const Vec3<double> o, x = sinew::unit_x<double>(), y = sinew::unit_y<double>();
  EXPECT_THAT(mesh_complaints({{o, x, y}, {o, y, x}}),
              ElementsAre("arm.yaml:7: the mesh encloses no volume; give a body with thickness"));
  EXPECT_THAT(mesh_complaints({}),
              ElementsAre("arm.yaml:7: the mesh has no triangle; check that it is the right file"));
  EXPECT_THAT(mesh_complaints({{x, x, x}}),
              ElementsAre("arm.yaml:7: the mesh encloses no volume; give a body with thickness"));
}

TEST(AMesh, WithCornersThatAreNoPointsIsRefused) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Mesh mesh = box_mesh(box_size);
    mesh[5].b.y = bad;
    EXPECT_THAT(mesh_complaints(mesh), ElementsAre(testing::HasSubstr("the mesh has the corner (")));
  }
}

TEST(AMesh, TooLargeToComputeWithIsRefused) {
  EXPECT_THAT(mesh_complaints(box_mesh({1e200, 1e200, 1e200})),
              ElementsAre(testing::HasSubstr("too large to compute with")));
  EXPECT_THAT(mesh_complaints(box_mesh({1e308, 1e308, 1e308})),
              ElementsAre(testing::HasSubstr("too large to compute with")));
}

TEST(AMesh, NeedsAPositiveDensityOrMass) {
  for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THAT(mesh_complaints(box_mesh(box_size), bad), ElementsAre(testing::HasSubstr("the mesh has a density of")));
    Diagnostics diagnostics("arm.yaml");
    EXPECT_FALSE(sinew::inertia_of_mesh_with_mass(box_mesh(box_size), bad, diagnostics, {7}));
    EXPECT_THAT(texts(diagnostics), ElementsAre(testing::HasSubstr("the mesh has a mass of")));
  }
}

}  // namespace
