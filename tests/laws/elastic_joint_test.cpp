// SPDX-License-Identifier: BSD-3-Clause
/// What holds for elastic joints alone. The laws of every robot are held against trees with elastic joints as well.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;
using sinew::JointKind;

template <class T>
struct ElasticJoint : testing::Test {};
TYPED_TEST_SUITE(ElasticJoint, DoubleAndQuad, NumberNames);

constexpr double link_inertia = 0.7, rotor_inertia = 3e-4, gear_ratio = 80.0, stiffness = 4500.0;

/// One link on the ground, turning about a vertical axis: gravity asks nothing of it.
sinew::RobotDescription<double> one_elastic_joint() {
  sinew::RobotDescription<double> robot;
  robot.name = "one elastic joint";
  robot.links = {a_link("base"), a_link("arm", {0.0, {}, sinew::Symmetric3<double>::diagonal(0.0, 0.0, link_inertia)})};
  robot.joints = {a_joint("pivot", JointKind::Revolute, "base", "arm")};
  robot.joints[0].motor =
      sinew::Motor<double>{.carrier = "base", .rotor_inertia = rotor_inertia, .gear_ratio = gear_ratio};
  robot.joints[0].transmission = sinew::Transmission<double>{stiffness, 0.0, {}};
  return robot;
}

/// Of q̈ = −M⁻¹·K·q, with two coordinates of which one swing is ω = 0: the motor and its joint turning alike.
TYPED_TEST(ElasticJoint, SwingsAsFastAsItsClosedForm) {
  using T = TypeParam;
  using std::sqrt;
  Worst worst(10 * Precision<T>::unit);
  const auto model = numbers_as<T>(sinew::build_model(one_elastic_joint()));
  ASSERT_EQ(model.velocity_count(), 2);
  State<T> rest;
  rest.q = rest.qd = rest.qdd = rest.tau = zeros<T, T>(model);
  const T reflected = T(gear_ratio) * T(gear_ratio) * T(rotor_inertia), K(stiffness), J(link_inertia);
  const T free = sqrt(K * (T(1.0) / J + T(1.0) / reflected));

  // by the derivatives of forward dynamics, whose eigenvalues add up to −ω²
  const auto A = acceleration_derivatives<T, T>(model, rest).by_q;
  worst.see(deviation<T>({sqrt(-(A[0] + A[3]))}, {free}), "forward dynamics");
  worst.see(std::abs(plain(A[0] * A[3] - A[1] * A[2])) / plain(free * free * free * free), "the other swing");

  // by mass and stiffness: det(K − ω²·M) = ω²·(ω²·det M − (K₁₁·M₂₂ + K₂₂·M₁₁ − 2·K₁₂·M₁₂))
  const auto M = mass_matrix_of<T, T>(model, rest.q);
  const auto S = torque_derivatives<T, T>(model, rest).by_q;
  const T sum = S[0] * M[3] + S[3] * M[0] - S[1] * M[1] - S[2] * M[2], det = M[0] * M[3] - M[1] * M[2];
  worst.see(deviation<T>({sqrt(sum / det)}, {free}), "mass and stiffness");

  const auto motor = index(model.link(model.couplings()[0].motor).velocity_index) * 3;
  const auto joint = index(model.link(model.couplings()[0].joint).velocity_index) * 3;
  worst.see(deviation<T>({sqrt(S[motor] / M[motor])}, {sqrt(K / reflected)}), "with the link clamped");
  worst.see(deviation<T>({sqrt(S[joint] / M[joint])}, {sqrt(K / J)}), "with the motor clamped");
}

/// The trees that have elastic joints, and the same trees without transmissions.
struct Pair {
  LawRobot elastic;
  sinew::Model<double> rigid;
};
std::vector<Pair> elastic_trees() {
  std::vector<Pair> pairs;
  for (LawRobot robot : invertible_trees()) {
    if (robot.model.couplings().empty()) continue;
    // on the motor's side nothing rubs, and no damper: a rigid joint has neither
    for (auto& joint : robot.description.joints)
      if (joint.transmission) joint.transmission->damping = 0.0, joint.transmission->motor_friction = {};
    robot.model = sinew::build_model(robot.description);
    auto description = robot.description;
    for (auto& joint : description.joints) joint.transmission.reset();
    pairs.push_back({std::move(robot), sinew::build_model(description)});
  }
  return pairs;
}

/// The rigid robot's vector for all coordinates of the elastic one: a motor has its joint's entry.
template <class T>
std::vector<T> with_motors_alike(const Model<T>& elastic, const Model<T>& rigid, const std::vector<T>& x) {
  const std::size_t free = x.size() - index(rigid.independent_count());  // of a floating base
  std::vector<T> y(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(free));
  y.resize(free + index(elastic.independent_count()));
  for (const auto& link : elastic.links()) {
    if (link.follows) continue;
    const std::string joint = link.is_motor ? link.joint_name.substr(0, link.joint_name.size() - 6) : link.joint_name;
    const auto& same = rigid.link(*rigid.find_joint(joint));
    const int base = elastic.floating_base() ? 6 : 0;
    y[free + index(link.velocity_index - base)] = x[free + index(same.velocity_index - base)];
  }
  return y;
}

