// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/numbers.h"

#include <cmath>
#include <string>

namespace sinew {

Instructions best_instructions() noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Instructions::Avx2;
#endif
  return Instructions::Plain;
}

Workspace::Workspace(const Model<double>& model, Instructions use)
    : instructions(use == Instructions::Avx2 ? best_instructions() : use),
      inverse_dynamics(model),
      mass_matrix(model),
      forward_dynamics(model),
      derivatives(model),
      coriolis(model),
      jacobian(model),
      energy(model),
      regressor(model),
      trace(model),
      M(at(model.velocity_count() * model.velocity_count())) {}

namespace numbers {
namespace {

// Everything that `work` calls is inlined into the function that has the instructions, and so compiled for them: the
// same templates serve both, and no symbol compiled for AVX2 can end up where it must not run.
template <class Work>
[[gnu::flatten, gnu::noinline]] void plainly(const Work& work) {
  work();
}
#if defined(__x86_64__)
template <class Work>
[[gnu::flatten, gnu::noinline, gnu::target("avx2,fma")]] void with_avx2(const Work& work) {
  work();
}
#endif

template <class Work>
void run(const Workspace& workspace, const Work& work) {
#if defined(__x86_64__)
  if (workspace.instructions == Instructions::Avx2) return with_avx2(work);
#endif
  static_cast<void>(workspace);
  plainly(work);
}

[[noreturn]] void refuse(const Model<double>& model, const std::string& what, const std::string& remedy) {
  throw InputError({{Severity::Error, model.name(), 0, what, remedy}});
}

[[noreturn]] void refuse_length(const Model<double>& model, const char* name, std::size_t given, std::size_t needed) {
  refuse(model, std::string(name) + " has " + std::to_string(given) + " numbers",
         "give " + std::to_string(needed) + ", one per entry of the robot's vector");
}

[[noreturn]] void refuse_value(const Model<double>& model, const char* name, In<double> x) {
  std::size_t i = 0;
  while (std::isfinite(x[i])) ++i;
  refuse(model, std::string(name) + "[" + std::to_string(i) + "] is " + shown(x[i]), "give a finite number");
}

/// Zero for finite numbers, NaN as soon as one is not.
double poison(In<double> x) {
  double sum = 0.0;
  for (const double value : x) sum += value * 0.0;
  return sum;
}

void expect_length(const Model<double>& model, const char* name, std::size_t given, std::size_t needed) {
  if (given != needed) [[unlikely]]
    refuse_length(model, name, given, needed);
}

void expect(const Model<double>& model, const char* name, In<double> x, int needed) {
  expect_length(model, name, x.size(), at(needed));
  if (poison(x) != 0.0) [[unlikely]]
    refuse_value(model, name, x);
}

void expect_position(const Model<double>& model, In<double> q) {
  expect(model, "q", q, model.position_count());
  if (!model.floating_base()) return;
  const double norm = std::sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
  if (!(std::abs(norm - 1.0) < 1e-6))
    refuse(model, "the base's quaternion has length " + shown(norm), "give x y z w of length 1");
}

void expect_velocity(const Model<double>& model, const char* name, In<double> x) {
  expect(model, name, x, model.velocity_count());
}

void expect_room(const Model<double>& model, const char* name, std::size_t given, int rows, int columns) {
  if (given != at(rows) * at(columns)) [[unlikely]]
    refuse(model, std::string("the room for ") + name + " is " + std::to_string(given) + " numbers",
           "give " + std::to_string(rows) + " times " + std::to_string(columns));
}

void expect_gravity(const Model<double>& model, const Vec3<double>& g) {
  expect(model, "gravity", std::span<const double>({g.x, g.y, g.z}), 3);
}

void expect_loads(const Model<double>& model, const Loads<double>& loads) {
  expect_gravity(model, loads.gravity);
  if (loads.external.empty()) return;
  expect_length(model, "external", loads.external.size(), at(model.link_count()));
  for (const Force<double>& f : loads.external)
    expect(model, "external", std::span<const double>({f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z}), 6);
}

void expect_point(const Model<double>& model, const PointOnLink<double>& point) {
  if (point.link < base_link || point.link >= model.link_count())
    refuse(model, "there is no link number " + std::to_string(point.link),
           "give one of 0 to " + std::to_string(model.link_count() - 1) + ", or -1 for the base");
  expect(model, "point", std::span<const double>({point.p.x, point.p.y, point.p.z}), 3);
}

[[noreturn]] void refuse_singular(const Model<double>& model, In<double> q, Workspace& work) {
  sinew::mass_matrix<double, double>(model, q, work.mass_matrix, work.M);
  const std::size_t n = at(model.velocity_count());
  for (int i = 0; i < model.link_count(); ++i) {
    const std::size_t own = at(model.link(i).velocity_index);
    if (!(work.M[own * n + own] > 0.0))
      refuse(model, "joint " + in_quotes(model.link(i).joint_name) + " moves nothing that has inertia here",
             "give the links beyond it mass, or its motor a rotor inertia; or fix the joint");
  }
  refuse(model, "the mass matrix cannot be inverted at this q",
         "some combination of joints moves no mass: give the links inertia, or choose another q");
}

}  // namespace

Loads<double> own_loads(const Model<double>& model) { return sinew::own_loads<double>(model); }

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

void inverse_dynamics(const Model<double>& model, In<double> q, In<double> qd, In<double> qdd,
                      const Loads<double>& loads, Workspace& work, Out<double> tau) {
  expect_position(model, q);
  expect_velocity(model, "qd", qd);
  expect_velocity(model, "qdd", qdd);
  expect_loads(model, loads);
  expect_length(model, "tau", tau.size(), at(model.velocity_count()));
  run(work,
      [&] { sinew::inverse_dynamics<double, double>(model, q, qd, qdd, loads, work.inverse_dynamics, tau); });
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
  std::vector<double>& factors = work.forward_dynamics.M;
  run(work, [&] {
    sinew::mass_matrix<double, double>(model, q, work.mass_matrix, factors);
    factorise<double, double>(model, factors);
    invert_factorised<double, double>(model, factors, inverse);
  });
  if (poison(inverse) != 0.0) refuse_singular(model, q, work);
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
  run(work, [&] {
    sinew::forward_dynamics<double, double>(model, q, qd, tau, loads, work.forward_dynamics, qdd);
  });
  if (poison(qdd) != 0.0) [[unlikely]]
    refuse_singular(model, q, work);
}

void forward_dynamics(const Model<double>& model, In<double> q, In<double> qd, In<double> tau, Workspace& work,
                      Out<double> qdd) {
  forward_dynamics(model, q, qd, tau, own_loads(model), work, qdd);
}

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
    sinew::inverse_dynamics_derivatives<double, double>(model, q, qd, qdd, loads, work.derivatives.inverse, by_q,
                                                        by_qd, by_qdd);
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
  run(work, [&] {
    sinew::forward_dynamics_derivatives<double, double>(model, q, qd, tau, loads, work.derivatives, by_q, by_qd,
                                                        by_tau);
  });
  if (poison(by_q) + poison(by_qd) + poison(by_tau) != 0.0) refuse_singular(model, q, work);
}

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
  run(work, [&] {
    sinew::energy_regressor<double, double>(model, q, qd, gravity, work.regressor, kinetic, potential);
  });
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
  run(work, [&] {
    sinew::trace_inverse_dynamics<double, double>(model, q, qd, qdd, loads, work.trace, links, torques, tau);
  });
}

}  // namespace numbers
}  // namespace sinew
