// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/audit/energy_history.h"

#include "sinew/algorithms/joint_forces.h"
#include "sinew/analysis/matrices.h"
#include "sinew/motion/audit/sampled_curve.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Friction of a joint and of those that follow it, by its kinds.
void add_friction(const Model<double>& model, const VectorXd& q, const VectorXd& qd, Index column,
                  LedgerTorques& torques) {
  for (const Link<double>& link : model.links()) {
    const double rate = own_rate<double, double>(link, in(qd));
    const double all = friction_force(link.friction, own_position<double, double>(link, in(q)), rate);
    const double viscous = link.friction.viscous * rate;
    torques.viscous(link.velocity_index, column) += link.multiplier * viscous;
    torques.dry(link.velocity_index, column) += link.multiplier * (all - viscous);
  }
}

VectorXd power_of(const MatrixXd& torque, const MatrixXd& rate) {
  return torque.cwiseProduct(rate).colwise().sum().transpose();
}

/// Power of wrenches at each time: what they change about the torques, times the rates.
VectorXd wrench_power(const Arm& arm, const JointMotions& motion, const std::vector<Wrench>& wrenches) {
  VectorXd power = VectorXd::Zero(motion.q.cols());
  const VectorXd still = VectorXd::Zero(motion.q.rows());
  for (Index k = 0; k < power.size() && !wrenches.empty(); ++k) {
    const VectorXd q = motion.q.col(k);
    power[k] = motion.qd.col(k).dot(arm.torque(q, still, still) - arm.torque(q, still, still, wrenches));
  }
  return power;
}

}  // namespace

LedgerTorques model_torques(const Arm& arm, const JointMotions& motion, const std::vector<Wrench>& wrenches) {
  const Index n = motion.q.rows(), samples = motion.q.cols();
  LedgerTorques torques{MatrixXd(n, samples), MatrixXd::Zero(n, samples), MatrixXd::Zero(n, samples)};
  for (Index k = 0; k < samples; ++k) {
    const VectorXd q = motion.q.col(k), qd = motion.qd.col(k), qdd = motion.qdd.col(k);
    torques.model.col(k) = arm.torque(q, qd, qdd, wrenches);
    add_friction(arm.model(), q, qd, k, torques);
  }
  return torques;
}

EnergyHistory energy_history(const Arm& arm, const std::vector<double>& times, const JointMotions& motion,
                             const MatrixXd& tau, const std::vector<Wrench>& wrenches) {
  const Index n = motion.q.rows(), samples = motion.q.cols();
  EnergyHistory history;
  history.times = times;
  history.kinetic = history.potential = history.springs = VectorXd(samples);
  LedgerTorques friction{{}, MatrixXd::Zero(n, samples), MatrixXd::Zero(n, samples)};
  const auto work = arm.workspace();
  for (Index k = 0; k < samples; ++k) {
    const VectorXd q = motion.q.col(k), qd = motion.qd.col(k);
    const Energy<double> e = numbers::energy(arm.model(), in(q), in(qd), arm.model().gravity(), work);
    history.kinetic[k] = e.kinetic;
    history.potential[k] = e.potential;
    history.springs[k] = e.springs;
    add_friction(arm.model(), q, qd, k, friction);
  }
  history.drive = running_integral(times, power_of(tau, motion.qd));
  history.viscous = running_integral(times, power_of(friction.viscous, motion.qd));
  history.dry = running_integral(times, power_of(friction.dry, motion.qd));
  history.wrenches = running_integral(times, wrench_power(arm, motion, wrenches));
  const VectorXd stored = history.stored();
  history.unexplained =
      (stored.array() - stored[0]).matrix() - history.drive + history.viscous + history.dry - history.wrenches;
  return history;
}

std::vector<JointEnergy> joint_energies(const std::vector<double>& times, const JointMotions& motion,
                                        const MatrixXd& tau, const LedgerTorques& torques) {
  std::vector<JointEnergy> joints;
  const auto whole = [&](const Eigen::RowVectorXd& power) {
    const VectorXd sum = running_integral(times, power.transpose());
    return sum[sum.size() - 1];
  };
  for (Index j = 0; j < motion.q.rows(); ++j) {
    const Eigen::RowVectorXd rate = motion.qd.row(j), power = tau.row(j).cwiseProduct(rate);
    JointEnergy joint;
    joint.driven = whole(power.cwiseMax(0.0));
    joint.braked = whole(power.cwiseMin(0.0));
    joint.viscous = whole(torques.viscous.row(j).cwiseProduct(rate));
    joint.dry = whole(torques.dry.row(j).cwiseProduct(rate));
    joint.unexplained = whole((torques.model.row(j) - tau.row(j)).cwiseProduct(rate));
    joints.push_back(joint);
  }
  return joints;
}

std::vector<EnergyWindow> energy_windows(const EnergyHistory& history, int count) {
  const Index last = std::ssize(history.times) - 1;
  const VectorXd stored = history.stored();
  std::vector<EnergyWindow> windows;
  for (int w = 0; w < count; ++w) {
    const Index a = last * w / count, b = last * (w + 1) / count;
    const auto change = [&](const VectorXd& x) { return x[b] - x[a]; };
    EnergyWindow window;
    window.from = history.times[static_cast<std::size_t>(a)];
    window.to = history.times[static_cast<std::size_t>(b)];
    window.stored = change(stored);
    window.drive = change(history.drive);
    window.viscous = change(history.viscous);
    window.dry = change(history.dry);
    window.wrenches = change(history.wrenches);
    window.unexplained = change(history.unexplained);
    windows.push_back(window);
  }
  return windows;
}

}  // namespace sinew