/// The other way round, for torques: what a motor gives goes through its joint.
template <class T>
std::vector<T> sums_over_motors(const Model<T>& elastic, const Model<T>& rigid, const std::vector<T>& tau) {
  std::vector<T> y(n_of(rigid), T(0.0));
  for (std::size_t k = 0; k < (elastic.floating_base() ? 6 : 0); ++k) y[k] = tau[k];
  for (const auto& link : elastic.links()) {
    if (link.follows) continue;
    const std::string joint = link.is_motor ? link.joint_name.substr(0, link.joint_name.size() - 6) : link.joint_name;
    y[index(rigid.link(*rigid.find_joint(joint)).velocity_index)] += tau[index(link.velocity_index)];
  }
  return y;
}

TYPED_TEST(ElasticJoint, NeedsTheTorquesOfARigidOneWhereItsMotorMovesAlike) {
  using T = TypeParam;
  Worst worst(1000 * Precision<T>::unit);
  for (const Pair& pair : elastic_trees()) {
    const auto elastic = numbers_as<T>(pair.elastic.model), rigid = numbers_as<T>(pair.rigid);
    Random random(pair.elastic.seed);
    auto s = numbers_as<T>(random_state(pair.rigid, random));
    s.external.clear();
    const auto alike = [&](const std::vector<T>& x) { return with_motors_alike<T>(elastic, rigid, x); };
    const auto expected = torques<T, T>(rigid, s.q, s.qd, s.qdd, s.weight());
    const auto found = torques<T, T>(elastic, alike(s.q), alike(s.qd), alike(s.qdd), s.weight());
    worst.see(deviation(sums_over_motors<T>(elastic, rigid, found), expected, largest(found)), pair.elastic.name);
    const auto M = mass_matrix_of<T, T>(rigid, s.q), M_elastic = mass_matrix_of<T, T>(elastic, alike(s.q));
    const auto momentum = sums_over_motors<T>(elastic, rigid, product(M_elastic, alike(s.qd)));
    worst.see(deviation(momentum, product(M, s.qd), largest(M) * largest(s.qd)), pair.elastic.name + ", M·q̇");
  }
}

/// Where the springs are stretched as the motion of the rigid robot asks, and the motors carry that along, the motors'
/// torques are the rigid robot's but for a part of 1/K, and nothing else acts on the joints.
TYPED_TEST(ElasticJoint, NeedsTheTorquesOfARigidOneAsItGetsStiff) {
  using T = TypeParam;
  for (const Pair& pair : elastic_trees()) {
    const auto rigid = numbers_as<T>(pair.rigid);
    Random random(pair.elastic.seed);
    auto s = numbers_as<T>(random_state(pair.rigid, random));
    const auto expected = torques<T, T>(rigid, s.q, s.qd, s.qdd, s.weight());
    std::vector<double> off;
    for (const double K : {1e6, 1e8, 1e10}) {
      auto description = pair.elastic.description;
      for (auto& joint : description.joints)
        if (joint.transmission) joint.transmission->stiffness = K;
      const auto elastic = numbers_as<T>(sinew::build_model(description));
      auto q = with_motors_alike<T>(elastic, rigid, s.q), qd = with_motors_alike<T>(elastic, rigid, s.qd),
           qdd = with_motors_alike<T>(elastic, rigid, s.qdd);
      const auto alike = torques<T, T>(elastic, q, qd, qdd, s.weight());
      for (const auto& coupling : elastic.couplings()) {
        const auto& motor = elastic.link(coupling.motor);
        const T asked = alike[index(elastic.link(coupling.joint).velocity_index)];
        q[index(motor.position_index)] += asked / T(K);
        qd[index(motor.velocity_index)] += T(3.0) / T(K);  // how the asked torque changes is bounded, whatever it is
        qdd[index(motor.velocity_index)] += T(40.0) / T(K);
      }
      const auto tau = torques<T, T>(elastic, q, qd, qdd, s.weight());
      double worst = 0.0;
      for (const auto& coupling : elastic.couplings()) {
        const auto& joint = elastic.link(coupling.joint);
        const T given = tau[index(elastic.link(coupling.motor).velocity_index)];
        const T rigid_torque = expected[index(rigid.link(*rigid.find_joint(joint.joint_name)).velocity_index)];
        worst =
            std::max({worst, std::abs(plain(given - rigid_torque)), std::abs(plain(tau[index(joint.velocity_index)]))});
      }
      off.push_back(worst / (1.0 + largest(expected)));
    }
    // a hundred times stiffer is a hundred times nearer, until doubles end
    EXPECT_LT(off[1], 0.011 * off[0] + 1e-7 * Precision<T>::unit / 1.1e-16) << pair.elastic.name;
    EXPECT_LT(off[2], 0.011 * off[1] + 1e-5 * Precision<T>::unit / 1.1e-16) << pair.elastic.name;
    EXPECT_LT(off[2], 1e-3) << pair.elastic.name;
  }
}

TEST(ElasticTrees, AreManyAndOfAllKinds) {
  int couplings = 0, floating = 0, sliding = 0, local = 0;
  for (const LawRobot& robot : random_trees()) {
    if (robot.model.couplings().empty()) continue;
    couplings += static_cast<int>(robot.model.couplings().size());
    floating += robot.model.floating_base();
    local += robot.model.joints_are_local();
    for (const auto& coupling : robot.model.couplings())
      sliding += robot.model.link(coupling.joint).kind == JointKind::Prismatic;
  }
  EXPECT_GT(couplings, 60);
  EXPECT_GT(floating, 10);
  EXPECT_GT(sliding, 10);
  EXPECT_GT(local, 5);
}

}  // namespace
