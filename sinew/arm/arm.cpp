// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/arm/arm.h"

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <utility>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/reference_frame.h"
#include "sinew/formats/shipped_robots.h"
#include "sinew/readings/checked.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using numbers::expect_in_range;
using numbers::Position;
using numbers::Velocity;

/// What mathematics outside of a recursion is done with: a vector that has been checked.
Eigen::Map<const VectorXd> vector(const Velocity& x) {
  return {x.get().data(), static_cast<Eigen::Index>(x.get().size())};
}

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

/// What a result under wrenches was computed from; the third vector is q̈ or τ.
struct GivenVectors {
  const VectorXd &q, &qd;
  const char* third_name;
  const VectorXd& third;
  const std::vector<Wrench>& wrenches;
};

[[noreturn, gnu::cold, gnu::noinline]] void refuse_out_of_range(const Model<double>& model, const GivenVectors& given) {
  numbers::refuse_out_of_range(model, {{"q", in(given.q)},
                                       {"qd", in(given.qd)},
                                       {given.third_name, in(given.third)},
                                       {"wrench", numbers_of(given.wrenches)}});
}

/// `expect_in_range` that looks at the wrenches only when it must name them.
inline void expect_finite(const Model<double>& model, const GivenVectors& given,
                          std::initializer_list<In<double>> results) {
  for (const In<double>& result : results)
    if (numbers::poison(result) != 0.0) [[unlikely]]
      refuse_out_of_range(model, given);
}

}  // namespace

Arm::Arm(Model<double> model)
    : robot_(std::make_shared<const Robot>(std::make_shared<const Model<double>>(std::move(model)))) {}

Arm::Arm(LoadedRobot loaded) : Arm(std::make_shared<const LoadedRobot>(std::move(loaded))) {}

Arm::Arm(const std::shared_ptr<const LoadedRobot>& loaded) {
  if (!loaded) refuse("there is no robot to make an Arm of", "give one that load_robot has read");
  // both parts keep the whole of what was read alive
  robot_ = std::make_shared<const Robot>(std::shared_ptr<const Model<double>>(loaded, &loaded->model),
                                         std::shared_ptr<const RobotDescription<double>>(loaded, &loaded->description));
}

Arm load(const std::string& path_or_name, const ReadOptions& options) {
  return Arm(load_robot(robot_file(path_or_name), options));
}

std::vector<std::string> Arm::joint_names() const {
  std::vector<std::string> names;
  for (const Link<double>& link : model().links())
    if (!link.follows) names.push_back(link.joint_name);
  return names;
}

Arm Arm::changed(const RobotChanges& changes) const {
  if (!robot_->description)
    refuse(model().name(), "an Arm of a Model alone has no description to change",
           "make it by load, or of what load_robot gives");
  return Arm(sinew::changed(*robot_->description, changes));
}

Arm Arm::locked(const std::vector<LockedJoint>& joints) const { return changed({.locked = joints}); }
Arm Arm::with_payload(const Payload& payload) const { return changed({.payloads = {payload}}); }
Arm Arm::with_tool(const Pose<double>& X_ET) const { return changed({.tool = Tool{.X_FT = X_ET}}); }

Arm Arm::without(const Without& parts) const {
  return robot_->description ? changed({.without = parts}) : Arm(sinew::without(model(), parts));
}

Arm Arm::with_gravity(const Eigen::Vector3d& gravity) const {
  numbers::expect_gravity(model(), vec3(gravity));
  if (robot_->description) return changed({.gravity = vec3(gravity)});
  Model<double>::Parts parts = model().parts();
  parts.gravity = vec3(gravity);
  return Arm(Model<double>(std::move(parts)));
}

PointOnLink<double> Arm::point_on(std::string_view frame, const Eigen::Vector3d& point) const {
  const Frame<double>& found = model().frame(frame);
  numbers::expect_point(model(), {found.link, vec3(point)});
  return {found.link, found.X_LF * vec3(point)};
}

// ---- where and how it moves

