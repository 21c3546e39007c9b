// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/door.h"
#include "sinew/readings/numbers.h"

namespace sinew::numbers {

void coriolis_matrix(const Model<double>& model, In<double> q, In<double> qd, Workspace& work, Out<double> C) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_room(model, "C", C.size(), model.velocity_count(), model.velocity_count());
  run(work, [&] { sinew::coriolis_matrix<double, double>(model, q, qd, work.coriolis, C); });
}

void christoffel_symbols(const Model<double>& model, In<double> q, Workspace& work, Out<double> symbols) {
  expect_position(model, q);
  const int n = model.velocity_count();
  expect_room(model, "the Christoffel symbols", symbols.size(), n, n * n);
  run(work, [&] { sinew::christoffel_symbols<double, double>(model, q, work.coriolis, symbols); });
}

void inverse_dynamics_derivatives(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd,
                                  const Loads<double>& loads, Workspace& work, Out<double> by_q, Out<double> by_qd,
                                  Out<double> by_qdd) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_velocity(model, "qdd", qdd);
  expect_loads(model, loads);
  for (const Out<double>& room : {by_q, by_qd, by_qdd})
    expect_room(model, "a derivative", room.size(), model.velocity_count(), model.velocity_count());
  run(work, [&] {
    sinew::inverse_dynamics_derivatives<double, double>(model, q, qd, qdd, loads, work.derivatives.inverse, by_q, by_qd,
                                                        by_qdd);
  });
}

void forward_dynamics_derivatives(const Model<double>& model, In<double> q, In<double> qd, In<double> tau,
                                  const Loads<double>& loads, Workspace& work, Out<double> by_q, Out<double> by_qd,
                                  Out<double> by_tau) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_velocity(model, "tau", tau);
  expect_loads(model, loads);
  for (const Out<double>& room : {by_q, by_qd, by_tau})
    expect_room(model, "a derivative", room.size(), model.velocity_count(), model.velocity_count());
  work.derivatives.make_room(model);
  run(work, [&] {
    sinew::forward_dynamics_derivatives<double, double>(model, q, qd, tau, loads, work.derivatives, by_q, by_qd,
                                                        by_tau);
  });
  if (poison(by_q) + poison(by_qd) + poison(by_tau) != 0.0)
    refuse_division(model, q, {{"q", q}, {"qd", qd}, {"tau", tau}}, work);
}

}  // namespace sinew::numbers
