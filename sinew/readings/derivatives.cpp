// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/checked.h"
#include "sinew/readings/numbers.h"

namespace sinew::numbers {

void coriolis_matrix(const Model<double>& model, In<double> q, In<double> qd, Workspace& work, Out<double> C) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd);
  const Room<double> room(model, "C", C, model.velocity_count(), model.velocity_count());
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, Out<double> y) {
        sinew::coriolis_matrix<double, double>(m, x, xd, w.coriolis, y);
      },
      position, velocity, room);
}

void christoffel_symbols(const Model<double>& model, In<double> q, Workspace& work, Out<double> symbols) {
  const Position position(model, q);
  const int n = model.velocity_count();
  const Room<double> room(model, "the Christoffel symbols", symbols, n, n * n);
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, Out<double> y) {
        sinew::christoffel_symbols<double, double>(m, x, w.coriolis, y);
      },
      position, room);
}

void inverse_dynamics_derivatives(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd,
                                  const Loads<double>& loads, Workspace& work, Out<double> by_q, Out<double> by_qd,
                                  Out<double> by_qdd) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd), acceleration(model, "qdd", qdd);
  const CheckedLoads pulls(model, loads);
  const int n = model.velocity_count();
  const Room<double> first(model, "a derivative", by_q, n, n), second(model, "a derivative", by_qd, n, n),
      third(model, "a derivative", by_qdd, n, n);
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, In<double> xdd, const auto& l, Out<double> y,
         Out<double> yd, Out<double> ydd) {
        sinew::inverse_dynamics_derivatives<double, double>(m, x, xd, xdd, l, w.derivatives.inverse, y, yd, ydd);
      },
      position, velocity, acceleration, pulls, first, second, third);
}

void forward_dynamics_derivatives(const Model<double>& model, In<double> q, In<double> qd, In<double> tau,
                                  const Loads<double>& loads, Workspace& work, Out<double> by_q, Out<double> by_qd,
                                  Out<double> by_tau) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd), torque(model, "tau", tau);
  const CheckedLoads pulls(model, loads);
  const int n = model.velocity_count();
  const Room<double> first(model, "a derivative", by_q, n, n), second(model, "a derivative", by_qd, n, n),
      third(model, "a derivative", by_tau, n, n);
  work.derivatives.make_room(model);
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, In<double> t, const auto& l, Out<double> y,
         Out<double> yd, Out<double> yt) {
        sinew::forward_dynamics_derivatives<double, double>(m, x, xd, t, l, w.derivatives, y, yd, yt);
      },
      position, velocity, torque, pulls, first, second, third);
  if (poison(by_q) + poison(by_qd) + poison(by_tau) != 0.0)
    refuse_division(model, position, {{"q", q}, {"qd", qd}, {"tau", tau}}, work);
}

}  // namespace sinew::numbers
