// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/audit/energy_audit.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "sinew/motion/audit/sampled_curve.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// How often noise is put onto the smooth motion.
constexpr int repeats = 16;

/// What the same log would be with other noise.
struct NoisyRepeats {
  std::vector<MatrixXd> torque_differences;
  std::vector<std::vector<double>> unexplained;  ///< of every window, the whole behind them
};

std::vector<double> unexplained_of(const EnergyHistory& history, int windows) {
  std::vector<double> numbers;
  for (const EnergyWindow& window : energy_windows(history, windows)) numbers.push_back(window.unexplained);
  numbers.push_back(energy_windows(history, 1).front().unexplained);
  return numbers;
}

NoisyRepeats repeated(const Arm& arm, const MotionLog& log, const LogMotion& found, const MatrixXd& model,
                      const AuditSettings& settings) {
  NoisyRepeats y;
  std::mt19937_64 random(1);
  for (int r = 0; r < repeats; ++r) {
    const JointMotions motion = found.disturbed(random);
    MatrixXd noise(model.rows(), model.cols());
    for (Index j = 0; j < noise.rows(); ++j) {
      const bool is_known = log.has_torque.empty() || log.has_torque[static_cast<std::size_t>(j)];
      noise.row(j) = (is_known ? found.noise().tau[j] : 0.0) * normal_numbers(random, noise.cols()).transpose();
    }
    y.torque_differences.emplace_back(model + noise - model_torques(arm, motion, settings.wrenches).model);
    y.unexplained.push_back(
        unexplained_of(energy_history(arm, log.times, motion, model + noise, settings.wrenches), settings.windows));
  }
  return y;
}

/// The size that noise gives a number, the smoothing's own error included: its root mean square over the repeats.
double noise_of_window(const NoisyRepeats& repeats_of, std::size_t window) {
  double sum = 0.0;
  for (const std::vector<double>& one : repeats_of.unexplained) sum += one[window] * one[window];
  return std::sqrt(sum / static_cast<double>(repeats_of.unexplained.size()));
}

/// Torques of the log; those that are not known are the model's.
MatrixXd known_torques(const MotionLog& log, const MatrixXd& model) {
  MatrixXd tau = log.tau;
  for (std::size_t j = 0; j < log.has_torque.size(); ++j)
    if (!log.has_torque[j]) tau.row(static_cast<Index>(j)) = model.row(static_cast<Index>(j));
  return tau;
}

void judge_windows(EnergyAudit& y, const NoisyRepeats& noise) {
  for (std::size_t w = 0; w < y.windows.size(); ++w) y.windows[w].noise = noise_of_window(noise, w);
  y.whole.noise = noise_of_window(noise, y.windows.size());
  const double duration = y.whole.to - y.whole.from;
  y.drift = y.whole.unexplained / duration;
  y.drift_noise = y.whole.noise / duration;
  constexpr double deviations = 4.0, share = 0.005;
  const auto is_explained = [&](const EnergyWindow& window) {
    const double part = y.turnover * (window.to - window.from) / duration;
    return std::abs(window.unexplained) <= std::max(deviations * window.noise, share * part);
  };
  y.closes = is_explained(y.whole) && std::all_of(y.windows.begin(), y.windows.end(), is_explained);
}

}  // namespace

bool EnergyAudit::names_a_fault() const {
  const auto is_suspect = [](const VelocityCheck& check) {
    return check.verdict == VelocityVerdict::Flipped || check.verdict == VelocityVerdict::Wrong;
  };
  return torques.is_named || std::any_of(velocities.begin(), velocities.end(), is_suspect);
}

EnergyAudit audit(const Arm& arm, const MotionLog& log, const AuditSettings& settings) {
  check_log(arm.model(), log);
  if (settings.windows < 1 || settings.windows > static_cast<int>(log.times.size()) - 1)
    refuse(log.name, "cannot be cut into " + std::to_string(settings.windows) + " stretches",
           "ask for 1 to " + std::to_string(log.times.size() - 1));
  const LogMotion found(log);
  const LedgerTorques model = model_torques(arm, found.motion(), settings.wrenches);
  const MatrixXd tau = known_torques(log, model.model);
  // the ledger keeps to the log: a velocity that is wrong shows in it
  const JointMotions logged{found.motion().q, found.logged_rates(), found.motion().qdd};
  EnergyAudit y;
  y.noise = found.noise();
  y.velocities = found.velocities();
  y.history = energy_history(arm, log.times, logged, tau, settings.wrenches);
  y.windows = energy_windows(y.history, settings.windows);
  y.whole = energy_windows(y.history, 1).front();
  y.joints = joint_energies(log.times, logged, tau, model);
  const VectorXd through = tau.cwiseProduct(logged.qd).cwiseAbs().colwise().sum().transpose();
  y.turnover = running_integral(log.times, through).tail(1)[0];
  const NoisyRepeats noise = repeated(arm, log, found, model.model, settings);
  judge_windows(y, noise);
  std::vector<bool> has_torque = log.has_torque;
  if (has_torque.empty()) has_torque.assign(static_cast<std::size_t>(tau.rows()), true);
  y.torques = find_torque_faults(
      arm, {log.times, found.motion(), model.model, tau - model.model, noise.torque_differences, has_torque});
  return y;
}

}  // namespace sinew
