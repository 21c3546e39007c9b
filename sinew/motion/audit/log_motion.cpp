// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/audit/log_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sinew/motion/trajectory/smoothing_spline.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Signals without noise are taken for as exact as this share of their spread.
constexpr double exact_share = 1e-7;

double rms_of(const VectorXd& x) { return x.size() == 0 ? 0.0 : std::sqrt(x.squaredNorm() / double(x.size())); }

double spread_of(const VectorXd& x) { return rms_of((x.array() - x.mean()).matrix()); }

/// Noise of each row, never zero.
VectorXd noise_of_rows(const std::vector<double>& times, const MatrixXd& rows) {
  VectorXd noise = estimated_noise(times, rows);
  for (Index j = 0; j < noise.size(); ++j) noise[j] = std::max({noise[j], exact_share * spread_of(rows.row(j)), 1e-12});
  return noise;
}

/// Without both ends, where a smooth curve is known least.
VectorXd middle(const VectorXd& x) {
  const Index end = x.size() / 20;
  return x.segment(end, x.size() - 2 * end);
}

}  // namespace

VectorXd normal_numbers(std::mt19937_64& random, Index count) {
  // Box and Muller's pairs
  const auto uniform = [&] { return (static_cast<double>(random() >> 11U) + 0.5) * 0x1p-53; };
  VectorXd x(count);
  for (Index k = 0; k < count; k += 2) {
    const double size = std::sqrt(-2.0 * std::log(uniform())), angle = 2.0 * std::numbers::pi * uniform();
    x[k] = size * std::cos(angle);
    if (k + 1 < count) x[k + 1] = size * std::sin(angle);
  }
  return x;
}

LogMotion::LogMotion(const MotionLog& log) : log_(log) {
  const Index n = log.q.rows(), samples = log.q.cols();
  estimate_noise();
  velocities_.resize(static_cast<std::size_t>(n));
  smoothers_.resize(static_cast<std::size_t>(n));
  motion_ = {MatrixXd(n, samples), MatrixXd::Zero(n, samples), MatrixXd::Zero(n, samples)};
  logged_rates_.resize(n, samples);
  for (Index j = 0; j < n; ++j) {
    const bool stands = spread_of(log.q.row(j)) <= 1e-12 && (log.qd.cols() == 0 || rms_of(log.qd.row(j)) <= 1e-12);
    if (stands) {
      motion_.q.row(j).setConstant(log.q(j, 0));
      logged_rates_.row(j).setZero();
      continue;
    }
    check_velocity(j);
    const JointSignals measured = signals(j);
    const JointSmoother& smoother = smoothers_[static_cast<std::size_t>(j)].emplace(log_.times, noise_of(j), measured);
    const JointSignals y = smoother.smoothed(measured);
    motion_.q.row(j) = y.q.transpose();
    motion_.qd.row(j) = y.qd.transpose();
    motion_.qdd.row(j) = y.qdd.transpose();
    const VelocityVerdict verdict = velocities_[static_cast<std::size_t>(j)].verdict;
    logged_rates_.row(j) = motion_.qd.row(j);
    if (verdict == VelocityVerdict::Flipped) logged_rates_.row(j) *= -1.0;
    if (verdict == VelocityVerdict::Wrong) logged_rates_.row(j) = log_.qd.row(j);
  }
}

void LogMotion::estimate_noise() {
  noise_.q = noise_of_rows(log_.times, log_.q);
  noise_.tau = noise_of_rows(log_.times, log_.tau);
  if (log_.qd.cols() > 0) noise_.qd = noise_of_rows(log_.times, log_.qd);
  if (log_.qdd.cols() > 0) noise_.qdd = noise_of_rows(log_.times, log_.qdd);
}

/// Against the derivative of the positions alone.
void LogMotion::check_velocity(Index joint) {
  if (log_.qd.cols() == 0) return;
  VelocityCheck& check = velocities_[static_cast<std::size_t>(joint)];
  const JointSignals positions{log_.q.row(joint), {}, {}};
  const JointSmoother smoother(log_.times, {noise_.q[joint]}, positions);
  const JointSignals truth = smoother.smoothed(positions);
  // what noise alone makes of the derivative
  std::mt19937_64 random(1);
  double variance = 0.0;
  constexpr int trials = 6;
  for (int k = 0; k < trials; ++k) {
    const JointSignals noisy{truth.q + noise_.q[joint] * normal_numbers(random, truth.q.size()), {}, {}};
    variance += middle(smoother.smoothed(noisy).qd - truth.qd).squaredNorm();
  }
  const VectorXd rate = middle(truth.qd), logged = middle(log_.qd.row(joint));
  const auto count = static_cast<double>(rate.size());
  variance /= trials * count;
  check.expected = std::sqrt(variance + noise_.qd[joint] * noise_.qd[joint]);
  check.difference = rms_of(logged - rate);
  const double moves = rms_of(rate), allowed = std::max(4.0 * check.expected, 0.05 * moves);
  const bool is_still = moves < 4.0 * std::sqrt(variance);
  if (!is_still) check.slope = rate.dot(logged) / rate.squaredNorm();
  if (check.difference <= allowed)
    check.verdict = is_still ? VelocityVerdict::Unknown : VelocityVerdict::Right;
  else
    check.verdict = rms_of(logged + rate) <= allowed ? VelocityVerdict::Flipped : VelocityVerdict::Wrong;
}

JointSignals LogMotion::signals(Index joint) const {
  JointSignals y{log_.q.row(joint), {}, {}};
  const VelocityVerdict verdict = velocities_[static_cast<std::size_t>(joint)].verdict;
  if (log_.qd.cols() > 0 && verdict != VelocityVerdict::Wrong)
    y.qd = log_.qd.row(joint) * (verdict == VelocityVerdict::Flipped ? -1.0 : 1.0);
  if (log_.qdd.cols() > 0) y.qdd = log_.qdd.row(joint);
  return y;
}

SignalNoise LogMotion::noise_of(Index joint) const {
  SignalNoise noise{noise_.q[joint]};
  if (noise_.qd.size() > 0) noise.qd = noise_.qd[joint];
  if (noise_.qdd.size() > 0) noise.qdd = noise_.qdd[joint];
  return noise;
}

JointMotions LogMotion::disturbed(std::mt19937_64& random) const {
  JointMotions y = motion_;
  const Index samples = motion_.q.cols();
  for (Index j = 0; j < motion_.q.rows(); ++j) {
    const std::optional<JointSmoother>& smoother = smoothers_[static_cast<std::size_t>(j)];
    if (!smoother) continue;
    const SignalNoise noise = noise_of(j);
    const JointSignals used = signals(j);
    JointSignals noisy{motion_.q.row(j).transpose() + noise.q * normal_numbers(random, samples), {}, {}};
    if (used.qd.size() > 0) noisy.qd = motion_.qd.row(j).transpose() + noise.qd * normal_numbers(random, samples);
    if (used.qdd.size() > 0) noisy.qdd = motion_.qdd.row(j).transpose() + noise.qdd * normal_numbers(random, samples);
    const JointSignals found = smoother->smoothed(noisy);
    y.q.row(j) = found.q.transpose();
    y.qd.row(j) = found.qd.transpose();
    y.qdd.row(j) = found.qdd.transpose();
  }
  return y;
}

}  // namespace sinew
