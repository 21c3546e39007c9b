// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/arm/arm.h"

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <utility>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/reference_frame.h"
#include "sinew/formats/shipped_robots.h"
#include "sinew/readings/door.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using numbers::expect_in_range;

/// The numbers of a pose, or of some of a result's vectors.
std::vector<double> numbers_of(std::initializer_list<Vec3<double>> vectors) {
  std::vector<double> numbers;
  for (const Vec3<double>& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

std::vector<double> numbers_of(const std::vector<Wrench>& wrenches) {
  std::vector<double> numbers;
  for (const Wrench& wrench : wrenches)
    for (const Eigen::Vector3d& v : {wrench.point, wrench.force, wrench.moment})
      numbers.insert(numbers.end(), v.begin(), v.end());
  return numbers;
}

}  // namespace

Arm::Arm(Model<double> model) : model_(std::move(model)), work_(model_) {}

Arm load(const std::string& path_or_name, const ReadOptions& options) {
  return Arm(load_robot(robot_file(path_or_name), options).model);
}

std::vector<std::string> Arm::joint_names() const {
  std::vector<std::string> names;
  for (const Link<double>& link : model_.links())
    if (!link.follows) names.push_back(link.joint_name);
  return names;
}

Arm Arm::with_gravity(const Eigen::Vector3d& gravity) const {
  Model<double>::Parts parts = model_.parts();
  parts.gravity = vec3(gravity);
  return Arm(Model<double>(std::move(parts)));
}

PointOnLink<double> Arm::point_on(std::string_view frame, const Eigen::Vector3d& point) const {
  const Frame<double>& found = model_.frame(frame);
  return {found.link, found.X_LF * vec3(point)};
}

// ---- where and how it moves

Pose<double> Arm::pose(const VectorXd& q, std::string_view frame) const {
  const Frame<double>& found = model_.frame(frame);
  numbers::poses(model_, in(q), work_, work_.jacobian.X_WL, work_.jacobian.X_WB);
  const Pose<double> X_WF = work_.jacobian.pose(found.link) * found.X_LF;
  expect_in_range(model_, {{"q", in(q)}}, {numbers_of({X_WF.p, X_WF.R.row(0), X_WF.R.row(1), X_WF.R.row(2)})});
  return X_WF;
}

std::optional<Frame<double>> Arm::axes_frame(const Axes& axes, std::string_view frame) const {
  return axes.of == "own" ? model_.frame(frame) : reference_frame(model_, axes.of);
}

MatrixXd Arm::jacobian(const VectorXd& q, std::string_view frame, const Axes& axes,
                       const Eigen::Vector3d& point) const {
  RowMatrix J(6, velocity_count());
  numbers::jacobian(model_, in(q), point_on(frame, point), work_, out(J));
  if (const auto A = axes_frame(axes, frame)) turn_rows<double>((work_.jacobian.pose(A->link) * A->X_LF).R, out(J));
  expect_in_range(model_, {{"q", in(q)}}, {out(J)});
  return J;
}

MatrixXd Arm::jacobian_rate(const VectorXd& q, const VectorXd& qd, std::string_view frame, const Axes& axes,
                            const Eigen::Vector3d& point) const {
  RowMatrix Jd(6, velocity_count());
  numbers::jacobian_rate(model_, in(q), in(qd), point_on(frame, point), work_, out(Jd));
  if (const auto A = axes_frame(axes, frame)) {
    // d/dt (R⁻¹·J) = R⁻¹·(J̇ − ω × J), half by half, with ω of the axes
    RowMatrix J_A(6, velocity_count());
    numbers::jacobian(model_, in(q), {A->link, {}}, work_, out(J_A));
    const Eigen::Vector3d w = J_A.topRows(3) * qd;
    const MatrixXd J = jacobian(q, frame, Axes::world(), point);
    for (Eigen::Index c = 0; c < Jd.cols(); ++c) {
      Jd.block<3, 1>(0, c) -= w.cross(J.block<3, 1>(0, c));
      Jd.block<3, 1>(3, c) -= w.cross(J.block<3, 1>(3, c));
    }
    turn_rows<double>((work_.jacobian.pose(A->link) * A->X_LF).R, out(Jd));
  }
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}}, {out(Jd)});
  return Jd;
}

