// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;

template <class T>
struct TheRegressor : testing::Test {};
TYPED_TEST_SUITE(TheRegressor, DoubleAndQuad, NumberNames);

/// The joints' own parameters in the order of the joint regressor's columns.
template <class T>
std::vector<T> joint_parameters(const Model<T>& model) {
  std::vector<T> pi;
  for (const auto& link : model.links()) {
    pi.push_back(link.motor ? link.motor->rotor_inertia : T(0.0));
    pi.push_back(link.friction.viscous);
    pi.push_back(link.friction.coulomb_plus);
    pi.push_back(link.friction.coulomb_minus);
  }
  return pi;
}

/// Without what is not linear (springs with a rest, the Stribeck effect, tables) and couplings, which have no column.
template <class T>
Model<T> linear(const Model<T>& model) {
  auto parts = model.parts();
  for (auto& link : parts.links) {
    link.spring.reset();
    link.friction.stribeck_velocity.reset();
    link.friction.table.clear();
  }
  parts.couplings.clear();
  return Model<T>(std::move(parts));
}

TYPED_TEST(TheRegressor, TimesTheParametersGivesTheTorques) {
  using T = TypeParam;
  Worst worst(1000 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& whole, const State<T>& s, const std::string& where) {
    const Model<T> model = linear(whole);
    const std::size_t n = n_of(model), links = index(model.link_count());
    sinew::RegressorScratch<T> scratch(model);
    std::vector<T> Y(n * index(sinew::regressor_columns(model))), Y_joints(n * 4 * links);
    sinew::regressor<T, T>(model, s.q, s.qd, s.qdd, s.gravity, scratch, Y);
    sinew::joint_regressor<T, T>(model, s.q, s.qd, s.qdd, scratch, Y_joints);
    auto tau = product(Y, sinew::inertial_parameters(model));
    const auto of_joints = product(Y_joints, joint_parameters<T>(model));
    for (std::size_t i = 0; i < n; ++i) tau[i] += of_joints[i];
    worst.see(deviation(tau, torques<T, T>(model, s.q, s.qd, s.qdd, s.weight())), where);
  });
}

}  // namespace