Pose<double> Arm::pose(const VectorXd& q, std::string_view frame) const {
  const Frame<double>& found = model().frame(frame);
  const auto work = workspace();
  numbers::poses(model(), in(q), work, work->jacobian.X_WL, work->jacobian.X_WB);
  const Pose<double> X_WF = work->jacobian.pose(found.link) * found.X_LF;
  expect_in_range(model(), {{"q", in(q)}}, {numbers_of({X_WF.p, X_WF.R.row(0), X_WF.R.row(1), X_WF.R.row(2)})});
  return X_WF;
}

std::optional<Frame<double>> Arm::axes_frame(const Axes& axes, std::string_view frame) const {
  return axes.of == "own" ? model().frame(frame) : reference_frame(model(), axes.of);
}

MatrixXd Arm::jacobian(const VectorXd& q, std::string_view frame, const Axes& axes,
                       const Eigen::Vector3d& point) const {
  const auto work = workspace();
  numbers::jacobian(model(), in(q), point_on(frame, point), work, work->J);
  if (const auto A = axes_frame(axes, frame)) turn_rows<double>((work->jacobian.pose(A->link) * A->X_LF).R, work->J);
  expect_in_range(model(), {{"q", in(q)}}, {work->J});
  return Eigen::Map<const RowMatrix>(work->J.data(), 6, velocity_count());
}

MatrixXd Arm::jacobian_rate(const VectorXd& q, const VectorXd& qd, std::string_view frame, const Axes& axes,
                            const Eigen::Vector3d& point) const {
  const Velocity velocity(model(), "qd", in(qd));
  const PointOnLink<double> place = point_on(frame, point);
  RowMatrix Jd(6, velocity_count());
  const auto work = workspace();
  numbers::jacobian_rate(model(), in(q), in(qd), place, work, out(Jd));
  if (const auto A = axes_frame(axes, frame)) {
    // d/dt (R⁻¹·J) = R⁻¹·(J̇ − ω × J), half by half, with ω of the axes
    RowMatrix J_A(6, velocity_count()), J(6, velocity_count());
    numbers::jacobian(model(), in(q), {A->link, {}}, work, out(J_A));
    numbers::jacobian(model(), in(q), place, work, out(J));
    const Eigen::Vector3d w = J_A.topRows(3) * vector(velocity);
    for (Eigen::Index c = 0; c < Jd.cols(); ++c) {
      Jd.block<3, 1>(0, c) -= w.cross(Eigen::Vector3d(J.block<3, 1>(0, c)));
      Jd.block<3, 1>(3, c) -= w.cross(Eigen::Vector3d(J.block<3, 1>(3, c)));
    }
    turn_rows<double>((work->jacobian.pose(A->link) * A->X_LF).R, out(Jd));
  }
  expect_in_range(model(), {{"q", in(q)}, {"qd", in(qd)}}, {out(Jd)});
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
    throw InputError({{Severity::Error, model().name(), 0,
                       "the Euler angles of frame " + in_quotes(frame) + " are singular at this q",
                       angles == EulerAngles::RollPitchYaw ? "the pitch is 90 degrees: use zyz, or the Jacobian itself"
                                                           : "the middle angle is 0 or 180 degrees: use rpy, or the "
                                                             "Jacobian itself"}});
  J.topRows(3) = E.inverse() * J.topRows(3);
  return J;
}

FrameMotion Arm::motion(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd, std::string_view frame,
                        const Axes& axes, const Eigen::Vector3d& point) const {
  const Velocity velocity(model(), "qd", in(qd)), acceleration(model(), "qdd", in(qdd));
  const PointOnLink<double> place = point_on(frame, point);
  RowMatrix J(6, velocity_count()), Jd(6, velocity_count());
  const auto work = workspace();
  numbers::jacobian_rate(model(), in(q), in(qd), place, work, out(Jd));
  numbers::jacobian(model(), in(q), place, work, out(J));
  const VectorXd v = J * vector(velocity), a = J * vector(acceleration) + Jd * vector(velocity);
  expect_in_range(model(), {{"q", in(q)}, {"qd", in(qd)}, {"qdd", in(qdd)}}, {in(v), in(a)});
  Eigen::Matrix3d R_AW = Eigen::Matrix3d::Identity();
  if (const auto A = axes_frame(axes, frame)) R_AW = matrix((work->jacobian.pose(A->link) * A->X_LF).R).transpose();
  return {R_AW * v.head<3>(), R_AW * v.tail<3>(), R_AW * a.head<3>(), R_AW * a.tail<3>()};
}

