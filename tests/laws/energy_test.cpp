// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;
using sinew::Dual;
using sinew::Force;
using sinew::Vec3;

template <class T>
struct TheEnergy : testing::Test {};
TYPED_TEST_SUITE(TheEnergy, DoubleAndQuad, NumberNames);

template <class P, class T>
sinew::Energy<T> energy_of(const Model<P>& model, const std::vector<T>& q, const std::vector<T>& qd,
                           const Vec3<T>& gravity) {
  sinew::EnergyScratch<T> scratch(model);
  return sinew::energy<P, T>(model, q, qd, gravity, scratch);
}

template <class T>
Vec3<Dual<1, T>> constant_vector(const Vec3<T>& v) {
  return {Dual<1, T>(v.x), Dual<1, T>(v.y), Dual<1, T>(v.z)};
}

TYPED_TEST(TheEnergy, OfMotionIsHalfTheMassMatrixBetweenTheVelocities) {
  using T = TypeParam;
  Worst worst(500 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    const T twice = dot(s.qd, product(mass_matrix_of<T, T>(model, s.q), s.qd));
    const T kinetic = energy_of<T, T>(model, s.q, s.qd, s.gravity).kinetic;
    worst.see(deviation<T>({kinetic + kinetic}, {twice}), where);
  });
}

TYPED_TEST(TheEnergy, OfTheWholeIsTheSumOverTheLinks) {
  using T = TypeParam;
  Worst worst(200 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    sinew::EnergyScratch<T> scratch(model);
    std::vector<sinew::BodyEnergy<T>> links(index(model.link_count()));
    const auto whole = sinew::energy<T, T>(model, s.q, s.qd, s.gravity, scratch, links);
    T kinetic = whole.rotors, potential(0.0);
    if (model.floating_base()) {
      const sinew::Motion<T> base = sinew::base_motion<T>(s.qd);
      kinetic += T(0.5) * dot(base, model.base_inertia() * base);
      const auto X = sinew::base_pose<T>(s.q);
      potential -= dot(s.gravity, X.R * model.base_inertia().h + model.base_inertia().m * X.p);
    }
    for (int i = 0; i < model.link_count(); ++i) {
      const auto& link = links[index(i)];
      kinetic += link.translation + link.rotation;
      potential += link.potential;
    }
    worst.see(deviation<T>({kinetic}, {whole.kinetic}), where);
    worst.see(deviation<T>({potential}, {whole.potential}, 1.0 + std::abs(plain(potential))), where);
  });
}

// Ė = τ·q̇ + external·v − friction·q̇, at any acceleration
TYPED_TEST(TheEnergy, ChangesByThePowerThatGoesIn) {
  using T = TypeParam;
  Worst worst(2000 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    const auto tau = torques<T, T>(model, s.q, s.qd, s.qdd, s.loads());
    T power = dot(tau, s.qd);
    for (int i = 0; i < model.velocity_count(); ++i)
      power -= sinew::friction_at<T, T>(model, s.q, s.qd, i) * s.qd[index(i)];
    const Placement<T> placement(model, s.q);
    const auto add_external = [&](int link, const Force<T>& f) {
      const auto u = product(jacobian_of<T, T>(model, s.q, {link, {}}), s.qd);
      const sinew::Rotation<T> R = placement.of_link(link).R;
      power += dot(Vec3<T>{u[0], u[1], u[2]}, R * f.n) + dot(Vec3<T>{u[3], u[4], u[5]}, R * f.f);
    };
    for (int i = 0; i < model.link_count(); ++i) add_external(i, s.external[index(i)]);
    if (model.floating_base()) add_external(sinew::base_link, s.on_base);
    const auto E = energy_of<T, Dual<1, T>>(model, moving_position<T, T>(model, s.q, s.qd), moving<T>(s.qd, s.qdd),
                                            constant_vector<T>(s.gravity));
    const T rate = E.kinetic.d[0] + E.potential.d[0] + E.springs.d[0];
    worst.see(deviation<T>({rate}, {power}, largest(tau) * largest(s.qd)), where);
  });
}

TYPED_TEST(TheEnergy, OfPositionHasTheGravityTorquesForItsSlope) {
  using T = TypeParam;
  Worst worst(500 * Precision<T>::unit);
  for_every_robot<T>(
      random_trees(), Precision<T>::is_quad ? 4 : 1,
      [&](const auto& model, const State<T>& s, const std::string& where) {
        std::vector<T> slope;
        for (std::size_t k = 0; k < n_of(model); ++k) {
          auto e = zeros<T, T>(model);
          e[k] = T(1.0);
          const auto q = moving_position<T, T>(model, s.q, e);
          const auto still = moving<T>(zeros<T, T>(model), zeros<T, T>(model));
          slope.push_back(energy_of<T, Dual<1, T>>(model, q, still, constant_vector<T>(s.gravity)).potential.d[0]);
        }
        const auto g = gravity_torques<T, T>(model, s.q, s.gravity);
        worst.see(deviation(g, slope), where);
      });
}

