// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/control_law.h"

#include <numbers>
#include <utility>

#include "sinew/readings/numbers.h"

namespace sinew {
namespace {

std::vector<double> zeros(std::size_t count) { return std::vector<double>(count, 0.0); }

/// The rotation that takes R to R_r, as a vector in W [rad].
Vec3<double> turn_to(const Rotation<double>& R_r, const Rotation<double>& R) {
  constexpr double half_turn = std::numbers::pi;
  const AxisAngle<double> turn = axis_angle(R_r * R.inverse());
  return (turn.angle > half_turn ? turn.angle - 2.0 * half_turn : turn.angle) * turn.axis;
}

Vec3<double> by_component(const Vec3<double>& a, const Vec3<double>& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

/// J·q̇, row by row.
Motion<double> velocity_of(const std::vector<double>& J, In<double> qd) {
  double rows[6] = {};
  for (std::size_t r = 0; r < 6; ++r)
    for (std::size_t i = 0; i < qd.size(); ++i) rows[r] += J[r * qd.size() + i] * qd[i];
  return {{rows[0], rows[1], rows[2]}, {rows[3], rows[4], rows[5]}};
}

}  // namespace

JointControl::JointControl(JointLaw law, const Arm& arm, JointGains gains, Reference reference, bool gravity)
    : law_(law),
      arm_(arm),
      work_(arm_.model()),
      gains_(std::move(gains)),
      reference_(std::move(reference)),
      gravity_(gravity),
      first_q_(arm_.model().floating_base() ? 7 : 0),
      first_v_(arm_.model().floating_base() ? 6 : 0),
      integral_(zeros(gains_.integral.size())),
      tau_(zeros(at(arm_.velocity_count()))),
      qdd_(tau_),
      at_rest_(tau_),
      C_(zeros(law == JointLaw::Impedance ? square_size(arm_.model()) : 0)) {}

void JointControl::feed_forward(In<double> q, In<double> qd) {
  const Model<double>& model = arm_.model();
  switch (law_) {
    case JointLaw::Pd:
      if (gravity_) numbers::torque(model, q, at_rest_, at_rest_, work_, tau_);
      break;
    case JointLaw::ComputedTorque:
      numbers::torque(model, q, qd, qdd_, work_, tau_);
      break;
    case JointLaw::Impedance:
      numbers::torque(model, q, at_rest_, reference_.qdd(), work_, tau_);
      numbers::coriolis_matrix(model, q, qd, work_, C_);
      for (std::size_t i = 0; i < tau_.size(); ++i)
        for (std::size_t j = 0; j < tau_.size(); ++j) tau_[i] += C_[i * tau_.size() + j] * reference_.qd()[j];
      break;
  }
}

void JointControl::add(double t, In<double> q, In<double> qd, Out<double> tau) {
  reference_.read(t);
  const std::size_t joints = gains_.stiffness.size();
  const auto feedback = [&](std::size_t j) {
    const double e = reference_.q()[first_q_ + j] - q[first_q_ + j];
    const double rate = reference_.qd()[first_v_ + j] - qd[first_v_ + j];
    double sum = gains_.stiffness[j] * e + gains_.damping[j] * rate;
    if (!integral_.empty()) {
      integral_[j] += period_ * e;
      sum += gains_.integral[j] * integral_[j];
    }
    return sum;
  };
  const bool is_acceleration = law_ == JointLaw::ComputedTorque;
  for (std::size_t j = 0; j < joints && is_acceleration; ++j)
    qdd_[first_v_ + j] = reference_.qdd()[first_v_ + j] + feedback(j);
  feed_forward(q, qd);
  for (std::size_t j = 0; j < joints; ++j)
    tau[first_v_ + j] += tau_[first_v_ + j] + (is_acceleration ? 0.0 : feedback(j));
}

CartesianControl::CartesianControl(const Arm& arm, const std::string& frame, CartesianGains gains, Reference reference,
                                   bool gravity)
    : arm_(arm),
      work_(arm_.model()),
      gains_(std::move(gains)),
      reference_(std::move(reference)),
      gravity_(gravity),
      frame_(arm_.model().frame(frame)),
      first_v_(arm_.model().floating_base() ? 6 : 0),
      X_WL_(at(arm_.model().link_count())),
      J_(zeros(6 * at(arm_.velocity_count()))),
      J_r_(J_),
      tau_(zeros(at(arm_.velocity_count()))),
      at_rest_(tau_) {}

Pose<double> CartesianControl::look(In<double> q, std::vector<double>& J) {
  Pose<double> X_WB;
  numbers::poses(arm_.model(), q, work_, X_WL_, X_WB);
  numbers::jacobian(arm_.model(), q, {frame_.link, frame_.X_LF.p}, work_, J);
  return (frame_.link == base_link ? X_WB : X_WL_[at(frame_.link)]) * frame_.X_LF;
}

void CartesianControl::add(double t, In<double> q, In<double> qd, Out<double> tau) {
  reference_.read(t);
  const Pose<double> wanted = look(reference_.q(), J_r_), now = look(q, J_);
  const Motion<double> rate = velocity_of(J_r_, reference_.qd()) - velocity_of(J_, qd);
  const Vec3<double> moment = by_component(gains_.rotational_stiffness, turn_to(wanted.R, now.R)) +
                              by_component(gains_.rotational_damping, rate.w);
  const Vec3<double> force = by_component(gains_.stiffness, wanted.p - now.p) + by_component(gains_.damping, rate.v);
  if (gravity_) numbers::torque(arm_.model(), q, at_rest_, at_rest_, work_, tau_);
  const std::size_t n = tau_.size();
  for (std::size_t i = first_v_; i < n; ++i) {
    double sum = tau_[i];
    for (std::size_t r = 0; r < 3; ++r) {
      const int row = static_cast<int>(r);
      sum += J_[r * n + i] * moment[row] + J_[(3 + r) * n + i] * force[row];
    }
    if (!gains_.joint_damping.empty()) sum -= gains_.joint_damping[i - first_v_] * qd[i];
    tau[i] += sum;
  }
}

}  // namespace sinew
