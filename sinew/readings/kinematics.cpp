// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/door.h"
#include "sinew/readings/numbers.h"

namespace sinew::numbers {

void poses(const Model<double>& model, In<double> q, Workspace& work, Out<Pose<double>> X_WL, Pose<double>& X_WB) {
  expect_position(model, q);
  expect_length(model, "X_WL", X_WL.size(), at(model.link_count()));
  run(work, [&] { sinew::poses<double, double>(model, q, work.jacobian.poses, X_WL, X_WB); });
}

void jacobian(const Model<double>& model, In<double> q, const PointOnLink<double>& point, Workspace& work,
              Out<double> J) {
  expect_position(model, q);
  expect_point(model, point);
  expect_room(model, "J", J.size(), 6, model.velocity_count());
  run(work, [&] { sinew::jacobian<double, double>(model, q, point, work.jacobian, J); });
}

void jacobian_rate(const Model<double>& model, In<double> q, In<double> qd, const PointOnLink<double>& point,
                   Workspace& work, Out<double> Jd) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_point(model, point);
  expect_room(model, "Jd", Jd.size(), 6, model.velocity_count());
  run(work, [&] { sinew::jacobian_rate<double, double>(model, q, qd, point, work.jacobian, Jd); });
}

Energy<double> energy(const Model<double>& model, In<double> q, In<double> qd, const Vec3<double>& gravity,
                      Workspace& work, Out<BodyEnergy<double>> links) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_gravity(model, gravity);
  if (!links.empty()) expect_length(model, "links", links.size(), at(model.link_count()));
  Energy<double> y;
  run(work, [&] { y = sinew::energy<double, double>(model, q, qd, gravity, work.energy, links); });
  return y;
}

Centroid<double> centroidal_momentum(const Model<double>& model, In<double> q, In<double> qd, Workspace& work,
                                     Out<double> A) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  if (!A.empty()) expect_room(model, "A", A.size(), 6, model.velocity_count());
  Centroid<double> y;
  run(work, [&] { y = sinew::centroidal_momentum<double, double>(model, q, qd, work.energy, A); });
  if (!(y.mass > 0.0)) refuse(model, "nothing that moves has mass", "give the links masses");
  return y;
}

}  // namespace sinew::numbers
