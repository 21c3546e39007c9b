// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/checked.h"
#include "sinew/readings/numbers.h"

namespace sinew::numbers {

void poses(const Model<double>& model, In<double> q, Workspace& work, Out<Pose<double>> X_WL, Pose<double>& X_WB) {
  const Position position(model, q);
  const Room<Pose<double>> room(model, "X_WL", X_WL, model.link_count());
  const Room<Pose<double>> base(model, "X_WB", {&X_WB, 1}, 1);
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, Out<Pose<double>> y, Out<Pose<double>> y_base) {
        sinew::poses<double, double>(m, x, w.jacobian.poses, y, y_base[0]);
      },
      position, room, base);
}

void jacobian(const Model<double>& model, In<double> q, const PointOnLink<double>& point, Workspace& work,
              Out<double> J) {
  const Position position(model, q);
  const Point where(model, point);
  const Room<double> room(model, "J", J, 6, model.velocity_count());
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, const auto& p, Out<double> y) {
        sinew::jacobian<double, double>(m, x, p, w.jacobian, y);
      },
      position, where, room);
}

void jacobian_rate(const Model<double>& model, In<double> q, In<double> qd, const PointOnLink<double>& point,
                   Workspace& work, Out<double> Jd) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd);
  const Point where(model, point);
  const Room<double> room(model, "Jd", Jd, 6, model.velocity_count());
  run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, const auto& p, Out<double> y) {
        sinew::jacobian_rate<double, double>(m, x, xd, p, w.jacobian, y);
      },
      position, velocity, where, room);
}

Energy<double> energy(const Model<double>& model, In<double> q, In<double> qd, const Vec3<double>& gravity,
                      Workspace& work, Out<BodyEnergy<double>> links) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd);
  const Gravity pull(model, gravity);
  const Room<BodyEnergy<double>> room(model, "links", links, links.empty() ? 0 : model.link_count());
  return run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, const auto& down, Out<BodyEnergy<double>> y) {
        return sinew::energy<double, double>(m, x, xd, down, w.energy, y);
      },
      position, velocity, pull, room);
}

Centroid<double> centroid(const Model<double>& model, In<double> q, In<double> qd, Workspace& work, Out<double> A) {
  const Position position(model, q);
  const Velocity velocity(model, "qd", qd);
  const Room<double> room(model, "A", A, A.empty() ? 0 : 6, model.velocity_count());
  const Centroid<double> y = run(
      model, work,
      [](const auto& m, auto& w, In<double> x, In<double> xd, Out<double> matrix) {
        return sinew::centroidal_momentum<double, double>(m, x, xd, w.energy, matrix);
      },
      position, velocity, room);
  if (!(y.mass > 0.0)) refuse(model, "nothing that moves has mass", "give the links masses");
  return y;
}

}  // namespace sinew::numbers
