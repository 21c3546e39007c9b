// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/laws/quantities.h"

namespace sinew_test {

/// One result of one algorithm.
template <class T>
struct Result {
  std::string name;
  std::vector<T> numbers;
  bool solved = false;  ///< for which M had to be inverted: it loses as many digits as M is near singular
};

/// Every algorithm of sinew/algorithms, run once on parameters P and states T.
template <Scalar P, Scalar T>
std::vector<Result<T>> everything(const Model<P>& model, const State<T>& s) {
  std::vector<Result<T>> out;
  const std::size_t n = n_of(model), links = index(model.link_count());
  const auto add = [&](std::string name, std::vector<T> numbers, bool solved = false) {
    out.push_back({std::move(name), std::move(numbers), solved});
  };
  std::vector<T> list;
  const auto push = [&](const sinew::Vec3<T>& v) { list.insert(list.end(), {v.x, v.y, v.z}); };
  const auto add_list = [&](std::string name) {
    add(std::move(name), list);
    list.clear();
  };

  {
    sinew::PosesScratch<T> scratch(model);
    std::vector<sinew::Pose<T>> X_WL(links);
    sinew::Pose<T> X_WB;
    sinew::poses<P, T>(model, s.q, scratch, X_WL, X_WB);
    X_WL.push_back(X_WB);
    for (const auto& X : X_WL) {
      for (int i = 0; i < 3; ++i) push(X.R.row(i));
      push(X.p);
    }
    add_list("poses");
  }
  const sinew::PointOnLink<T> point{model.link_count() - 1, {T(0.1), T(-0.2), T(0.3)}};
  {
    sinew::JacobianScratch<T> scratch(model);
    std::vector<T> J(6 * n);
    sinew::jacobian<P, T>(model, s.q, point, scratch, J);
    add("jacobian", J);
    sinew::turn_rows<T>(scratch.pose(point.link).R, J);
    add("jacobian in link axes", J);
    sinew::jacobian_rate<P, T>(model, s.q, s.qd, point, scratch, J);
    add("jacobian rate", J);
    const sinew::Force<T> moved = sinew::at_other_point(s.external.front(), point.p);
    push(moved.n);
    push(moved.f);
    add_list("wrench at other point");
  }
  add("torques", torques<P, T>(model, s.q, s.qd, s.qdd, s.loads()));
  {
    sinew::InverseDynamicsScratch<T> scratch(model);
    std::vector<T> tau(n);
    sinew::inverse_dynamics<P, T>(model, s.q, s.qd, s.qdd, scratch, tau);
    add("torques under own loads", tau);
  }
  add("coriolis torques", coriolis_torques<P, T>(model, s.q, s.qd));
  add("gravity torques", gravity_torques<P, T>(model, s.q, s.gravity));
  {
    for (int i = 0; i < model.velocity_count(); ++i) {
      list.push_back(sinew::friction_at<P, T>(model, s.q, s.qd, i));
      list.push_back(sinew::spring_at<P, T>(model, s.q, i));
    }
    for (const auto& link : model.links()) {
      const auto band = sinew::static_band<P, T>(link.friction, sinew::own_position<P, T>(link, s.q));
      list.insert(list.end(), {band.minus, band.plus});
    }
    add_list("joint forces");
  }
  add("mass matrix", mass_matrix_of<P, T>(model, s.q));
  {
    auto factors = mass_matrix_of<P, T>(model, s.q);
    std::vector<T> inverse(n * n), x = s.tau;
    sinew::factorise<P, T>(model, factors);
    sinew::invert_factorised<P, T>(model, factors, inverse);
    sinew::solve_factorised<P, T>(model, factors, x);
    add("inverse mass matrix", inverse, true);
    add("solution", x, true);
  }
  add("accelerations", accelerations<P, T>(model, s.q, s.qd, s.tau, s.loads()), true);
  add("accelerations, factorised", accelerations_factorised<P, T>(model, s.q, s.qd, s.tau, s.loads()), true);
  if (model.joints_are_local())
    add("accelerations, articulated", accelerations_articulated<P, T>(model, s.q, s.qd, s.tau, s.loads()), true);
  add("coriolis matrix", coriolis_matrix_of<P, T>(model, s.q, s.qd));
  {
    sinew::CoriolisMatrixScratch<T> scratch(model);
    std::vector<T> symbols(n * n * n);
    sinew::christoffel_symbols<P, T>(model, s.q, scratch, symbols);
    add("christoffel symbols", symbols);
  }
  const auto of_torques = torque_derivatives<P, T>(model, s);
  add("torques by q", of_torques.by_q);
  add("torques by qd", of_torques.by_qd);
  add("torques by qdd", of_torques.by_last);
  const auto of_accelerations = acceleration_derivatives<P, T>(model, s);
  add("accelerations by q", of_accelerations.by_q, true);
  add("accelerations by qd", of_accelerations.by_qd, true);
  add("accelerations by tau", of_accelerations.by_last, true);
  {
    sinew::RegressorScratch<T> scratch(model);
    const std::size_t columns = index(sinew::regressor_columns(model));
    std::vector<T> Y(n * columns), Y_joints(n * 4 * links), kinetic(columns), potential(columns);
    sinew::regressor<P, T>(model, s.q, s.qd, s.qdd, s.gravity, scratch, Y);
    sinew::joint_regressor<P, T>(model, s.q, s.qd, s.qdd, scratch, Y_joints);
    sinew::energy_regressor<P, T>(model, s.q, s.qd, s.gravity, scratch, kinetic, potential);
    add("regressor", Y);
    add("joint regressor", Y_joints);
    add("kinetic row", kinetic);
    add("potential row", potential);
  }
  {
    sinew::EnergyScratch<T> scratch(model);
    std::vector<sinew::BodyEnergy<T>> of_links(links);
    const auto whole = sinew::energy<P, T>(model, s.q, s.qd, s.gravity, scratch, of_links);
    list = {whole.kinetic, whole.rotors, whole.potential, whole.springs};
    for (const auto& link : of_links) list.insert(list.end(), {link.translation, link.rotation, link.potential});
    if (model.floating_base()) {
      const auto base = sinew::base_energy<P, T>(model, s.q, s.qd, s.gravity);
      list.insert(list.end(), {base.translation, base.rotation, base.potential});
    }
    add_list("energy");
    std::vector<T> A(6 * n);
    const auto centroid = sinew::centroidal_momentum<P, T>(model, s.q, s.qd, scratch, A);
    list = {centroid.mass, centroid.I.xx, centroid.I.xy, centroid.I.xz, centroid.I.yy, centroid.I.yz, centroid.I.zz};
    for (const auto& v : {centroid.com, centroid.velocity, centroid.momentum.n, centroid.momentum.f}) push(v);
    add_list("centroid");
    add("centroidal momentum matrix", A);
  }
  {
    sinew::TraceScratch<T> scratch(model);
    std::vector<sinew::LinkTrace<T>> traces(links);
    std::vector<sinew::TorqueParts<T>> parts(n);
    std::vector<T> tau(n);
    sinew::trace_inverse_dynamics<P, T>(model, s.q, s.qd, s.qdd, s.loads(), scratch, traces, parts, tau);
    add("traced torques", tau);
    if (model.floating_base()) traces.push_back(sinew::base_trace<P, T>(model, s.q, s.qd, s.qdd, s.gravity, tau));
    for (const auto& t : traces)
      for (const auto& v : {t.w, t.wd, t.v, t.vd, t.v_com, t.vd_com, t.gravity, t.parts.transport, t.parts.centrifugal,
                            t.parts.coriolis, t.parts.joint, t.F, t.N, t.f, t.n})
        push(v);
    add_list("trace");
    for (const auto& p : parts)
      list.insert(list.end(), {p.inertial, p.coriolis, p.centrifugal, p.gravity, p.friction, p.spring, p.external});
    add_list("torque parts");
  }
  return out;
}

/// What a result's errors are measured by: its own largest entry, but for velocity terms, which may be next to nothing on
/// a robot whose mass is in its rotors, no less than the mass matrix.
inline double size_of(const std::vector<Result<double>>& all, const Result<double>& one) {
  double size = largest(one.numbers);
  if (one.name.starts_with("coriolis") || one.name.starts_with("christoffel"))
    for (const auto& other : all)
      if (other.name == "mass matrix") size = std::max(size, largest(other.numbers));
  return size;
}

/// Robots small enough to do everything with: some that we ship, and trees with every feature that there is.
std::vector<Model<double>> robots_for_everything();

}  // namespace sinew_test