MatrixXd Arm::analytic_jacobian(const VectorXd& q, std::string_view frame, EulerAngles angles,
                                const Eigen::Vector3d& point) const {
  const Rotation<double> R = pose(q, frame).R;
  MatrixXd J = jacobian(q, frame, Axes::world(), point);
  // ω = E·(rates of the angles): the columns are the axes that each angle turns about
  Eigen::Matrix3d E;
  double distance = 0.0;  // from the singularity of the angles
  if (angles == EulerAngles::RollPitchYaw) {
    const RollPitchYaw<double> a = roll_pitch_yaw(R);
    const double cp = std::cos(a.pitch), sp = std::sin(a.pitch), cy = std::cos(a.yaw), sy = std::sin(a.yaw);
    E << cp * cy, -sy, 0.0, cp * sy, cy, 0.0, -sp, 0.0, 1.0;
    distance = cp;
  } else {
    const double st = std::hypot(R(0, 2), R(1, 2)), ct = R(2, 2);
    const double cf = st > 0.0 ? R(0, 2) / st : 1.0, sf = st > 0.0 ? R(1, 2) / st : 0.0;
    E << 0.0, -sf, cf * st, 0.0, cf, sf * st, 1.0, 0.0, ct;
    distance = st;
  }
  if (std::abs(distance) < 1e-9)
    throw InputError({{Severity::Error, model_.name(), 0,
                       "the Euler angles of frame " + in_quotes(frame) + " are singular at this q",
                       angles == EulerAngles::RollPitchYaw ? "the pitch is 90 degrees: use zyz, or the Jacobian itself"
                                                           : "the middle angle is 0 or 180 degrees: use rpy, or the "
                                                             "Jacobian itself"}});
  J.topRows(3) = E.inverse() * J.topRows(3);
  return J;
}

FrameMotion Arm::motion(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd, std::string_view frame,
                        const Axes& axes, const Eigen::Vector3d& point) const {
  const MatrixXd J = jacobian(q, frame, Axes::world(), point), Jd = jacobian_rate(q, qd, frame, Axes::world(), point);
  const VectorXd v = J * qd, a = J * qdd + Jd * qd;
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}, {"qdd", in(qdd)}}, {in(v), in(a)});
  Eigen::Matrix3d R_AW = Eigen::Matrix3d::Identity();
  if (const auto A = axes_frame(axes, frame)) R_AW = matrix((work_.jacobian.pose(A->link) * A->X_LF).R).transpose();
  return {R_AW * v.head<3>(), R_AW * v.tail<3>(), R_AW * a.head<3>(), R_AW * a.tail<3>()};
}

// ---- dynamics

Loads<double> Arm::loads(const VectorXd& q, const std::vector<Wrench>& wrenches) const {
  Loads<double> loads = numbers::own_loads(model_);
  if (wrenches.empty()) return loads;
  numbers::expect_position(model_, in(q));
  external_ = external_forces(model_, q, wrenches);
  loads.external = external_.on_links;
  loads.external_on_base = external_.on_base;
  return loads;
}

VectorXd Arm::torque(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                     const std::vector<Wrench>& wrenches) const {
  VectorXd tau(velocity_count());
  numbers::inverse_dynamics(model_, in(q), in(qd), in(qdd), loads(q, wrenches), work_, out(tau));
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}, {"qdd", in(qdd)}, {"wrench", numbers_of(wrenches)}},
                  {in(tau)});
  return tau;
}

void Arm::expect_invertible(const VectorXd& q) const {
  numbers::expect_position(model_, in(q));
  if (numbers::mass_matrix_is_singular(model_, in(q), work_)) numbers::refuse_singular(model_, in(q), work_);
}

VectorXd Arm::acceleration(const VectorXd& q, const VectorXd& qd, const VectorXd& tau,
                           const std::vector<Wrench>& wrenches) const {
  expect_invertible(q);
  VectorXd qdd(velocity_count());
  numbers::forward_dynamics(model_, in(q), in(qd), in(tau), loads(q, wrenches), work_, out(qdd));
  return qdd;
}

Stiction Arm::stiction(const VectorXd& q, const VectorXd& qd, const VectorXd& tau,
                       const std::vector<Wrench>& wrenches) const {
  const VectorXd qdd_free = acceleration(q, qd, tau, wrenches);
  std::vector<RestingJoint> joints = resting_joints(model_, in(q), in(qd));
  if (joints.empty()) return {{}, qdd_free};
  return sinew::stiction(std::move(joints), qdd_free, inverse_mass_matrix(q));
}

Trace Arm::trace(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                 const std::vector<Wrench>& wrenches) const {
  Trace y;
  y.links.resize(at(model_.link_count()));
  y.torques.resize(at(velocity_count()));
  y.tau.resize(velocity_count());
  numbers::trace_inverse_dynamics(model_, in(q), in(qd), in(qdd), loads(q, wrenches), work_, y.links, y.torques,
                                  out(y.tau));
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}, {"qdd", in(qdd)}, {"wrench", numbers_of(wrenches)}},
                  {in(y.tau)});
  if (model_.floating_base())
    y.base = base_trace<double, double>(model_, in(q), in(qd), in(qdd), model_.gravity(), in(y.tau));
  return y;
}

