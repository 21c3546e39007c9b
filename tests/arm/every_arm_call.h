// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "sinew/arm/arm.h"

/// Every call of an Arm that takes numbers, with what it takes and what it gives.
namespace sinew_test {

struct ArmArguments {
  Eigen::VectorXd q, qd, qdd, tau;
  Eigen::Vector3d point{0.1, -0.2, 0.3}, gravity{0.0, 1.0, -9.0};
  sinew::Wrench wrench;
  std::string frame;
};

struct ArmCall {
  std::string name;                    ///< as arm.h has it
  std::vector<std::string> arguments;  ///< q, qd, qdd, tau, point, gravity, wrench: those that it takes
  std::function<std::vector<double>(const sinew::Arm&, const ArmArguments&)> run;
};

// the numbers of an answer, one after the other
inline void append(std::vector<double>& y, double x) { y.push_back(x); }
inline void append(std::vector<double>& y, const Eigen::MatrixXd& x) {
  y.insert(y.end(), x.data(), x.data() + x.size());
}
template <class T>
requires(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(double) == 0 &&
         !std::is_arithmetic_v<T>) void append(std::vector<double>& y, const T& x) {
  std::vector<double> raw(sizeof(T) / sizeof(double));
  std::memcpy(raw.data(), static_cast<const void*>(&x), sizeof(T));
  y.insert(y.end(), raw.begin(), raw.end());
}
template <class T>
void append(std::vector<double>& y, const std::vector<T>& list) {
  for (const T& x : list) append(y, x);
}
template <class... Parts>
std::vector<double> numbers_in(const Parts&... parts) {
  std::vector<double> y;
  (append(y, parts), ...);
  return y;
}

inline std::vector<double> numbers_in_trace(const sinew::Trace& t) { return numbers_in(t.links, t.torques, t.tau); }
inline std::vector<double> numbers_in_stiction(const sinew::Stiction& s) {
  std::vector<double> y = numbers_in(s.qdd);
  for (const sinew::RestingJoint& joint : s.joints) append(y, numbers_in(joint.minus, joint.plus, joint.push));
  return y;
}

inline const std::vector<ArmCall>& every_arm_call() {
  using A = ArmArguments;
  using sinew::Arm;
  using sinew::Axes;
  static const std::vector<ArmCall> calls{
      {"with_gravity",
       {"gravity"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.with_gravity(a.gravity).model().gravity()); }},
      {"pose", {"q"}, [](const Arm& arm, const A& a) { return numbers_in(arm.pose(a.q, a.frame)); }},
      {"motion",
       {"q", "qd", "qdd", "point"},
       [](const Arm& arm, const A& a) {
         const auto m = arm.motion(a.q, a.qd, a.qdd, a.frame, Axes::own(), a.point);
         return numbers_in(m.angular_velocity, m.velocity, m.angular_acceleration, m.acceleration);
       }},
      {"jacobian",
       {"q", "point"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.jacobian(a.q, a.frame, Axes::own(), a.point)); }},
      {"jacobian_rate",
       {"q", "qd", "point"},
       [](const Arm& arm, const A& a) {
         return numbers_in(arm.jacobian_rate(a.q, a.qd, a.frame, Axes::own(), a.point));
       }},
      {"analytic_jacobian",
       {"q", "point"},
       [](const Arm& arm, const A& a) {
         return numbers_in(arm.analytic_jacobian(a.q, a.frame, sinew::EulerAngles::RollPitchYaw, a.point));
       }},
      {"torque",
       {"q", "qd", "qdd", "wrench"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.torque(a.q, a.qd, a.qdd, {a.wrench})); }},
      {"acceleration",
       {"q", "qd", "tau", "wrench"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.acceleration(a.q, a.qd, a.tau, {a.wrench})); }},
      {"stiction",
       {"q", "qd", "tau", "wrench"},
       [](const Arm& arm, const A& a) { return numbers_in_stiction(arm.stiction(a.q, a.qd, a.tau, {a.wrench})); }},
      {"trace",
       {"q", "qd", "qdd", "wrench"},
       [](const Arm& arm, const A& a) { return numbers_in_trace(arm.trace(a.q, a.qd, a.qdd, {a.wrench})); }},
      {"statics",
       {"q", "wrench"},
       [](const Arm& arm, const A& a) {
         const auto s = arm.statics(a.q, {a.wrench});
         return numbers_in(s.tau, s.from_wrenches, s.from_gravity, s.from_springs, s.reactions);
       }},
      {"mass_matrix", {"q"}, [](const Arm& arm, const A& a) { return numbers_in(arm.mass_matrix(a.q)); }},
      {"inverse_mass_matrix",
       {"q"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.inverse_mass_matrix(a.q)); }},
      {"coriolis_torque",
       {"q", "qd"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.coriolis_torque(a.q, a.qd)); }},
      {"coriolis_matrix",
       {"q", "qd"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.coriolis_matrix(a.q, a.qd)); }},
      {"christoffel_symbols",
       {"q"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.christoffel_symbols(a.q)); }},
      {"coriolis_coefficients",
       {"q"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.coriolis_coefficients(a.q)); }},
      {"centrifugal_coefficients",
       {"q"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.centrifugal_coefficients(a.q)); }},
      {"gravity_torque", {"q"}, [](const Arm& arm, const A& a) { return numbers_in(arm.gravity_torque(a.q)); }},
      {"gravity_stiffness", {"q"}, [](const Arm& arm, const A& a) { return numbers_in(arm.gravity_stiffness(a.q)); }},
      {"friction_torque",
       {"q", "qd"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.friction_torque(a.q, a.qd)); }},
      {"spring_torque", {"q"}, [](const Arm& arm, const A& a) { return numbers_in(arm.spring_torque(a.q)); }},
      {"torque_derivatives",
       {"q", "qd", "qdd", "wrench"},
       [](const Arm& arm, const A& a) {
         const auto d = arm.torque_derivatives(a.q, a.qd, a.qdd, {a.wrench});
         return numbers_in(d.by_q, d.by_qd, d.by_qdd);
       }},
      {"acceleration_derivatives",
       {"q", "qd", "tau", "wrench"},
       [](const Arm& arm, const A& a) {
         const auto d = arm.acceleration_derivatives(a.q, a.qd, a.tau, {a.wrench});
         return numbers_in(d.by_q, d.by_qd, d.by_tau);
       }},
      {"regressor",
       {"q", "qd", "qdd"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.regressor(a.q, a.qd, a.qdd)); }},
      {"energy",
       {"q", "qd"},
       [](const Arm& arm, const A& a) {
         const auto e = arm.energy(a.q, a.qd);
         return numbers_in(e.total, e.links);
       }},
      {"power_balance",
       {"q", "qd", "qdd", "wrench"},
       [](const Arm& arm, const A& a) { return numbers_in(arm.power_balance(a.q, a.qd, a.qdd, {a.wrench})); }},
      {"centroid", {"q", "qd"}, [](const Arm& arm, const A& a) { return numbers_in(arm.centroid(a.q, a.qd)); }},
      {"point_on", {"point"}, [](const Arm& arm, const A& a) { return numbers_in(arm.point_on(a.frame, a.point).p); }},
  };
  return calls;
}

/// A state that none of the calls refuses.
inline ArmArguments some_arguments(const sinew::Arm& arm, int which) {
  ArmArguments a;
  a.q.resize(arm.position_count());
  for (Eigen::Index i = 0; i < a.q.size(); ++i) a.q[i] = 0.3 + 0.4 * std::sin(1.3 * static_cast<double>(i) + which);
  if (arm.model().floating_base()) a.q.segment<4>(3).normalize();
  for (Eigen::VectorXd* x : {&a.qd, &a.qdd, &a.tau}) {
    x->resize(arm.velocity_count());
    for (Eigen::Index i = 0; i < x->size(); ++i)
      (*x)[i] = std::sin(0.7 * static_cast<double>(i) + which + (x == &a.qd ? 1.0 : x == &a.qdd ? 2.0 : 3.0));
  }
  a.qd[arm.velocity_count() - 1] = 0.0;  // a joint at rest, for `stiction`
  a.wrench.link = arm.model().link(arm.model().link_count() - 1).name;
  a.wrench.force = {3.0, -2.0, 5.0};
  a.wrench.moment = {0.4, -0.7, 0.2};
  a.frame = a.wrench.link;
  return a;
}

}  // namespace sinew_test
