// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/arm/wrench.h"

#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/analysis/matrices.h"
#include "sinew/arm/placed_wrenches.h"
#include "sinew/readings/checked.h"
#include "sinew/scalar/dual.h"

namespace sinew {
namespace {

using D = Dual<1>;

void expect_wrenches(const Model<double>& model, const std::vector<Wrench>& wrenches) {
  for (const Wrench& wrench : wrenches)
    for (const auto& [name, v] :
         {std::pair{"point", &wrench.point}, {"force", &wrench.force}, {"moment", &wrench.moment}})
      for (const double component : *v)
        if (!std::isfinite(component)) [[unlikely]]
          numbers::refuse(model,
                          std::string("the ") + name + " of the wrench on " + in_quotes(wrench.link) +
                              " has a component that is " + shown(component),
                          "give finite numbers");
}

/// q with its derivative along the k-th velocity: a joint's own, or a small turn or shift of the base.
std::vector<D> along_velocity(const Model<double>& model, const numbers::Position& position, int k) {
  const In<double> q = position.get();
  std::vector<D> x(q.begin(), q.end());
  if (!model.floating_base()) {
    x[at(k)].d[0] = 1.0;
  } else if (k >= 6) {
    x[at(k + 1)].d[0] = 1.0;
  } else if (k >= 3) {
    const Vec3<double> axis = base_rotation<double>(q).column(k - 3);
    for (int i = 0; i < 3; ++i) x[at(i)].d[0] = axis[i];
  } else {
    // half the product of the quaternion with the turn
    const Vec3<double> v{q[3], q[4], q[5]}, turn = unit_motion<double>(k).w;
    const Vec3<double> rate = 0.5 * (q[6] * turn + cross(v, turn));
    for (int i = 0; i < 3; ++i) x[at(3 + i)].d[0] = rate[i];
    x[6].d[0] = -0.5 * dot(v, turn);
  }
  return x;
}

}  // namespace

ExternalForces external_forces(const Model<double>& model, const Eigen::VectorXd& q,
                               const std::vector<Wrench>& wrenches) {
  const numbers::Position position(model, in(q));
  expect_wrenches(model, wrenches);
  PlacedWrenches<double> placed(model, wrenches);
  placed.read(model, position.get());
  return {std::move(placed.on_links), placed.on_base};
}

WrenchTorques wrench_torques(const Model<double>& model, const Eigen::VectorXd& q,
                             const std::vector<Wrench>& wrenches) {
  const numbers::Position position(model, in(q));
  expect_wrenches(model, wrenches);
  const int n = model.velocity_count();
  WrenchTorques y{Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Zero(n, n)};
  InverseDynamicsScratch<D> scratch(model);
  const std::vector<D> at_rest(at(n), D(0.0));
  std::vector<D> tau(at(n));
  PlacedWrenches<D> placed(model, wrenches);
  for (int k = 0; k < n; ++k) {
    const std::vector<D> moved = along_velocity(model, position, k);
    placed.read(model, moved);
    rigid_body_torques<double, D>(model, moved, at_rest, {}, {{}, placed.on_links, placed.on_base}, scratch, tau);
    for (int i = 0; i < n; ++i) {
      y.tau[i] = tau[at(i)].value;
      y.by_q(i, k) = tau[at(i)].d[0];
    }
  }
  return y;
}

}  // namespace sinew
