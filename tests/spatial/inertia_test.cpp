// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/spatial/inertia.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/differences.h"
#include "tests/support/random.h"

namespace {

using sinew::Inertia;
using sinew::Motion;
using sinew::Pose;
using sinew::Symmetric3;
using sinew::Vec3;
using sinew_test::difference;
using sinew_test::Random;

struct Particle {
  double m;
  Vec3<double> r;
};

std::vector<Particle> random_cloud(Random& random) {
  std::vector<Particle> cloud;
  for (int i = 0; i < 20; ++i) {
    const double m = random.uniform(0.01, 0.3);
    cloud.push_back({m, random.vector()});
  }
  return cloud;
}

std::vector<Particle> seen_from(const Pose<double>& X, std::vector<Particle> cloud) {
  for (Particle& particle : cloud) particle.r = X * particle.r;
  return cloud;
}

/// Straight from the definition, without any of the code under test.
Inertia<double> summed(const std::vector<Particle>& cloud) {
  Inertia<double> sum;
  for (const auto& [m, r] : cloud) {
    sum.m += m;
    sum.h += m * r;
    sum.I.xx += m * (r.y * r.y + r.z * r.z);
    sum.I.yy += m * (r.x * r.x + r.z * r.z);
    sum.I.zz += m * (r.x * r.x + r.y * r.y);
    sum.I.xy -= m * r.x * r.y;
    sum.I.xz -= m * r.x * r.z;
    sum.I.yz -= m * r.y * r.z;
  }
  return sum;
}

double kinetic_energy(const Inertia<double>& body, const Motion<double>& u) { return 0.5 * dot(u, body * u); }

TEST(ASymmetricMatrix, HasItsElementsInBothHalves) {
  const Symmetric3<double> S{1, 2, 3, 4, 5, 6};
  const double expected[3][3] = {{1, 2, 3}, {2, 4, 5}, {3, 5, 6}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(S(i, j), expected[i][j]);
      EXPECT_EQ(S.row(i)[j], expected[i][j]);
    }
  EXPECT_EQ(S.trace(), 11.0);
  EXPECT_EQ(difference(S * Vec3<double>{1.0, 10.0, 100.0}, {321.0, 542.0, 653.0}), 0.0);
}

TEST(ASymmetricMatrix, InOtherAxesIsTheSameMap) {
  Random random(31);
  for (int i = 0; i < 100; ++i) {
    const Symmetric3<double> S = random.inertia().I;
    const auto R = random.rotation();
    const Vec3<double> v = random.vector();
    EXPECT_LT(difference(rotated(R, S) * (R * v), R * (S * v)), 5e-15);
    EXPECT_NEAR(rotated(R, S).trace(), S.trace(), 5e-15);
  }
}

TEST(TheSteinerTerm, IsTheDoubleCrossProduct) {
  Random random(32);
  for (int i = 0; i < 100; ++i) {
    const Vec3<double> a = random.vector(), b = random.vector(), v = random.vector();
    const Vec3<double> symmetric = -0.5 * (cross(a, cross(b, v)) + cross(b, cross(a, v)));
    EXPECT_LT(difference(sinew::steiner(a, b) * v, symmetric), 1e-15);
  }
}

TEST(Inertia, InAnotherFrameIsThatOfItsPointsThere) {
  Random random(33);
  for (int i = 0; i < 100; ++i) {
    const std::vector<Particle> cloud_B = random_cloud(random);
    const Pose<double> X_AB = random.pose();
    EXPECT_LT(difference(X_AB * summed(cloud_B), summed(seen_from(X_AB, cloud_B))), 1e-14);
  }
}

TEST(Inertia, AboutTheCentreOfMassIsThatOfItsPointsFromThere) {
  Random random(34);
  for (int i = 0; i < 100; ++i) {
    const std::vector<Particle> cloud = random_cloud(random);
    const Inertia<double> body = summed(cloud);
    const Vec3<double> com = centre_of_mass(body);
    const Inertia<double> from_com = summed(seen_from(sinew::translation(-com), cloud));
    EXPECT_LT(difference(from_com.h, {}), 1e-15);
    EXPECT_LT(difference(inertia_about_com(body), from_com.I), 1e-14);
    EXPECT_LT(difference(Inertia<double>::about_com(body.m, com, from_com.I), body), 1e-14);
  }
}

TEST(Inertia, CarriedThereAndBackIsUnchanged) {
  Random random(35);
  for (int i = 0; i < 100; ++i) {
    const Inertia<double> body = random.inertia();
    const Pose<double> X = random.pose();
    EXPECT_LT(difference(X.inverse() * (X * body), body), 3e-14);
  }
}

TEST(Inertia, OfBodiesThatMoveTogetherIsTheSum) {
  Random random(36);
  std::vector<Particle> a = random_cloud(random);
  const std::vector<Particle> b = random_cloud(random);
  const Inertia<double> sum = summed(a) + summed(b);
  EXPECT_LT(difference(sum - summed(b), summed(a)), 5e-15);
  a.insert(a.end(), b.begin(), b.end());
  EXPECT_LT(difference(sum, summed(a)), 5e-15);
}

TEST(Inertia, GivesTheMomentumOfItsPoints) {
  Random random(37);
  for (int i = 0; i < 100; ++i) {
    const std::vector<Particle> cloud = random_cloud(random);
    const Motion<double> u = random.motion();
    sinew::Force<double> momentum;
    for (const auto& [m, r] : cloud) {
      const Vec3<double> v = u.v + cross(u.w, r);
      momentum = momentum + sinew::Force<double>{m * cross(r, v), m * v};
    }
    EXPECT_LT(difference(summed(cloud) * u, momentum), 1e-14);
  }
}

TEST(KineticEnergy, IsThatOfThePoints) {
  Random random(38);
  for (int i = 0; i < 100; ++i) {
    const std::vector<Particle> cloud = random_cloud(random);
    const Motion<double> u = random.motion();
    double energy = 0;
    for (const auto& [m, r] : cloud) {
      const Vec3<double> v = u.v + cross(u.w, r);
      energy += 0.5 * m * dot(v, v);
    }
    EXPECT_NEAR(kinetic_energy(summed(cloud), u), energy, 1e-14);
  }
}

TEST(KineticEnergy, IsTheSameInEveryFrame) {
  Random random(39);
  for (int i = 0; i < 200; ++i) {
    const Inertia<double> body = random.inertia();
    const Motion<double> u = random.motion();
    const Pose<double> X = random.pose();
    EXPECT_NEAR(kinetic_energy(X * body, X * u), kinetic_energy(body, u), 3e-14);
  }
}

TEST(Momentum, IsLinearInTheTenNumbers) {
  Random random(40);
  const Inertia<double> a = random.inertia(), b = random.inertia();
  const Motion<double> u = random.motion();
  EXPECT_LT(difference((a + b) * u, a * u + b * u), 5e-15);
}

}  // namespace
