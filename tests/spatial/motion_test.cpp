// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/spatial/motion.h"

#include <gtest/gtest.h>

#include "tests/support/differences.h"
#include "tests/support/random.h"

namespace {

using sinew::Force;
using sinew::Motion;
using sinew::Pose;
using sinew::Vec3;
using sinew_test::difference;
using sinew_test::Random;

template <class A, class B>
concept Add = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept Dot = requires(A a, B b) {
  dot(a, b);
};
static_assert(Add<Motion<double>, Motion<double>> && Add<Force<double>, Force<double>>);
static_assert(!Add<Motion<double>, Force<double>> && !Add<Force<double>, Motion<double>>);
static_assert(Dot<Motion<double>, Force<double>>);
static_assert(!Dot<Motion<double>, Motion<double>> && !Dot<Force<double>, Force<double>>);

TEST(APose, IsUndoneByItsInverse) {
  Random random(21);
  for (int i = 0; i < 200; ++i) {
    const Pose<double> X = random.pose();
    EXPECT_LT(difference(X * X.inverse(), Pose<double>{}), 2e-15);
    EXPECT_LT(difference(X.inverse() * X, Pose<double>{}), 2e-15);
    EXPECT_LT(difference(X.inverse().inverse(), X), 1e-15);
  }
}

TEST(APose, TakesAPointThroughOneFrameAfterTheOther) {
  Random random(22);
  for (int i = 0; i < 200; ++i) {
    const Pose<double> X_AB = random.pose(), X_BC = random.pose(), X_CD = random.pose();
    const Vec3<double> p_C = random.vector();
    EXPECT_LT(difference((X_AB * X_BC) * p_C, X_AB * (X_BC * p_C)), 1e-15);
    EXPECT_LT(difference((X_AB * X_BC) * X_CD, X_AB * (X_BC * X_CD)), 2e-15);
    EXPECT_LT(difference((X_AB * X_BC).inverse(), X_BC.inverse() * X_AB.inverse()), 2e-15);
  }
}

TEST(APose, OfTheOriginIsItsPosition) {
  Random random(23);
  const Pose<double> X = random.pose();
  EXPECT_EQ(difference(X * Vec3<double>{}, X.p), 0.0);
  EXPECT_EQ(difference(sinew::translation<double>({1.0, 2.0, 3.0}) * Vec3<double>{}, {1.0, 2.0, 3.0}), 0.0);
}

TEST(Power, IsTheSameInEveryFrame) {
  Random random(24);
  for (int i = 0; i < 500; ++i) {
    const Pose<double> X = random.pose();
    const Motion<double> m = random.motion();
    const Force<double> f = random.force();
    EXPECT_NEAR(dot(X * m, X * f), dot(m, f), 1e-14);
  }
}

TEST(AMotion, SeenFromAnotherFrameMovesEveryPointAlike) {
  Random random(25);
  for (int i = 0; i < 200; ++i) {
    const Pose<double> X_AB = random.pose();
    const Motion<double> m_B = random.motion(), m_A = X_AB * m_B;
    const Vec3<double> p_B = random.vector(), p_A = X_AB * p_B;
    const Vec3<double> v_B = m_B.v + cross(m_B.w, p_B), v_A = m_A.v + cross(m_A.w, p_A);
    EXPECT_LT(difference(v_A, X_AB.R * v_B), 2e-15);
  }
}

TEST(AForce, SeenFromAnotherFrameHasTheSameMomentAboutEveryPoint) {
  Random random(26);
  for (int i = 0; i < 200; ++i) {
    const Pose<double> X_AB = random.pose();
    const Force<double> f_B = random.force(), f_A = X_AB * f_B;
    const Vec3<double> p_B = random.vector(), p_A = X_AB * p_B;
    const Vec3<double> n_B = f_B.n - cross(p_B, f_B.f), n_A = f_A.n - cross(p_A, f_A.f);
    EXPECT_LT(difference(n_A, X_AB.R * n_B), 2e-15);
  }
}

TEST(ChangesOfFrame, ComposeForMotionsAndForces) {
  Random random(27);
  for (int i = 0; i < 200; ++i) {
    const Pose<double> X_AB = random.pose(), X_BC = random.pose();
    const Motion<double> m = random.motion();
    const Force<double> f = random.force();
    EXPECT_LT(difference((X_AB * X_BC) * m, X_AB * (X_BC * m)), 5e-15);
    EXPECT_LT(difference((X_AB * X_BC) * f, X_AB * (X_BC * f)), 5e-15);
    EXPECT_LT(difference(X_AB.inverse() * (X_AB * m), m), 5e-15);
    EXPECT_LT(difference(X_AB.inverse() * (X_AB * f), f), 5e-15);
  }
}

TEST(TheCrossProduct, TurnsWithTheFrame) {
  Random random(28);
  for (int i = 0; i < 200; ++i) {
    const Pose<double> X = random.pose();
    const Motion<double> a = random.motion(), b = random.motion();
    const Force<double> f = random.force();
    EXPECT_LT(difference(X * cross(a, b), cross(X * a, X * b)), 1e-14);
    EXPECT_LT(difference(X * cross(a, f), cross(X * a, X * f)), 1e-14);
  }
}

TEST(TheCrossProduct, LeavesThePowerOfCarriedVectorsUnchanged) {
  Random random(29);
  for (int i = 0; i < 200; ++i) {
    const Motion<double> a = random.motion(), b = random.motion();
    const Force<double> f = random.force();
    EXPECT_NEAR(dot(cross(a, b), f) + dot(b, cross(a, f)), 0.0, 2e-15);
    EXPECT_LT(difference(cross(a, a), Motion<double>{}), 1e-16);
  }
}

TEST(TheCrossProduct, IsTheRateOfChangeOfAMovingFrame) {
  // X(t) = exp(a·t) to first order: d/dt X(t)·b at t = 0
  Random random(30);
  const Motion<double> a = random.motion(), b = random.motion();
  const double h = 1e-6;
  const auto moved = [&](double t) {
    const Pose<double> X{sinew::Rotation<double>::about(a.w / norm(a.w), sinew::sincos(t * norm(a.w))), t * a.v};
    return X * b;
  };
  const Motion<double> rate = 1 / (2 * h) * (moved(h) - moved(-h));
  EXPECT_LT(difference(rate, cross(a, b)), 1e-9);
}

}  // namespace
