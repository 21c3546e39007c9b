// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/door.h"
#include "sinew/readings/numbers.h"

namespace sinew::numbers {

Loads<double> own_loads(const Model<double>& model) { return sinew::own_loads<double>(model); }

void inverse_dynamics(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd,
                      const Loads<double>& loads, Workspace& work, Out<double> tau) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_velocity(model, "qdd", qdd);
  expect_loads(model, loads);
  expect_length(model, "tau", tau.size(), at(model.velocity_count()));
  run(work, [&] { sinew::inverse_dynamics<double, double>(model, q, qd, qdd, loads, work.inverse_dynamics, tau); });
}

void inverse_dynamics(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, Workspace& work,
                      Out<double> tau) {
  inverse_dynamics(model, q, qd, qdd, own_loads(model), work, tau);
}

void coriolis_torques(const Model<double>& model, In<double> q, In<double> qd, Workspace& work, Out<double> c) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_length(model, "c", c.size(), at(model.velocity_count()));
  run(work, [&] { rigid_body_torques<double, double>(model, q, qd, {}, {}, work.inverse_dynamics, c); });
}

void gravity_torques(const Model<double>& model, In<double> q, const Vec3<double>& gravity, Workspace& work,
                     Out<double> g) {
  expect_position(model, q);
  expect_gravity(model, gravity);
  expect_length(model, "g", g.size(), at(model.velocity_count()));
  run(work, [&] {
    rigid_body_torques<double, double>(model, q, work.trace.zeros, {}, {gravity, {}, {}}, work.inverse_dynamics, g);
  });
}

void mass_matrix(const Model<double>& model, In<double> q, Workspace& work, Out<double> M) {
  expect_position(model, q);
  expect_room(model, "M", M.size(), model.velocity_count(), model.velocity_count());
  run(work, [&] { sinew::mass_matrix<double, double>(model, q, work.mass_matrix, M); });
}

void inverse_mass_matrix(const Model<double>& model, In<double> q, Workspace& work, Out<double> inverse) {
  expect_position(model, q);
  expect_room(model, "the inverse of M", inverse.size(), model.velocity_count(), model.velocity_count());
  work.forward_dynamics.make_room(model);
  std::vector<double>& factors = work.forward_dynamics.M;
  run(work, [&] {
    sinew::mass_matrix<double, double>(model, q, work.mass_matrix, factors);
    factorise<double, double>(model, factors);
    invert_factorised<double, double>(model, factors, inverse);
  });
  if (poison(inverse) != 0.0) refuse_division(model, q, {{"q", q}}, work);
  for (std::size_t i = 0, n = at(model.velocity_count()); i < n; ++i)
    if (!(factors[i * (n + 1)] > 0.0)) refuse_singular(model, q, work);
}

void forward_dynamics(const Model<double>& model, In<double> q, In<double> qd, In<double> tau,
                      const Loads<double>& loads, Workspace& work, Out<double> qdd) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_velocity(model, "tau", tau);
  expect_loads(model, loads);
  expect_length(model, "qdd", qdd.size(), at(model.velocity_count()));
  if (is_worth_factorising(model)) work.forward_dynamics.make_room(model);
  run(work, [&] { sinew::forward_dynamics<double, double>(model, q, qd, tau, loads, work.forward_dynamics, qdd); });
  if (poison(qdd) != 0.0) [[unlikely]]
    refuse_division(model, q, {{"q", q}, {"qd", qd}, {"tau", tau}}, work);
}

void forward_dynamics(const Model<double>& model, In<double> q, In<double> qd, In<double> tau, Workspace& work,
                      Out<double> qdd) {
  forward_dynamics(model, q, qd, tau, own_loads(model), work, qdd);
}

}  // namespace sinew::numbers
