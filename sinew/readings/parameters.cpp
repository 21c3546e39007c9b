// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/checked.h"
#include "sinew/readings/numbers.h"

namespace sinew::numbers {

void regressor(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, const Vec3<double>& gravity,
               Workspace& work, Out<double> Y) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd), acceleration(model, "qdd", qdd);
  const Gravity pull(model, gravity);
  const Room<double> room(model, "Y", Y, model.velocity_count(), regressor_columns(model));
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, In<double> xdd, const auto& down, Out<double> y) {
        sinew::regressor<double, double>(m, x, xd, xdd, down, w.regressor, y);
      },
      position, velocity, acceleration, pull, room);
}

void joint_regressor(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, Workspace& work,
                     Out<double> Y) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd), acceleration(model, "qdd", qdd);
  const Room<double> room(model, "Y", Y, model.velocity_count(), joint_parameter_count * model.link_count());
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, In<double> xdd, Out<double> y) {
        sinew::joint_regressor<double, double>(m, x, xd, xdd, w.regressor, y);
      },
      position, velocity, acceleration, room);
}

void energy_regressor(const Model<double>& model, In<double> q, In<double> qd, const Vec3<double>& gravity,
                      Workspace& work, Out<double> kinetic, Out<double> potential) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd);
  const Gravity pull(model, gravity);
  const Room<double> first(model, "the kinetic row", kinetic, 1, regressor_columns(model));
  const Room<double> second(model, "the potential row", potential, 1, regressor_columns(model));
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, const auto& down, Out<double> y1, Out<double> y2) {
        sinew::energy_regressor<double, double>(m, x, xd, down, w.regressor, y1, y2);
      },
      position, velocity, pull, first, second);
}

void trace(const Model<double>& model, const JointMotion& motion, const Loads<double>& loads, Workspace& work,
           const TraceRoom& room) {
  const Position position(model, motion.q);
  const Velocity velocity(model, "qd", motion.qd), acceleration(model, "qdd", motion.qdd);
  const CheckedLoads pulls(model, loads);
  const Room<LinkTrace<double>> traces(model, "links", room.links, model.link_count());
  const Room<TorqueParts<double>> parts(model, "torques", room.torques, model.velocity_count());
  const Room<double> sums(model, "tau", room.tau, model.velocity_count());
  // for people, who do not count nanoseconds
  sinew::trace_inverse_dynamics<double, double>(model, position.get(), velocity.get(), acceleration.get(), pulls.get(),
                                                work.trace, traces.get(), parts.get(), sums.get());
}

}  // namespace sinew::numbers
