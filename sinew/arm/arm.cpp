// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/arm/arm.h"

#include <Eigen/Dense>
#include <cmath>
#include <utility>

#include "sinew/analysis/matrices.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd square(int n, const std::function<void(RowMatrix&)>& fill) {
  RowMatrix m(n, n);
  fill(m);
  return m;
}

}  // namespace

Arm::Arm(Model<double> model) : model_(std::move(model)), work_(model_) {}

Arm load(const std::string& path, const ReadOptions& options) { return Arm(load_robot(path, options).model); }

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
  return work_.jacobian.pose(found.link) * found.X_LF;
}

MatrixXd Arm::jacobian(const VectorXd& q, std::string_view frame, Axes axes, const Eigen::Vector3d& point) const {
  const Frame<double>& found = model_.frame(frame);
  RowMatrix J(6, velocity_count());
  numbers::jacobian(model_, in(q), point_on(frame, point), work_, out(J));
  if (axes == Axes::Own) turn_rows<double>((work_.jacobian.pose(found.link) * found.X_LF).R, out(J));
  return J;
}

MatrixXd Arm::jacobian_rate(const VectorXd& q, const VectorXd& qd, std::string_view frame, Axes axes,
                            const Eigen::Vector3d& point) const {
  const Frame<double>& found = model_.frame(frame);
  RowMatrix Jd(6, velocity_count());
  numbers::jacobian_rate(model_, in(q), in(qd), point_on(frame, point), work_, out(Jd));
  if (axes == Axes::Base) return Jd;
  // d/dt (R⁻¹·J) = R⁻¹·(J̇ − ω × J), half by half
  const MatrixXd J = jacobian(q, frame, Axes::Base, point);
  const Eigen::Vector3d w = J.topRows(3) * qd;
  for (Eigen::Index c = 0; c < Jd.cols(); ++c) {
    Jd.block<3, 1>(0, c) -= w.cross(J.block<3, 1>(0, c));
    Jd.block<3, 1>(3, c) -= w.cross(J.block<3, 1>(3, c));
  }
  turn_rows<double>((work_.jacobian.pose(found.link) * found.X_LF).R, out(Jd));
  return Jd;
}