// ---- dynamics

namespace {

/// Gravity and the wrenches, as the algorithms take them.
class GravityAndWrenches {
 public:
  GravityAndWrenches(const Model<double>& model, const VectorXd& q, const std::vector<Wrench>& wrenches)
      : loads_(numbers::own_loads(model)) {
    if (wrenches.empty()) return;
    external_ = external_forces(model, q, wrenches);
    loads_.external = external_.on_links;
    loads_.external_on_base = external_.on_base;
  }
  GravityAndWrenches(const GravityAndWrenches&) = delete;
  GravityAndWrenches& operator=(const GravityAndWrenches&) = delete;
  ~GravityAndWrenches() = default;

  const Loads<double>& loads() const { return loads_; }

 private:
  ExternalForces external_;
  Loads<double> loads_;  // of spans into the forces above
};

/// Throws InputError where M(q) cannot be inverted.
void expect_invertible(const Model<double>& model, const Position& q, Workspace& work) {
  if (numbers::mass_matrix_is_singular(model, q, work)) numbers::refuse_singular(model, q, work);
}

}  // namespace

VectorXd Arm::torque(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                     const std::vector<Wrench>& wrenches) const {
  VectorXd tau(velocity_count());
  const auto work = workspace();
  if (wrenches.empty())
    numbers::torque(model(), in(q), in(qd), in(qdd), own_loads<double>(model()), work, out(tau));
  else
    numbers::torque(model(), in(q), in(qd), in(qdd), GravityAndWrenches(model(), q, wrenches).loads(), work, out(tau));
  expect_finite(model(), {q, qd, "qdd", qdd, wrenches}, {in(tau)});
  return tau;
}

VectorXd Arm::acceleration(const VectorXd& q, const VectorXd& qd, const VectorXd& tau,
                           const std::vector<Wrench>& wrenches) const {
  const auto work = workspace();
  expect_invertible(model(), Position(model(), in(q)), work);
  const GravityAndWrenches pulls(model(), q, wrenches);
  VectorXd qdd(velocity_count());
  numbers::acceleration(model(), in(q), in(qd), in(tau), pulls.loads(), work, out(qdd));
  return qdd;
}

Stiction Arm::stiction(const VectorXd& q, const VectorXd& qd, const VectorXd& tau,
                       const std::vector<Wrench>& wrenches) const {
  const VectorXd qdd_free = acceleration(q, qd, tau, wrenches);
  std::vector<RestingJoint> joints = resting_joints(model(), in(q), in(qd));
  if (joints.empty()) return {{}, qdd_free};
  return sinew::stiction(std::move(joints), qdd_free, inverse_mass_matrix(q));
}

Trace Arm::trace(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                 const std::vector<Wrench>& wrenches) const {
  Trace y;
  y.links.resize(at(model().link_count()));
  y.torques.resize(at(velocity_count()));
  y.tau.resize(velocity_count());
  const GravityAndWrenches pulls(model(), q, wrenches);
  const auto work = workspace();
  numbers::trace(model(), {in(q), in(qd), in(qdd)}, pulls.loads(), work, {y.links, y.torques, out(y.tau)});
  expect_finite(model(), {q, qd, "qdd", qdd, wrenches}, {in(y.tau)});
  if (model().floating_base())
    y.base = base_trace<double, double>(model(), in(q), in(qd), in(qdd), model().gravity(), in(y.tau));
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
  MatrixXd M(velocity_count(), velocity_count());
  const Out<double> rows(M.data(), static_cast<std::size_t>(M.size()));  // which are its columns: M is symmetric
  const auto work = workspace();
  numbers::mass_matrix(model(), in(q), work, rows);
  expect_in_range(model(), {{"q", in(q)}}, {rows});
  return M;
}

