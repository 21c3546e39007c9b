// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/checked.h"
#include "sinew/readings/numbers.h"

namespace sinew::numbers {

Loads<double> own_loads(const Model<double>& model) { return sinew::own_loads<double>(model); }

void torque(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, const Loads<double>& loads,
            Workspace& work, Out<double> tau) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd), acceleration(model, "qdd", qdd);
  const CheckedLoads pulls(model, loads);
  const Room<double> torques(model, "tau", tau, model.velocity_count());
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, In<double> xdd, const auto& l, Out<double> y) {
        sinew::inverse_dynamics<double, double>(m, x, xd, xdd, l, w.inverse_dynamics, y);
      },
      position, velocity, acceleration, pulls, torques);
}

void torque(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, Workspace& work, Out<double> tau) {
  torque(model, q, qd, qdd, own_loads(model), work, tau);
}

void coriolis_torque(const Model<double>& model, In<double> q, In<double> qd, Workspace& work, Out<double> c) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd);
  const Room<double> torques(model, "c", c, model.velocity_count());
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, Out<double> y) {
        rigid_body_torques<double, double>(m, x, xd, {}, {}, w.inverse_dynamics, y);
      },
      position, velocity, torques);
}

void gravity_torque(const Model<double>& model, In<double> q, const Vec3<double>& gravity, Workspace& work,
                    Out<double> g) {
  const Position position(model, q);
  const Gravity pull(model, gravity);
  const Room<double> torques(model, "g", g, model.velocity_count());
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, const auto& down, Out<double> y) {
        rigid_body_torques<double, double>(m, x, w.trace.zeros, {}, {down, {}, {}}, w.inverse_dynamics, y);
      },
      position, pull, torques);
}

void mass_matrix(const Model<double>& model, In<double> q, Workspace& work, Out<double> M) {
  const Position position(model, q);
  const Room<double> room(model, "M", M, model.velocity_count(), model.velocity_count());
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, Out<double> y) {
        sinew::mass_matrix<double, double>(m, x, w.mass_matrix, y);
      },
      position, room);
}

void inverse_mass_matrix(const Model<double>& model, In<double> q, Workspace& work, Out<double> inverse) {
  const Position position(model, q);
  const Room<double> room(model, "the inverse of M", inverse, model.velocity_count(), model.velocity_count());
  work.forward_dynamics.make_room(model);
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, Out<double> y) {
        std::vector<double>& factors = w.forward_dynamics.M;
        sinew::mass_matrix<double, double>(m, x, w.mass_matrix, factors);
        factorise<double, double>(m, factors);
        invert_factorised<double, double>(m, factors, y);
      },
      position, room);
  if (poison(inverse) != 0.0) refuse_division(model, position, {{"q", q}}, work);
  for (std::size_t i = 0, n = at(model.velocity_count()); i < n; ++i)
    if (!(work.forward_dynamics.M[i * (n + 1)] > 0.0)) refuse_singular(model, position, work);
}

void acceleration(const Model<double>& model, In<double> q, In<double> qd, In<double> tau, const Loads<double>& loads,
                  Workspace& work, Out<double> qdd) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd), torque(model, "tau", tau);
  const CheckedLoads pulls(model, loads);
  const Room<double> accelerations(model, "qdd", qdd, model.velocity_count());
  if (is_worth_factorising(model)) work.forward_dynamics.make_room(model);
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, In<double> t, const auto& l, Out<double> y) {
        sinew::forward_dynamics<double, double>(m, x, xd, t, l, w.forward_dynamics, y);
      },
      position, velocity, torque, pulls, accelerations);
  if (poison(qdd) != 0.0) [[unlikely]]
    refuse_division(model, position, {{"q", q}, {"qd", qd}, {"tau", tau}}, work);
}

void acceleration(const Model<double>& model, In<double> q, In<double> qd, In<double> tau, Workspace& work,
                  Out<double> qdd) {
  acceleration(model, q, qd, tau, own_loads(model), work, qdd);
}

}  // namespace sinew::numbers