StaticsReport Arm::statics(const VectorXd& q, const std::vector<Wrench>& wrenches) const {
  const VectorXd rest = VectorXd::Zero(velocity_count());
  Trace trace = this->trace(q, rest, rest, wrenches);
  StaticsReport y;
  y.tau = trace.tau;
  y.from_wrenches = y.from_gravity = y.from_springs = rest;
  // round-off is measured against the moments that the forces could have: every weight and wrench at the robot's size
  double scale = 0.0;
  for (const LinkTrace<double>& link : trace.links) {
    const double force = std::hypot(link.f.x, link.f.y, link.f.z);
    scale = std::max({scale, force, std::hypot(link.n.x, link.n.y, link.n.z)});
  }
  for (Eigen::Index i = 0; i < rest.size(); ++i) {
    const TorqueParts<double>& part = trace.torques[static_cast<std::size_t>(i)];
    y.from_wrenches[i] = part.external;
    y.from_gravity[i] = part.gravity;
    y.from_springs[i] = part.spring;
    scale = std::max({scale, std::abs(part.external), std::abs(part.gravity), std::abs(part.spring)});
  }
  y.in_equilibrium = y.tau.size() == 0 || y.tau.cwiseAbs().maxCoeff() <= 1e-12 * scale;
  y.reactions = std::move(trace.links);
  y.base = trace.base;
  return y;
}

MatrixXd Arm::mass_matrix(const VectorXd& q) const {
  RowMatrix M(velocity_count(), velocity_count());
  numbers::mass_matrix(model_, in(q), work_, out(M));
  expect_in_range(model_, {{"q", in(q)}}, {out(M)});
  return M;
}

MatrixXd Arm::inverse_mass_matrix(const VectorXd& q) const {
  expect_invertible(q);
  RowMatrix inverse(velocity_count(), velocity_count());
  numbers::inverse_mass_matrix(model_, in(q), work_, out(inverse));
  return inverse;
}

VectorXd Arm::coriolis_torque(const VectorXd& q, const VectorXd& qd) const {
  VectorXd c(velocity_count());
  numbers::coriolis_torques(model_, in(q), in(qd), work_, out(c));
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}}, {in(c)});
  return c;
}

MatrixXd Arm::coriolis_matrix(const VectorXd& q, const VectorXd& qd) const {
  RowMatrix C(velocity_count(), velocity_count());
  numbers::coriolis_matrix(model_, in(q), in(qd), work_, out(C));
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}}, {out(C)});
  return C;
}

std::vector<MatrixXd> Arm::christoffel_symbols(const VectorXd& q) const {
  const int n = velocity_count();
  std::vector<double> all(at(n * n * n));
  numbers::christoffel_symbols(model_, in(q), work_, all);
  expect_in_range(model_, {{"q", in(q)}}, {all});
  std::vector<MatrixXd> symbols;
  symbols.reserve(at(n));
  for (int k = 0; k < n; ++k) symbols.emplace_back(Eigen::Map<const RowMatrix>(&all[at(k) * at(n * n)], n, n));
  return symbols;
}

MatrixXd Arm::coriolis_coefficients(const VectorXd& q) const {
  const std::vector<MatrixXd> symbols = christoffel_symbols(q);
  const int n = velocity_count();
  MatrixXd B(n, n * (n - 1) / 2);
  // τᵢ = Σ_jk Γ(i, j, k)·q̇ⱼ·q̇ₖ: each product stands there twice
  Eigen::Index column = 0;
  for (int j = 0; j < n; ++j)
    for (int k = j + 1; k < n; ++k) B.col(column++) = symbols[at(k)].col(j) + symbols[at(j)].col(k);
  return B;
}

MatrixXd Arm::centrifugal_coefficients(const VectorXd& q) const {
  const std::vector<MatrixXd> symbols = christoffel_symbols(q);
  MatrixXd C(velocity_count(), velocity_count());
  for (int k = 0; k < velocity_count(); ++k) C.col(k) = symbols[at(k)].col(k);
  return C;
}

VectorXd Arm::gravity_torque(const VectorXd& q) const {
  VectorXd g(velocity_count());
  numbers::gravity_torques(model_, in(q), model_.gravity(), work_, out(g));
  expect_in_range(model_, {{"q", in(q)}}, {in(g)});
  return g;
}

MatrixXd Arm::gravity_stiffness(const VectorXd& q) const {
  const MatrixXd by_q = gravity_torque_derivative(model_, in(q), model_.gravity(), work_);
  expect_in_range(model_, {{"q", in(q)}}, {entries(by_q)});
  return by_q;
}

