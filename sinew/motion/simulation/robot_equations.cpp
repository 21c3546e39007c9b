// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/simulation/robot_equations.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/readings/numbers.h"

namespace sinew {
namespace {

Vec3<double> three_at(In<double> x, std::size_t i) { return {x[i], x[i + 1], x[i + 2]}; }

}  // namespace

RobotEquations::RobotEquations(const Arm& arm, const SimulationSettings& settings, std::shared_ptr<Drive> drive,
                               std::shared_ptr<Surroundings> surroundings)
    : arm_(arm),
      dry_(arm_.model()),
      regularised_(settings.dry_friction == DryFriction::Regularised),
      bend_(settings.sliding_velocity),
      drive_(std::move(drive)),
      surroundings_(std::move(surroundings)) {
  const std::size_t n = at(model().velocity_count());
  layout_ = {
      at(model().position_count()), n, drive_ != nullptr, without_dry_friction(model()).has_friction(), dry_.any(),
      surroundings_ != nullptr};
  sampled_ = drive_ && drive_->sampling_time() > 0.0;
  q_.resize(layout_.q);
  for (std::vector<double>* x :
       {&tau_, &applied_, &dry_effort_, &pulled_, &zero_, &bias_, &buffer_, &holding_, &holding_size_})
    x->assign(n, 0.0);
  M_.resize(n * n);
  factor_.resize(n * n);
  on_links_.resize(at(model().link_count()));
  change_robot(arm_);
}

void RobotEquations::change_robot(const Arm& arm) {
  arm_ = arm;
  dry_ = DryFrictionLaw(model());
  smooth_ = std::make_unique<Model<double>>(without_dry_friction(model()));
  damped_ = std::make_unique<Model<double>>(without(*smooth_, {.springs = true}));
  work_ = std::make_unique<Workspace>(*smooth_);
}

In<double> RobotEquations::unit_position(In<double> y) {
  std::copy_n(y.begin(), layout_.q, q_.begin());
  if (model().floating_base()) {
    const double length = std::sqrt(q_[3] * q_[3] + q_[4] * q_[4] + q_[5] * q_[5] + q_[6] * q_[6]);
    for (std::size_t k = 3; k < 7; ++k) q_[k] /= length;
  }
  return q_;
}

void RobotEquations::position_rate(In<double> q, In<double> qd, Out<double> dq) const noexcept {
  const std::size_t base_q = model().floating_base() ? 7 : 0, base_v = model().floating_base() ? 6 : 0;
  std::copy(qd.begin() + static_cast<std::ptrdiff_t>(base_v), qd.end(),
            dq.begin() + static_cast<std::ptrdiff_t>(base_q));
  if (base_q == 0) return;
  // ṗ = R·v and, for the quaternion e + s, ė = ½(s·ω + e×ω), ṡ = −½·e·ω
  const Vec3<double> w = three_at(qd, 0), v = three_at(qd, 3), e = three_at(q, 3);
  const Vec3<double> p = base_rotation<double>(q) * v, turn = 0.5 * (q[6] * w + cross(e, w));
  for (int k = 0; k < 3; ++k) {
    dq[at(k)] = p[k];
    dq[at(k) + 3] = turn[k];
  }
  dq[6] = -0.5 * dot(e, w);
}

void RobotEquations::find_forces(const Conditions& conditions, double t, In<double> q, In<double> qd) {
  t = std::min(t, conditions.last_time);
  if (sampled_)
    std::copy(conditions.torque.begin(), conditions.torque.end(), tau_.begin());
  else if (drive_)
    drive_->torque(t, q, qd, tau_);
  std::copy(tau_.begin(), tau_.end(), applied_.begin());
  if (dry_.any()) {
    for (std::size_t i = 0; i < layout_.v; ++i) {
      const int v = static_cast<int>(i);
      dry_effort_[i] = 0.0;
      if (regularised_ && dry_.acts_on(v)) dry_effort_[i] = dry_.regularised(v, q, qd, bend_);
      if (!regularised_ && conditions.slides[i] != 0) dry_effort_[i] = dry_.sliding(v, conditions.slides[i], q, qd);
      applied_[i] -= dry_effort_[i];
    }
  }
  if (surroundings_) add_wrenches(t, q, qd);
}

void RobotEquations::add_wrenches(double t, In<double> q, In<double> qd) {
  std::fill(on_links_.begin(), on_links_.end(), Force<double>{});
  Loads<double> loads;  // no gravity
  surroundings_->pull(t, q, qd, on_links_, loads.external_on_base);
  loads.external = on_links_;
  // at rest and without gravity the bodies ask for −Jᵀ·w alone
  numbers::torque(*damped_, q, zero_, zero_, loads, *work_, pulled_);
  for (std::size_t i = 0; i < layout_.v; ++i) {
    pulled_[i] = -pulled_[i];
    applied_[i] += pulled_[i];
  }
}

void RobotEquations::powers(In<double> q, In<double> qd, Out<double> works) {
  const std::size_t n = layout_.v;
  double* out = works.data();
  if (layout_.drive) {
    for (std::size_t i = 0; i < n; ++i) out[i] = tau_[i] * qd[i];
    out += n;
  }
  if (layout_.viscous) {
    std::fill(buffer_.begin(), buffer_.end(), 0.0);
    add_joint_forces<double, double>(*damped_, q, qd, 1.0, buffer_);
    for (std::size_t i = 0; i < n; ++i) out[i] = buffer_[i] * qd[i];
    out += n;
  }
  if (layout_.dry) {
    for (std::size_t i = 0; i < n; ++i) out[i] = dry_effort_[i] * qd[i];
    out += n;
  }
  if (layout_.wrenches) {
    *out = 0.0;
    for (std::size_t i = 0; i < n; ++i) *out += pulled_[i] * qd[i];
  }
}

void RobotEquations::rate(const Conditions& conditions, double t, In<double> y, Out<double> dy) {
  if (counting_) ++evaluations_;
  const In<double> q = model().floating_base() ? unit_position(y) : y.first(layout_.q);
  const In<double> qd = y.subspan(layout_.q, layout_.v);
  position_rate(y.first(layout_.q), qd, dy.first(layout_.q));
  find_forces(conditions, t, q, qd);
  powers(q, qd, dy.subspan(layout_.states()));
  accelerations(conditions, q, qd, dy.subspan(layout_.q, layout_.v));
}

void RobotEquations::accelerations(const Conditions& conditions, In<double> q, In<double> qd, Out<double> qdd) {
  if (conditions.held == 0) return numbers::acceleration(*smooth_, q, qd, applied_, *work_, qdd);
  const std::size_t n = layout_.v;
  numbers::torque(*smooth_, q, qd, zero_, *work_, bias_);
  find_mass_matrix(q);
  factorise_free(conditions);
  for (std::size_t i = 0; i < n; ++i) qdd[i] = applied_[i] - bias_[i];
  solve_free(conditions, qdd);
  for (std::size_t i = 0; i < n; ++i) {
    if (conditions.holds[i] == 0) continue;
    holding_[i] = bias_[i] - applied_[i];
    holding_size_[i] = std::abs(bias_[i]) + std::abs(applied_[i]);
    for (std::size_t j = 0; j < n; ++j) {
      holding_[i] += M_[i * n + j] * qdd[j];
      holding_size_[i] += std::abs(M_[i * n + j] * qdd[j]);
    }
  }
}

void RobotEquations::find_mass_matrix(In<double> q) { numbers::mass_matrix(*smooth_, q, *work_, M_); }

void RobotEquations::factorise_free(const Conditions& conditions) {
  // M_ff = L·Lᵀ, rows of held joints left out; on the diagonal stands 1/L
  const std::size_t n = layout_.v;
  for (std::size_t i = 0; i < n; ++i) {
    if (conditions.holds[i] != 0) continue;
    for (std::size_t j = 0; j <= i; ++j) {
      if (conditions.holds[j] != 0) continue;
      double sum = M_[i * n + j];
      for (std::size_t k = 0; k < j; ++k)
        if (conditions.holds[k] == 0) sum -= factor_[i * n + k] * factor_[j * n + k];
      factor_[i * n + j] = i == j ? 1.0 / std::sqrt(sum) : sum * factor_[j * n + j];
    }
  }
}

void RobotEquations::solve_free(const Conditions& conditions, Out<double> x) const {
  const std::size_t n = layout_.v;
  for (std::size_t i = 0; i < n; ++i) {
    if (conditions.holds[i] != 0) {
      x[i] = 0.0;
      continue;
    }
    for (std::size_t j = 0; j < i; ++j)
      if (conditions.holds[j] == 0) x[i] -= factor_[i * n + j] * x[j];
    x[i] *= factor_[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    if (conditions.holds[i] != 0) continue;
    for (std::size_t j = i + 1; j < n; ++j)
      if (conditions.holds[j] == 0) x[i] -= factor_[j * n + i] * x[j];
    x[i] *= factor_[i * n + i];
  }
}

Energy<double> RobotEquations::energy(In<double> q, In<double> qd) const {
  return numbers::energy(model(), q, qd, model().gravity(), *work_);
}

}  // namespace sinew