TYPED_TEST(TheEnergy, IsLinearInTheParametersByItsRegressor) {
  using T = TypeParam;
  Worst worst(2000 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    sinew::RegressorScratch<T> scratch(model);
    std::vector<T> kinetic(index(sinew::regressor_columns(model))), potential(kinetic.size());
    sinew::energy_regressor<T, T>(model, s.q, s.qd, s.gravity, scratch, kinetic, potential);
    const auto pi = sinew::inertial_parameters(model);
    const auto E = energy_of<T, T>(model, s.q, s.qd, s.gravity);
    worst.see(deviation<T>({dot(kinetic, pi)}, {E.kinetic - E.rotors}, plain(E.kinetic)), where);
    worst.see(deviation<T>({dot(potential, pi)}, {E.potential}, 1.0 + std::abs(plain(E.potential))), where);
  });
}

/// Momentum of all bodies in W about W's origin, through each body's own pose and Jacobian.
template <class T>
Force<T> sum_of_momenta(const Model<T>& model, const State<T>& s) {
  const Placement<T> placement(model, s.q);
  Force<T> sum;
  const auto velocity = [&](int link) {
    const auto u = product(jacobian_of<T, T>(model, s.q, {link, {}}), s.qd);
    return sinew::Motion<T>{{u[0], u[1], u[2]}, {u[3], u[4], u[5]}};
  };
  const auto add = [&](int link, const sinew::Inertia<T>& body) {
    const sinew::Pose<T> X = placement.of_link(link);
    const Force<T> at_origin = (sinew::Pose<T>{X.R, {}} * body) * velocity(link);
    sum += {at_origin.n + cross(X.p, at_origin.f), at_origin.f};
  };
  if (model.floating_base()) add(sinew::base_link, model.base_inertia());
  for (int i = 0; i < model.link_count(); ++i) {
    add(i, model.link(i).inertia);
    if (const auto& motor = model.link(i).motor) {
      const Vec3<T> axis = placement.of_link(motor->carrier).R * motor->axis;
      const T spin = dot(axis, velocity(motor->carrier).w) +
                     motor->gear_ratio * (model.link(i).multiplier * s.qd[index(model.link(i).velocity_index)]);
      sum += {(motor->rotor_inertia * spin) * axis, {}};
    }
  }
  return sum;
}

TYPED_TEST(TheEnergy, HasACentroidalMomentumThatIsTheSumOfAllMomenta) {
  using T = TypeParam;
  Worst worst(500 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    T mass(0.0);
    for (const auto& link : model.links()) mass += link.inertia.m;
    if (!(T(0.0) < mass)) return;
    sinew::EnergyScratch<T> scratch(model);
    std::vector<T> A(6 * n_of(model));
    const auto whole = sinew::centroidal_momentum<T, T>(model, s.q, s.qd, scratch, A);
    const Force<T> sum = sum_of_momenta<T>(model, s);
    const Vec3<T> n = sum.n - cross(whole.com, sum.f);
    const std::vector<T> expected{n.x, n.y, n.z, sum.f.x, sum.f.y, sum.f.z};
    const Force<T>& h = whole.momentum;
    const double size = largest(A);
    worst.see(deviation<T>({h.n.x, h.n.y, h.n.z, h.f.x, h.f.y, h.f.z}, expected, size), where);
    worst.see(deviation(product(A, s.qd), expected, size), where + ", A·q̇");
    const Vec3<T> mv = whole.mass * whole.velocity;
    worst.see(deviation<T>({mv.x, mv.y, mv.z}, {sum.f.x, sum.f.y, sum.f.z}, size), where);
    // the velocity of the centre of mass is how it moves
    sinew::EnergyScratch<Dual<1, T>> dual_scratch(model);
    const auto moved = sinew::centroidal_momentum<T, Dual<1, T>>(model, moving_position<T, T>(model, s.q, s.qd),
                                                                 moving<T>(s.qd, s.qdd), dual_scratch, {});
    worst.see(deviation<T>({moved.com.x.d[0], moved.com.y.d[0], moved.com.z.d[0]},
                           {whole.velocity.x, whole.velocity.y, whole.velocity.z}, 10.0),
              where + ", ċ");
  });
}

}  // namespace