VectorXd Arm::friction_torque(const VectorXd& q, const VectorXd& qd) const {
  numbers::expect_position(model_, in(q));
  numbers::expect_velocity(model_, "qd", in(qd));
  VectorXd tau(velocity_count());
  for (int i = 0; i < velocity_count(); ++i) tau[i] = friction_at<double, double>(model_, in(q), in(qd), i);
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}}, {in(tau)});
  return tau;
}

VectorXd Arm::spring_torque(const VectorXd& q) const {
  numbers::expect_position(model_, in(q));
  VectorXd tau(velocity_count());
  for (int i = 0; i < velocity_count(); ++i) tau[i] = spring_at<double, double>(model_, in(q), i);
  expect_in_range(model_, {{"q", in(q)}}, {in(tau)});
  return tau;
}

Arm::TorqueDerivatives Arm::torque_derivatives(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                                               const std::vector<Wrench>& wrenches) const {
  const int n = velocity_count();
  RowMatrix by_q(n, n), by_qd(n, n), by_qdd(n, n);
  numbers::inverse_dynamics_derivatives(model_, in(q), in(qd), in(qdd), numbers::own_loads(model_), work_, out(by_q),
                                        out(by_qd), out(by_qdd));
  if (!wrenches.empty()) by_q += wrench_torques(model_, q, wrenches).by_q;
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}, {"qdd", in(qdd)}, {"wrench", numbers_of(wrenches)}},
                  {out(by_q), out(by_qd), out(by_qdd)});
  return {by_q, by_qd, by_qdd};
}

Arm::AccelerationDerivatives Arm::acceleration_derivatives(const VectorXd& q, const VectorXd& qd, const VectorXd& tau,
                                                           const std::vector<Wrench>& wrenches) const {
  expect_invertible(q);
  const int n = velocity_count();
  RowMatrix by_q(n, n), by_qd(n, n), by_tau(n, n);
  // wrenches are torques that change with q
  const WrenchTorques pulled = wrench_torques(model_, q, wrenches);
  const VectorXd left = tau - pulled.tau;
  numbers::forward_dynamics_derivatives(model_, in(q), in(qd), in(left), numbers::own_loads(model_), work_, out(by_q),
                                        out(by_qd), out(by_tau));
  by_q -= by_tau * pulled.by_q;
  return {by_q, by_qd, by_tau};
}

MatrixXd Arm::regressor(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd) const {
  RowMatrix Y(velocity_count(), regressor_columns(model_));
  numbers::regressor(model_, in(q), in(qd), in(qdd), model_.gravity(), work_, out(Y));
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}, {"qdd", in(qdd)}}, {out(Y)});
  return Y;
}

VectorXd Arm::inertial_parameters() const {
  const std::vector<double> pi = sinew::inertial_parameters(model_);
  return Eigen::Map<const VectorXd>(pi.data(), static_cast<Eigen::Index>(pi.size()));
}

EnergyReport Arm::energy(const VectorXd& q, const VectorXd& qd) const {
  EnergyReport y;
  y.links.resize(at(model_.link_count()));
  y.total = numbers::energy(model_, in(q), in(qd), model_.gravity(), work_, y.links);
  const Energy<double>& e = y.total;
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}}, {std::array{e.kinetic, e.potential, e.springs}});
  if (model_.floating_base()) y.base = base_energy<double, double>(model_, in(q), in(qd), model_.gravity());
  return y;
}

PowerBalance Arm::power_balance(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                                const std::vector<Wrench>& wrenches) const {
  const Trace t = trace(q, qd, qdd, wrenches);
  PowerBalance y;
  // dT/dt = q̇ᵀ·M·q̈ + ½·q̇ᵀ·Ṁ·q̇ = q̇ᵀ·(M·q̈ + C·q̇), with the Coriolis matrix, a route of its own
  y.kinetic_rate = qd.dot(mass_matrix(q) * qdd + coriolis_matrix(q, qd) * qd);
  y.potential_rate = qd.dot(gravity_torque(q) + spring_torque(q));
  y.joints = qd.dot(t.tau);
  for (Eigen::Index i = 0; i < qd.size(); ++i) {
    y.friction += qd[i] * t.torques[static_cast<std::size_t>(i)].friction;
    y.external -= qd[i] * t.torques[static_cast<std::size_t>(i)].external;
  }
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}, {"qdd", in(qdd)}, {"wrench", numbers_of(wrenches)}},
                  {std::array{y.residual()}});
  return y;
}

Centroid<double> Arm::centroid(const VectorXd& q, const VectorXd& qd) const {
  const Centroid<double> y = numbers::centroidal_momentum(model_, in(q), in(qd), work_);
  expect_in_range(model_, {{"q", in(q)}, {"qd", in(qd)}}, {numbers_of({y.com, y.momentum.n, y.momentum.f})});
  return y;
}

}  // namespace sinew
