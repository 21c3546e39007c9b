// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;
using sinew::base_link;
using sinew::Vec3;

template <class T>
struct TheMassMatrix : testing::Test {};
TYPED_TEST_SUITE(TheMassMatrix, DoubleAndQuad, NumberNames);

template <class T>
Vec3<T> column_of(const std::vector<T>& J, std::size_t n, std::size_t row, std::size_t c) {
  return {J[row * n + c], J[(row + 1) * n + c], J[(row + 2) * n + c]};
}

/// Σ Jᵀ·M·J over all bodies, the base and the rotors, body by body.
template <class T>
std::vector<T> sum_of_congruences(const Model<T>& model, const std::vector<T>& q) {
  const std::size_t n = n_of(model);
  std::vector<T> sum(n * n, T(0.0));
  const Placement<T> placement(model, q);
  const auto add_body = [&](int link, const sinew::Inertia<T>& body) {
    // about the frame's origin, in the axes of W
    const auto J = jacobian_of<T, T>(model, q, {link, {}});
    const sinew::Inertia<T> seen = sinew::Pose<T>{placement.of_link(link).R, {}} * body;
    for (std::size_t c = 0; c < n; ++c) {
      const sinew::Force<T> p = seen * sinew::Motion<T>{column_of(J, n, 0, c), column_of(J, n, 3, c)};
      for (std::size_t r = 0; r < n; ++r)
        sum[r * n + c] += dot(column_of(J, n, 0, r), p.n) + dot(column_of(J, n, 3, r), p.f);
    }
  };
  if (model.floating_base()) add_body(base_link, model.base_inertia());
  for (int i = 0; i < model.link_count(); ++i) add_body(i, model.link(i).inertia);
  for (int i = 0; i < model.link_count(); ++i) {
    const auto& link = model.link(i);
    if (!link.motor) continue;
    const auto J = jacobian_of<T, T>(model, q, {link.motor->carrier, {}});
    const Vec3<T> axis = placement.of_link(link.motor->carrier).R * link.motor->axis;
    std::vector<T> spin(n);
    for (std::size_t c = 0; c < n; ++c) spin[c] = dot(axis, column_of(J, n, 0, c));
    spin[index(link.velocity_index)] += link.motor->gear_ratio * link.multiplier;
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t c = 0; c < n; ++c) sum[r * n + c] += link.motor->rotor_inertia * (spin[r] * spin[c]);
  }
  return sum;
}

TYPED_TEST(TheMassMatrix, IsTheSumOfTheCongruencesOfAllBodies) {
  using T = TypeParam;
  Worst worst(200 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    worst.see(deviation(mass_matrix_of<T, T>(model, s.q), sum_of_congruences<T>(model, s.q)), where);
  });
}

TYPED_TEST(TheMassMatrix, IsWhatInverseDynamicsMultipliesAccelerationsBy) {
  using T = TypeParam;
  Worst worst(500 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    const auto M = mass_matrix_of<T, T>(model, s.q);
    worst.see(deviation(body_torques<T, T>(model, s.q, zeros<T, T>(model), s.qdd, {}), product(M, s.qdd), largest(M)),
              where);
  });
}

TYPED_TEST(TheMassMatrix, IsSymmetricToTheLastBit) {
  using T = TypeParam;
  Worst worst(1e-300);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    const std::size_t n = n_of(model);
    const auto M = mass_matrix_of<T, T>(model, s.q);
    auto transposed = M;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) transposed[j * n + i] = M[i * n + j];
    worst.see(deviation(transposed, M), where);
  });
}

}  // namespace
