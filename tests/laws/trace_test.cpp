// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;
using sinew::base_link;
using sinew::Pose;
using sinew::Vec3;

template <class T>
struct TheTrace : testing::Test {};
TYPED_TEST_SUITE(TheTrace, DoubleAndQuad, NumberNames);

template <class T>
struct Traced {
  std::vector<sinew::LinkTrace<T>> links;
  std::vector<sinew::TorqueParts<T>> torques;
  std::vector<T> tau;
};

template <class T>
Traced<T> traced(const Model<T>& model, const State<T>& s) {
  sinew::TraceScratch<T> scratch(model);
  Traced<T> y;
  y.links.resize(index(model.link_count()));
  y.torques.resize(n_of(model));
  y.tau.resize(n_of(model));
  sinew::trace_inverse_dynamics<T, T>(model, s.q, s.qd, s.qdd, s.loads(), scratch, y.links, y.torques, y.tau);
  return y;
}

/// Where the frame is that the user's file has on a link.
template <class T>
Pose<T> own_pose(const Model<T>& model, const Placement<T>& placement, int i) {
  return placement.of_link(i) * model.own_frame(i);
}

/// Anywhere for a body without mass.
template <class T>
Vec3<T> com_of(const sinew::Inertia<T>& body) {
  return T(0.0) < body.m ? centre_of_mass(body) : Vec3<T>{};
}

template <class T>
void push(std::vector<T>& out, const Vec3<T>& v) {
  out.insert(out.end(), {v.x, v.y, v.z});
}

TYPED_TEST(TheTrace, HasTorquePartsThatAddUp) {
  using T = TypeParam;
  Worst worst(200 * Precision<T>::unit);
  for_every_robot<T>(
      random_trees(), Precision<T>::is_quad ? 4 : 1,
      [&](const auto& model, const State<T>& s, const std::string& where) {
        const auto found = traced<T>(model, s);
        std::vector<T> sum;
        for (const auto& p : found.torques)
          sum.push_back(p.inertial + p.coriolis + p.centrifugal + p.gravity + p.friction + p.spring + p.external);
        worst.see(deviation(sum, found.tau), where);
        worst.see(deviation(found.tau, torques<T, T>(model, s.q, s.qd, s.qdd, s.loads())), where);
      });
}

// each part by another route than the trace's own
TYPED_TEST(TheTrace, HasTorquePartsThatAreWhatTheyAreCalled) {
  using T = TypeParam;
  Worst worst(1000 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), Precision<T>::is_quad ? 20 : 4,
                     [&](const auto& model, const State<T>& s, const std::string& where) {
                       const auto found = traced<T>(model, s);
                       const std::size_t n = n_of(model);
                       const auto M = mass_matrix_of<T, T>(model, s.q);
                       const auto inertial = product(M, s.qdd);
                       // squares: C at one velocity at a time
                       auto squares = zeros<T, T>(model);
                       for (std::size_t k = 0; k < n; ++k) {
                         auto rate = zeros<T, T>(model);
                         rate[k] = s.qd[k];
                         const auto c = product(coriolis_matrix_of<T, T>(model, s.q, rate), rate);
                         for (std::size_t i = 0; i < n; ++i) squares[i] += c[i];
                       }
                       const auto c = product(coriolis_matrix_of<T, T>(model, s.q, s.qd), s.qd);
                       for (std::size_t i = 0; i < n; ++i) {
                         const auto& p = found.torques[i];
                         worst.see(deviation<T>({p.inertial, p.centrifugal, p.coriolis},
                                                {inertial[i], squares[i], c[i] - squares[i]}, largest(M)),
                                   where);
                       }
                     });
}

