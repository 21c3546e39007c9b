// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/audit/joint_smoother.h"

#include <Eigen/Cholesky>
#include <Eigen/Householder>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// Reflects rows so that the first `columns` columns become upper triangular.
template <class Rows>
void reflect(Rows& rows, Index columns) {
  Eigen::Matrix<double, Rows::RowsAtCompileTime, 1> essential;
  Eigen::Matrix<double, 1, Rows::ColsAtCompileTime> work;
  for (Index c = 0; c < columns; ++c) {
    const Index left = rows.rows() - c;
    double tau = 0.0, beta = 0.0;
    auto tail = essential.head(left - 1);
    rows.col(c).tail(left).makeHouseholder(tail, tau, beta);
    rows.block(c, c, left, rows.cols() - c).applyHouseholderOnTheLeft(tail, tau, work.data());
    rows.col(c).tail(left - 1).setZero();
  }
}

double spread(const VectorXd& x) { return x.size() == 0 ? 0.0 : std::sqrt((x.array() - x.mean()).square().mean()); }

}  // namespace

JointSmoother::JointSmoother(const std::vector<double>& times, const SignalNoise& noise, const JointSignals& signals)
    : times_(times),
      mean_((times.back() - times.front()) / static_cast<double>(times.size() - 1)),
      weights_{1.0 / noise.q, signals.qd.size() == 0 ? 0.0 : 1.0 / (noise.qd * mean_),
               signals.qdd.size() == 0 ? 0.0 : 1.0 / (noise.qdd * mean_ * mean_)} {
  Eigen::Matrix3d Q;  // covariance of (q, q̇, q̈) after a unit of time of white jerk
  Q << 1.0 / 20, 1.0 / 8, 1.0 / 6, 1.0 / 8, 1.0 / 3, 1.0 / 2, 1.0 / 6, 1.0 / 2, 1.0;
  whitening_ = Q.llt().matrixL().solve(Eigen::Matrix3d::Identity());
  log_density_ = likeliest_density(signals);
}

void JointSmoother::fill(std::size_t knot, const JointSignals& signals, Rows& rows) const {
  const auto k = static_cast<Index>(knot);
  const VectorXd* parts[] = {&signals.q, &signals.qd, &signals.qdd};
  double unit = 1.0;
  for (Index order = 0; order < 3; ++order, unit *= mean_) {
    rows.row(3 + order).setZero();
    if (weights_[order] == 0.0) continue;
    rows(3 + order, order) = weights_[order];
    rows(3 + order, 6) = weights_[order] * unit * (*parts[order])[k];
  }
}

void JointSmoother::couple(std::size_t knot, double root, Rows& rows) const {
  const double h = (times_[knot + 1] - times_[knot]) / mean_;
  Eigen::Matrix3d Phi;
  Phi << 1.0, h, h * h / 2.0, 0.0, 1.0, h, 0.0, 0.0, 1.0;
  const Eigen::Matrix3d W = root * std::pow(h, -2.5) * whitening_ * Eigen::Vector3d(1.0, h, h * h).asDiagonal();
  rows.topRows<3>() << -W * Phi, W, Eigen::Vector3d::Zero();
}

double JointSmoother::eliminate(const JointSignals& signals, double log_density, std::vector<Step>* steps) const {
  const double log_scale = log_density + 5.0 * std::log(mean_);  // of the states' own units
  const double root = std::exp(-0.5 * log_scale);
  const auto count = static_cast<double>(times_.size() - 1);
  double sum = 3.0 * count * log_scale;
  Rows rows;
  Eigen::Matrix<double, 3, 4> carried = Eigen::Matrix<double, 3, 4>::Zero();
  for (std::size_t k = 0; k < times_.size(); ++k) {
    const bool is_last = k + 1 == times_.size();
    if (is_last)
      rows.topRows<3>().setZero();
    else
      couple(k, root, rows);
    fill(k, signals, rows);
    rows.bottomRows<3>() << carried.leftCols<3>(), Eigen::Matrix3d::Zero(), carried.rightCols<1>();
    reflect(rows, is_last ? 3 : 6);
    for (Index i = 0; i < 3; ++i) sum += 2.0 * std::log(std::max(std::abs(rows(i, i)), 1e-300));
    if (steps != nullptr) (*steps)[k].rows = rows.topRows<3>();
    carried << rows.block<3, 3>(3, 3), rows.block<3, 1>(3, 6);
    sum += is_last ? rows.col(6).tail<6>().squaredNorm() : rows.col(6).tail<3>().squaredNorm();
  }
  return sum;
}

double JointSmoother::likeliest_density(const JointSignals& signals) const {
  // from a motion that hardly bends in the whole time to one that bends between two samples
  const double whole = times_.back() - times_.front();
  const double size = std::max(spread(signals.q), 1.0 / weights_[0]);
  const auto density_at = [&](double frequency) {
    return 2.0 * std::log(size) + 6.0 * std::log(2.0 * std::numbers::pi * frequency) - std::log(frequency);
  };
  const double lowest = density_at(0.02 / whole), highest = density_at(2.0 / mean_);
  constexpr int looks = 14;
  const double stride = (highest - lowest) / (looks - 1);
  double best = lowest, least = eliminate(signals, lowest, nullptr);
  for (int k = 1; k < looks; ++k) {
    const double here = lowest + stride * k, value = eliminate(signals, here, nullptr);
    if (value < least) {
      best = here;
      least = value;
    }
  }
  // golden section around the best look
  const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
  double a = best - stride, b = best + stride;
  double c = b - golden * (b - a), d = a + golden * (b - a);
  double at_c = eliminate(signals, c, nullptr), at_d = eliminate(signals, d, nullptr);
  while (b - a > 0.3) {
    if (at_c < at_d) {
      b = d;
      d = c;
      at_d = at_c;
      c = b - golden * (b - a);
      at_c = eliminate(signals, c, nullptr);
    } else {
      a = c;
      c = d;
      at_c = at_d;
      d = a + golden * (b - a);
      at_d = eliminate(signals, d, nullptr);
    }
  }
  return 0.5 * (a + b);
}

JointSignals JointSmoother::smoothed(const JointSignals& signals) const {
  std::vector<Step> steps(times_.size());
  eliminate(signals, log_density_, &steps);
  const auto n = static_cast<Index>(times_.size());
  JointSignals y{VectorXd(n), VectorXd(n), VectorXd(n)};
  Eigen::Vector3d state = Eigen::Vector3d::Zero();
  for (Index k = n - 1; k >= 0; --k) {
    const Eigen::Matrix<double, 3, 7>& rows = steps[static_cast<std::size_t>(k)].rows;
    Eigen::Vector3d right = rows.col(6);
    if (k + 1 < n) right -= rows.block<3, 3>(0, 3) * state;
    state = rows.leftCols<3>().triangularView<Eigen::Upper>().solve(right);
    y.q[k] = state[0];
    y.qd[k] = state[1] / mean_;
    y.qdd[k] = state[2] / (mean_ * mean_);
  }
  return y;
}

}  // namespace sinew
