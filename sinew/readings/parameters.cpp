// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/door.h"
#include "sinew/readings/numbers.h"

namespace sinew::numbers {

void regressor(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, const Vec3<double>& gravity,
               Workspace& work, Out<double> Y) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_velocity(model, "qdd", qdd);
  expect_gravity(model, gravity);
  expect_room(model, "Y", Y.size(), model.velocity_count(), regressor_columns(model));
  run(work, [&] { sinew::regressor<double, double>(model, q, qd, qdd, gravity, work.regressor, Y); });
}

void joint_regressor(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd, Workspace& work,
                     Out<double> Y) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_velocity(model, "qdd", qdd);
  expect_room(model, "Y", Y.size(), model.velocity_count(), joint_parameter_count * model.link_count());
  run(work, [&] { sinew::joint_regressor<double, double>(model, q, qd, qdd, work.regressor, Y); });
}

void energy_regressor(const Model<double>& model, In<double> q, In<double> qd, const Vec3<double>& gravity,
                      Workspace& work, Out<double> kinetic, Out<double> potential) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_gravity(model, gravity);
  expect_room(model, "the kinetic row", kinetic.size(), 1, regressor_columns(model));
  expect_room(model, "the potential row", potential.size(), 1, regressor_columns(model));
  run(work,
      [&] { sinew::energy_regressor<double, double>(model, q, qd, gravity, work.regressor, kinetic, potential); });
}

void trace_inverse_dynamics(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd,
                            const Loads<double>& loads, Workspace& work, Out<LinkTrace<double>> links,
                            Out<TorqueParts<double>> torques, Out<double> tau) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_velocity(model, "qdd", qdd);
  expect_loads(model, loads);
  expect_length(model, "links", links.size(), at(model.link_count()));
  expect_length(model, "torques", torques.size(), at(model.velocity_count()));
  expect_length(model, "tau", tau.size(), at(model.velocity_count()));
  // for people, who do not count nanoseconds
  sinew::trace_inverse_dynamics<double, double>(model, q, qd, qdd, loads, work.trace, links, torques, tau);
}

}  // namespace sinew::numbers