MatrixXd Arm::analytic_jacobian(const VectorXd& q, std::string_view frame, EulerAngles angles,
                                const Eigen::Vector3d& point) const {
  const Rotation<double> R = pose(q, frame).R;
  MatrixXd J = jacobian(q, frame, Axes::Base, point);
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

FrameMotion Arm::motion(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd, std::string_view frame, Axes axes,
                        const Eigen::Vector3d& point) const {
  const MatrixXd J = jacobian(q, frame, Axes::Base, point), Jd = jacobian_rate(q, qd, frame, Axes::Base, point);
  const Eigen::Matrix<double, 6, 1> v = J * qd, a = J * qdd + Jd * qd;
  const Eigen::Matrix3d R =
      axes == Axes::Own ? Eigen::Matrix3d(matrix(pose(q, frame).R).transpose()) : Eigen::Matrix3d::Identity();
  return {R * v.head<3>(), R * v.tail<3>(), R * a.head<3>(), R * a.tail<3>()};
}

// ---- dynamics

Loads<double> Arm::loads(const VectorXd& q, const std::vector<Wrench>& wrenches) const {
  Loads<double> loads = numbers::own_loads(model_);
  if (wrenches.empty()) return loads;
  external_.assign(at(model_.link_count()), {});
  numbers::poses(model_, in(q), work_, work_.jacobian.X_WL, work_.jacobian.X_WB);
  const auto placed = [&](const Frame<double>& frame) { return work_.jacobian.pose(frame.link) * frame.X_LF; };
  for (const Wrench& wrench : wrenches) {
    const Frame<double>& frame = model_.frame(wrench.link);
    const Pose<double> X_WL = work_.jacobian.pose(frame.link);
    const Vec3<double> p_L =
        wrench.point_in_base ? X_WL.inverse() * vec3(wrench.point) : frame.X_LF * vec3(wrench.point);
    const Rotation<double> R_WA = wrench.axes == "base" ? Rotation<double>{} : placed(model_.frame(wrench.axes)).R;
    const auto seen = [&](const Eigen::Vector3d& v) { return X_WL.R.inverse_times(R_WA * vec3(v)); };
    const Force<double> at_origin = at_other_point(Force<double>{seen(wrench.moment), seen(wrench.force)}, p_L);
    if (frame.link == base_link)
      loads.external_on_base += at_origin;
    else
      external_[at(frame.link)] += at_origin;
  }
  loads.external = external_;
  return loads;
}

VectorXd Arm::torque(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                     const std::vector<Wrench>& wrenches) const {
  VectorXd tau(velocity_count());
  numbers::inverse_dynamics(model_, in(q), in(qd), in(qdd), loads(q, wrenches), work_, out(tau));
  return tau;
}

VectorXd Arm::acceleration(const VectorXd& q, const VectorXd& qd, const VectorXd& tau,
                           const std::vector<Wrench>& wrenches) const {
  VectorXd qdd(velocity_count());
  numbers::forward_dynamics(model_, in(q), in(qd), in(tau), loads(q, wrenches), work_, out(qdd));
  return qdd;
}

Trace Arm::trace(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                 const std::vector<Wrench>& wrenches) const {
  Trace y;
  y.links.resize(at(model_.link_count()));
  y.torques.resize(at(velocity_count()));
  y.tau.resize(velocity_count());
  numbers::trace_inverse_dynamics(model_, in(q), in(qd), in(qdd), loads(q, wrenches), work_, y.links, y.torques,
                                  out(y.tau));
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
  return y;
}

MatrixXd Arm::mass_matrix(const VectorXd& q) const {
  return square(velocity_count(), [&](RowMatrix& m) { numbers::mass_matrix(model_, in(q), work_, out(m)); });
}

MatrixXd Arm::inverse_mass_matrix(const VectorXd& q) const {
  return square(velocity_count(), [&](RowMatrix& m) { numbers::inverse_mass_matrix(model_, in(q), work_, out(m)); });
}

VectorXd Arm::coriolis_torque(const VectorXd& q, const VectorXd& qd) const {
  VectorXd c(velocity_count());
  numbers::coriolis_torques(model_, in(q), in(qd), work_, out(c));
  return c;
}

MatrixXd Arm::coriolis_matrix(const VectorXd& q, const VectorXd& qd) const {
  return square(velocity_count(),
                [&](RowMatrix& m) { numbers::coriolis_matrix(model_, in(q), in(qd), work_, out(m)); });
}

std::vector<MatrixXd> Arm::christoffel_symbols(const VectorXd& q) const {
  const int n = velocity_count();
  std::vector<double> all(at(n * n * n));
  numbers::christoffel_symbols(model_, in(q), work_, all);
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
  return g;
}

MatrixXd Arm::gravity_stiffness(const VectorXd& q) const {
  return gravity_torque_derivative(model_, in(q), model_.gravity(), work_);
}

VectorXd Arm::friction_torque(const VectorXd& q, const VectorXd& qd) const {
  gravity_torque(q);  // checks q
  coriolis_torque(q, qd);
  VectorXd tau(velocity_count());
  for (int i = 0; i < velocity_count(); ++i) tau[i] = friction_at<double, double>(model_, in(q), in(qd), i);
  return tau;
}

VectorXd Arm::spring_torque(const VectorXd& q) const {
  gravity_torque(q);  // checks q
  VectorXd tau(velocity_count());
  for (int i = 0; i < velocity_count(); ++i) tau[i] = spring_at<double, double>(model_, in(q), i);
  return tau;
}

Arm::TorqueDerivatives Arm::torque_derivatives(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd) const {
  const int n = velocity_count();
  RowMatrix by_q(n, n), by_qd(n, n), by_qdd(n, n);
  numbers::inverse_dynamics_derivatives(model_, in(q), in(qd), in(qdd), numbers::own_loads(model_), work_, out(by_q),
                                        out(by_qd), out(by_qdd));
  return {by_q, by_qd, by_qdd};
}

Arm::AccelerationDerivatives Arm::acceleration_derivatives(const VectorXd& q, const VectorXd& qd,
                                                           const VectorXd& tau) const {
  const int n = velocity_count();
  RowMatrix by_q(n, n), by_qd(n, n), by_tau(n, n);
  numbers::forward_dynamics_derivatives(model_, in(q), in(qd), in(tau), numbers::own_loads(model_), work_, out(by_q),
                                        out(by_qd), out(by_tau));
  return {by_q, by_qd, by_tau};
}

MatrixXd Arm::regressor(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd) const {
  RowMatrix Y(velocity_count(), regressor_columns(model_));
  numbers::regressor(model_, in(q), in(qd), in(qdd), model_.gravity(), work_, out(Y));
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
  return y;
}

Centroid<double> Arm::centroid(const VectorXd& q, const VectorXd& qd) const {
  return numbers::centroidal_momentum(model_, in(q), in(qd), work_);
}

}  // namespace sinew