MatrixXd Arm::inverse_mass_matrix(const VectorXd& q) const {
  const auto work = workspace();
  expect_invertible(model(), Position(model(), in(q)), work);
  RowMatrix inverse(velocity_count(), velocity_count());
  numbers::inverse_mass_matrix(model(), in(q), work, out(inverse));
  return inverse;
}

VectorXd Arm::coriolis_torque(const VectorXd& q, const VectorXd& qd) const {
  VectorXd c(velocity_count());
  const auto work = workspace();
  numbers::coriolis_torque(model(), in(q), in(qd), work, out(c));
  expect_in_range(model(), {{"q", in(q)}, {"qd", in(qd)}}, {in(c)});
  return c;
}

MatrixXd Arm::coriolis_matrix(const VectorXd& q, const VectorXd& qd) const {
  RowMatrix C(velocity_count(), velocity_count());
  const auto work = workspace();
  numbers::coriolis_matrix(model(), in(q), in(qd), work, out(C));
  expect_in_range(model(), {{"q", in(q)}, {"qd", in(qd)}}, {out(C)});
  return C;
}

std::vector<MatrixXd> Arm::christoffel_symbols(const VectorXd& q) const {
  const int n = velocity_count();
  std::vector<double> all(at(n * n * n));
  const auto work = workspace();
  numbers::christoffel_symbols(model(), in(q), work, all);
  expect_in_range(model(), {{"q", in(q)}}, {all});
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
  const auto work = workspace();
  numbers::gravity_torque(model(), in(q), model().gravity(), work, out(g));
  expect_in_range(model(), {{"q", in(q)}}, {in(g)});
  return g;
}

MatrixXd Arm::gravity_stiffness(const VectorXd& q) const {
  const MatrixXd by_q = gravity_torque_derivative(model(), in(q), model().gravity(), workspace());
  expect_in_range(model(), {{"q", in(q)}}, {entries(by_q)});
  return by_q;
}

VectorXd Arm::friction_torque(const VectorXd& q, const VectorXd& qd) const {
  const Position position(model(), in(q));
  const Velocity velocity(model(), "qd", in(qd));
  VectorXd tau(velocity_count());
  for (int i = 0; i < velocity_count(); ++i)
    tau[i] = friction_at<double, double>(model(), position.get(), velocity.get(), i);
  expect_in_range(model(), {{"q", in(q)}, {"qd", in(qd)}}, {in(tau)});
  return tau;
}

VectorXd Arm::spring_torque(const VectorXd& q) const {
  const Position position(model(), in(q));
  VectorXd tau(velocity_count());
  for (int i = 0; i < velocity_count(); ++i) tau[i] = spring_at<double, double>(model(), position.get(), i);
  expect_in_range(model(), {{"q", in(q)}}, {in(tau)});
  return tau;
}

Arm::TorqueDerivatives Arm::torque_derivatives(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                                               const std::vector<Wrench>& wrenches) const {
  const int n = velocity_count();
  RowMatrix by_q(n, n), by_qd(n, n), by_qdd(n, n);
  const auto work = workspace();
  numbers::torque_derivatives(model(), {in(q), in(qd), in(qdd)}, numbers::own_loads(model()), work,
                              {out(by_q), out(by_qd), out(by_qdd)});
  if (!wrenches.empty()) by_q += wrench_torques(model(), q, wrenches).by_q;
  expect_finite(model(), {q, qd, "qdd", qdd, wrenches}, {out(by_q), out(by_qd), out(by_qdd)});
  return {by_q, by_qd, by_qdd};
}

