// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;

template <class T>
struct ForwardDynamics : testing::Test {};
TYPED_TEST_SUITE(ForwardDynamics, DoubleAndQuad, NumberNames);

// the torques that come back are held against: what the accelerations lose where M is near singular is M's
TYPED_TEST(ForwardDynamics, IsUndoneByInverseDynamics) {
  using T = TypeParam;
  Worst worst(1e2 * Precision<T>::unit);
  for_every_robot<T>(invertible_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    const auto qdd = accelerations<T, T>(model, s.q, s.qd, s.tau, s.loads());
    const auto M = mass_matrix_of<T, T>(model, s.q);
    const auto back = torques<T, T>(model, s.q, s.qd, qdd, s.loads());
    worst.see(deviation(back, s.tau, largest(s.tau) + largest(M) * largest(qdd)), where);
  });
}

TYPED_TEST(ForwardDynamics, UndoesInverseDynamicsOnEveryShippedRobot) {
  using T = TypeParam;
  Worst worst(1e5 * Precision<T>::unit);  // of which the Puma's wrist takes most
  for_every_robot<T>({}, 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    const auto tau = torques<T, T>(model, s.q, s.qd, s.qdd, s.loads());
    worst.see(deviation(accelerations<T, T>(model, s.q, s.qd, tau, s.loads()), s.qdd), where);
  });
}

TYPED_TEST(ForwardDynamics, IsTheSameByArticulatedBodiesAndByTheMassMatrix) {
  using T = TypeParam;
  Worst worst(1e4 * Precision<T>::unit);
  int with_rotors = 0, floating = 0;
  const auto compare = [&](const auto& model, const State<T>& s, const std::string& where) {
    if (!model.joints_are_local()) return;
    if (!model.rotors().empty()) ++with_rotors;
    if (model.floating_base()) ++floating;
    worst.see(deviation(accelerations_articulated<T, T>(model, s.q, s.qd, s.tau, s.loads()),
                        accelerations_factorised<T, T>(model, s.q, s.qd, s.tau, s.loads())),
              where);
  };
  // few of the trees have local joints: also compare those that are made so
  for_every_robot<T>(invertible_trees(), 1, compare);
  for (const LawRobot& robot : invertible_trees()) {
    auto description = robot.description;
    for (auto& joint : description.joints) {
      joint.mimic.reset();
      if (joint.motor) joint.motor->carrier = joint.parent;
    }
    const auto local = sinew::build_model(description);
    Random random(robot.seed);
    compare(numbers_as<T>(local), numbers_as<T>(random_state(local, random)), robot.name + " made local");
  }
  EXPECT_GT(with_rotors, 20);
  EXPECT_GT(floating, 20);
}

TYPED_TEST(ForwardDynamics, HasAnInverseMassMatrixThatInverts) {
  using T = TypeParam;
  Worst worst(1e2 * Precision<T>::unit);
  for_every_robot<T>(invertible_trees(), Precision<T>::is_quad ? 2 : 1,
                     [&](const auto& model, const State<T>& s, const std::string& where) {
                       const std::size_t n = n_of(model);
                       const auto M = mass_matrix_of<T, T>(model, s.q);
                       auto factors = M;
                       std::vector<T> inverse(n * n), unit(n * n, T(0.0)), found(n * n, T(0.0));
                       sinew::factorise<T, T>(model, factors);
                       sinew::invert_factorised<T, T>(model, factors, inverse);
                       for (std::size_t i = 0; i < n; ++i) {
                         unit[i * n + i] = T(1.0);
                         for (std::size_t k = 0; k < n; ++k)
                           for (std::size_t j = 0; j < n; ++j) found[i * n + j] += inverse[i * n + k] * M[k * n + j];
                         auto column = std::vector<T>(M.begin() + static_cast<std::ptrdiff_t>(i * n),
                                                      M.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
                         sinew::solve_factorised<T, T>(model, factors, column);
                         std::vector<T> e(n, T(0.0));
                         e[i] = T(1.0);
                         worst.see(deviation(column, e, largest(inverse) * largest(M)), where + ", solved");
                       }
                       worst.see(deviation(found, unit, largest(inverse) * largest(M)), where);
                     });
}

}  // namespace
