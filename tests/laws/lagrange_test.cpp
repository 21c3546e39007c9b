// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/scalar/dual.h"
#include "tests/laws/robots.h"

/// The second route to the torques: Lagrange's equations, from the file's own words.
///
///     τ = d/dt(∂T/∂q̇) − ∂T/∂q + ∂U/∂q
///
/// T and U are written down body by body, each at its centre of mass in the world, from a RobotDescription: no model,
/// no canonical frames, no spatial algebra, no recursion of the library. Dual numbers differentiate them.
namespace {

using namespace sinew_test;
using sinew::Dual;
using sinew::JointKind;
using sinew::RobotDescription;

template <class T>
using Vector = std::array<T, 3>;
template <class T>
using Matrix = std::array<std::array<T, 3>, 3>;

template <class T>
Vector<T> times(const Matrix<T>& R, const Vector<T>& v) {
  Vector<T> y;
  for (std::size_t i = 0; i < 3; ++i) y[i] = R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2];
  return y;
}
template <class T>
Matrix<T> times(const Matrix<T>& A, const Matrix<T>& B) {
  Matrix<T> y;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) y[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
  return y;
}
template <class T>
T dot(const Vector<T>& a, const Vector<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class T>
Vector<T> as(const sinew::Vec3<double>& v) {
  return {T(v.x), T(v.y), T(v.z)};
}
template <class T>
Matrix<T> as(const sinew::Rotation<double>& R) {
  Matrix<T> y;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) y[i][j] = T(R(static_cast<int>(i), static_cast<int>(j)));
  return y;
}

/// Where a link's own frame is in the world.
template <class T>
struct Place {
  Matrix<T> R{{{T(1.0), T(0.0), T(0.0)}, {T(0.0), T(1.0), T(0.0)}, {T(0.0), T(0.0), T(1.0)}}};
  Vector<T> p{T(0.0), T(0.0), T(0.0)};

  Place times(const Matrix<T>& R_next, const Vector<T>& p_next) const {
    Place y;
    y.R = ::times(R, R_next);
    y.p = ::times(R, p_next);
    for (std::size_t i = 0; i < 3; ++i) y.p[i] += p[i];
    return y;
  }
  Place times(const sinew::Pose<double>& X) const { return times(as<T>(X.R), as<T>(X.p)); }
};

/// What the file says of a robot's motion, sorted: which number of q each joint moves by.
struct Motion {
  const RobotDescription<double>& robot;
  std::vector<const sinew::JointDescription<double>*> order;  ///< parents first
  std::map<std::string, int> number;                          ///< of an independent joint in q
  std::string root;

  /// Numbered as the model does it, which is told by names.
  explicit Motion(const RobotDescription<double>& description, const std::map<std::string, int>& numbers)
      : robot(description), number(numbers) {
    std::map<std::string, bool> placed;
    for (const auto& link : robot.links) {
      bool is_child = false;
      for (const auto& joint : robot.joints) is_child = is_child || joint.child == link.name;
      if (!is_child) root = link.name;
    }
    placed[root] = true;
    while (order.size() < robot.joints.size())
      for (const auto& joint : robot.joints)
        if (placed[joint.parent] && !placed[joint.child]) {
          order.push_back(&joint);
          placed[joint.child] = true;
        }
  }

  const sinew::JointDescription<double>& joint_named(const std::string& name) const {
    for (const auto& joint : robot.joints)
      if (joint.name == name) return joint;
    throw std::runtime_error("no joint " + name);
  }

  /// A joint's own position, however many leaders it follows.
  template <class T>
  T own(const sinew::JointDescription<double>& joint, const std::vector<T>& q) const {
    if (!joint.mimic) return q[static_cast<std::size_t>(number.at(joint.name))];
    return T(joint.mimic->multiplier) * own<T>(joint_named(joint.mimic->leader), q) + T(joint.mimic->offset);
  }

  /// That of the joint's motor, on the joint's side of the gear: a coordinate of its own where the joint is elastic.
  template <class T>
  T motor(const sinew::JointDescription<double>& joint, const std::vector<T>& q) const {
    return joint.is_elastic() ? q[static_cast<std::size_t>(number.at(joint.name + ".motor"))] : own<T>(joint, q);
  }

