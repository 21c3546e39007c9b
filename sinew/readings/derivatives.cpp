// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/checked.h"
#include "sinew/readings/numbers.h"

namespace sinew::numbers {

namespace {

/// Three matrices by all velocities.
struct DerivativeRooms {
  DerivativeRooms(const Model<double>& model, Out<double> one, Out<double> two, Out<double> three)
      : first(model, "a derivative", one, model.velocity_count(), model.velocity_count()),
        second(model, "a derivative", two, model.velocity_count(), model.velocity_count()),
        third(model, "a derivative", three, model.velocity_count(), model.velocity_count()) {}
  Room<double> first, second, third;
};

}  // namespace

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

void torque_derivatives(const Model<double>& model, const JointMotion& motion, const Loads<double>& loads,
                        Workspace& work, const TorqueDerivativesRoom& room) {
  const Position position(model, motion.q);
  const Velocity velocity(model, "qd", motion.qd), acceleration(model, "qdd", motion.qdd);
  const CheckedLoads pulls(model, loads);
  const DerivativeRooms rooms(model, room.by_q, room.by_qd, room.by_qdd);
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, In<double> xdd, const auto& l, Out<double> y,
         Out<double> yd, Out<double> ydd) {
        sinew::inverse_dynamics_derivatives<double, double>(m, x, xd, xdd, l, w.derivatives.inverse, y, yd, ydd);
      },
      position, velocity, acceleration, pulls, rooms.first, rooms.second, rooms.third);
}

void acceleration_derivatives(const Model<double>& model, const DrivenState& state, const Loads<double>& loads,
                              Workspace& work, const AccelerationDerivativesRoom& room) {
  const Position position(model, state.q);
  const Velocity velocity(model, "qd", state.qd), torque(model, "tau", state.tau);
  const CheckedLoads pulls(model, loads);
  const DerivativeRooms rooms(model, room.by_q, room.by_qd, room.by_tau);
  work.derivatives.make_room(model);
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, In<double> t, const auto& l, Out<double> y,
         Out<double> yd, Out<double> yt) {
        sinew::forward_dynamics_derivatives<double, double>(m, x, xd, t, l, w.derivatives, y, yd, yt);
      },
      position, velocity, torque, pulls, rooms.first, rooms.second, rooms.third);
  if (poison(room.by_q) + poison(room.by_qd) + poison(room.by_tau) != 0.0)
    refuse_division(model, position, {{"q", state.q}, {"qd", state.qd}, {"tau", state.tau}}, work);
}

}  // namespace sinew::numbers