// what a link gets through its joint, less what its children take, its weight and the surroundings: that moves it
TYPED_TEST(TheTrace, HasReactionsThatBalanceEveryLink) {
  using T = TypeParam;
  Worst worst(1000 * Precision<T>::unit);
  for_every_robot<T>(invertible_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    const auto found = traced<T>(model, s);
    const Placement<T> placement(model, s.q);
    std::vector<T> needed, given;  // in W, about the centre of mass
    for (int i = 0; i < model.link_count(); ++i) {
      const auto& link = found.links[index(i)];
      const sinew::Rotation<T> R = own_pose<T>(model, placement, i).R;
      const Vec3<T> c = placement.of_link(i) * com_of<T>(model.link(i).inertia);
      Vec3<T> force, moment;
      const auto add = [&](const Vec3<T>& at, const Vec3<T>& more_force, const Vec3<T>& more_moment) {
        force += more_force;
        moment += more_moment + cross(at - c, more_force);
      };
      add(placement.of_link(i).p, R * link.f, R * link.n);
      add(c, model.link(i).inertia.m * (R * link.gravity), {});
      const Pose<T> X = placement.of_link(i);
      add(X.p, X.R * s.external[index(i)].f, X.R * s.external[index(i)].n);
      for (int k = i + 1; k < model.link_count(); ++k) {
        if (model.link(k).parent != i) continue;
        const sinew::Rotation<T> R_k = own_pose<T>(model, placement, k).R;
        add(placement.of_link(k).p, -(R_k * found.links[index(k)].f), -(R_k * found.links[index(k)].n));
      }
      // a rotor that it carries must be spun up and swung round
      for (const auto& driven : model.links()) {
        if (!driven.motor || driven.motor->carrier != i) continue;
        const Vec3<T> axis = X.R * driven.motor->axis, w = R * link.w, wd = R * link.wd;
        const T ratio = driven.motor->gear_ratio * driven.multiplier, J = driven.motor->rotor_inertia;
        const T spin = dot(axis, w) + ratio * s.qd[index(driven.velocity_index)];
        const T gain = dot(axis, wd) + ratio * s.qdd[index(driven.velocity_index)];
        moment -= J * (gain * axis + spin * cross(w, axis));
      }
      push(needed, R * link.F);
      push(needed, R * link.N);
      push(given, force);
      push(given, moment);
    }
    worst.see(deviation(given, needed, std::max(largest(needed), largest(found.tau))), where);
  });
}

TYPED_TEST(TheTrace, MovesEveryLinkAsItsJacobianDoes) {
  using T = TypeParam;
  Worst worst(500 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), Precision<T>::is_quad ? 4 : 1,
                     [&](const auto& model, const State<T>& s, const std::string& where) {
                       const auto found = traced<T>(model, s);
                       const Placement<T> placement(model, s.q);
                       sinew::JacobianScratch<T> scratch(model);
                       std::vector<T> Jd(6 * n_of(model)), seen, expected;
                       const auto expect = [&](int i, const Vec3<T>& p, const Vec3<T>& v, const Vec3<T>& vd) {
                         const auto& link = found.links[index(i)];
                         const sinew::Rotation<T> R = own_pose<T>(model, placement, i).R;
                         const auto J = jacobian_of<T, T>(model, s.q, {i, p});
                         sinew::jacobian_rate<T, T>(model, s.q, s.qd, {i, p}, scratch, Jd);
                         const auto u = product(J, s.qd), a = product(J, s.qdd), b = product(Jd, s.qd);
                         for (const Vec3<T>& x : {link.w, v, link.wd, vd}) push(seen, R * x);
                         expected.insert(expected.end(), u.begin(), u.end());
                         for (std::size_t k = 0; k < 6; ++k) expected.push_back(a[k] + b[k]);
                       };
                       for (int i = 0; i < model.link_count(); ++i) {
                         const auto& link = found.links[index(i)];
                         expect(i, model.own_frame(i).p, link.v, link.vd);
                         if (!(T(0.0) < model.link(i).inertia.m)) continue;
                         expect(i, centre_of_mass(model.link(i).inertia), link.v_com, link.vd_com);
                       }
                       worst.see(deviation(seen, expected), where);
                     });
}

TYPED_TEST(TheTrace, HasAccelerationPartsThatAddUp) {
  using T = TypeParam;
  Worst worst(200 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), Precision<T>::is_quad ? 4 : 1,
                     [&](const auto& model, const State<T>& s, const std::string& where) {
                       const auto found = traced<T>(model, s);
                       std::vector<T> sum, expected;
                       for (const auto& link : found.links) {
                         push(sum,
                              link.parts.transport + link.parts.centrifugal + link.parts.coriolis + link.parts.joint);
                         push(expected, link.vd);
                       }
                       // v̇ is found as felt, less gravity, and gravity is put back
                       worst.see(deviation(sum, expected, std::max(10.0, largest(expected))), where);
                     });
}

TYPED_TEST(TheTrace, SeesGravityInEveryLinksFrame) {
  using T = TypeParam;
  Worst worst(200 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), Precision<T>::is_quad ? 4 : 1,
                     [&](const auto& model, const State<T>& s, const std::string& where) {
                       const auto found = traced<T>(model, s);
                       const Placement<T> placement(model, s.q);
                       std::vector<T> seen, expected;
                       for (int i = 0; i < model.link_count(); ++i) {
                         push(seen, own_pose<T>(model, placement, i).R * found.links[index(i)].gravity);
                         push(expected, s.gravity);
                       }
                       worst.see(deviation(seen, expected, 9.81), where);
                     });
}

}  // namespace
