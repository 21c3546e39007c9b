// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;
using sinew::Dual;
using sinew::Vec3;

template <class T>
struct TheJacobian : testing::Test {};
TYPED_TEST_SUITE(TheJacobian, DoubleAndQuad, NumberNames);

/// A point somewhere on every third link, on the last and on the base.
template <class T>
std::vector<sinew::PointOnLink<T>> points_on(const Model<T>& model) {
  const Vec3<T> p{T(0.3), T(-0.2), T(0.5)};
  std::vector<sinew::PointOnLink<T>> points{{sinew::base_link, p}, {model.link_count() - 1, p}};
  for (int i = 0; i < model.link_count(); i += 3) points.push_back({i, p});
  return points;
}

// how far off a point is decides how fast it moves: a chain of forty links is some forty metres long
template <class T>
double size_of(const std::vector<T>& J) {
  return std::max(1.0, largest(J));
}

TYPED_TEST(TheJacobian, TimesTheVelocitiesIsHowThePointMoves) {
  using T = TypeParam;
  using D = Dual<1, T>;
  Worst worst(200 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    sinew::PosesScratch<D> scratch(model);
    std::vector<sinew::Pose<D>> X_WL(index(model.link_count()));
    sinew::Pose<D> X_WB;
    sinew::poses<T, D>(model, moving_position<T, T>(model, s.q, s.qd), scratch, X_WL, X_WB);
    for (const auto& point : points_on<T>(model)) {
      const auto J = jacobian_of<T, T>(model, s.q, point);
      const sinew::Pose<D>& X = point.link == sinew::base_link ? X_WB : X_WL[index(point.link)];
      const Vec3<D> p = X * point.p;
      // ω from Ṙ·Rᵀ
      const auto spin = [&](int i, int j) {
        T sum(0.0);
        for (int k = 0; k < 3; ++k) sum += X.R(i, k).d[0] * X.R(j, k).value;
        return sum;
      };
      worst.see(deviation<T>(product(J, s.qd), {spin(2, 1), spin(0, 2), spin(1, 0), p.x.d[0], p.y.d[0], p.z.d[0]},
                             size_of(J)),
                where);
    }
  });
}

TYPED_TEST(TheJacobian, HasTheRateThatDualNumbersGive) {
  using T = TypeParam;
  using D = Dual<1, T>;
  Worst worst(200 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    sinew::JacobianScratch<T> scratch(model);
    std::vector<T> Jd(6 * n_of(model));
    for (const auto& point : points_on<T>(model)) {
      sinew::jacobian_rate<T, T>(model, s.q, s.qd, point, scratch, Jd);
      const sinew::PointOnLink<D> same{point.link, {D(point.p.x), D(point.p.y), D(point.p.z)}};
      const auto expected = rates<T>(jacobian_of<T, D>(model, moving_position<T, T>(model, s.q, s.qd), same));
      worst.see(deviation(Jd, expected, size_of(expected)), where);
    }
  });
}

TYPED_TEST(TheJacobian, TurnsForcesIntoTorques) {
  using T = TypeParam;
  Worst worst(500 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    const auto found = body_torques<T, T>(model, s.q, zeros<T, T>(model), {}, {{}, s.external, s.on_base});
    auto expected = zeros<T, T>(model);
    const Placement<T> placement(model, s.q);
    const auto add = [&](int link, const sinew::Force<T>& f) {
      const auto J = jacobian_of<T, T>(model, s.q, {link, {}});
      const sinew::Rotation<T> R = placement.of_link(link).R;
      const Vec3<T> n = R * f.n, force = R * f.f;
      for (std::size_t c = 0; c < n_of(model); ++c)
        for (int k = 0; k < 3; ++k)
          expected[c] -= J[index(k) * n_of(model) + c] * n[k] + J[index(k + 3) * n_of(model) + c] * force[k];
    };
    for (int i = 0; i < model.link_count(); ++i) add(i, s.external[index(i)]);
    if (model.floating_base()) add(sinew::base_link, s.on_base);
    worst.see(deviation(found, expected, std::max(1.0, largest(expected))), where);
  });
}

TYPED_TEST(TheJacobian, InOtherAxesHasItsColumnsTurned) {
  using T = TypeParam;
  Worst worst(50 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 10, [&](const auto& model, const State<T>& s, const std::string& where) {
    const Placement<T> placement(model, s.q);
    const sinew::PointOnLink<T> point{model.link_count() - 1, {}};
    auto J = jacobian_of<T, T>(model, s.q, point);
    const auto in_W = product(J, s.qd);
    const sinew::Rotation<T> R = placement.of_link(point.link).R;
    sinew::turn_rows<T>(R, J);
    const auto in_L = product(J, s.qd);
    const Vec3<T> w = R * Vec3<T>{in_L[0], in_L[1], in_L[2]}, v = R * Vec3<T>{in_L[3], in_L[4], in_L[5]};
    worst.see(deviation<T>({w.x, w.y, w.z, v.x, v.y, v.z}, in_W, size_of(J)), where);
  });
}

// power does not ask where a wrench is written down
TYPED_TEST(TheJacobian, GivesAWrenchTheSamePowerAtAnyPoint) {
  using T = TypeParam;
  Worst worst(50 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 10, [&](const auto& model, const State<T>& s, const std::string& where) {
    const int link = model.link_count() - 1;
    const Vec3<T> p{T(0.3), T(-0.2), T(0.5)};
    const sinew::Force<T>& f = s.external[index(link)];
    const auto power = [&](const std::vector<T>& u, const sinew::Force<T>& wrench) {
      return dot(sinew::Motion<T>{{u[0], u[1], u[2]}, {u[3], u[4], u[5]}}, wrench);
    };
    const auto at_origin = product(jacobian_of<T, T>(model, s.q, {link, {}}), s.qd);
    const auto at_point = product(jacobian_of<T, T>(model, s.q, {link, p}), s.qd);
    const Vec3<T> r = Placement<T>(model, s.q).of_link(link).R * p;
    worst.see(deviation<T>({power(at_origin, sinew::at_other_point(f, r))}, {power(at_point, f)},
                           std::max(1.0, largest(at_point))),
              where);
  });
}

}  // namespace