  template <class T>
  std::map<std::string, Place<T>> places(const std::vector<T>& q) const {
    std::map<std::string, Place<T>> at;
    at[root] = {};
    for (const auto* joint : order) {
      Place<T> X = at.at(joint->parent).times(joint->X_PJ);
      if (joint->kind != JointKind::Fixed) {
        const T x = own<T>(*joint, q);
        const auto u = as<T>(joint->axis);
        if (joint->kind != JointKind::Prismatic) {
          // Rodrigues
          const auto [s, c] = [&] {
            using sinew::sincos;
            return sincos(x);
          }();
          const T k = T(1.0) - c;
          const Matrix<T> R{{{c + k * u[0] * u[0], k * u[0] * u[1] - s * u[2], k * u[0] * u[2] + s * u[1]},
                             {k * u[0] * u[1] + s * u[2], c + k * u[1] * u[1], k * u[1] * u[2] - s * u[0]},
                             {k * u[0] * u[2] - s * u[1], k * u[1] * u[2] + s * u[0], c + k * u[2] * u[2]}}};
          X = X.times(R, {T(0.0), T(0.0), T(0.0)});
        }
        if (joint->kind == JointKind::Prismatic || joint->kind == JointKind::Helical) {
          const T slide = joint->kind == JointKind::Prismatic ? x : T(joint->pitch) * x;
          X = X.times(Place<T>{}.R, {slide * u[0], slide * u[1], slide * u[2]});
        }
      }
      at[joint->child] = X.times(joint->X_JC);
    }
    return at;
  }
};

template <class T>
struct KineticAndPotential {
  T kinetic{0.0};
  T potential{0.0};
};

/// T(q, q̇) and U(q): velocities come of one more dual number, along q̇.
template <class T>
KineticAndPotential<T> energies(const Motion& motion, const std::vector<T>& q, const std::vector<T>& qd) {
  using D = Dual<1, T>;
  std::vector<D> moving;
  for (std::size_t i = 0; i < q.size(); ++i) {
    moving.push_back(D(q[i]));
    moving.back().d[0] = qd[i];
  }
  const auto at = motion.places<D>(moving);
  const auto gravity = as<T>(motion.robot.gravity);
  KineticAndPotential<T> sum;

  // ω in the body's axes, from Rᵀ·Ṙ
  const auto spin = [](const Matrix<D>& R) {
    const auto entry = [&](std::size_t i, std::size_t j) {
      T e(0.0);
      for (std::size_t k = 0; k < 3; ++k) e += R[k][i].value * R[k][j].d[0];
      return e;
    };
    return Vector<T>{entry(2, 1), entry(0, 2), entry(1, 0)};
  };
  const auto add_mass = [&](double mass, const Vector<D>& c) {
    const Vector<T> v{c[0].d[0], c[1].d[0], c[2].d[0]}, p{c[0].value, c[1].value, c[2].value};
    sum.kinetic += T(0.5 * mass) * dot(v, v);
    sum.potential -= T(mass) * dot(gravity, p);
  };
  const auto add_body = [&](const Place<D>& X, const sinew::Inertia<double>& body) {
    Matrix<T> I;
    sinew::Symmetric3<double> about = body.I;
    if (body.m > 0.0) {
      const auto c = body.h / body.m;
      add_mass(body.m, X.times(Place<D>{}.R, as<D>(c)).p);
      about = inertia_about_com(body);
    }
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) I[i][j] = T(about(static_cast<int>(i), static_cast<int>(j)));
    const auto w = spin(X.R);
    sum.kinetic += T(0.5) * dot(w, times(I, w));
  };
  for (const auto& link : motion.robot.links)
    if (link.inertia && link.name != motion.root) add_body(at.at(link.name), *link.inertia);
  for (const auto& payload : motion.robot.payloads) {
    if (at.contains(payload.frame)) {
      add_body(at.at(payload.frame), payload.inertia);
      continue;
    }
    for (const auto& frame : motion.robot.frames)
      if (frame.name == payload.frame) add_body(at.at(frame.link).times(frame.X_LF), payload.inertia);
  }
  for (const auto& joint : motion.robot.joints) {
    if (!joint.motor) continue;
    const Place<D>& carrier = at.at(joint.motor->carrier);
    add_mass(joint.motor->mass, carrier.times(Place<D>{}.R, as<D>(joint.motor->p)).p);
    if (joint.kind == JointKind::Fixed) continue;
    const T rate = dot(spin(carrier.R), as<T>(joint.motor->axis)) +
                   T(joint.motor->gear_ratio) * motion.motor<D>(joint, moving).d[0];
    sum.kinetic += T(0.5 * joint.motor->rotor_inertia) * (rate * rate);
  }
  for (const auto& joint : motion.robot.joints)
    if (joint.spring && joint.kind != JointKind::Fixed) {
      const T stretch = motion.own<T>(joint, q) - T(joint.spring->rest);
      sum.potential += T(0.5 * joint.spring->stiffness) * (stretch * stretch);
    }
  for (const auto& joint : motion.robot.joints)
    if (joint.is_elastic()) {
      const T stretch = motion.own<T>(joint, q) - motion.motor<T>(joint, q);
      sum.potential += T(0.5 * joint.transmission->stiffness) * (stretch * stretch);
    }
  return sum;
}