Arm::AccelerationDerivatives Arm::acceleration_derivatives(const VectorXd& q, const VectorXd& qd, const VectorXd& tau,
                                                           const std::vector<Wrench>& wrenches) const {
  const Position position(model(), in(q));
  const Velocity torque(model(), "tau", in(tau));
  const auto work = workspace();
  expect_invertible(model(), position, work);
  const int n = velocity_count();
  RowMatrix by_q(n, n), by_qd(n, n), by_tau(n, n);
  const auto derivatives_at = [&](In<double> effort) {
    numbers::acceleration_derivatives(model(), {in(q), in(qd), effort}, numbers::own_loads(model()), work,
                                      {out(by_q), out(by_qd), out(by_tau)});
  };
  if (wrenches.empty()) {
    derivatives_at(torque.get());
  } else {
    // wrenches are torques that change with q
    const WrenchTorques pulled = wrench_torques(model(), q, wrenches);
    const VectorXd left = vector(torque) - pulled.tau;
    expect_finite(model(), {q, qd, "tau", tau, wrenches}, {in(left)});
    derivatives_at(in(left));
    by_q -= by_tau * pulled.by_q;
    expect_finite(model(), {q, qd, "tau", tau, wrenches}, {out(by_q)});
  }
  return {by_q, by_qd, by_tau};
}

MatrixXd Arm::regressor(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd) const {
  RowMatrix Y(velocity_count(), regressor_columns(model()));
  const auto work = workspace();
  numbers::regressor(model(), in(q), in(qd), in(qdd), model().gravity(), work, out(Y));
  expect_in_range(model(), {{"q", in(q)}, {"qd", in(qd)}, {"qdd", in(qdd)}}, {out(Y)});
  return Y;
}

VectorXd Arm::inertial_parameters() const {
  const std::vector<double> pi = sinew::inertial_parameters(model());
  return Eigen::Map<const VectorXd>(pi.data(), static_cast<Eigen::Index>(pi.size()));
}

EnergyReport Arm::energy(const VectorXd& q, const VectorXd& qd) const {
  EnergyReport y;
  y.links.resize(at(model().link_count()));
  y.total = numbers::energy(model(), in(q), in(qd), model().gravity(), workspace(), y.links);
  const Energy<double>& e = y.total;
  expect_in_range(model(), {{"q", in(q)}, {"qd", in(qd)}}, {std::array{e.kinetic, e.potential, e.springs}});
  if (model().floating_base()) y.base = base_energy<double, double>(model(), in(q), in(qd), model().gravity());
  return y;
}

PowerBalance Arm::power_balance(const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                                const std::vector<Wrench>& wrenches) const {
  const Trace t = trace(q, qd, qdd, wrenches);
  const Velocity velocity(model(), "qd", in(qd)), acceleration(model(), "qdd", in(qdd));
  const auto rate = vector(velocity);
  PowerBalance y;
  // dT/dt = q̇ᵀ·M·q̈ + ½·q̇ᵀ·Ṁ·q̇ = q̇ᵀ·(M·q̈ + C·q̇), with the Coriolis matrix, a route of its own
  y.kinetic_rate = rate.dot(mass_matrix(q) * vector(acceleration) + coriolis_matrix(q, qd) * rate);
  y.potential_rate = rate.dot(gravity_torque(q) + spring_torque(q));
  y.joints = rate.dot(t.tau);
  for (Eigen::Index i = 0; i < rate.size(); ++i) {
    y.friction += rate[i] * t.torques[static_cast<std::size_t>(i)].friction;
    y.external -= rate[i] * t.torques[static_cast<std::size_t>(i)].external;
  }
  expect_finite(model(), {q, qd, "qdd", qdd, wrenches}, {std::array{y.residual()}});
  return y;
}

Centroid<double> Arm::centroid(const VectorXd& q, const VectorXd& qd) const {
  const Centroid<double> y = numbers::centroid(model(), in(q), in(qd), workspace());
  expect_in_range(model(), {{"q", in(q)}, {"qd", in(qd)}}, {numbers_of({y.com, y.momentum.n, y.momentum.f})});
  return y;
}

}  // namespace sinew