/// τ(i) by d/dt(∂T/∂q̇(i)): the outer direction is time, the inner ones are q(i) and q̇(i).
std::vector<double> lagrange_torques(const Motion& motion, const std::vector<double>& q, const std::vector<double>& qd,
                                     const std::vector<double>& qdd) {
  using InTime = Dual<1>;
  using D = Dual<2, InTime>;
  std::vector<double> tau;
  for (std::size_t i = 0; i < q.size(); ++i) {
    std::vector<D> x, xd;
    for (std::size_t k = 0; k < q.size(); ++k) {
      InTime position(q[k]), velocity(qd[k]);
      position.d[0] = qd[k];
      velocity.d[0] = qdd[k];
      x.push_back(k == i ? D::variable(position, 0) : D(position));
      xd.push_back(k == i ? D::variable(velocity, 1) : D(velocity));
    }
    const auto E = energies<D>(motion, x, xd);
    tau.push_back(E.kinetic.d[1].d[0] - E.kinetic.d[0].value + E.potential.d[0].value);
  }
  return tau;
}

/// Friction is no part of Lagrange's equations; springs are.
double disagreement(const RobotDescription<double>& robot, const sinew::Model<double>& whole, std::uint64_t seed) {
  const auto model = without(whole, {.friction = true});
  std::map<std::string, int> numbers;
  for (const auto& link : model.links())
    if (!link.follows) numbers[link.joint_name] = link.position_index;
  const Motion motion(robot, numbers);
  Random random(seed);
  double worst = 0.0;
  for (int k = 0; k < 3; ++k) {
    const auto s = random_state(model, random);
    sinew::InverseDynamicsScratch<double> scratch(model);
    std::vector<double> tau(s.qd.size());
    sinew::inverse_dynamics<double, double>(model, s.q, s.qd, s.qdd, scratch, tau);
    worst = std::max(worst, deviation(lagrange_torques(motion, s.q, s.qd, s.qdd), tau));
  }
  return worst;
}

TEST(LagrangesEquations, GiveTheTorquesOfEveryShippedRobot) {
  Worst worst(1e-13);
  for (const LawRobot& robot : shipped_law_robots()) {
    ASSERT_FALSE(robot.model.floating_base());
    worst.see(disagreement(robot.description, robot.model, 11), robot.name);
  }
}

TEST(LagrangesEquations, GiveTheTorquesOfRandomTrees) {
  Worst worst(1e-13);
  for (const LawRobot& robot : random_trees())
    if (!robot.model.floating_base() && robot.model.velocity_count() <= 16)
      worst.see(disagreement(robot.description, robot.model, robot.seed), robot.name);
}

TEST(LagrangesEquations, GiveTheTorquesOfRandomChains) {
  Worst worst(1e-13);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto robot = a_random_tree(seed, 9, false);
    for (std::size_t i = 0; i < robot.joints.size(); ++i) robot.joints[i].mimic.reset();
    for (auto& joint : robot.joints) joint.parent = "link" + std::to_string(std::stoi(joint.child.substr(4)) - 1);
    worst.see(disagreement(robot, sinew::build_model(robot), seed), robot.name);
  }
}

}  // namespace
